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

/** The texts below in the encodings of these names, which Node does not write. */
const ENCODED: Readonly<Record<string, Buffer>> = {
  GB18030: Buffer.from('zfXQocP316HU2rGxvqmjrMv7w7/M7NTnyc/IpdGn0KPRp8+w1tDOxKGj', 'base64'),
  BIG5: Buffer.from('pP2kcKn6pu2mYqV4pV+hQaVMqEOk0aatpFelaL7HrtW+x7LfpKSk5aFD', 'base64'),
  SHIFT_JIS: Buffer.from('k2OShoKzgvGCzZOMi56CyY9agvGCxYKigsSBQZaIk/qTZI7UgsWJ747QgsmNc4KrgtyCt4FC', 'base64'),
  'EUC-KR': Buffer.from('sei5zrz2tMIgvK2/77+hILvssO0gwNbAuLjnILjFwM8gvsbEpyDH0LGzv6EgsKm0z7TZLg==', 'base64'),
  'KOI8-R': Buffer.from('4c7OwSDWydej1CDXIO3P08vXxSDJIMvB1sTZyiDExc7YIMXaxMnUIM7BINLBws/U1S4=', 'base64'),
  CP1251: Buffer.from('wO3t4CDm6OK48iDiIMzu8eri5SDoIOrg5uT76SDk5e38IOXn5OjyIO3gIPDg4e7y8y4=', 'base64'),
  'ISO-8859-7': Buffer.from(
    'xyC27e3hIOzd7eXpIPP05+0gweje7eEg6uHpIPDn4+Hf7eXpIOrc6OUg7N3x4SDz9Ocg5O/16+Xp3C4=',
    'base64',
  ),
  'EUC-JP': Buffer.from('xcTD5qS1pPOkz8Xstf6ky727pPOkx6SkpMahosvoxvzFxbzWpMey8bzSpMu51KStpN6kuaGj', 'base64'),
};

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

  it.each([
    ['GB18030', '王小明住在北京，他每天早上去学校学习中文。', 'GB18030'],
    ['BIG5', '王小明住在台北，他每天早上去學校學習中文。', 'Big5'],
    ['SHIFT_JIS', '田中さんは東京に住んでいて、毎日電車で会社に行きます。', 'Shift_JIS'],
    ['EUC-KR', '김민수는 서울에 살고 있으며 매일 아침 학교에 갑니다.', 'EUC-KR'],
    ['KOI8-R', 'Анна живёт в Москве и каждый день ездит на работу.', null],
    ['CP1251', 'Анна живёт в Москве и каждый день ездит на работу.', null],
    ['ISO-8859-7', 'Η Άννα μένει στην Αθήνα και πηγαίνει κάθε μέρα στη δουλειά.', null],
    ['EUC-JP', '田中さんは東京に住んでいて、毎日電車で会社に行きます。', 'EUC-JP'],
  ])('is found where it is East Asian: %s', async (encoding, text, found) => {
    const encoded = ENCODED[encoding]!;
    for (const name of ['a.txt', 'a.csv']) {
      const { bytes } = await prepareDocument(encoded, { name });
      if (found !== null) expect(Buffer.from(bytes).toString()).toBe(text);
      const read = found ?? 'Windows-1252';
      expect(await warningsOf(name, encoded)).toEqual([{ code: 'encoding_unknown', detail: { read } }]);
    }
  });

  it.each([
    [
      'a line of dashes, and other dashes and apostrophes',
      '\x97'.repeat(60),
      'Mon\x96Fri, Jan\x96Dec, A\x97B: don\x92t, it\x92s, we\x92ll, they\x92re, I\x92m, I\x92ve, I\x92d, rock \x92n roll',
    ],
    ['bullets', `root: ${'\x95'.repeat(24)}`, 'It\x92s done'],
    ['degrees', '\xb0'.repeat(70), 'It is 5 \xb0\xb0'],
    ['two characters in turn', '\x97\x95'.repeat(30), 'It\x92s done'],
  ])('is not East Asian by %s', async (_, rule, text) => {
    const { bytes } = await prepareDocument(Buffer.from(`Minutes\n${rule}\n${text}\n`, 'latin1'), { name: 'a.txt' });
    const signs: Readonly<Record<string, string>> = { '\x92': '’', '\x95': '•', '\x96': '–', '\x97': '—' };
    expect(Buffer.from(bytes).toString()).toBe(
      `Minutes\n${rule}\n${text}\n`.replace(/[\x80-\x9f]/g, sign => signs[sign]!),
    );
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
