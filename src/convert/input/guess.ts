/**
 * A guess of a document's format in constant time, by its name, `--from` and its first bytes, to choose an engine. The
 * engine's worker detects the format: nothing here parses a document.
 */
import { type Container, FORMATS, type Format, formatNamed, formatOfFileName, formatOfMagic } from '../formats.js';
import type { Hints } from './detect.js';

/** Bytes of the beginning of a document that the guess uses. */
export const HEAD_BYTES = 256;

export const isPdf = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, HEAD_BYTES)).includes('%PDF-');

/** Throws OPTION_INVALID for an unknown `from`. */
export function guessFormat(head: Uint8Array, { name, from }: Hints): Format {
  if (from !== undefined) return formatNamed(from);
  return (name === undefined ? null : formatOfFileName(name)) ?? formatOfHead(head) ?? formatNamed('txt');
}

const TYPED: readonly Container[] = ['odf', 'epub'];

function formatOfHead(head: Uint8Array): Format | null {
  const magic = formatOfMagic(head);
  if (magic) return magic;
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  // the first entry of ODF and EPUB is their media type, not compressed (ODF 1.3 part 2, 3.3; EPUB 3.3, 4.2.6)
  const isTyped = text.startsWith('PK\x03\x04') && text.startsWith('mimetype', LOCAL_HEADER);
  const mediaType = isTyped ? text.slice(LOCAL_HEADER + 'mimetype'.length) : '';
  const packages = FORMATS.filter(row => TYPED.includes(row.container) && mediaType.startsWith(row.mediaType));
  return packages.at(-1) ?? null; // templates, whose media types are longer, come last
}

/** Bytes of a local file header before the name (APPNOTE 4.3.7). */
const LOCAL_HEADER = 30;
