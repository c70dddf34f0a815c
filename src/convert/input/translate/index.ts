/** Formats that no engine reads as they are: translated into one that every engine reads. One row for each. */
import type { Format } from '../../formats.js';
import type { Limits } from '../../limits.js';
import type { Warnings } from '../../warnings.js';

/** A document for the engine. */
export interface Translation {
  readonly bytes: Uint8Array;
  readonly format: Format;
}

type Translator = (bytes: Uint8Array, limits: Limits, warnings: Warnings) => Promise<Translation | null>;

/** By the name of the format; loaded when needed. */
const TRANSLATORS: Readonly<Record<string, Translator>> = {
  tiff: async (bytes, limits) => (await import('./tiff.js')).translateTiff(bytes, limits),
  md: async (bytes, _, warnings) => (await import('./markdown.js')).translateMarkdown(bytes, warnings),
  epub: async (bytes, limits, warnings) => (await import('./epub.js')).translateEpub(bytes, limits, warnings),
};

/** Null where engines read the document as it is. The result has to be inspected as a document of its format. */
export async function translate(
  bytes: Uint8Array,
  { name }: Format,
  limits: Limits,
  warnings: Warnings,
): Promise<Translation | null> {
  return (await TRANSLATORS[name]?.(bytes, limits, warnings)) ?? null;
}
