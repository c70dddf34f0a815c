import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeBase64 } from '../../src/system/base64.js';

const decode = (text: string) => Buffer.from(decodeBase64(text, 1000)).toString();

test.each([
  ['QUJDRA==', 'ABCD'],
  ['QUJDRA', 'ABCD'],
  ['QUJDRA=', 'ABCD'],
  ['QUJD', 'ABC'],
  ['QUJ\nDRA\r\n== ', 'ABCD'],
  ['data:application/pdf;base64,QUJD', 'ABC'],
  ['__-_', Buffer.from('__-_', 'base64url').toString()],
])('%j is decoded', (text, bytes) => expect(decode(text)).toBe(bytes));

describe('the decoder refuses', () => {
  test.each(['Q', 'QUJDR', 'QUJD!', 'QUJD!QUJD', 'QU=JD', '====', 'QUJD====', 'QUJDRA===', '%51UJD', 'QUJD\0', 'é'])(
    '%j',
    text => expect(() => decode(text)).toThrow(expect.objectContaining({ code: 'BASE64_INVALID' })),
  );

  test('one stray character anywhere in any text', () => {
    for (let length = 1; length < 40; length++) {
      const clean = randomBytes(length).toString('base64');
      const at = randomInt(clean.replace(/=+$/, '').length);
      for (const stray of ['!', '=', '\0', 'é']) {
        expect(() => decode(clean.slice(0, at) + stray + clean.slice(at)), `${clean} at ${at}`).toThrow();
        if (stray === '=') continue; // in place of the last character it is padding
        expect(() => decode(clean.slice(0, at) + stray + clean.slice(at + 1)), `${clean} for ${at}`).toThrow();
      }
    }
  });
});

test('the decoded text is as large as allowed, and no larger', () => {
  for (const length of [998, 999, 1000])
    expect(decodeBase64(randomBytes(length).toString('base64'), 1000)).toHaveLength(length);
  expect(() => decodeBase64(randomBytes(1003).toString('base64'), 1000)).toThrow(/larger/);
});
