/** Packages whose description and parts disagree: converted, or refused with the name of the part. */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatNamed } from '../../../src/convert/formats.js';
import { SourceDocument } from '../../../src/convert/input/document.js';
import { requireSound } from '../../../src/convert/input/inspect/explain.js';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { documents } from '../../helpers/documents.js';
import { editPackage, partOf } from '../../helpers/edit-package.js';
import { wordsOf } from '../../helpers/pdf-text.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';

const MANIFEST = 'META-INF/manifest.xml';
const odt = documents.odt();

const without = (bytes: Uint8Array, ...names: string[]) => {
  const parts = Object.entries(unzipSync(bytes)).filter(([name]) => !names.includes(name));
  return zipSync(Object.fromEntries(parts.map(([name, content]) => [name, [content, { level: 0 }]])) as Zippable);
};
const unlist = (path: string) =>
  editPackage(odt.bytes, {
    [MANIFEST]: xml => xml.replace(new RegExp(`<m:file-entry m:full-path="${path}"[^>]*/>`), ''),
  });

/** What the manifest does not name, and the package. */
const INCOMPLETE: readonly [unlisted: string, bytes: Uint8Array][] = [
  ['content.xml', unlist('content.xml')],
  ['styles.xml', unlist('styles.xml')],
  ['/', unlist('/')],
  ['Pictures/a.png', editPackage(odt.bytes, { 'Pictures/a.png': documents.png().bytes })],
  ['Thumbnails/a&b.png', editPackage(odt.bytes, { 'Thumbnails/a&b.png': documents.png().bytes })],
  ['Object 1/content.xml', editPackage(odt.bytes, { 'Object 1/content.xml': '<a/>', 'Object 1/': '' })],
  ['content.xml', editPackage(odt.bytes, { [MANIFEST]: xml => xml.replace('"content.xml"', '"other.xml"') })],
];

describe('an OpenDocument package whose manifest is incomplete', () => {
  it.each(INCOMPLETE)('gets an entry for %s', async (path, bytes) => {
    const prepared = await prepareDocument(bytes, { name: odt.name });
    const manifest = partOf(prepared.bytes, MANIFEST);
    const escaped = path.replaceAll('&', '&amp;');
    expect(manifest.split(`full-path="${escaped}"`)).toHaveLength(2);
    expect(partOf(prepared.bytes, 'content.xml')).toBe(partOf(odt.bytes, 'content.xml'));
    expect(Object.keys(unzipSync(prepared.bytes))[0]).toBe('mimetype');
    // prepared again, it is complete
    await expect(prepareDocument(prepared.bytes)).resolves.toMatchObject({ bytes: prepared.bytes });
  });

  it('stays as it is where it has no manifest, or names parts that are missing', async () => {
    const bare = without(odt.bytes, MANIFEST);
    expect((await prepareDocument(bare)).bytes).toBe(bare);
    const missing = editPackage(odt.bytes, {
      [MANIFEST]: xml =>
        xml.replace('</m:manifest>', '<m:file-entry m:full-path="a.png" m:media-type=""/></m:manifest>'),
    });
    expect((await prepareDocument(missing)).bytes).toBe(missing);
  });
});

describe('a package without its main part', () => {
  it.each<[what: string, bytes: Uint8Array, message: RegExp]>([
    ['ODT', without(odt.bytes, 'content.xml'), /"content.xml" is missing/],
    ['ODT, empty', editPackage(odt.bytes, { 'content.xml': '' }), /"content.xml" is empty/],
    ['ODS', without(documents.ods().bytes, 'content.xml'), /"content.xml" is missing/],
    ['DOCX', without(documents.docx().bytes, 'word/document.xml'), /"word\/document.xml" is missing/],
    ['DOCX, empty', editPackage(documents.docx().bytes, { 'word/document.xml': '' }), /"word\/document.xml" is empty/],
    ['XLSX', without(documents.xlsx().bytes, 'xl/workbook.xml'), /"xl\/workbook.xml" is missing/],
    ['DOCX without relationships', without(documents.docx().bytes, '_rels/.rels'), /no relationship/],
  ])('is damaged: %s', async (_, bytes, message) => {
    await expect(prepareDocument(bytes)).rejects.toMatchObject({
      code: 'CORRUPT_DOCUMENT',
      message: expect.stringMatching(message),
    });
  });
});

describeTools('an incomplete manifest', ['soffice.bin', 'pdftotext'], () => {
  it.each(INCOMPLETE)('does not keep LibreOffice from converting: %s', async (_, bytes) => {
    const { pdf } = await sharedConverter().convert({ name: odt.name, bytes });
    expect(await wordsOf(pdf)).toContain(odt.text);
  });
});

describeTools('a part that LibreOffice does not find', ['soffice.bin'], () => {
  const renamed = (name: string) => {
    const parts = Object.entries(unzipSync(documents.docx().bytes));
    return zipSync(
      Object.fromEntries(parts.map(([old, content]) => [old === 'word/document.xml' ? name : old, content])),
    );
  };

  it.each(['Word/Document.xml', 'word/doc%75ment.xml'])('is named with both of its names: %s', async name => {
    await expect(sharedConverter().convert({ name: 'a.docx', bytes: renamed(name) })).rejects.toMatchObject({
      code: 'CORRUPT_DOCUMENT',
      message: expect.stringContaining(`"word/document.xml", whose name in the package is "${name}"`),
    });
  });
});

describe('a sound package that an engine does not open', () => {
  const withTarget = (target: string, more: Record<string, string | Uint8Array> = {}) =>
    editPackage(documents.docx().bytes, {
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="h" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${target}"/></Relationships>`,
      ...more,
    });
  const explained = (bytes: Uint8Array) =>
    requireSound(new SourceDocument(bytes, DEFAULT_LIMITS), formatNamed('docx')!);

  it.each([
    ['a place in a part', withTarget('document.xml#x')],
    ['a place', withTarget('#x', { 'word/': '' })],
    ['a folder', withTarget('Media/', { 'word/media/': '' })],
    ['a folder without a slash', withTarget('Media', { 'word/media/': '' })],
    ['nothing', withTarget('', { 'word/': '' })],
  ])('is not called damaged for a reference to %s', async (_, bytes) => {
    await expect(explained(bytes)).resolves.toBeUndefined();
  });

  it('is called damaged for a reference to a place in a part that has another name', async () => {
    await expect(explained(withTarget('Document.xml#x'))).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
  });
});
