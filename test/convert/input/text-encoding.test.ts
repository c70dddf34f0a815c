/** Text that is not UTF-8. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { wordsOf } from '../../helpers/pdf-text.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';

const converter = sharedConverter();

const WORDS = 'Grüße aus Málaga, 5 €';
const WINDOWS_1252 = Buffer.from('Gr\xfc\xdfe aus M\xe1laga, 5 \x80', 'latin1');
const utf16 = Buffer.from(`\ufeff${WORDS}`, 'utf16le');
const page = (head: string) =>
  Buffer.concat([Buffer.from(`<html><head>${head}</head><body><p>`), WINDOWS_1252, Buffer.from('</p></body></html>')]);

async function warningsOf(name: string, bytes: Uint8Array) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, warnings });
  return warnings.list();
}

describeTools('text that is not UTF-8', ['soffice.bin', 'pdftotext'], () => {
  it.each<[string, string, Uint8Array]>([
    ['plain text in Windows-1252', 'a.txt', WINDOWS_1252],
    ['plain text in UTF-16', 'a.txt', utf16],
    ['plain text in UTF-16, big-endian', 'a.txt', Buffer.from(utf16).swap16()],
    ['CSV in Windows-1252', 'a.csv', WINDOWS_1252],
    ['Markdown in Windows-1252', 'a.md', WINDOWS_1252],
    ['a page that does not name its encoding', 'a.html', page('')],
    ['a page that does', 'a.html', page('<meta charset="windows-1252">')],
  ])('%s', async (_, name, bytes) => {
    const { pdf, warnings } = await converter.convert({ name, bytes }, { engine: 'native' });
    expect((await wordsOf(pdf)).replaceAll(' ', '')).toContain(name === 'a.csv' ? 'Grüße' : WORDS.replaceAll(' ', ''));
    expect(warnings).toEqual([]);
  });
});

describe('an encoding that is not known', () => {
  it.each([
    ['Shift JIS', '9383967b8cea'],
    ['Shift JIS with kana', '836583588367'],
    ['Windows-1251', 'cff0e8e2e5f220ece8f0'],
    ['GB 18030', 'd6d0cec4'],
  ])('is not guessed: %s', async (_, digits) => {
    const expected = [{ code: 'encoding_unknown', detail: { read: 'Windows-1252' } }];
    for (const name of ['a.txt', 'a.csv', 'a.md'])
      expect(await warningsOf(name, Buffer.from(digits, 'hex'))).toEqual(expected);
    const html = Buffer.from(`<p>${Buffer.from(digits, 'hex').toString('latin1')}</p>`, 'latin1');
    expect(await warningsOf('a.html', html)).toEqual(expected);
  });

  it('is of no matter where the page names it', async () => {
    const html = Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1');
    expect(await warningsOf('a.html', html)).toEqual([]);
  });

  it.each(['utf-16 without a mark', 'utf-32'])('is refused where it has NUL: %s', async kind => {
    const text = kind === 'utf-32' ? Buffer.from('\ufefft\0e\0x\0t\0', 'utf16le') : Buffer.from('text', 'utf16le');
    const bytes = kind === 'utf-32' ? Buffer.concat([text.subarray(0, 2), Buffer.alloc(2), text.subarray(2)]) : text;
    await expect(prepareDocument(bytes, { name: 'a.txt' })).rejects.toMatchObject({ code: 'FORMAT_MISMATCH' });
  });
});
