/** Outputs other than PDF: what docconv does to the files that LibreOffice writes, and which options go with them. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import type { OutputReceiver } from '../../../src/convert/engine.js';
import { acceptOutcomes } from '../../../src/convert/engines/messages.js';
import { formatNamed } from '../../../src/convert/formats.js';
import type { EngineName } from '../../../src/convert/index.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import type { PdfOptions } from '../../../src/convert/options.js';
import { requireSupported } from '../../../src/convert/output/export-filter.js';
import { convertIntoFiles, convertSpooled } from '../../../src/convert/output/files/files.js';
import { MemoryReceiver } from '../../../src/convert/output/files/receiver.js';
import { completeOffice } from '../../../src/convert/output/office.js';
import { completeHtml } from '../../../src/convert/output/text/html.js';
import { toMarkdown } from '../../../src/convert/output/text/markdown.js';
import { outputOfFileName } from '../../../src/convert/outputs.js';
import { documents } from '../../helpers/documents.js';
import { editPackage, partOf } from '../../helpers/edit-package.js';

const html = (body: string, head = '') =>
  Buffer.from(`<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`);
const cleaned = (body: string, pictures = new Map<string, Uint8Array>()) =>
  Buffer.from(completeHtml(html(body), pictures, DEFAULT_LIMITS)).toString();

describe('an HTML page', () => {
  it('has its pictures inside', () => {
    const page = cleaned('<img src="a.png" alt="A">', new Map([['a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')]]));
    expect(page).toContain('<img src="data:image/png;base64,iVBORw0KGgo=" alt="A">');
  });

  it.each([
    '<script>alert(1)</script>',
    '<p onclick="alert(1)">x</p>',
    '<a href="JavaScript:alert(1)">x</a>',
    '<img src="https://example.org/a.png">',
    '<img src="file:///etc/hosts">',
    '<iframe src="https://example.org"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<p style="background: url(https://example.org/a.png)">x</p>',
    '<style>@import "https://example.org/a.css";</style>',
    '<link rel="stylesheet" href="https://example.org/a.css">',
    '<meta http-equiv="refresh" content="0; url=https://example.org">',
    '<object data="https://example.org/a.swf"></object>',
  ])('neither runs nor loads %s', body => {
    expect(cleaned(body)).not.toMatch(/alert|example\.org|etc\/hosts/);
  });

  it('keeps links that a reader follows', () => {
    expect(cleaned('<a href="https://example.org/">x</a><a href="#one">y</a>')).toContain(
      '<a href="https://example.org/">x</a><a href="#one">y</a>',
    );
  });

  it('that is not UTF-8 is refused', () => {
    expect(() => completeHtml(Buffer.from([0xff, 0xfe]), new Map(), DEFAULT_LIMITS)).toThrow('LibreOffice');
  });
});

describe('Markdown', () => {
  const markdown = (body: string) => Buffer.from(toMarkdown(html(body), DEFAULT_LIMITS)).toString();

  it('has headings, tight lists and tables', () => {
    expect(markdown('<h1>One</h1><ul><li><p>a</p></li><li><p>b</p></li></ul>')).toBe('# One\n\n-   a\n-   b\n');
    expect(markdown('<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>')).toMatch(
      /^\| A +\| B +\|\n\| --- \| --- \|\n\| 1 +\| 2 +\|\n$/,
    );
  });

  it('has footnotes, and descriptions of pictures, and nothing of headers and footers', () => {
    const note = '<a class="sdfootnoteanc" href="#s"><sup>1</sup></a>';
    expect(markdown(`<p>Text${note}</p><p><a class="sdfootnotesym" href="#a">1</a> Note</p>`)).toBe(
      'Text[^1]\n\n[^1]: Note\n',
    );
    expect(
      markdown('<div title="header"><p>Page</p></div><p><img alt="A bar chart" src="data:image/png;base64,AA=="></p>'),
    ).toBe('[Picture: A bar chart]\n');
  });
});

describe('an office document', () => {
  const odt = documents.odt().bytes;

  it('of another format than the output is refused', async () => {
    await expect(completeOffice(odt, 'docx', DEFAULT_LIMITS)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });

  it('that was read as a page becomes a text with headings', async () => {
    const web = 'application/vnd.oasis.opendocument.text-web';
    const parents = ['Heading_20_2', 'Text_20_body'].map(
      (parent, i) => `<style:style style:name="P${i}" style:family="paragraph" style:parent-style-name="${parent}"/>`,
    );
    const typed = (text: string) => text.replaceAll('application/vnd.oasis.opendocument.text', web);
    const bytes = editPackage(odt, {
      mimetype: typed,
      'META-INF/manifest.xml': typed,
      'content.xml': xml =>
        xml
          .replace('<office:body>', `<office:automatic-styles>${parents.join('')}</office:automatic-styles>$&`)
          .replace(
            '<office:text>',
            '$&<text:p text:style-name="P0">Two</text:p><text:p text:style-name="P1">a</text:p><text:p text:style-name="Heading_20_1"/>',
          ),
    });
    const text = await completeOffice(bytes, 'odt', DEFAULT_LIMITS);
    expect(partOf(text, 'mimetype')).toBe('application/vnd.oasis.opendocument.text');
    expect(partOf(text, 'content.xml')).toContain(
      '<text:h text:outline-level="2" text:style-name="P0">Two</text:h><text:p text:style-name="P1">a</text:p><text:h text:outline-level="1" text:style-name="Heading_20_1"/>',
    );
  });

  it('without macros and foreign addresses stays as it is', async () => {
    expect(await completeOffice(odt, 'odt', DEFAULT_LIMITS)).toBe(odt);
  });

  it('loses Basic and addresses that are loaded, and keeps hyperlinks', async () => {
    const xlink =
      'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"';
    const picture = `<draw:frame ${xlink}><draw:image xlink:href="https://example.org/a.png"/></draw:frame>`;
    const link = `<text:a ${xlink} xlink:href="https://example.com/">x</text:a>`;
    const loaded = editPackage(odt, {
      'Basic/Standard/Module1.xml': '<module/>',
      'content.xml': xml => xml.replace('</text:p>', `${picture}${link}</text:p>`),
    });
    const clean = await completeOffice(loaded, 'odt', DEFAULT_LIMITS);
    expect(Object.keys(unzipSync(clean))).not.toContain('Basic/Standard/Module1.xml');
    expect(partOf(clean, 'content.xml')).not.toContain('example.org');
    expect(partOf(clean, 'content.xml')).toContain('https://example.com/');
  });

  it('of Office loses VBA and external relationships, and keeps hyperlinks', async () => {
    const relationship = (type: string, target: string, mode = '') =>
      `<Relationship xmlns="http://schemas.openxmlformats.org/package/2006/relationships" Id="r${type}" Type="http://x/${type}" Target="${target}"${mode}/>`;
    const external = ' TargetMode="External"';
    const rows = [
      relationship('vbaProject', 'vbaProject.bin'),
      relationship('attachedTemplate', 'https://example.org/a.dotm', external),
      relationship('hyperlink', 'https://example.com/', external),
    ];
    const loaded = editPackage(documents.docx().bytes, {
      'word/vbaProject.bin': 'macros',
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`,
    });
    const clean = await completeOffice(loaded, 'docx', DEFAULT_LIMITS);
    expect(Object.keys(unzipSync(clean))).not.toContain('word/vbaProject.bin');
    const relationships = partOf(clean, 'word/_rels/document.xml.rels');
    expect(relationships).not.toMatch(/vba|example\.org/);
    expect(relationships).toContain('https://example.com/');
  });
});

describe('an output', () => {
  it('is named by the extension of a file', () => {
    const names = ['a.docx', 'b.JPEG', 'c/d.htm', 'report', 'x.y/z', 'a.pdf'];
    expect(names.map(outputOfFileName)).toEqual(['docx', 'jpg', 'html', null, null, 'pdf']);
  });

  const refusals: [string, PdfOptions][] = [
    ['docx', { to: 'xlsx' }],
    ['xlsx', { to: 'txt' }],
    ['pptx', { to: 'html' }],
    ['docx', { to: 'txt', pdfa: '2b' }],
    ['docx', { to: 'odt', bookmarks: false }],
    ['docx', { to: 'png', openPassword: 'x' }],
    ['docx', { to: 'png', quality: 80 }],
    ['docx', { dpi: 100 }],
    ['docx', { thumbnail: 100 }],
    ['docx', { to: 'html', landscape: true }],
  ];
  const engine = { name: 'native' as EngineName, version: '7.4.7' };

  it.each(refusals)('of %s with %j is refused', (format, options) => {
    expect(() => requireSupported(options, formatNamed(format), engine)).toThrow(
      expect.objectContaining({ code: 'OPTION_UNSUPPORTED', detail: { option: expect.any(String) } }),
    );
  });

  it.each([
    ['docx', { to: 'jpg', quality: 80, dpi: 100, pages: '1' }],
    ['docx', { to: 'odt', landscape: true, bookmarks: true }],
    ['pptx', { to: 'webp', hiddenSlides: true, thumbnail: 64 }],
  ] as [string, PdfOptions][])('of %s with %j is permitted', (format, options) => {
    expect(() => requireSupported(options, formatNamed(format), engine)).not.toThrow();
  });
});

describe('what a worker sends', () => {
  const PNG_HEAD = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1');
  const accept = async (pdf: PdfOptions, pages: unknown, ...blobs: Uint8Array[]) => {
    const receiver = new MemoryReceiver();
    const request = { limits: DEFAULT_LIMITS, pdf, family: 'writer' } as const;
    const outcome = { kind: 'done', format: 'docx', pages, warnings: [] };
    const job = { request, receiver, open: async () => new Uint8Array() };
    const { sinks } = acceptOutcomes([job])(
      { outcomes: [outcome] },
      blobs.map(({ length }) => length),
    );
    for (const [i, blob] of blobs.entries()) for (const byte of blob) await sinks[i]!(Buffer.of(byte));
    return receiver.files.map(({ page, bytes }) => [page, Buffer.from(bytes)]);
  };

  it('is passed on, whatever its chunks', async () => {
    expect(await accept({ to: 'png' }, [2, 5], PNG_HEAD, PNG_HEAD)).toEqual([
      [2, PNG_HEAD],
      [5, PNG_HEAD],
    ]);
    expect(await accept({ to: 'txt' }, [null], Buffer.from('ä'))).toEqual([[null, Buffer.from('ä')]]);
    expect(await accept({ to: 'txt' }, [null], Buffer.of())).toEqual([[null, Buffer.of()]]);
  });

  it.each([
    ['an image of another format', { to: 'png' }, [1], [Buffer.from('\xff\xd8\xff_________', 'latin1')]],
    ['a PDF instead of a document', { to: 'docx' }, [null], [Buffer.from('%PDF-1.7 ______')]],
    ['bytes as text', { to: 'txt' }, [null], [Buffer.of(0xff, 0xff)]],
    ['NUL in a text', { to: 'csv' }, [null], [Buffer.of(65, 0)]],
    ['two PDFs', {}, [null, null], [Buffer.from('%PDF-1.7 ______'), Buffer.from('%PDF-1.7 ______')]],
    ['pages in another order', { to: 'png' }, [2, 1], [PNG_HEAD, PNG_HEAD]],
    ['an image without a page', { to: 'png' }, [null], [PNG_HEAD]],
    ['no image', { to: 'png' }, [], []],
    ['more blobs than pages', { to: 'png' }, [1], [PNG_HEAD, PNG_HEAD]],
  ] as [string, PdfOptions, unknown, Uint8Array[]][])('is refused: %s', async (_, pdf, pages, blobs) => {
    await expect(accept(pdf, pages, ...blobs)).rejects.toThrow();
  });
});

describe('the files of a conversion', () => {
  const folder = mkdtemp(join(tmpdir(), 'docconv-outputs-'));
  afterAll(async () => rm(await folder, { recursive: true }));
  const facts = { to: 'png', engine: 'native', warnings: [], milliseconds: 1 } as const;

  type Parts = readonly (readonly [page: number | null, text: string])[];

  /** Sends each attempt, letter by letter. */
  const sent =
    (...attempts: Parts[]) =>
    async (receiver: OutputReceiver) => {
      for (const parts of attempts) {
        const sinks = receiver.receive(parts.map(([page, text]) => ({ page, size: text.length })));
        for (const [i, [, text]] of parts.entries())
          for (const chunk of text.match(/.{1,9999}/g) ?? []) await sinks[i]!(Buffer.from(chunk));
      }
      return facts;
    };
  const convert = (path: string, ...attempts: Parts[]) => convertIntoFiles(path, true, undefined, sent(...attempts));
  const LARGE = 'x'.repeat(65_537);

  it('have the numbers of their pages, as many digits as the last', async () => {
    const path = join(await folder, 'numbered', 'a.png');
    await expect(convert(path, [[1, 'x']])).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    const images = join(await folder, 'b.png');
    const parts: Parts = [
      [2, 'two'],
      [10, 'ten'],
    ];
    const { files } = await convert(images, parts, parts);
    expect(files.map(file => file.path)).toEqual([join(await folder, 'b-02.png'), join(await folder, 'b-10.png')]);
    expect(await readFile(files[1]!.path, 'utf8')).toBe('ten');
    expect((await readdir(await folder)).filter(name => name.startsWith('.'))).toEqual([]);
  });

  it('are one file for one page', async () => {
    const path = join(await folder, 'c.png');
    expect((await convert(path, [[7, 'seven']])).files).toEqual([{ page: 7, path }]);
    expect(await readFile(path, 'utf8')).toBe('seven');
  });

  it('are an archive for several pages, also after a second attempt', async () => {
    const path = join(await folder, 'd.zip');
    const parts: Parts = [
      [9, 'nine'],
      [10, 'ten'],
    ];
    const { files } = await convertSpooled(path, { to: 'png' }, sent(parts, parts));
    expect(files).toEqual([
      { page: 9, path },
      { page: 10, path },
    ]);
    const entries = Object.entries(unzipSync(await readFile(path))).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString(),
    ]);
    expect(entries).toEqual([
      ['page-09.png', 'nine'],
      ['page-10.png', 'ten'],
    ]);
  });

  it('stay in memory where there is a single small one', async () => {
    const path = join(await folder, 'e');
    const image = await convertSpooled(path, { to: 'png' }, sent([[1, 'one']]));
    expect(image.files).toEqual([{ page: 1, bytes: Buffer.from('one') }]);
    const empty = await convertSpooled(path, { to: 'txt' }, sent([[null, '']]));
    expect(empty.files).toEqual([{ page: null, bytes: Buffer.alloc(0) }]);
    expect(await readdir(await folder)).not.toContain('e');
  });

  it.each([
    ['a large one', [[[null, LARGE]]], LARGE],
    ['a small one that a large one was sent before', [[[null, LARGE]], [[null, 'small']]], 'small'],
    ['a large one that a small one was sent before', [[[null, 'small']], [[null, LARGE]]], LARGE],
  ] as const)('are written to the disk: %s', async (_, attempts, expected) => {
    const path = join(await mkdtemp(join(await folder, 'spooled-')), 'a.pdf');
    const { files } = await convertSpooled(path, { to: 'pdf' }, sent(...attempts));
    expect(files).toEqual([{ page: null, path }]);
    expect(await readFile(path, 'utf8')).toBe(expected);
  });

  it('that cannot be written are an error, and the error of the conversion is the first', async () => {
    const path = join(await folder, 'no-folder', 'a.pdf');
    const send = sent([[null, LARGE]]);
    const spool = (convert: typeof send) => convertSpooled(path, { to: 'pdf' }, convert);
    await expect(spool(send)).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    const failing = async (receiver: OutputReceiver) => {
      await send(receiver);
      throw new Error('the worker ended');
    };
    await expect(spool(failing)).rejects.toThrow('the worker ended');
  });
});
