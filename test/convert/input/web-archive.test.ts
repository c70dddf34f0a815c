/** Web archives as browsers, Word, Excel and wikis write them: what is printed of them. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { mhtml } from '../../helpers/documents/plain.js';
import { documents } from '../../helpers/documents.js';

const PNG = Buffer.from(documents.png().bytes);
const PICTURE = `data:image/png;base64,${PNG.toString('base64')}`;

async function page(content: Uint8Array | string, name = 'page.mht') {
  const warnings = new Warnings();
  const { format, bytes } = await prepareDocument(Buffer.from(content), { name, warnings });
  return { format: format.name, text: Buffer.from(bytes).toString(), warnings: warnings.list() };
}

/** A message with these parts: header fields, and the text behind them. */
const message = (parts: readonly (readonly [fields: string, body: string])[], parameters = '', before = '') =>
  `${before}MIME-Version: 1.0\nContent-Type: multipart/related; boundary=B${parameters}\n\nFor old programs\n` +
  `${parts.map(([fields, body]) => `--B\n${fields}\n\n${body}\n`).join('')}--B--\nbehind`;

describe('a page with its files', () => {
  it.each([
    ['by a relative name', 'image.png', 'image.png'],
    ['by a path below the page', 'page_files/a%20b.png', 'file:///C:/page_files/a%20b.png'],
    ['by an address', 'https://example.org/a.png', 'https://example.org/a.png'],
  ])('has a picture %s', async (_how, source, location) => {
    const { format, text, warnings } = await page(mhtml('Words', `<img src="${source}" alt="P">`, { [location]: PNG }));
    expect([format, warnings]).toEqual(['html', []]);
    expect(text).toContain('<p>Words</p>');
    expect(text).toContain(PICTURE);
  });

  it('has a picture by its Content-ID, and one that is used twice', async () => {
    const { text } = await page(
      message([
        ['Content-Type: text/html', '<p>x<img src="cid:1@x"><img src="cid:1@x">'],
        ['Content-Type: image/png\nContent-ID: <1@x>\nContent-Transfer-Encoding: base64', PNG.toString('base64')],
      ]),
    );
    expect(text.split(PICTURE)).toHaveLength(3);
  });

  it('warns about a picture that is not in it', async () => {
    const { text, warnings } = await page(mhtml('Words', '<img src="https://example.org/a.png" alt="Plan">'));
    expect(text).toContain('Plan');
    expect(warnings).toEqual([{ code: 'picture_not_loaded', detail: { picture: 'https://example.org/a.png' } }]);
  });

  it('has its style sheets, without what they load, and no scripts', async () => {
    const { text } = await page(
      message([
        [
          'Content-Type: text/html',
          '<style><!-- td { color: red; background: url(x) } --></style><p>a<script>no()</script>',
        ],
        ['Content-Type: text/css\nContent-Location: a.css', '@import "b.css"; p { color: blue }'],
      ]),
    );
    expect(text).toMatch(/td \{ color: red;? ?\}/);
    expect(text).toContain('p { color: blue }');
    expect(text).not.toMatch(/@import|url\(|no\(\)/);
  });
});

describe('a message that is called a web archive', () => {
  const html = 'Content-Type: text/html; charset=utf-8\n\n<p>Größe';

  it.each([
    ['with the page beside plain text', `multipart/alternative; boundary=A\n\n--A\n\nplain\n--A\n${html}\n--A--\n`],
    ['with the page before attached files', `multipart/mixed; boundary=A\n\n--A\n${html}\n--A--\n`],
    ['that is one page', html.replace('Content-Type: ', '')],
  ])('%s', async (_, content) => {
    const { format, text } = await page(`From: a@example.org\nMIME-Version: 1.0\nContent-Type: ${content}`);
    expect(format).toBe('html');
    expect(text).toContain('<p>Größe</p>');
    expect(text).not.toContain('plain');
  });

  it.each([
    ['its sender', 'From: a@example.org\n', '', 'sender and subject of a message'],
    ['attached files', '', 'Content-Type: text/html\nContent-Disposition: attachment\n\nx', 'attached files'],
    ['another page', '', 'Content-Type: text/html\n\n<p>More', 'other pages of the archive'],
    ['more text', '', 'Content-Type: text/plain\n\nMore', 'plain text beside the page'],
  ])('warns that the PDF lacks %s', async (_, before, part, what) => {
    const parts = part && `--A\n${part}\n`;
    const content = `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=A\n\n--A\n${html}\n${parts}--A--\n`;
    const { warnings } = await page(before + content);
    expect(warnings).toEqual([{ code: 'content_lost', detail: { what } }]);
  });

  const file = 'Content-Type: application/pdf; name="a.pdf"\n\n%PDF';
  const mixed = (parts: readonly string[], before = '', kind = 'mixed') =>
    `${before}MIME-Version: 1.0\nContent-Type: multipart/${kind}; boundary=A\n\n${parts.map(part => `--A\n${part}\n`).join('')}--A--\n`;

  it.each(['mixed', 'related'])('names files of a mail (%s) that are not marked as attached', async kind => {
    const { warnings } = await page(mixed([html, file], 'From: a@example.org\n', kind));
    expect(warnings).toEqual([
      { code: 'content_lost', detail: { what: 'sender and subject of a message, attached files' } },
    ]);
  });

  it('does not name parts of an archive that its page does not show', async () => {
    const { warnings } = await page(mixed([html, 'Content-Type: text/xml\n\n<xml/>'], '', 'related'));
    expect(warnings).toEqual([]);
  });

  it('names a picture of an archive, marked as attached, only where the page does not show it', async () => {
    const picture = `Content-Type: image/png\nContent-ID: <p>\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n${PNG.toString('base64')}`;
    const shown = await page(mixed([`${html}<img src="cid:p">`, picture]));
    expect(shown.warnings).toEqual([]);
    const { warnings } = await page(mixed([html, picture]));
    expect(warnings).toEqual([{ code: 'content_lost', detail: { what: 'attached files' } }]);
  });

  it('does not warn about other forms of the page, empty pages and the name of a browser', async () => {
    const parts = [
      'Content-Type: multipart/alternative; boundary=C\n\n--C\n\nplain\n--C--',
      'Content-Type: text/html\n\n<style>p {}</style><hr>&nbsp;',
    ];
    const lines = [html, ...parts].map(part => `--A\n${part}\n`).join('');
    const content = `From: <Saved by X>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=A\n\n${lines}--A--\n`;
    expect((await page(content)).warnings).toEqual([]);
  });

  it('is refused without a page', async () => {
    const refused = page(
      'From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=A\n\n--A\n\nx\n--A--\n',
    );
    await expect(refused).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
  });
});

describe('encodings', () => {
  const text = async (fields: string, body: string) => (await page(message([[fields, body]]))).text;

  it.each([
    [
      'quoted-printable',
      'Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: Quoted-Printable',
      '<p>Gr=C3=B6=\n=C3=9Fe a=3Db',
    ],
    [
      'base64',
      'Content-Type: text/html;\n\tcharset="utf-8"\nContent-Transfer-Encoding: base64',
      Buffer.from('<p>Größe a=b').toString('base64'),
    ],
    ['8bit', 'Content-Type: text/html', '<p>Größe a=b'],
    [
      'the one that the page names',
      'Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable',
      '<meta charset=3Diso-8859-1><p>Gr=F6=DFe a=3Db',
    ],
    ['an unknown one', 'Content-Type: text/html; charset=x-none', '<p>Größe a=b'],
  ])('%s', async (_name, fields, body) => {
    expect(await text(fields, body)).toContain('<p>Größe a=b');
  });

  it('lines end in any way', async () => {
    const content = message(
      [['Content-Type: text/html', '<p>One']],
      '; type="text/html"',
      'From: <Saved by a browser>\n',
    );
    expect((await page(content.replaceAll('\n', '\r\n'))).text).toContain('<p>One');
  });
});

describe('the page', () => {
  it('is the one that the header names', async () => {
    const parts = [
      ['Content-Type: text/html\nContent-ID: <a>', '<p>First'],
      ['Content-Type: text/html\nContent-ID: <b>', '<p>Second'],
    ] as const;
    expect((await page(message(parts, '; start="<b>"'))).text).toMatch(/^(?!.*First).*Second/s);
    expect((await page(message(parts))).text).toMatch(/^(?!.*Second).*First/s);
  });

  it.each([
    ['the only one', '', ['attachment; filename="index.html"'], 'Page 0'],
    ['named by the header', '; start="<1>"', ['inline', 'attachment'], 'Page 1'],
    ['beside attached files', '', ['attachment', 'attachment'], 'Page 0'],
    ['no other than one that is not attached', '', ['attachment', 'inline'], 'Page 1'],
  ])('may be attached where it is %s', async (_, parameters, dispositions, found) => {
    const parts = dispositions.map(
      (disposition, i) =>
        [`Content-Type: text/html\nContent-ID: <${i}>\nContent-Disposition: ${disposition}`, `<p>Page ${i}`] as const,
    );
    const { text, warnings } = await page(message(parts, parameters));
    expect(text.match(/Page \d/g)).toEqual([found]);
    expect(warnings).toHaveLength(dispositions.length - 1);
  });

  it('may be frames that are all attached', async () => {
    const attached = 'Content-Type: text/html\nContent-Disposition: attachment';
    const { text, warnings } = await page(
      message([
        [attached, '<frameset><frame src="a.htm"></frameset>'],
        [attached, '<p>One'],
        [attached, '<p>Two'],
      ]),
    );
    expect(text).toMatch(/One.*Two/s);
    expect(warnings).toEqual([]);
  });

  it('stands in parts within parts', async () => {
    const inner = '--C\nContent-Type: text/plain\n\nPlain\n--C\nContent-Type: text/html\n\n<p>Page\n--C--';
    const { text } = await page(message([['Content-Type: multipart/alternative; boundary="C"', inner]]));
    expect(text).toMatch(/^(?!.*Plain).*Page/s);
  });

  it('of a workbook is all of its sheets', async () => {
    const { text } = await page(
      message([
        ['Content-Type: text/html', '<frameset><frame src="sheet001.htm"></frameset>'],
        ['Content-Type: text/html', '<table><tr><td>One</td></tr></table>'],
        ['Content-Type: text/html', '<table><tr><td>Two</td></tr></table>'],
      ]),
      'book.xls',
    );
    expect(text).toMatch(/One.*Two/s);
  });

  it.each([
    ['no boundary', 'MIME-Version: 1.0\nContent-Type: multipart/related\n\n<p>x'],
    ['no page', message([['Content-Type: text/plain', 'x']])],
    ['parts within parts without end', nested(20)],
  ])('with %s it is damaged', async (_what, content) => {
    await expect(page(content)).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT', message: /web archive/ });
  });
});

function nested(depth: number): string {
  const levels = Array.from(
    { length: depth },
    (_, i) => `Content-Type: multipart/related; boundary=b${i}x\n\n--b${i}x\n`,
  );
  return `MIME-Version: 1.0\n${levels.join('')}Content-Type: text/html\n\n<p>x`;
}

it('with more parts than a package may have is refused', async () => {
  const content = message(Array.from({ length: 10_002 }, () => ['Content-Type: text/css', 'p {}'] as const));
  await expect(page(content)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit: 'entries' } });
});

it.each([
  ['page.mhtml', []],
  ['page', []],
  ['export.doc', [{ code: 'format_mismatch', detail: { declared: 'doc', found: 'mhtml' } }]],
  ['report.xls', [{ code: 'format_mismatch', detail: { declared: 'xls', found: 'mhtml' } }]],
])('may be called %s', async (name, warnings) => {
  expect(await page(mhtml('Words'), name)).toMatchObject({ format: 'html', warnings });
});
