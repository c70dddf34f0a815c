/** Which document a zip package is: OOXML by its main part's content type, ODF by its `mimetype` or manifest. */
import { DocconvError } from '../../errors.js';
import { type Container, FORMATS, type Format } from '../formats.js';
import type { Detection } from './detect.js';
import { attributesOf, decodeXml } from './xml.js';
import { unpack, type ZipEntry } from './zip.js';

/** The small parts that say what a package is are never larger than this. */
const SMALL_PART = 4 * 1024 * 1024;

/** Throws UNSUPPORTED_FORMAT for a zip that is no document, CORRUPT_DOCUMENT for one that starts as one. */
export function formatOfPackage(bytes: Uint8Array, entries: readonly ZipEntry[], subject: string): Detection {
  const read = (name: string) => {
    const entry = entries.find(candidate => candidate.name === name);
    return entry ? decodeXml(unpack(bytes, entry, SMALL_PART)) : null;
  };
  const types = read('[Content_Types].xml');
  if (types !== null) return { format: formatOfOoxml(types, read('_rels/.rels') ?? '', subject), encryption: null };
  const manifest = read('META-INF/manifest.xml');
  const mediaType = read('mimetype')?.trim() || rootMediaType(manifest ?? '');
  if (!mediaType) throw notSupported(`${subject} is a zip archive, but no document.`);
  const encrypted = manifest !== null && attributesOf(manifest, 'encryption-data').length > 0;
  return { format: formatOfMark('odf', mediaType, subject), encryption: encrypted ? 'odf' : null };
}

/** ECMA-376-2, 9.3: the package's officeDocument relationship names the main part, the content type says what it is. */
function formatOfOoxml(types: string, relationships: string, subject: string): Format {
  const main = attributesOf(relationships, 'Relationship').find(({ Type }) => Type?.endsWith('/officeDocument'));
  if (!main?.Target) {
    throw new DocconvError('CORRUPT_DOCUMENT', `${subject} is damaged: it does not say which part is the document.`);
  }
  return formatOfMark('ooxml', contentType(types, partName(main.Target)) ?? '', subject);
}

function partName(target: string): string {
  return new URL(target, 'part:/').pathname.toLowerCase();
}

/** An Override for the part, or the Default of its extension (ECMA-376-2, 10.1.2.2); names compare without case. */
function contentType(types: string, part: string): string | undefined {
  const override = attributesOf(types, 'Override').find(({ PartName }) => PartName && partName(PartName) === part);
  if (override) return override.ContentType;
  const extension = part.slice(part.lastIndexOf('.') + 1);
  return attributesOf(types, 'Default').find(row => row.Extension?.toLowerCase() === extension)?.ContentType;
}

function rootMediaType(manifest: string): string {
  return attributesOf(manifest, 'file-entry').find(row => row['full-path'] === '/')?.['media-type'] ?? '';
}

function formatOfMark(container: Container, mark: string, subject: string): Format {
  const wanted = mark.toLowerCase();
  const format = FORMATS.find(row => row.container === container && row.marks.some(m => m.toLowerCase() === wanted));
  if (format) return format;
  throw notSupported(`${subject} is a package of the type ${JSON.stringify(mark)}, which docconv does not convert.`);
}

function notSupported(message: string): DocconvError {
  return new DocconvError('UNSUPPORTED_FORMAT', message);
}
