/** Compares the fonts that a document names with those in its PDF. */
import type { PdfFont } from '../../../pdf/index.js';
import { normalized } from '../../../system/fonts/family-name.js';
import { twinsOf } from '../../../system/fonts/twins.js';
import type { Warnings } from '../../warnings.js';

/** LibreOffice has their signs in OpenSymbol, at the same codes. */
const SYMBOLS = /^(?:wingdings\d?|webdings|symbol|zapfdingbats|monotypesorts|starsymbol|opensymbol|mtextra)$/;
/** Any font of a kind is what the document asks for. */
const GENERIC = /^(?:sans|serif|sansserif|mono|monospace|cursive|fantasy|systemui|default)$/;

/** `fonts`: see ReviewContext. They are asked only where the PDF lacks a font of the document. */
interface FontContext {
  readonly fonts: () => ReadonlySet<string>;
  readonly warnings: Warnings;
}

/**
 * A font is replaced where its own is missing from the PDF, and the engine does not have it. Where the fonts of the engine
 * are not known, the PDF has to have others that the document does not name.
 */
export function compareFonts(asked: ReadonlySet<string>, found: readonly PdfFont[], context: FontContext): void {
  const isFound = (name: string) => found.some(({ names }) => names.has(name));
  const missing = [...asked].filter(name => isFont(name) && !alternatives(name).some(isFound));
  const unasked = new Set(found.filter(font => !isAsked(font, asked)).map(({ family }) => family));
  const others = missing.filter(name => {
    const twin = twinOf(name, found);
    if (!twin) return true;
    unasked.delete(twin);
    context.warnings.add('font_metric_twin', { font: cut(name), used: cut(twin) });
    return false;
  });
  const used = [...(unasked.size > 0 ? unasked : new Set(found.filter(isNoSymbol).map(({ family }) => family)))];
  if (used.length === 0) return;
  const isReplaced = replacement(others, found, unasked.size > 0, context);
  for (const name of others.filter(isReplaced))
    context.warnings.add('font_substituted', { font: cut(name), used: cut(used.join(', ')) });
}

/** Whether a font that the PDF lacks was replaced: it may be installed and its text not be printed. */
function replacement(
  missing: readonly string[],
  found: readonly PdfFont[],
  hasOthers: boolean,
  { fonts }: FontContext,
): (name: string) => boolean {
  if (missing.length === 0) return () => false;
  const available = fonts();
  // a font of the PDF that the list lacks shows that it is incomplete
  const isComplete = found.every(({ names }) => [...names].some(name => available.has(name)));
  // text in a font with a twin that is available has the twin
  return name =>
    isComplete ? ![...alternatives(name), ...twinsOfAll(name)].some(key => available.has(key)) : hasOthers;
}

/** Normalized: documents of LibreOffice name several fonts, of which the first one that exists is used. */
function alternatives(name: string): string[] {
  return name.split(';').map(normalized);
}

function isFont(name: string): boolean {
  const [key = ''] = alternatives(name);
  return key !== '' && !SYMBOLS.test(key) && !GENERIC.test(key);
}

function isAsked({ names }: PdfFont, asked: ReadonlySet<string>): boolean {
  return !isNoSymbol({ names }) || [...asked].some(name => alternatives(name).some(key => names.has(key)));
}

function isNoSymbol({ names }: Pick<PdfFont, 'names'>): boolean {
  return ![...names].some(name => SYMBOLS.test(name));
}

const twinsOfAll = (name: string): string[] => alternatives(name).flatMap(twinsOf);

/** Its family. */
function twinOf(name: string, found: readonly PdfFont[]): string | undefined {
  const twins = twinsOfAll(name);
  return found.find(({ names }) => twins.some(twin => names.has(twin)))?.family;
}

const cut = (name: string): string => name.slice(0, 200);
