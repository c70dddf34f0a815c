/** The store of documents in PostgreSQL, with their bytes in S3. */

import { describeWith } from '../../../helpers/requires.js';
import { postgresql } from '../../../helpers/servers/postgres.js';
import { s3Server } from '../../../helpers/servers/s3-place.js';
import { openWithS3 } from '../../test-jobs.js';
import { documentSuite } from '../document-cases.js';

describeWith('in S3', [postgresql, s3Server], () => documentSuite(openWithS3));
