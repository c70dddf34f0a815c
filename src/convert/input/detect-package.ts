/** Which document a ZIP package is: OOXML by its main part's content type, ODF by its `mimetype` or manifest. */
import { DocconvError } from '../../errors.js';
import { attributeOf, decodeXml } from '../../system/xml.js';
import { type Container, FORMATS, type Format, formatNamed, unsupportedFormat } from '../formats.js';
import type { Limits } from '../limits.js';
import { readPartElements, type XmlPart } from '../xml.js';
import type { Detection } from './detect.js';
import { readZip, unpack, type ZipEntry } from './zip.js';

export const MANIFEST = 'META-INF/manifest.xml';

/** Bytes of a part that describes the package: documents need far fewer. */
const MAX_DESCRIPTION = 4 * 1024 * 1024;

/**
 * Throws UNSUPPORTED_FORMAT for a ZIP file that is no document, CORRUPT_DOCUMENT for a damaged one. `subject` begins
 * the error message.
 */
export async function formatOfPackage(bytes: Uint8Array, subject: string, limits: Limits): Promise<Detection> {
  const entries = readZip(bytes, limits);
  const types = readPart(entries, '[Content_Types].xml');
  if (types) return { format: await formatOfOoxml(entries, subject, limits), encryption: null };
  if (isBook(entries)) return { format: formatNamed('epub'), encryption: null };
  const manifest = readPart(entries, MANIFEST);
  const described = manifest ? await readPartElements(manifest, ['file-entry', 'encryption-data'], limits) : [];
  const paths = new Map(described.map(entry => [attributeOf(entry, 'full-path'), entry]));
  const root = paths.get('/');
  const mediaType = readPart(entries, 'mimetype')?.text.trim() || (root && attributeOf(root, 'media-type'));
  if (!mediaType) throw unsupportedFormat(`${subject} is a ZIP archive, but no document.`);
  const isEncrypted = described.some(({ local }) => local === 'encryption-data');
  const format = formatOfMark('odf', mediaType, subject);
  requireContent(entries, 'content.xml', subject);
  const unlisted = manifest ? unlistedParts(entries, paths, mediaType) : new Map<string, string>();
  return { format, encryption: isEncrypted ? 'odf' : null, unlisted };
}

/** By its media type, or by the file that every book has (EPUB 3.3, 4.2.6). */
function isBook(entries: readonly ZipEntry[]): boolean {
  const mediaType = readPart(entries, 'mimetype')?.text.trim();
  if (mediaType) return mediaType === formatNamed('epub').mediaType;
  return entries.some(({ name }) => name === 'META-INF/container.xml');
}

/** Media types of the parts that the manifest has to name and does not (ODF 1.3 part 2, 3.2), by their names. */
function unlistedParts(
  entries: readonly ZipEntry[],
  listed: ReadonlyMap<string | undefined, unknown>,
  mediaType: string,
): Map<string, string> {
  const exempt = /^(?:mimetype$|META-INF\/)|\/$/;
  const missing = entries.filter(({ name }) => !listed.has(name) && !exempt.test(name));
  const types = new Map(missing.map(({ name }) => [name, name.endsWith('.xml') ? 'text/xml' : '']));
  return listed.has('/') ? types : types.set('/', mediaType);
}

/** Engines convert a package without its main part to an empty page. */
function requireContent(entries: readonly ZipEntry[], name: string, subject: string): void {
  const wanted = partName(name);
  const found = entries.find(entry => partName(entry.name) === wanted);
  if (found && found.size > 0) return;
  const problem = found ? 'is empty' : 'is missing';
  throw new DocconvError('CORRUPT_DOCUMENT', `${subject} is damaged: its part ${JSON.stringify(name)} ${problem}.`);
}

/** ECMA-376-2, 9.3: the package's officeDocument relationship names the main part, whose content type decides. */
async function formatOfOoxml(entries: readonly ZipEntry[], subject: string, limits: Limits): Promise<Format> {
  const part = readPart(entries, '_rels/.rels');
  const relationships = part ? await readPartElements(part, ['Relationship'], limits) : [];
  const main = relationships.find(row => attributeOf(row, 'Type')?.endsWith('/officeDocument'));
  const target = main && attributeOf(main, 'Target');
  if (!target) {
    throw new DocconvError('CORRUPT_DOCUMENT', `${subject} is damaged: no relationship names its main part.`);
  }
  const contentType = await readContentTypes(entries, limits);
  const format = formatOfMark('ooxml', contentType(partName(target)) ?? '', subject);
  requireContent(entries, target.replace(/^\//, ''), subject);
  return format;
}

/** The content type of a part: its Override, or the Default of its extension (ECMA-376-2, 10.1.2.2). */
export async function readContentTypes(
  entries: readonly ZipEntry[],
  limits: Limits,
): Promise<(part: string) => string | undefined> {
  const part = readPart(entries, '[Content_Types].xml');
  const rows = part ? await readPartElements(part, ['Override', 'Default'], limits) : [];
  const types = new Map<string, string | undefined>();
  for (const row of rows.toReversed()) {
    const [name, extension] = [attributeOf(row, 'PartName'), attributeOf(row, 'Extension')];
    const key = row.local === 'Override' ? name && partName(name) : extension && `.${extension.toLowerCase()}`;
    if (key) types.set(key, attributeOf(row, 'ContentType'));
  }
  return path => {
    const name = partName(path);
    return types.get(name) ?? types.get(name.slice(name.lastIndexOf('.')));
  };
}

/** Names of parts compare without case (ECMA-376-2, 10.1.1). */
function partName(target: string): string {
  const path = URL.canParse(target, 'part:/') ? new URL(target, 'part:/').pathname : target;
  return path.toLowerCase();
}

/** Null when the package has no part of this name. Throws CORRUPT_DOCUMENT. */
export function readPart(entries: readonly ZipEntry[], name: string): XmlPart | null {
  const entry = entries.find(candidate => candidate.name === name);
  return entry ? { name, text: decodeXml(unpack(entry, MAX_DESCRIPTION)) } : null;
}

function formatOfMark(container: Container, mark: string, subject: string): Format {
  const wanted = mark.toLowerCase();
  const format = FORMATS.find(row => row.container === container && row.marks.some(m => m.toLowerCase() === wanted));
  if (format) return format;
  throw unsupportedFormat(
    `${subject} is a package of the type ${JSON.stringify(mark)}, which docconv does not convert.`,
  );
}
