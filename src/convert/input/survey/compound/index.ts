/** The fonts of the text in doc, xls and ppt files. */
import type { Format } from '../../../formats.js';
import type { Limits } from '../../../limits.js';
import { type CompoundFile, readCfb } from '../../cfb.js';
import { wordFonts } from './doc.js';
import { slideFonts } from './ppt.js';
import type { StreamReader } from './streams.js';
import { sheetFonts } from './xls.js';

type Reader = (stream: StreamReader) => ReadonlySet<string> | null;

const READERS: Readonly<Partial<Record<Format['family'], Reader>>> = {
  writer: wordFonts,
  calc: sheetFonts,
  impress: slideFonts,
};

/** Null where they are not known: files of Office 95 and earlier, and damaged ones, which the engine may still read. */
export function compoundFonts(bytes: Uint8Array, { family }: Format, limits: Limits): ReadonlySet<string> | null {
  try {
    const file: CompoundFile = readCfb(bytes, limits);
    return READERS[family]?.(name => file.head(name, bytes.length)) ?? null;
  } catch {
    return null;
  }
}
