/** The names of the fonts in folders: a document may name a font by any of them, in any language. */
import { closeSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asView } from '../../../system/bytes.js';
import { normalized } from '../../../system/fonts/family-name.js';
import { readNames } from '../../../system/fonts/name-table.js';
import { MAX_DIRECTORY, readTables } from '../../../system/fonts/true-type.js';
import { fontFilesIn, OWN_FONTS, SYSTEM_FONTS } from './fonts.js';

/** The bytes of a font file from an offset on; fewer at its end. */
type ReadBytes = (offset: number, length: number) => Uint8Array;

/** See FontName. */
const IDS = [1, 4, 6, 16];
const MAX_FACES = 256;
const MAX_TABLE = 1024 ** 2;

/** Of the LibreOffice whose program or library is `location`, with these folders; the files are read at the first call. */
export function installedFonts(location: string, folders: readonly string[]): () => ReadonlySet<string> {
  const own = join(dirname(location), '../share/fonts');
  return once(() => fontNamesIn([...folders, OWN_FONTS, ...SYSTEM_FONTS, own]));
}

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Normalized, of the font files in these folders and below. */
export function fontNamesIn(folders: readonly string[]): Set<string> {
  return new Set(folders.flatMap(folder => fontFilesIn(folder)).flatMap(namesOfFile));
}

/** Normalized; none where it is no font, or damaged. */
export function fontNames(read: ReadBytes): string[] {
  try {
    return faces(read).flatMap(face => namesOfFace(read, face));
  } catch (thrown) {
    if (thrown instanceof RangeError) return [];
    throw thrown;
  }
}

function namesOfFile(path: string): string[] {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return []; // LibreOffice cannot read it either
  }
  try {
    return fontNames((offset, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
    });
  } finally {
    closeSync(file);
  }
}

/** Offsets of the fonts in the file: a collection ('ttcf') has several. */
function faces(read: ReadBytes): number[] {
  const head = asView(read(0, 12));
  if (head.getUint32(0) !== 0x74746366) return [0];
  const count = Math.min(head.getUint32(8), MAX_FACES);
  const offsets = asView(read(12, 4 * count));
  return Array.from({ length: count }, (_, i) => offsets.getUint32(4 * i));
}

function namesOfFace(read: ReadBytes, face: number): string[] {
  const table = readTables(asView(read(face, MAX_DIRECTORY))).get('name');
  if (!table) return [];
  const names = readNames(asView(read(table.offset, Math.min(table.length, MAX_TABLE))), 0, IDS);
  return names.map(({ text }) => normalized(text));
}
