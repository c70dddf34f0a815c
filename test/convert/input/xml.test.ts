/** The XML that docconv reads itself: other prefixes and quotes, look-alikes in comments, malformed and hostile parts. */
import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { documents } from '../../helpers/documents.js';
import { editPackage, partOf } from '../../helpers/edit-package.js';

const TYPES = '[Content_Types].xml';
const RELATIONSHIPS = '_rels/.rels';
const MANIFEST = 'META-INF/manifest.xml';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const WML = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** The XML with another namespace prefix. */
const reprefix = (xml: string, from: string, to: string) =>
  xml.replace(new RegExp(`(</?|\\sxmlns:|\\s)${from}(?=[:=])`, 'g'), `$1${to}`);

const formatOf = async (bytes: Uint8Array) => (await prepareDocument(bytes)).format.name;

describe('the format of a package', () => {
  const docx = documents.docx().bytes;
  const addToTypes = (xml: string) =>
    editPackage(docx, { [TYPES]: types => types.replace('<Override', `${xml}<Override`) });

  it('is found with other prefixes, single quotes and end tags', async () => {
    const prefixed = (xml: string) =>
      xml
        .replace(/<(\/?)(Types|Default|Override|Relationships?)/g, '<$1p:$2')
        .replace(/xmlns=/, 'xmlns:p=')
        .replaceAll('"', "'");
    expect(await formatOf(editPackage(docx, { [TYPES]: prefixed, [RELATIONSHIPS]: prefixed }))).toBe('docx');
    const closed = (xml: string) => xml.replace(/(<Override[^>]*)\/>/g, '$1\n></Override >');
    expect(await formatOf(editPackage(docx, { [TYPES]: closed }))).toBe('docx');
  });

  it.each([
    ['a comment', `<!-- <Override PartName="/word/document.xml" ContentType="${WORKBOOK}"/> -->`],
    ['CDATA', `<x><![CDATA[<Override PartName="/word/document.xml" ContentType="${WORKBOOK}"/>]]></x>`],
    ['a processing instruction', `<?x <Override PartName="/word/document.xml" ContentType="${WORKBOOK}"/> ?>`],
  ])('is not taken from %s', async (_, lookalike) => {
    expect(await formatOf(addToTypes(lookalike))).toBe('docx');
  });

  it('is read with character references and the predefined entities resolved', async () => {
    const types = (xml: string) => xml.replace('/word/document.xml', '/word/a&amp;b.xml');
    const relationships = (xml: string) => xml.replace('word/document.xml', '&#x77;ord/a&#38;b.xml');
    const changes = { [TYPES]: types, [RELATIONSHIPS]: relationships, 'word/a&b.xml': '<a/>' };
    expect(await formatOf(editPackage(docx, changes))).toBe('docx');
  });

  it('is read from a part in UTF-16', async () => {
    const utf16 = (xml: string) => Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(await formatOf(editPackage(docx, { [TYPES]: utf16 }))).toBe('docx');
  });
});

describe('a malformed part', () => {
  const docx = documents.docx().bytes;
  const odt = documents.odt().bytes;

  it.each<[what: string, package_: Uint8Array, part: string, change: (xml: string) => string]>([
    ['is cut off', docx, TYPES, xml => xml.slice(0, -20)],
    ['has no root element', docx, RELATIONSHIPS, () => '<?xml version="1.0"?>'],
    ['is empty', docx, TYPES, () => ''],
    ['closes another element than it opened', docx, RELATIONSHIPS, xml => xml.replace('</Relationships>', '</Other>')],
    ['uses an undeclared prefix', docx, TYPES, xml => xml.replace('<Override', '<p:Other/><Override')],
    ['repeats an attribute', docx, TYPES, xml => xml.replace('<Override', '<Override PartName="/a"')],
    [
      'refers to an entity of its own',
      docx,
      TYPES,
      xml => `<!DOCTYPE a [<!ENTITY e "x">]>${xml.replace(/.*\?>/, '').replace('/word/', '&e;/word/')}`,
    ],
    ['is a manifest that is cut off', odt, MANIFEST, xml => xml.slice(0, -5)],
  ])('%s: CORRUPT_DOCUMENT', async (_, bytes, part, change) => {
    await expect(formatOf(editPackage(bytes, { [part]: change }))).rejects.toMatchObject({
      code: 'CORRUPT_DOCUMENT',
      message: expect.stringContaining(JSON.stringify(part)),
    });
  });

  it('is refused with LIMIT_EXCEEDED where its elements nest too deep', async () => {
    const deep = '<a>'.repeat(1_000_000);
    await expect(formatOf(editPackage(docx, { [TYPES]: deep }))).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      detail: { limit: 'depth', max: DEFAULT_LIMITS.depth, part: TYPES },
    });
  });

  it('is refused where it is larger than such a part can be', async () => {
    const large = `<!--${' '.repeat(5 * 1024 * 1024)}-->`;
    const bytes = editPackage(docx, { [TYPES]: xml => xml + large });
    await expect(formatOf(bytes)).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
  });
});

describe('a document that is one XML file', () => {
  const fodt = documents.fodt().bytes.toString();
  const take = async (text: string) => formatOf(Buffer.from(text));

  it('is an OpenDocument file with other prefixes and single quotes', async () => {
    expect(await take(reprefix(fodt, 'office', 'o').replaceAll('"', "'"))).toBe('fodt');
  });

  it('is recognised by its root element, not by a comment or a DOCTYPE', async () => {
    const svg = documents
      .svg()
      .bytes.toString()
      .replace(/^<\?.*?\?>/, '');
    const comment = '<!-- <office:document office:mimetype="application/vnd.oasis.opendocument.text"> -->';
    expect(await take(`${comment}${svg}`)).toBe('svg');
    const subset = '<!DOCTYPE svg [ <!ENTITY a "<html>"> <!-- <html> --> ]>';
    expect(await take(`<?xml version="1.0"?>${subset}${svg}`)).toBe('svg');
  });

  it('is not an OpenDocument file in another namespace', async () => {
    const other = fodt.replace('urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'urn:other');
    await expect(take(other)).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
  });
});

describe('cells of an OpenDocument sheet', () => {
  it('are counted with any prefix', async () => {
    const { name, bytes } = documents.ods();
    const prefixed = (xml: string) =>
      reprefix(xml, 'table', 't').replace(
        'office:value-type="string"',
        'office:value-type="string" t:number-columns-repeated="9999999"',
      );
    const bomb = editPackage(bytes, { 'content.xml': prefixed });
    await expect(prepareDocument(bomb, { name })).rejects.toMatchObject({ detail: { limit: 'sheetCells' } });
  });
});

describe('--landscape', () => {
  const turned = async (bytes: Uint8Array) => (await prepareDocument(bytes, { pdf: { landscape: true } })).bytes;
  const turn = async (bytes: Uint8Array, part: string, change: (xml: string) => string) =>
    partOf(await turned(editPackage(bytes, { [part]: change })), part);
  const MAIN = 'word/document.xml';
  const SHEET = 'xl/worksheets/sheet1.xml';

  it('finds a section of Word with another prefix and single quotes', async () => {
    const section = "<x:sectPr><x:pgSz x:w='11906' x:h='16838'></x:pgSz></x:sectPr>";
    const xml = await turn(documents.docx().bytes, MAIN, text =>
      reprefix(text, 'w', 'x').replace('</x:body>', `${section}</x:body>`),
    );
    expect(xml.match(/pgSz/g)).toHaveLength(1);
    expect(xml).toContain(`<w:pgSz xmlns:w="${WML}" w:w="16838" w:h="11906" w:orient="landscape"/>`);
  });

  it('adds the last section to a body in the default namespace', async () => {
    const xml = await turn(documents.docx().bytes, MAIN, text =>
      text.replace(/<(\/?)w:/g, '<$1').replace('xmlns:w=', 'xmlns='),
    );
    expect(xml).toMatch(/<w:sectPr xmlns:w="[^"]+"><w:pgSz [^>]*w:w="15840" w:h="12240" [^>]*\/><\/w:sectPr><\/body>/);
  });

  it('changes nothing in comments, CDATA, text boxes of other vocabularies and tracked sections', async () => {
    const body = '<!-- </w:body> <w:sectPr/> --><w:p><w:r><w:t><![CDATA[<w:pgSz w:w="1" w:h="2"/>]]></w:t></w:r></w:p>';
    const tracked = '<w:sectPrChange w:id="1"><w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr></w:sectPrChange>';
    const xml = await turn(documents.docx().bytes, MAIN, text =>
      text.replace('</w:body>', `${body}<v:sectPr xmlns:v="urn:v"/><w:sectPr>${tracked}</w:sectPr></w:body>`),
    );
    expect(xml).toContain(body);
    expect(xml).toContain('<v:sectPr xmlns:v="urn:v"/>');
    expect(xml).toContain(tracked);
    expect(xml.match(/orient="landscape"/g)).toHaveLength(1);
  });

  it('keeps the other settings of a sheet, whatever its prefix', async () => {
    const setup = `<!-- <pageSetup orientation="portrait"/> --><s:pageSetup paperSize='9' orientation='portrait' firstPageNumber="&quot;&amp;"/>`;
    const xml = await turn(documents.xlsx().bytes, SHEET, text =>
      text
        .replace(/<(\/?)(?=[a-z])/g, '<$1s:')
        .replace('xmlns=', 'xmlns:s=')
        .replace('</s:worksheet>', `${setup}</s:worksheet>`),
    );
    expect(xml).toContain('<!-- <pageSetup orientation="portrait"/> -->');
    expect(xml).toContain('<s:pageSetup orientation="landscape" paperSize="9" firstPageNumber="&quot;&amp;"/>');
  });

  it('turns the page layouts of OpenDocument with any prefix', async () => {
    const renamed = (xml: string) => reprefix(reprefix(xml, 'style', 's'), 'fo', 'f').replace('20cm', '10cm');
    const xml = await turn(documents.ods().bytes, 'styles.xml', renamed);
    expect(xml).toMatch(/page-width="15cm" [\w:-]*page-height="10cm" [\w:-]*print-orientation="landscape"/);
    expect(xml).not.toMatch(/f:page-width="10cm"/);
  });

  it('writes a part in UTF-16 as UTF-8', async () => {
    const { bytes } = documents.docx();
    const utf16 = (xml: string) => Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');
    const xml = partOf(await turned(editPackage(bytes, { [MAIN]: utf16 })), MAIN);
    expect(xml).toContain('orient="landscape"');
    expect(xml).not.toContain('UTF-16');
  });

  it('refuses a main part that is not well-formed', async () => {
    await expect(turn(documents.docx().bytes, MAIN, xml => xml.slice(0, -3))).rejects.toMatchObject({
      code: 'CORRUPT_DOCUMENT',
    });
  });
});

describe('the manifest of an encrypted OpenDocument file', () => {
  const PASSWORD = 'sesame';
  const SALT = Buffer.alloc(16, 7);
  const IV = Buffer.alloc(16, 9);

  /** An ODT with an encrypted `content.xml`; its manifest is written differently than by LibreOffice. */
  function encryptedOdt(change: (manifest: string) => string): Uint8Array {
    const odt = documents.odt().bytes;
    const packed = deflateRawSync(partOf(odt, 'content.xml'));
    const start = createHash('sha256').update(PASSWORD).digest();
    const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(start, SALT, 1000, 32, 'sha1'), IV);
    const data =
      `<m:encryption-data><m:algorithm m:algorithm-name='http://www.w3.org/2001/04/xmlenc#aes256-cbc' m:initialisation-vector='${IV.toString('base64')}'></m:algorithm>` +
      `<m:key-derivation m:key-derivation-name='PBKDF2' m:key-size='32' m:iteration-count='1000' m:salt='${SALT.toString('base64')}'/>` +
      `<m:start-key-generation m:start-key-generation-name='http://www.w3.org/2000/09/xmldsig#sha256'/></m:encryption-data>`;
    const edited = editPackage(odt, {
      'content.xml': Buffer.concat([cipher.update(packed), cipher.final()]),
      [MANIFEST]: xml =>
        change(
          xml.replace(
            /<m:file-entry m:full-path="content.xml" m:media-type="text\/xml"\/>/,
            `<m:file-entry m:size='99' m:full-path='content.xml' m:media-type='text/xml; note="a>b"'>${data}</m:file-entry>`,
          ),
        ),
    });
    const stored = Object.entries(unzipSync(edited)).map(([name, content]) => [name, [content, { level: 0 }]]);
    return zipSync(Object.fromEntries(stored) as Zippable);
  }

  it.each<[what: string, change: (manifest: string) => string]>([
    ['single quotes and a ">" in an attribute', xml => xml],
    ['another prefix', xml => reprefix(xml, 'm', 'other')],
    [
      'the default namespace',
      xml =>
        xml
          .replace(/<(\/?)m:/g, '<$1')
          .replace('xmlns:m', 'xmlns="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" xmlns:m'),
    ],
    [
      'a look-alike in a comment',
      xml =>
        xml.replace(
          '<m:file-entry',
          '<!-- <m:file-entry m:full-path="content.xml"><m:encryption-data> --><m:file-entry',
        ),
    ],
  ])('is read with %s', async (_, change) => {
    const { bytes } = await prepareDocument(encryptedOdt(change), { password: PASSWORD });
    const manifest = partOf(bytes, MANIFEST).replace(/<!--.*?-->/g, '');
    expect(partOf(bytes, 'content.xml')).toBe(partOf(documents.odt().bytes, 'content.xml'));
    expect(manifest).not.toMatch(/encryption-data|algorithm|size=/);
    expect(manifest).toMatch(
      /media-type="text\/xml; note=&quot;a>b&quot;"|media-type="text\/xml; note=&quot;a&gt;b&quot;"/,
    );
  });
});
