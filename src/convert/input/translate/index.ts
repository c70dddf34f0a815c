/** Formats that no engine reads as they are: translated into one that every engine reads. One row for each. */
import type { Format } from '../../formats.js';
import type { Warnings } from '../../warnings.js';
import type { SourceDocument } from '../document.js';
import type { Translation } from './translation.js';

type Translator = (document: SourceDocument, warnings: Warnings) => Promise<Translation | null>;

/** By the name of the format; loaded when needed. */
const TRANSLATORS: Readonly<Record<string, Translator>> = {
  tiff: async document => (await import('./tiff.js')).translateTiff(document),
  md: async (document, warnings) => (await import('./markdown.js')).translateMarkdown(document, warnings),
  epub: async (document, warnings) => (await import('./epub.js')).translateEpub(document, warnings),
  mhtml: async (document, warnings) => (await import('./web-archive.js')).translateWebArchive(document, warnings),
};

/** Null where engines read the document as it is. The result has to be inspected as a document of its format. */
export async function translate(
  document: SourceDocument,
  { name }: Format,
  warnings: Warnings,
): Promise<Translation | null> {
  return (await TRANSLATORS[name]?.(document, warnings)) ?? null;
}
