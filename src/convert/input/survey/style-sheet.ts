/**
 * Which elements of an HTML page its style sheets hide when it is printed (CSS 2.2, 5 and 6.4): by `display`, `visibility` and
 * `opacity`. Selectors of names, classes and ids, with descendants and children, are understood; rules with others do not count.
 */

/** Characters of style sheets that are read, and selectors that are kept. */
const MAX_TEXT = 512 * 1024;
const MAX_SELECTORS = 5000;
/** Selectors that are compared with elements of a page, which bounds the time: those behind it count as visible. */
const MAX_COMPARISONS = 300_000;

export interface StyledElement {
  readonly name: string;
  readonly id: string;
  readonly classes: readonly string[];
}

interface Compound extends StyledElement {
  /** Whether the compound before it has to match the parent, not any element around. */
  readonly isChild: boolean;
}

interface Rule {
  /** The last one is of the element itself. */
  readonly compounds: readonly Compound[];
  readonly specificity: number;
  readonly order: number;
  readonly declarations: Declarations;
}

/** By property. */
type Declarations = ReadonlyMap<string, { readonly hides: boolean; readonly isImportant: boolean }>;

const PROPERTIES: readonly string[] = ['display', 'visibility', 'opacity'];
const HIDING = /^(?:none|hidden|0(?:\.0*)?%?)$/;

/** And the end of the marks that hid style sheets from old browsers. */
const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$)|-->/g;

export class StyleSheet {
  /** By the id, class or name of the last compound. */
  readonly #rules = new Map<string, Rule[]>();
  #room = MAX_TEXT;
  #selectors = 0;
  #comparisons = 0;

  constructor(private readonly properties = PROPERTIES) {}

  add(text: string): void {
    const read = text.slice(0, this.#room);
    this.#room -= read.length;
    for (const [selectors, body] of rulesOf(read.replace(COMMENTS, ' '))) this.#addRule(selectors, body);
  }

  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  /** `style`: of the element itself; `around`: from the root to its parent. */
  hides(element: StyledElement, style: string, around: readonly StyledElement[]): boolean {
    const keys = ['*', element.name, `#${element.id}`, ...element.classes.map(name => `.${name}`)];
    const groups = keys.map(key => this.#rules.get(key) ?? []);
    this.#comparisons += groups.reduce((sum, group) => sum + group.length, 0);
    if (this.#comparisons > MAX_COMPARISONS) return false;
    const rules = groups.flatMap(group => group.filter(rule => matches(rule, element, around)));
    rules.sort((a, b) => a.specificity - b.specificity || a.order - b.order);
    const layers = [...rules.map(({ declarations }) => declarations), declarationsOf(style)];
    return this.properties.some(property => {
      const found = layers.flatMap(layer => layer.get(property) ?? []);
      return (found.findLast(({ isImportant }) => isImportant) ?? found.at(-1))?.hides ?? false;
    });
  }

  #addRule(selectors: string, body: string): void {
    const declarations = declarationsOf(body);
    if (declarations.size === 0) return;
    for (const selector of selectors.split(',')) {
      const compounds = compoundsOf(selector.trim());
      const last = compounds?.at(-1);
      if (!compounds || !last || this.#selectors >= MAX_SELECTORS) continue;
      const key = last.id ? `#${last.id}` : last.classes.length > 0 ? `.${last.classes[0]}` : last.name || '*';
      const rules = this.#rules.get(key) ?? [];
      rules.push({ compounds, specificity: specificityOf(compounds), order: this.#selectors++, declarations });
      this.#rules.set(key, rules);
    }
  }
}

/** Selectors and declarations, also of the blocks of @media that apply to printing; other at-rules are left out. */
function* rulesOf(text: string): Iterable<readonly [selectors: string, body: string]> {
  for (let at = 0; ; ) {
    const open = text.indexOf('{', at);
    if (open < 0) return;
    // behind what ends before: a rule of one line, or a block of @media
    const prelude = text.slice(at, open).split(/[;}]/).at(-1)!.trim();
    const isEntered = /^@media\b/i.test(prelude) && isPrinted(prelude.slice('@media'.length));
    const end = isEntered ? open : blockEnd(text, open);
    if (!prelude.startsWith('@')) yield [prelude, text.slice(open + 1, end)];
    at = end + 1;
  }
}

/** Of the block that begins at `open`; of the text where it does not end. */
function blockEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

/** Of a list of media; conditions of size and the like may not hold, so that they do not count. */
export function isPrinted(media: string): boolean {
  return media.split(',').some(query => /^\s*(?:only\s+)?(?:print|all)?\s*$/i.test(query));
}

function declarationsOf(body: string): Declarations {
  const found = new Map<string, { hides: boolean; isImportant: boolean }>();
  for (const declaration of body.split(';')) {
    const [property = '', value = ''] = declaration.split(':').map(text => text.trim().toLowerCase());
    if (!PROPERTIES.includes(property)) continue;
    const plain = value.replace(/!\s*important$/, '').trimEnd();
    found.set(property, { hides: HIDING.test(plain), isImportant: plain !== value });
  }
  return found;
}

/** Null where the selector has something else, such as the state of an element. */
function compoundsOf(selector: string): Compound[] | null {
  const compounds: Compound[] = [];
  let isChild = false;
  for (const part of selector.replaceAll('>', ' > ').split(/\s+/)) {
    if (part === '>') {
      isChild = true;
      continue;
    }
    if (!/^(?:\*|[\w-]+)?(?:[.#][\w-]+)*$/.test(part) || part === '') return null;
    const ids = part.match(/#[\w-]+/g) ?? [];
    const name = /^[\w-]*/.exec(part)![0].toLowerCase();
    const classes = (part.match(/\.[\w-]+/g) ?? []).map(text => text.slice(1));
    compounds.push({ name, id: ids.at(-1)?.slice(1) ?? '', classes, isChild });
    isChild = false;
  }
  return compounds;
}

function specificityOf(compounds: readonly Compound[]): number {
  const weights = compounds.map(({ id, classes, name }) => (id ? 1e6 : 0) + 1e3 * classes.length + (name ? 1 : 0));
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** The nearest element around that matches counts: it is not looked for further where the next compound does not match. */
function matches({ compounds }: Rule, element: StyledElement, around: readonly StyledElement[]): boolean {
  if (!fits(compounds.at(-1)!, element)) return false;
  let at = around.length - 1;
  for (let i = compounds.length - 2; i >= 0; i--) {
    const { isChild } = compounds[i + 1]!;
    while (!isChild && at >= 0 && !fits(compounds[i]!, around[at]!)) at--;
    if (at < 0 || !fits(compounds[i]!, around[at]!)) return false;
    at--;
  }
  return true;
}

function fits({ name, id, classes }: Compound, element: StyledElement): boolean {
  return (
    (name === '' || name === element.name) &&
    (id === '' || id === element.id) &&
    classes.every(wanted => element.classes.includes(wanted))
  );
}
