/** The encryption of the parameters of jobs. */
import { expect, test } from 'vitest';
import { createEncryption } from '../../../src/jobs/store/encryption.js';

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('an encrypted text is decrypted with its key, also when that is a former one', () => {
  const encrypted = createEncryption([one]).encrypt('geheim');
  expect(encrypted.toString('latin1')).not.toContain('geheim');
  expect(createEncryption([two, one]).decrypt(encrypted)).toBe('geheim');
  expect(createEncryption([one]).encrypt('geheim').equals(encrypted)).toBe(false);
});

test('an encrypted text is refused with another key, and when a byte was changed', () => {
  const encrypted = createEncryption([one]).encrypt('geheim');
  const damaged = expect.objectContaining({ code: 'STORE_DAMAGED' });
  expect(() => createEncryption([two]).decrypt(encrypted)).toThrow(damaged);
  for (let i = 0; i < encrypted.length; i++) {
    const changed = Buffer.from(encrypted);
    changed[i]! ^= 1;
    expect(() => createEncryption([one]).decrypt(changed)).toThrow(damaged);
  }
  expect(() => createEncryption([one]).decrypt(encrypted.subarray(0, 20))).toThrow(damaged);
});
