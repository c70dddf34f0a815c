/** Formats that engines do not read: what they are translated into. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { readTiffPages, tiffBytes } from '../../../src/convert/input/tiff/pages.js';
import { cleanHtml, OF_ONE_PAGE } from '../../../src/convert/input/translate/clean-html.js';
import { readZip, unpack } from '../../../src/convert/input/zip.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { epub } from '../../helpers/documents/epub.js';
import { packageOf } from '../../helpers/documents/package.js';
import { tiff } from '../../helpers/documents/pictures.js';
import { documents } from '../../helpers/documents.js';

async function translated(name: string, content: Uint8Array | string) {
  const warnings = new Warnings();
  const { format, bytes } = await prepareDocument(Buffer.from(content), { name, warnings });
  return { format: format.name, text: Buffer.from(bytes).toString(), bytes, warnings: warnings.list() };
}

describe('Markdown', () => {
  const markdown = (text: string) => translated('notes.md', text);

  it('becomes a page', async () => {
    const { format, text, warnings } = await markdown(
      '---\ntitle: x\n---\n# One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n',
    );
    expect([format, warnings]).toEqual(['html', []]);
    expect(text).toContain('<title>One</title>');
    expect(text).toContain('<h1 id="one">One</h1>');
    expect(text).toMatch(/<table [^>]*border="1"/);
    expect(text).toContain('☑ ');
    expect(text).not.toContain('title: x');
  });

  it.each([
    ['scripts', 'a <script>alert(1)</script> b', 'alert'],
    ['styles', '<style>p { color: red }</style>\n\nb', 'color: red'],
    ['frames', 'a <iframe src="https://example.com"></iframe>', 'iframe'],
    ['handlers of events', 'a <b onclick="x()">c</b>', 'onclick'],
    ['links to programs', '[a](javascript:x)', 'javascript'],
    ['links to other files', '[a](other.md)', 'other.md'],
  ])('has no %s', async (_what, text, unwanted) => {
    expect((await markdown(text)).text.split('</style>').at(-1)).not.toContain(unwanted);
  });

  it.each([
    ['in code', '| `a|b` | c |', ['<code>a|b</code>', 'c']],
    ['in code with longer marks', '| ``a`|b`` | c |', ['<code>a`|b</code>', 'c']],
    ['outside code', 'a | b | *c* | d', ['a', 'b | <em>c</em> | d']],
    ['behind a mark without its end', 'a` | b | c', ['a`', 'b | c']],
    ['with a backslash', '| a\\|b | `c\\|d` | |', ['a|b', '<code>c|d</code>']],
    ['behind the last column only', '| a | b | | |', ['a', 'b']],
  ])('keeps all of a row with a pipe %s', async (_where, row, cells) => {
    const { text } = await markdown(`| x | y |\n|---|---|\n${row}\n| e | f |\n`);
    const found = [...text.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell);
    expect(found).toEqual([...cells, 'e', 'f']);
  });

  it('has its footnotes behind the text, in the order of their mention', async () => {
    const { text } = await markdown(
      'One[^b], two[^A], three[^b], four[^none].\n\n[^a]: First *note*\nwith a second line.\n\n    Another paragraph.\n\n[^b]: See[^c].\n[^c]: Last.\n[^d]: Unused.\n\n# End\n',
    );
    const mention = (n: number) => `<sup><a href="#footnote:${n}">${n}</a></sup>`;
    expect(text).toContain(`One${mention(1)}, two${mention(2)}, three${mention(1)}, four[^none].`);
    const notes = text.slice(text.indexOf('</h1>') + 5).replaceAll('\n', ' ');
    expect(notes).toContain(`<li id="footnote:1"><p>See${mention(3)}.</p>`);
    expect(notes).toContain('<p>First <em>note</em> with a second line.</p> <p>Another paragraph.</p>');
    expect(notes).toContain('<li id="footnote:3"><p>Last.</p>');
    expect(notes).toContain('<li id="footnote:4"><p>Unused.</p>');
  });

  it('keeps the markup that is printed, also where the text begins with it', async () => {
    const { text } = await markdown('<p align="center">H<sub>2</sub>O</p>\n');
    expect(text).toContain('<p align="center">H<sub>2</sub>O</p>');
  });

  it.each(['images/plan.png', 'https://example.com/plan.png', '/etc/plan.png'])('does not load %s', async source => {
    const { text, warnings } = await markdown(`![Plan](${source})`);
    expect(text).toContain('Plan');
    expect(text).not.toContain(source);
    expect(warnings).toEqual([{ code: 'picture_not_loaded', detail: { picture: source } }]);
  });

  it('keeps a picture that is in the text', async () => {
    const url = `data:image/png;base64,${Buffer.from(documents.png().bytes).toString('base64')}`;
    expect(await markdown(`![](${url})`)).toMatchObject({ text: expect.stringContaining(url), warnings: [] });
  });
});

describe('EPUB', () => {
  const book = (content: Uint8Array) => translated('book.epub', content);

  it('has its chapters in their order, with pictures, styles and links', async () => {
    const chapters = ['<h2>Two</h2><p class="r"><a href="c0.xhtml#top">back</a><img src="../a%20b.svg"/></p>'];
    const files = {
      'OEBPS/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'OEBPS/style.css': '@import "x"; .r { color: red; background: url(x) }',
    };
    const items =
      '<item id="p" href="a%20b.svg" media-type="image/svg+xml"/><item id="s" href="style.css" media-type="text/css"/>';
    const { format, text, warnings } = await book(epub('First words', { chapters, files, items }));
    expect([format, warnings]).toEqual(['html', []]);
    expect(text.indexOf('First words')).toBeLessThan(text.indexOf('Two'));
    expect(text).toContain('<h2 style="page-break-before: always">Two</h2>');
    expect(text).toContain('<a href="#chapter-0-top">');
    expect(text).toContain('id="chapter-0-top"');
    expect(text).toContain(`data:image/svg+xml;base64,${Buffer.from(files['OEBPS/a b.svg']).toString('base64')}`);
    expect(text).toMatch(/\.r \{ color: red;? ?\}/);
    expect(text).not.toMatch(/@import|url\(|No text/);
  });

  it.each(['', '<!ENTITY a "b">', '<!ENTITY a "b"><!-- c -->'])('prints no declaration: %s', async declarations => {
    const page = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "a.dtd" [ ${declarations} ]><html><p>Words</p></html>`;
    expect(cleanHtml(page, { ...OF_ONE_PAGE, picture: () => null })).toBe('<p>Words</p>');
    const { bytes } = await prepareDocument(Buffer.from(page), { name: 'page.xhtml' });
    expect(Buffer.from(bytes).toString()).toMatch(/<!DOCTYPE html><html><p>Words<\/p><\/html>$/);
  });

  it('warns about pictures that it does not contain', async () => {
    const { warnings } = await book(
      epub('x', { chapters: ['<p><img src="../../../etc/passwd"/><img src="http://a/b.png"/></p>'] }),
    );
    expect(warnings.map(({ detail }) => detail.picture)).toEqual(['../../../etc/passwd', 'http://a/b.png']);
  });

  const encryption = (algorithm: string) => ({
    'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="${algorithm}"/></e:EncryptedData></encryption>`,
  });

  it('with DRM is refused', async () => {
    const content = epub('x', { files: encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc') });
    await expect(book(content)).rejects.toMatchObject({ code: 'ENCRYPTION_UNSUPPORTED', message: /DRM/ });
  });

  it('with obfuscated fonts is read', async () => {
    expect((await book(epub('Words', { files: encryption('http://www.idpf.org/2008/embedding') }))).text).toContain(
      'Words',
    );
  });

  it('without its package document is damaged', async () => {
    const content = packageOf(
      { mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>' },
      'mimetype',
    );
    await expect(book(content)).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
  });
});

describe('TIFF', () => {
  it('with one page stays as it is', async () => {
    expect(await translated('a.tiff', tiff())).toMatchObject({ format: 'tiff', bytes: Buffer.from(tiff()) });
  });

  it('with several pages becomes a drawing of all of them', async () => {
    const { format, bytes } = await translated(
      'a.tiff',
      tiff([
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ]),
    );
    expect(format).toBe('odg');
    const entries = readZip(bytes, DEFAULT_LIMITS).filter(({ name }) => name.startsWith('Pictures/'));
    const pictures = entries.map(entry => Buffer.from(unpack(entry)));
    expect(pictures.map(picture => [...readTiffPages(tiffBytes(picture))].length)).toEqual([1, 1, 1]);
    const colours = [1, 4, 7].map(first => Buffer.from([first, first + 1, first + 2, first, first + 1, first + 2]));
    expect(pictures.map(picture => colours.findIndex(colour => picture.includes(colour)))).toEqual([0, 1, 2]);
  });

  it('counts the pixels of every page', async () => {
    const limits = { ...DEFAULT_LIMITS, allPixels: 64 * 48 };
    await expect(
      prepareDocument(
        tiff([
          [1, 1, 1],
          [2, 2, 2],
        ]),
        { limits },
      ),
    ).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', detail: { limit: 'allPixels' } });
  });

  it('whose directories form a cycle ends', async () => {
    const file = Buffer.from(
      tiff([
        [1, 1, 1],
        [2, 2, 2],
      ]),
    );
    const second = file.readUInt32LE(8 + 2 + 12 * 12);
    file.writeUInt32LE(8, second + 2 + 12 * 12);
    expect([...readTiffPages(tiffBytes(file))]).toHaveLength(2);
  });
});

describe('images in metafiles', () => {
  it.each([
    ['wmf', wmfWithBitmap],
    ['emf', emfWithBitmap],
  ] as const)('%s: their pixels count', async (name, make) => {
    const content = make(documents[name]().bytes, 30_000, 30_000);
    await expect(prepareDocument(content, { name: `a.${name}` })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      detail: { limit: 'pixels' },
    });
    expect((await prepareDocument(make(documents[name]().bytes, 10, 10), { name: `a.${name}` })).format.name).toBe(
      name,
    );
  });
});

const bitmap = (width: number, height: number) =>
  Buffer.from(Int32Array.of(40, width, height, 0x180001, 0, 0, 0, 0, 0, 0).buffer);

/** DIBSTRETCHBLT before the other records. */
function wmfWithBitmap(file: Uint8Array, width: number, height: number): Buffer {
  const record = Buffer.concat([Buffer.alloc(26), bitmap(width, height)]);
  record.writeUInt32LE(record.length / 2, 0);
  record.writeUInt16LE(0x0b41, 4);
  return Buffer.concat([file.subarray(0, 40), record, file.subarray(40)]);
}

/** STRETCHDIBITS behind the header. */
function emfWithBitmap(file: Uint8Array, width: number, height: number): Buffer {
  const record = Buffer.concat([Buffer.alloc(80), bitmap(width, height)]);
  record.writeUInt32LE(81, 0);
  record.writeUInt32LE(record.length, 4);
  record.writeUInt32LE(80, 48);
  return Buffer.concat([file.subarray(0, 88), record, file.subarray(88)]);
}
