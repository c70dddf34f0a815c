/** Ids of jobs. */
import { expect, it } from 'vitest';
import { jobIdOf, newJobId } from '../../src/jobs/job.js';

it('has 128 bits, and does not begin as an option of the command line does', () => {
  const ids = Array.from({ length: 5_000 }, newJobId);
  for (const id of ids) expect(id).toMatch(/^\w[\w-]{21}$/);
  expect(new Set(ids).size).toBe(5_000);
  expect(jobIdOf('-abcdefghijklmnopqrstuvwxyz')).toBe('_abcdefghijklmnopqrstu');
});
