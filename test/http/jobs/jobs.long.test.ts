/** Jobs of servers with a store, and what takes long of jobs in memory. */
import { describe } from 'vitest';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { openTestS3, s3Server } from '../../helpers/servers/s3-place.js';
import { jobCases, upkeepCases } from './job-cases.js';
import { resultCases } from './result-cases.js';

describe('in memory', () => upkeepCases(async () => ({}), false));

describeWith('in PostgreSQL', [postgresql], () => {
  jobCases(storeVariables, true);
  upkeepCases(storeVariables, true);
  describe('results', () => resultCases(storeVariables));
});

describeWith('results in S3', [postgresql, s3Server], () => {
  resultCases(async () => ({ ...(await storeVariables()), ...(await openTestS3()).variables }));
});
