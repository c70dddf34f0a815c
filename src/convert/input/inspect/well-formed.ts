/** XML documents in one file that LibreOffice prints up to their first error, as if they ended there. */
import { DocconvError } from '../../../errors.js';
import type { Format } from '../../formats.js';
import type { Limits } from '../../limits.js';
import { readPartElements } from '../../xml.js';
import { decodeText } from '../detect-text.js';
import { withoutOwnEntities } from './entities.js';

/** Throws CORRUPT_DOCUMENT where content stands behind an error that ends LibreOffice's reading. */
export async function requireWellFormed(bytes: Uint8Array, limits: Limits, part = ''): Promise<void> {
  const text = withoutOwnEntities(decodeText(bytes));
  await readPartElements({ name: part, text: asLibreOfficeReads(text) }, [], limits);
}

/** In packages OPC permits no document types (ISO/IEC 29500-2), and LibreOffice reads no entities that they declare. */
const ENTITIES = /<!ENTITY\s/;
/** It prints nothing in their places. */
const EXTERNAL = /<!ENTITY\s+[^\s"'<>]+\s+(?:SYSTEM|PUBLIC)\s/;
/** Bytes in which they are declared. */
const DECLARATIONS = 64 * 1024;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const ROOT = /<[\p{L}_]/u;

/** LibreOffice reads entities with a text in SVG, and in Word 2003 XML, to which it applies XSLT. */
const unreadEntities = ({ container, family }: Format): RegExp =>
  container === 'svg' || (container === 'xml' && family === 'writer') ? EXTERNAL : ENTITIES;

/** Throws CORRUPT_DOCUMENT for declared entities that LibreOffice does not read. @param part '' for a document that is no package */
export function requireReadEntities(bytes: Uint8Array, format: Format, part = ''): void {
  const text = decodeText(bytes.subarray(0, DECLARATIONS)).replace(COMMENT, '');
  if (unreadEntities(format).test(text.slice(0, text.search(ROOT) + 1 || undefined)))
    throw new DocconvError('CORRUPT_DOCUMENT.entities', { part: part === '' ? 'it' : JSON.stringify(part) });
}

/** Without what LibreOffice skips, although XML does not permit it: programs that write workbooks as text leave it behind. */
function asLibreOfficeReads(text: string): string {
  return text
    .slice(0, endOfRoot(text))
    .trimStart()
    .replace(SKIPPED, part => (part.startsWith('<!') ? part : ''));
}

/** CDATA sections stay; characters that XML 1.0 lacks, references to them, and the end of a section that does not begin go. */
const SKIPPED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the forbidden ones
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|\]\]>|[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]|fff[ef]));/gi;

/** A message of the program, for example, may stand behind the root element. */
function endOfRoot(text: string): number {
  const name = /<([A-Za-z_][\w.:-]*)/.exec(text)?.[1];
  const at = name === undefined ? -1 : text.lastIndexOf(`</${name}`);
  return at < 0 ? text.length : text.indexOf('>', at) + 1 || text.length;
}
