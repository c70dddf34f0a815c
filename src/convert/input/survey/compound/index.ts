/** The fonts of the text in doc, xls and ppt files. */
import type { Format } from '../../../formats.js';
import type { CompoundFile } from '../../cfb.js';
import type { SourceDocument } from '../../document.js';
import type { Surveyed, Surveyor } from '../surveyor.js';

type Reader = (file: CompoundFile) => ReadonlySet<string> | null;

/** Loaded when needed. */
const READERS: Readonly<Partial<Record<Format['family'], () => Promise<Reader>>>> = {
  writer: async () => (await import('./doc.js')).wordFonts,
  calc: async () => (await import('./xls.js')).sheetFonts,
  impress: async () => (await import('./ppt.js')).slideFonts,
};

export function compoundFileFonts({ format }: Surveyed): Surveyor {
  let fonts: ReadonlySet<string> | null = null;
  return {
    async compound(document) {
      fonts = await compoundFonts(document, format);
    },
    fonts: () => fonts,
  };
}

/** Null where they are not known: files of Office 95 and earlier, and damaged ones, which the engine may still read. */
export async function compoundFonts(document: SourceDocument, { family }: Format): Promise<ReadonlySet<string> | null> {
  const read = await READERS[family]?.();
  try {
    return read?.(document.compound) ?? null;
  } catch {
    return null;
  }
}
