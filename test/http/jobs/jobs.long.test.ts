/** Jobs of servers with a store, and what takes long of jobs in memory. */
import { describe } from 'vitest';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { jobCases, upkeepCases } from './job-cases.js';

describe('in memory', () => upkeepCases(async () => ({}), false));

describeWith('in PostgreSQL', [postgresql], () => {
  jobCases(storeVariables, true);
  upkeepCases(storeVariables, true);
});
