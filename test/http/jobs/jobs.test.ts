/** Jobs of a server alone, in memory. */
import { describe } from 'vitest';
import { jobCases } from './job-cases.js';
import { resultCases } from './result-cases.js';

describe('in memory', () => {
  jobCases(async () => ({}), false);
  describe('results', () => resultCases(async () => ({})));
});
