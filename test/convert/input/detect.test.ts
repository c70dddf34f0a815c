/** Which format a document has: by its bytes, whatever its name says within the same family. */
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/convert/input/detect.js';
import { SourceDocument } from '../../../src/convert/input/document.js';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { Warnings } from '../../../src/convert/warnings.js';
import { compoundFile, excel4, word2, word6, word6Stream, write } from '../../helpers/documents/ancient.js';
import { drawing, excel2003, word2003, wordPerfect } from '../../helpers/documents/libraries.js';
import { documents, FORMAT_NAMES } from '../../helpers/documents.js';

const bytes = (format: keyof typeof documents) => documents[format]().bytes;
const detect = (content: Uint8Array, name: string) =>
  detectFormat(new SourceDocument(content, DEFAULT_LIMITS), { name });

describe('a document with its own name', () => {
  it.each(FORMAT_NAMES)('%s', async format => {
    const { name, bytes } = documents[format]();
    const { format: found, declared } = await detect(bytes, name);
    expect([found?.name, declared]).toEqual([format, undefined]);
  });
});

describe('a document of another application is refused with what to do', () => {
  const page = 'MIME-Version: 1.0\nContent-Type: text/html\n\n<p>a</p>';
  it.each([
    [
      'a mail with a page',
      'a.eml',
      Buffer.from(`From: A <a@a.example>\nSubject: b\n${page}`),
      /is a mail\. .*--from mhtml/,
    ],
    ['a picture of a phone', 'a.jpg', Buffer.from('\0\0\0\x18ftypheic'), /HEIC picture.*JPEG/],
    ['a mail in text', 'a.eml', Buffer.from('Received: by b\n\tfor c\nFrom: a@a.example\n\na'), /is a mail/],
    ['a mail of a folded sender', 'a.eml', Buffer.from('From: A\n <a@a.example>\nSubject: b\n\na'), /is a mail/],
    ['text', 'a.eml', Buffer.from('From: here\nTo: there\n\na'), /is text/],
    ['Pages', 'a.pages', zipSync({ 'Index/Document.iwa': new Uint8Array(9) }), /Pages, Numbers or Keynote\. Export/],
    ['Keynote', 'a.key', zipSync({ 'Index.zip': new Uint8Array(9) }), /Pages, Numbers or Keynote\. Export/],
    ['an archive', 'a.pages', zipSync({ 'Index/a.txt': new Uint8Array(9) }), /is a ZIP archive, but no document/],
  ])('%s: %s', async (_, name, content, message) => {
    const refused = { code: 'UNSUPPORTED_FORMAT', message: expect.stringMatching(message) };
    await expect(detect(content, name)).rejects.toMatchObject(refused);
  });

  it('except a mail whose page is asked for', async () => {
    const mail = Buffer.from(`From: A <a@a.example>\nSubject: b\n${page}`);
    const found = await detectFormat(new SourceDocument(mail, DEFAULT_LIMITS), { name: 'a.eml', from: 'mhtml' });
    expect(found.format?.name).toBe('mhtml');
  });
});

describe('a name that misleads within one family', () => {
  it.each([
    ['a Word 97 document', 'a.docm', compoundFile({ WordDocument: Buffer.from([0xec, 0xa5, 0xc1, 0]) }), 'doc'],
    ['a workbook with macros', 'a.xlsx', bytes('xlsm'), 'xlsm'],
    ['a document with macros', 'a.docx', bytes('docm'), 'docm'],
    ['OpenDocument in one XML file', 'a.odt', bytes('fodt'), 'fodt'],
    ['Rich Text', 'a.doc', bytes('rtf'), 'rtf'],
    ['a page', 'a.doc', bytes('html'), 'html'],
    ['a page', 'a.xls', bytes('html'), 'html'],
    ['a part of a page', 'a.doc', Buffer.from('<!-- report -->\n<h1>Sums</h1><p>of <b>May</b>'), 'html'],
    ['plain text', 'a.doc', bytes('txt'), 'txt'],
    ['plain text', 'a.rtf', bytes('txt'), 'txt'],
    ['a table of text', 'a.xls', bytes('tsv'), 'csv'],
    ['Excel 2003 XML', 'a.xls', excel2003('x'), 'xml-excel'],
    ['Word 2003 XML', 'a.doc', word2003('x'), 'xml-word'],
    ['a Word document', 'a.doc', bytes('docx'), 'docx'],
    ['an Excel workbook', 'a.xls', bytes('xlsx'), 'xlsx'],
    ['a JPEG image', 'a.png', bytes('jpg'), 'jpg'],
  ])('%s called %s', async (_what, name, content, format) => {
    const warnings = new Warnings();
    expect((await prepareDocument(content, { name, warnings })).format.name).toBe(format);
    const declared = name.slice(2);
    expect(warnings.list()).toContainEqual({ code: 'format_mismatch', detail: { declared, found: format } });
  });

  it.each([
    ['a template', 'a.docx', bytes('dotx')],
    ['a document without macros', 'a.docm', bytes('docx')],
    ['the source of a page', 'a.txt', bytes('html')],
  ])('%s called %s is as declared', async (_what, name, content) => {
    expect((await detect(content, name)).declared).toBeUndefined();
  });
});

describe('a name of another family', () => {
  it.each([
    ['a Word document', 'a.xlsx', bytes('docx')],
    ['a page', 'a.ppt', bytes('html')],
    ['an image', 'a.docx', bytes('svg')],
    ['plain text', 'a.odt', bytes('txt')],
    ['plain text', 'a.docx', bytes('txt')],
    ['plain text', 'a.ppt', bytes('txt')],
  ])('%s called %s is refused', async (_what, name, content) => {
    await expect(detect(content, name)).rejects.toMatchObject({ code: 'FORMAT_MISMATCH' });
  });
});

describe('other programs', () => {
  it.each([
    ['Visio', 'a.vsdx', drawing('x', 'vsdx'), 'vsdx'],
    ['Visio with macros', 'a.vsdm', drawing('x', 'vsdm'), 'vsdm'],
    ['Visio 2003', 'a.vsd', compoundFile({ VisioDocument: Buffer.from('x') }), 'vsd'],
    ['WordPerfect', 'a.wpd', wordPerfect('x'), 'wpd'],
    ['Excel 2003 XML', 'a.xml', excel2003('x'), 'xml-excel'],
    ['Word 2003 XML', 'a.xml', word2003('x'), 'xml-word'],
  ])('%s', async (_program, name, content, format) => {
    expect(await detect(content, name)).toMatchObject({ format: { name: format }, encryption: null });
  });

  it.each<[string, Uint8Array]>([
    ['a.xml', excel2003('x')],
    ['a.xml', word2003('x')],
    ['a.fods', bytes('fods')],
  ])('%s that is cut off', async (name, content) => {
    const cut = content.subarray(0, Buffer.from(content).lastIndexOf('</'));
    await expect(prepareDocument(cut, { name, pdf: { fit: 'width' } })).rejects.toMatchObject({
      code: 'CORRUPT_DOCUMENT',
      message: 'The document is damaged: it is not well-formed XML.',
    });
  });

  it.each<[string, (xml: string) => string]>([
    ['a blank line before the declaration', xml => `\n${xml}`],
    ['control characters', xml => xml.replace('x</', '&#11;x\u000b\uffff</')],
    ['the end of a CDATA section in a text', xml => xml.replace('x</', 'x]]></')],
    ['text and elements behind the root', xml => `${xml}\n<p>0.2 s</p> &`],
  ])('a workbook of Excel 2003 with %s, which LibreOffice prints', async (_, edit) => {
    const content = Buffer.from(edit(Buffer.from(excel2003('x')).toString()));
    await expect(prepareDocument(content, { name: 'a.xml', pdf: { fit: 'width' } })).resolves.toBeDefined();
  });

  it('a workbook of Excel 2003 that declares an entity, of which LibreOffice prints nothing', async () => {
    const content = Buffer.from(
      Buffer.from(excel2003('x'))
        .toString()
        .replace(/<(?=\w)/, '<!DOCTYPE x [<!ENTITY a "b">]><'),
    );
    const refusal = { code: 'CORRUPT_DOCUMENT', message: expect.stringContaining('it declares entities') };
    await expect(prepareDocument(content, { name: 'a.xml' })).rejects.toMatchObject(refusal);
  });

  const word = Buffer.from(word2003('x')).toString();
  const declaring = (declaration: string, text: string) =>
    word.replace(/<(?=\w)/, `<!DOCTYPE x [${declaration}]><`).replace('x</', `${text}</`);

  it.each([
    ['', '<!ENTITY a "b">', '&a;'],
    [' with an element', '<!ENTITY a "<w:br/>"><!ENTITY \u00e9 "&a;">', '&a;&\u00e9;'],
    [' with text and elements', '<!ENTITY a "b</w:t><w:t>c">', '&a;'],
    [' that it does not use', '<!ENTITY a "b">', 'x'],
  ])('a document of Word 2003 that declares an entity%s, which LibreOffice prints', async (_, declaration, text) => {
    const document = Buffer.from(declaring(declaration, text));
    await expect(prepareDocument(document, { name: 'a.xml' })).resolves.toBeDefined();
  });

  it.each([
    ['without a declaration', word.replace('x</', '&a;</')],
    ['beside another one', declaring('<!ENTITY a "b">', '&a;&c;')],
    ['in a comment', declaring('<!ENTITY a "b"><!-- <!ENTITY c ""> -->', '&c;')],
    ['in another file', declaring('<!ENTITY c SYSTEM "c">', '&c;')],
    ['of a document that is cut off', declaring('<!ENTITY a "b">', '&a;').slice(0, -30)],
  ])('but not with an entity %s', async (_, document) => {
    const code = 'CORRUPT_DOCUMENT';
    await expect(prepareDocument(Buffer.from(document), { name: 'a.xml' })).rejects.toMatchObject({ code });
  });

  it('that the engine lacks the import filter of', async () => {
    const preparing = prepareDocument(wordPerfect('x'), { name: 'a.wpd', missing: ['import filters'] });
    await expect(preparing).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  });
});

it('says nothing about a name without an extension', async () => {
  expect((await detect(bytes('docx'), 'a')).format?.name).toBe('docx');
});

it('compares the names of streams without case', async () => {
  const word = compoundFile({ WORDDOCUMENT: Buffer.from([0xec, 0xa5, 0xc1, 0]) });
  expect((await detect(word, 'a.doc')).format?.name).toBe('doc');
});

describe('a picture in a gzip file', () => {
  it.each(['svg', 'emf', 'wmf'] as const)('%s', async format => {
    const { bytes: content } = documents[format]();
    const packed = gzipSync(content);
    for (const name of [`a.${format.slice(0, 2)}${format === 'svg' ? 'gz' : 'z'}`, `a.${format}`, undefined]) {
      const prepared = await prepareDocument(packed, { name });
      expect(prepared.format.name).toBe(format);
      expect(Buffer.from(prepared.bytes)).toEqual(Buffer.from(content));
    }
  });

  it('that has a page in it is refused', async () => {
    await expect(prepareDocument(gzipSync(bytes('html')), { name: 'a.html' })).rejects.toMatchObject({
      code: 'FORMAT_MISMATCH',
    });
  });

  const svg = bytes('svg').toString();

  it.each([
    ['behind a long comment', Buffer.from(svg.replace(/<svg/, `<!--${'x'.repeat(5000)}--><svg`))],
    ['in UTF-16', Buffer.from(`\ufeff${svg.replace(/^<\?xml[^>]*>/, '')}`, 'utf16le')],
  ])('%s', async (_, content) => {
    const prepared = await prepareDocument(gzipSync(content), { name: 'a.svgz' });
    expect(prepared.format.name).toBe('svg');
  });

  it('that unpacks to more than the limit is refused', async () => {
    const limits = { ...DEFAULT_LIMITS, textBytes: 1000 };
    const bomb = gzipSync(Buffer.concat([bytes('svg'), Buffer.alloc(10_000, ' ')]));
    await expect(prepareDocument(bomb, { name: 'a.svgz', limits })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      detail: { limit: 'textBytes' },
    });
  });
});

it('an archive in a large gzip file is no picture', async () => {
  const limits = { ...DEFAULT_LIMITS, textBytes: 1000 };
  const preparing = prepareDocument(gzipSync(Buffer.alloc(10_000, 'tar ')), { limits });
  await expect(preparing).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
});

describe('files of old programs', () => {
  it.each([
    ['Word 2', 'a.doc', word2('x'), 'doc', 'MS WinWord 5'],
    ['Word 6', 'a.doc', word6('x'), 'doc', 'MS WinWord 6.0'],
    ['Word 6 without a compound file', 'a.doc', word6Stream('x'), 'doc', 'MS WinWord 5'],
    ['Write', 'a.wri', write('x'), 'doc', 'MS_Write'],
    ['Word for DOS', 'a.doc', Buffer.concat([Buffer.from([0x31, 0xbe, 0, 0]), Buffer.alloc(124)]), 'doc', 'DosWord'],
    ['Excel 4', 'a.xls', excel4('x'), 'xls', 'MS Excel 97'],
    ['PowerPoint 4', 'a.ppt', compoundFile({ PP40: Buffer.from('x') }), 'ppt', 'PowerPoint 3'],
    ['PowerPoint 95', 'a.ppt', compoundFile({ 'PowerPoint Document': Buffer.from('x') }), 'ppt', ''],
    ['PowerPoint 3', 'a.ppt', Buffer.from([0xed, 0xde, 0xad, 0x0b, 3, 0, 0, 0]), 'ppt', 'PowerPoint 3'],
  ])('%s', async (_program, name, content, format, filter) => {
    expect((await detect(content, name)).format).toMatchObject({ name: format, inputFilter: filter });
  });
});

it.each(['\ufeff', ' \r\n\t', '\ufeff\n'])('Rich Text begins behind %j', async lead => {
  const rtf = documents.rtf().bytes;
  const { format, bytes } = await prepareDocument(Buffer.concat([Buffer.from(lead), rtf]), { name: 'a.rtf' });
  expect(format.name).toBe('rtf');
  expect(bytes).toEqual(rtf);
});
