/** Text that is not UTF-8. */
import { createHash } from 'node:crypto';
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
    ['plain text in UTF-16 without a mark', 'a.txt', utf16.subarray(2)],
    ['plain text in UTF-16, big-endian, without a mark', 'a.txt', Buffer.from(utf16.subarray(2)).swap16()],
    ['CSV in UTF-16 without a mark', 'a.csv', utf16.subarray(2)],
    ['plain text with a NUL', 'a.txt', Buffer.from(`${WORDS}\n\0`)],
    ['CSV with a NUL', 'a.csv', Buffer.from(`${WORDS}\n1,\0,2`)],
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

  it.each([
    ['UTF-32', 'a.txt', Buffer.from('\ufefft\0e\0x\0t\0', 'utf16le')],
    ['UTF-32 without a mark', 'a.txt', Buffer.from('t\0e\0x\0t\0', 'utf16le')],
    ['markup in UTF-16 without a mark', 'a.html', Buffer.from('<p>text</p>', 'utf16le')],
    ['markup in UTF-16 that is called CSV', 'a.csv', Buffer.from('<html><p>text</p></html>', 'utf16le')],
    ['markup with a NUL', 'a.html', Buffer.from('<p>te\0xt</p>')],
    ['random bytes', 'a.txt', createHash('sha512').update('a').digest()],
    ['numbers of 16 bits', 'a.csv', Buffer.from(Uint16Array.from({ length: 99 }, (_, i) => i).buffer)],
    ['numbers of 32 bits', 'a.csv', Buffer.from(Uint32Array.from({ length: 99 }, (_, i) => i * 999).buffer)],
  ])('is refused where it is no text: %s', async (_, name, bytes) => {
    await expect(prepareDocument(bytes, { name })).rejects.toMatchObject({ code: 'FORMAT_MISMATCH' });
  });

  it('is UTF-16 where most letters are not Latin', async () => {
    for (const text of ['Имя, город\nАнна, Москва\n', '姓名,城市\n王小明,北京\n']) {
      const { bytes } = await prepareDocument(Buffer.from(text, 'utf16le'), { name: 'a.csv' });
      expect(Buffer.from(bytes).toString()).toBe(text);
    }
  });
});
