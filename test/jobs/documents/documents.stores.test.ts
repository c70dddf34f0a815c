/** Stores of documents as files and in PostgreSQL; in S3: s3/documents.long.test.ts. */
import { describeJobStore } from '../test-jobs.js';
import { documentSuite } from './document-cases.js';

describeJobStore(documentSuite);
