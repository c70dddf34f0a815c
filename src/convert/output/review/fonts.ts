/** Compares the fonts that a document names with those in its PDF. */
import type { Warnings } from '../../warnings.js';

/** A font of a PDF. */
export interface PdfFont {
  /** The family, for users. */
  readonly family: string;
  /** What names of the document it answers to, normalized. */
  readonly names: ReadonlySet<string>;
}

/** Of the same widths, so that lines and pages end where they did: made for this purpose, or the same design. */
const TWINS: readonly (readonly [string, string])[] = [
  ['Arial', 'Liberation Sans'],
  ['Arial', 'Arimo'],
  ['Arial Narrow', 'Liberation Sans Narrow'],
  ['Calibri', 'Carlito'],
  ['Cambria', 'Caladea'],
  ['Courier', 'Liberation Mono'],
  ['Courier New', 'Liberation Mono'],
  ['Courier New', 'Cousine'],
  ['Georgia', 'Gelasio'],
  ['Helvetica', 'Liberation Sans'],
  ['Helvetica', 'Arimo'],
  ['Helvetica', 'Arial'],
  ['Times', 'Liberation Serif'],
  ['Times', 'Times New Roman'],
  ['Times New Roman', 'Liberation Serif'],
  ['Times New Roman', 'Tinos'],
];
const ORIGINALS = new Map<string, string[]>();
for (const [original, twin] of TWINS) {
  const key = normalized(original);
  ORIGINALS.set(key, [...(ORIGINALS.get(key) ?? []), normalized(twin)]);
}

/** LibreOffice has their signs in OpenSymbol, at the same codes. */
const SYMBOLS = /^(?:wingdings\d?|webdings|symbol|zapfdingbats|monotypesorts|starsymbol|opensymbol|mtextra)$/;
/** Any font of a kind is what the document asks for. */
const GENERIC = /^(?:sans|serif|sansserif|mono|monospace|cursive|fantasy|systemui|default)$/;

/** A font is replaced where its own is missing from the PDF, and the PDF has others that the document does not name. */
export function compareFonts(asked: ReadonlySet<string>, found: readonly PdfFont[], warnings: Warnings): void {
  const isFound = (name: string) => found.some(({ names }) => names.has(name));
  const missing = [...asked].filter(name => isFont(name) && !isFound(normalized(name)));
  const unasked = new Set(found.filter(font => !isAsked(font, asked)).map(({ family }) => family));
  const replaced = missing.filter(name => {
    const twin = twinOf(name, found);
    if (!twin) return true;
    unasked.delete(twin);
    warnings.add('font_metric_twin', { font: cut(name), used: cut(twin) });
    return false;
  });
  const used = [...unasked].join(', ');
  if (used !== '') for (const name of replaced) warnings.add('font_substituted', { font: cut(name), used: cut(used) });
}

/** Letters and digits in lower case: 'Times New Roman' and 'TimesNewRoman' are the same family. */
export function normalized(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isFont(name: string): boolean {
  const key = normalized(name);
  return key !== '' && !SYMBOLS.test(key) && !GENERIC.test(key);
}

function isAsked({ names }: PdfFont, asked: ReadonlySet<string>): boolean {
  return [...names].some(name => SYMBOLS.test(name)) || [...asked].some(name => names.has(normalized(name)));
}

/** Its family. */
function twinOf(name: string, found: readonly PdfFont[]): string | undefined {
  const twins = ORIGINALS.get(normalized(name)) ?? [];
  return found.find(({ names }) => twins.some(twin => names.has(twin)))?.family;
}

const cut = (name: string): string => name.slice(0, 200);
