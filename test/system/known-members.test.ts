/** The library refuses misspelt members of its options and settings, and names them: they would have no effect. */
import { describe, expect, it } from 'vitest';
import { check, convert, createConverter, createFetcher, createIdentity, sign } from '../../src/index.js';

const TEXT = { name: 'a.txt', bytes: Buffer.from('text\n') };
const PDF = Buffer.from('%PDF-1.7\n');
const identity = createIdentity('Anna');

/** What is called with the misspelt member `member`, and a right one that the message lists. */
const CALLS: readonly [what: string, call: (wrong: object) => unknown, listed: string][] = [
  ['createConverter', wrong => createConverter(wrong), 'memoryLimit'],
  ['limits of createConverter', wrong => createConverter({ limits: wrong }), 'tableCells'],
  ['settings of convert', wrong => convert(TEXT, { settings: wrong }), 'memoryLimit'],
  ['options of convert', wrong => convert(TEXT, wrong), 'timeoutMs'],
  ['pdf options of convert', wrong => convert(TEXT, { pdf: wrong }), 'pdfa'],
  ['check', wrong => check(PDF, wrong), 'requireTrust'],
  ['sign', wrong => sign(PDF, identity, wrong), 'reason'],
  ['createFetcher', wrong => createFetcher(wrong), 'allowPrivate'],
];

describe.each(CALLS)('%s', (_, call, listed) => {
  it('refuses a member that does not exist', async () => {
    const misspelt = async () => call({ misspelt: 1 });
    await expect(misspelt()).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(new RegExp(`^"misspelt" is not a member of .*\\b${listed}\\b`)),
      detail: { option: 'misspelt' },
    });
  });
});

it('takes a member that is undefined for absent', async () => {
  const settings: object = { workers: undefined, timeoutMs: undefined, limits: { textBytes: undefined } };
  const { warnings } = await convert(TEXT, { settings, timeoutMs: undefined } as object);
  expect(warnings).toEqual([]);
});
