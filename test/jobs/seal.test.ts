/** The encryption of the parameters of jobs. */
import { expect, test } from 'vitest';
import { createSealer } from '../../src/jobs/seal.js';

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('a sealed text is opened with its key, also when that is a former one', () => {
  const sealed = createSealer([one]).seal('geheim');
  expect(sealed.toString('latin1')).not.toContain('geheim');
  expect(createSealer([two, one]).open(sealed)).toBe('geheim');
  expect(createSealer([one]).seal('geheim').equals(sealed)).toBe(false);
});

test('a sealed text is refused with another key, and when a byte was changed', () => {
  const sealed = createSealer([one]).seal('geheim');
  const damaged = expect.objectContaining({ code: 'STORE_DAMAGED' });
  expect(() => createSealer([two]).open(sealed)).toThrow(damaged);
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i]! ^= 1;
    expect(() => createSealer([one]).open(changed)).toThrow(damaged);
  }
  expect(() => createSealer([one]).open(sealed.subarray(0, 20))).toThrow(damaged);
});
