/** Stores of documents as files and in PostgreSQL; in S3: s3/documents.long.test.ts. */

import { describeJobStores } from '../test-jobs.js';
import { documentSuite } from './document-cases.js';

describeJobStores(documentSuite);
