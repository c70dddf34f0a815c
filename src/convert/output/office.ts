/**
 * `--to docx`, `odt` and the like: the package that LibreOffice wrote, recognised by its content, without macros, and
 * without addresses that a program loads by itself. Hyperlinks, which a reader follows, stay.
 */
import { deflateRawSync } from 'node:zlib';
import { attributeOf, type XmlElement } from '../../system/xml.js';
import { engineFailed } from '../engine.js';
import { detectFormat } from '../input/detect.js';
import { SourceDocument } from '../input/document.js';
import { EditableDocument } from '../input/edit/document.js';
import { readZip, type ZipEntry } from '../input/zip.js';
import { writeZip } from '../input/zip-write.js';
import type { Limits } from '../limits.js';
import type { OutputName } from '../outputs.js';
import { type Edit, editStartTag, removal } from '../xml.js';
import { withoutWeb } from './web-text.js';

/** Throws ENGINE_FAILED when it is another format. */
export async function completeOffice(bytes: Uint8Array, name: OutputName, limits: Limits): Promise<Uint8Array> {
  const written = name === 'odt' ? await withoutWeb(bytes, limits) : bytes;
  const source = new SourceDocument(written, limits);
  const { format } = await detectFormat(source);
  if (format?.name !== name) throw engineFailed(`${format?.name} was written instead of ${name}`);
  const document = new EditableDocument(source, format);
  if (format.container === 'ooxml') await cleanOoxml(document);
  else await cleanOdf(document);
  const saved = document.save();
  const isUnwanted = format.container === 'ooxml' ? isVba : isBasic;
  return saved === written && !document.parts.some(isUnwanted) ? written : repack(saved, isUnwanted, limits);
}

function repack(saved: Uint8Array, isUnwanted: (part: string) => boolean, limits: Limits): Uint8Array {
  const kept = readZip(saved, limits).filter(({ name }) => !isUnwanted(name));
  return writeZip(kept.map(compressed));
}

/** The first entry of an OpenDocument package has to be stored (ODF 1.3 part 2, 3.3). */
function compressed(entry: ZipEntry): ZipEntry {
  if (entry.deflated || entry.name === 'mimetype') return entry;
  return { ...entry, deflated: true, packed: deflateRawSync(entry.packed) };
}

const isVba = (part: string): boolean => /(?:^|\/)vba(?:Project|Data)[^/]*$/i.test(part);
const isBasic = (part: string): boolean => /^(?:Basic|Dialogs|Scripts)\//.test(part);

/** The schemes of addresses in a package are those of other files; a name within it has none (RFC 3986, 4.2). */
const isElsewhere = (address: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/|\.\.\/)/i.test(address);

async function cleanOoxml(document: EditableDocument): Promise<void> {
  for (const part of document.parts.filter(name => name.endsWith('.rels'))) {
    const relationships = await document.elements(part, ['Relationship']);
    document.change(part, relationships.flatMap(cleanRelationship));
  }
  const overrides = await document.elements('[Content_Types].xml', ['Override']);
  const unwanted = overrides.filter(row => isVba(attributeOf(row, 'PartName') ?? ''));
  document.change('[Content_Types].xml', unwanted.map(removal));
}

/** An address is replaced instead of removed: the document refers to the relationship. */
function cleanRelationship(element: XmlElement): Edit[] {
  if (isVba(attributeOf(element, 'Target') ?? '')) return [removal(element)];
  const isLoaded =
    attributeOf(element, 'TargetMode') === 'External' && !attributeOf(element, 'Type')?.endsWith('/hyperlink');
  if (!isLoaded) return [];
  return [editStartTag(element, ({ local }) => local !== 'Target', ' Target="about:blank"')];
}

/** Elements whose address is loaded when the document is opened. */
const LOADED = [
  'image',
  'object',
  'object-ole',
  'plugin',
  'floating-frame',
  'applet',
  'section-source',
  'table-source',
  'cell-range-source',
  'fill-image',
  'background-image',
  'sound',
];
const XLINK = 'http://www.w3.org/1999/xlink';
const ACTIVE = ['scripts', 'event-listeners', 'dde-source', 'dde-connection-decl'];

async function cleanOdf(document: EditableDocument): Promise<void> {
  for (const part of document.parts.filter(name => /(?:^|\/)(?:content|styles)\.xml$/.test(name))) {
    const elements = await document.elements(part, [...LOADED, ...ACTIVE]);
    document.change(part, elements.flatMap(cleanElement));
  }
  const entries = await document.elements('META-INF/manifest.xml', ['file-entry']);
  const unwanted = entries.filter(entry => isBasic(attributeOf(entry, 'full-path') ?? ''));
  document.change('META-INF/manifest.xml', unwanted.map(removal));
}

function cleanElement(element: XmlElement): Edit[] {
  if (ACTIVE.includes(element.local)) return [removal(element)];
  const address = attributeOf(element, 'href', XLINK);
  return address !== undefined && isElsewhere(address) ? [editStartTag(element, ({ local }) => local !== 'href')] : [];
}
