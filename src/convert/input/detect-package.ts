/** Which document a ZIP package is: OOXML by its main part's content type, ODF by its `mimetype` or manifest. */
import { DocconvError } from '../../errors.js';
import { attributeOf } from '../../system/xml.js';
import { type Container, FORMATS, type Format, formatNamed } from '../formats.js';
import { readPartElements } from '../xml.js';
import { type Detection, MANIFEST, partName, type SourceDocument } from './document.js';

/**
 * Throws UNSUPPORTED_FORMAT for a ZIP file that is no document, CORRUPT_DOCUMENT for a damaged one. `subject` begins
 * the error message.
 */
export async function formatOfPackage(document: SourceDocument, subject: string): Promise<Detection> {
  const types = document.description('[Content_Types].xml');
  if (types) return { format: await formatOfOoxml(document, subject), encryption: null };
  const mimetype = document.description('mimetype')?.text.trim();
  if (isBook(document, mimetype)) return { format: formatNamed('epub'), encryption: null };
  const manifest = document.description(MANIFEST);
  const elements = ['file-entry', 'encryption-data'];
  const described = manifest ? await readPartElements(manifest, elements, document.limits) : [];
  const paths = new Map(described.map(entry => [attributeOf(entry, 'full-path'), entry]));
  const root = paths.get('/');
  const mediaType = mimetype || (root && attributeOf(root, 'media-type'));
  if (!mediaType) throw new DocconvError(`UNSUPPORTED_FORMAT.${isOfIwork(document) ? 'iwork' : 'zip'}`, { subject });
  const isEncrypted = described.some(({ local }) => local === 'encryption-data');
  const format = formatOfMark(['odf'], mediaType, subject);
  requireContent(document, 'content.xml', subject);
  const unlisted = manifest ? unlistedParts(document, paths, mediaType) : new Map<string, string>();
  return { format, encryption: isEncrypted ? 'odf' : null, unlisted };
}

/** Of Pages, Numbers and Keynote since 2013: their parts have a format of Apple's own, together in another ZIP file before. */
function isOfIwork({ parts }: SourceDocument): boolean {
  return parts.has('Index.zip') || parts.has('Index/Document.iwa');
}

/** By its media type, or by the file that every book has (EPUB 3.3, 4.2.6). */
function isBook({ parts }: SourceDocument, mimetype: string | undefined): boolean {
  return mimetype ? mimetype === formatNamed('epub').mediaType : parts.has('META-INF/container.xml');
}

/** Media types of the parts that the manifest has to name and does not (ODF 1.3 part 2, 3.2), by their names. */
function unlistedParts(
  { parts }: SourceDocument,
  listed: ReadonlyMap<string | undefined, unknown>,
  mediaType: string,
): Map<string, string> {
  const exempt = /^(?:mimetype$|META-INF\/)|\/$/;
  const missing = [...parts.keys()].filter(name => !listed.has(name) && !exempt.test(name));
  const types = new Map(missing.map(name => [name, name.endsWith('.xml') ? 'text/xml' : '']));
  return listed.has('/') ? types : types.set('/', mediaType);
}

/** Engines convert a package without its main part to an empty page. */
function requireContent({ archive }: SourceDocument, name: string, subject: string): void {
  const wanted = partName(name);
  const found = archive.entries.find(entry => partName(entry.name) === wanted);
  if (found && found.size > 0) return;
  const id = found ? 'CORRUPT_DOCUMENT.main-part-empty' : 'CORRUPT_DOCUMENT.main-part-missing';
  throw new DocconvError(id, { subject, part: JSON.stringify(name) });
}

/** ECMA-376-1, 11.3, 12.3 and 13.3, in both conformance classes; [MS-VSDX] 2.2.4.1. */
const MAIN_PART = /\/officeDocument$|\/visio\/2010\/relationships\/document$/;

/** ECMA-376-2, 9.3: the package's officeDocument relationship names the main part, whose content type decides. */
async function formatOfOoxml(document: SourceDocument, subject: string): Promise<Format> {
  const part = document.description('_rels/.rels');
  const relationships = part ? await readPartElements(part, ['Relationship'], document.limits) : [];
  const main = relationships.find(row => MAIN_PART.test(attributeOf(row, 'Type') ?? ''));
  const target = main && attributeOf(main, 'Target');
  if (!target) {
    throw new DocconvError('CORRUPT_DOCUMENT.no-main-part', { subject });
  }
  const format = formatOfMark(['ooxml', 'opc'], (await document.contentType(partName(target))) ?? '', subject);
  requireContent(document, target.replace(/^\//, ''), subject);
  return format;
}

function formatOfMark(containers: readonly Container[], mark: string, subject: string): Format {
  const wanted = mark.toLowerCase();
  const isMarked = ({ marks }: Format) => marks.some(candidate => candidate.toLowerCase() === wanted);
  const format = FORMATS.find(row => containers.includes(row.container) && isMarked(row));
  if (format) return format;
  throw new DocconvError('UNSUPPORTED_FORMAT.package', { subject, type: JSON.stringify(mark) });
}
