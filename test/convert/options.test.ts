/** PDF options given to the library, which come from neither a command line nor a query. */
import { expect, it } from 'vitest';
import { type ConvertOptions, convert } from '../../src/convert/index.js';
import type { PdfOptions } from '../../src/convert/options.js';

const TEXT = { name: 'a.txt', bytes: Buffer.from('text\n') };

it.each<[string, PdfOptions | Record<string, unknown>]>([
  ['an empty password, which would not encrypt', { openPassword: '' }],
  ['a password of which AES-256 uses only a part', { openPassword: 'x'.repeat(128) }],
  ['restrictions without a permission password', { allow: [] }],
  ['PDF/A with encryption', { pdfa: '2b', openPassword: 'secret' }],
  ['a value that is not a choice', { pdfa: '9z' }],
  ['a range that is not one', { pages: 'x' }],
  ['a number out of range', { quality: 101 }],
  ['an option that does not exist', { pdfA: '2b' }],
])('%s is refused', async (_, pdf) => {
  await expect(convert(TEXT, { pdf: pdf as PdfOptions })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});

it('a member that does not exist is refused by name', async () => {
  const options = { timeout: 5 } as ConvertOptions;
  const error = { code: 'OPTION_INVALID', message: expect.stringMatching(/^"timeout" is not a member .*timeoutMs/) };
  await expect(convert(TEXT, options)).rejects.toMatchObject(error);
});
