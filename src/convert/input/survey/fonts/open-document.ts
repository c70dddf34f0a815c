/**
 * The fonts of the text of an OpenDocument file (ODF 1.3 part 3, 20.276 and 16.2): of the nearest element whose style, or a
 * style above it, names one. Cells that have only the style of their column count as those of the default style.
 */
import { attribute, Inside } from '../markup.js';
import type { Surveyor } from '../surveyor.js';
import { ASIAN, COMPLEX, LATIN, SCRIPTS, scriptsOf } from './scripts.js';

const ATTRIBUTES = {
  [LATIN]: ['font-name', 'font-family'],
  [ASIAN]: ['font-name-asian', 'font-family-asian'],
  [COMPLEX]: ['font-name-complex', 'font-family-complex'],
} as const;

type Styling = readonly (readonly [family: string, attribute: string])[];

const SHAPE: Styling = [
  ['presentation', 'presentation:style-name'],
  ['graphic', 'draw:style-name'],
];
/** Elements whose style applies to the text in them: its family, and the attribute that names it; the first one counts. */
const STYLED: Readonly<Record<string, Styling>> = {
  p: [['paragraph', 'style-name']],
  h: [['paragraph', 'style-name']],
  span: [['text', 'style-name']],
  'table-cell': [['table-cell', 'style-name']],
  frame: SHAPE,
  'custom-shape': SHAPE,
  rect: SHAPE,
  ellipse: SHAPE,
  polygon: SHAPE,
  path: SHAPE,
};
const NAMES = 'font-face default-style style text-properties body annotation tracked-changes object'.split(' ');
/** What is not printed, and embedded documents, which have styles of their own. */
const OTHER_TEXT = ['annotation', 'tracked-changes', 'object'];

interface Style {
  parent: string | null;
  fonts: string;
}
interface Element {
  depth: number;
  key: string;
}

const MAX_CHAIN = 50;

export class OpenDocumentFonts implements Surveyor {
  readonly names = [...NAMES, ...Object.keys(STYLED)];
  /** Family names by the names of font faces. */
  readonly #faces = new Map<string, string>();
  readonly #styles = new Map<string, Style>();
  /** Chains of styles with text, and its scripts. */
  readonly #uses = new Map<string, number>();
  readonly #open: Element[] = [];
  #style: Style | null = null;
  #isBody = false;
  readonly #otherText = new Inside();

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (this.#otherText.holds(depth)) return;
    if (name === 'font-face') this.#faces.set(attribute(text, 'name') ?? '', unquoted(attribute(text, 'font-family')));
    else if (name === 'style' || name === 'default-style') this.#define(text, name);
    else if (name === 'text-properties') this.#setFonts(text);
    else if (name === 'body') this.#isBody = true;
    else if (OTHER_TEXT.includes(name)) this.#otherText.enter(depth);
    else if (this.#isBody) this.#enter(text, name, depth);
  }

  text(bytes: Uint8Array, from: number, to: number, depth: number): void {
    if (!this.#isBody || this.#otherText.holds(depth)) return;
    const scripts = scriptsOf(bytes, from, to);
    if (scripts === 0) return;
    this.#leave(depth);
    if (!this.#open.some(({ key }) => key.startsWith('paragraph\0'))) return;
    const key = this.#open.map(({ key }) => key).join('\n');
    this.#uses.set(key, (this.#uses.get(key) ?? 0) | scripts);
  }

  end(): void {
    this.#isBody = false;
    this.#style = null;
    this.#open.length = 0;
    this.#otherText.reset();
  }

  fonts(): Set<string> {
    const names = new Set<string>();
    for (const [key, scripts] of this.#uses) {
      const elements = key.split('\n').reverse();
      for (const script of SCRIPTS) {
        const name = scripts & script ? this.#fontOf(elements, script) : null;
        if (name) names.add(name);
      }
    }
    return names;
  }

  #define(text: string, name: string): void {
    const family = attribute(text, 'family') ?? '';
    const key = `${family}\0${name === 'style' ? attribute(text, 'name') : ''}`;
    this.#style = {
      parent: name === 'style' ? `${family}\0${attribute(text, 'parent-style-name') ?? ''}` : null,
      fonts: '',
    };
    this.#styles.set(key, this.#style);
  }

  /** The first text properties of a style: those of list levels and conditions come later. */
  #setFonts(text: string): void {
    if (this.#style && this.#style.fonts === '') this.#style.fonts = text;
  }

  #enter(text: string, name: string, depth: number): void {
    this.#leave(depth);
    const named = STYLED[name]!.map(([family, place]) => [family, attribute(text, place)] as const);
    const [family, style] = named.find(([, value]) => value !== null) ?? named[0]!;
    this.#open.push({ depth, key: `${family}\0${style ?? ''}` });
  }

  #leave(depth: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.depth >= depth) this.#open.pop();
  }

  /** `elements`: innermost first. */
  #fontOf(elements: readonly string[], script: keyof typeof ATTRIBUTES): string | null {
    for (const key of elements) {
      let style = this.#styles.get(key);
      for (let i = 0; style && i < MAX_CHAIN; i++) {
        const [face, family] = ATTRIBUTES[script].map(name => attribute(style!.fonts, name));
        const name = (face && this.#faces.get(face)) || unquoted(family ?? null);
        if (name) return name;
        style = style.parent === null ? undefined : this.#styles.get(style.parent);
      }
    }
    return null;
  }
}

/** Names with blanks are quoted as in CSS; of a list, the first. */
export function unquoted(family: string | null): string {
  return (family ?? '')
    .split(',')[0]!
    .trim()
    .replace(/^['"]|['"]$/g, '');
}
