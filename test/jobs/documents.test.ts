/** Stores of documents as files and in PostgreSQL; in S3: s3/documents.long.test.ts. */
import { documentSuite } from './document-cases.js';
import { describeJobStores } from './test-jobs.js';

describeJobStores(documentSuite);
