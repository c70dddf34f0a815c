/** Tab stops (ECMA-376-1, 17.3.1.37) and right indents (17.3.1.12) of paragraphs of Word, by their styles. */
import { grouped } from '../../../../../system/collections.js';
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { type Edit, enclosing } from '../../../../xml.js';
import { type EditableDocument, mainPart } from '../../document.js';
import { isOtherText, stylesPart, wordElements } from '../../word.js';
import { type FirstChild, firstChildren } from '../children.js';
import { attributeIn, startTags } from '../tags.js';
import { stated } from '../text-styles.js';

/** Of a paragraph or style, in twips. */
interface Own {
  /** Kinds by position; "clear" removes one that is inherited. */
  readonly stops: ReadonlyMap<number, string>;
  /** NaN where it is not stated. */
  readonly right: number;
}

interface Style extends Own {
  readonly basedOn: string | undefined;
}

export interface TabbedParagraph extends Own {
  readonly paragraph: XmlElement;
  /** Stops of its styles, which its own add to and clear. */
  readonly inherited: ReadonlyMap<number, string>;
  /** Those in its runs, of both kinds. */
  readonly tabs: readonly XmlElement[];
  readonly childOf: FirstChild;
}

const OF_PARAGRAPHS = ['pPr', 'tabs', 'tab', 'ind'];
const OF_STYLES = ['style', 'basedOn', 'docDefaults', 'pPrDefault', ...OF_PARAGRAPHS];
const OF_TEXT = ['p', 'pStyle', 'r', 'ptab', 'framePr', 'tc', 'tcPr', 'tcW', 'txbxContent', ...OF_PARAGRAPHS];
/** Styles that are based on one another. */
const MAX_CHAIN = 20;
/** Word reads no more of a paragraph. */
const MAX_STOPS = 64;

/** Characters that a part gets: paragraphs repeat the stops of their styles. */
const MAX_ADDED = 1_000_000;

interface TabEdits {
  /** Whether a part with this text may have something to change. */
  isRead(text: string): boolean;
  /** The same, where it depends on the styles. */
  isReadWith?(styles: TabStyles, text: string): boolean;
  /** `main`: the text of the main part, and whether the paragraph is in it. */
  edits(paragraph: TabbedParagraph, main: { readonly text: string; readonly isOwn: boolean }): readonly Edit[];
}

/** Changes the paragraphs that have tabs in their runs; those of a part where it would add too much stay. */
export async function changeTabbed(document: EditableDocument, { isRead, isReadWith, edits }: TabEdits): Promise<void> {
  const main = await mainPart(document);
  if (main === null) return;
  let styles: TabStyles | null = null;
  for (const part of document.parts) {
    if (part !== main && !(await isOtherText(document, part))) continue;
    const text = document.text(part)!;
    if (!isRead(text)) continue;
    styles ??= await readTabStyles(document);
    if (isReadWith && !isReadWith(styles, text)) continue;
    const paragraphs = await tabbedParagraphs(document, part, styles);
    const place = { text: document.text(main)!, isOwn: part === main };
    document.change(
      part,
      withinLimit(paragraphs, paragraph => edits(paragraph, place)),
    );
  }
}

function withinLimit(
  paragraphs: readonly TabbedParagraph[],
  edits: (each: TabbedParagraph) => readonly Edit[],
): Edit[] {
  const all: Edit[] = [];
  let added = 0;
  for (const paragraph of paragraphs)
    for (const edit of edits(paragraph)) {
      added += edit.text.length;
      if (added > MAX_ADDED) return [];
      all.push(edit);
    }
  return all;
}

async function tabbedParagraphs(
  document: EditableDocument,
  part: string,
  styles: TabStyles,
): Promise<TabbedParagraph[]> {
  const elements = await wordElements(document, part, OF_TEXT);
  const childOf = firstChildren(elements);
  const stopsOf = stopsIn(elements);
  const tabs = elements.filter(({ local, parent }) => ['tab', 'ptab'].includes(local) && parent?.local === 'r');
  return [...grouped(tabs, tab => enclosing(tab, 'p'))].flatMap(([paragraph, each]) => {
    if (!paragraph) return [];
    const properties = childOf(paragraph, 'pPr');
    const inherited = styles.of(stated(childOf(properties, 'pStyle')));
    const { stops, right } = merged(inherited, ownOf(properties, childOf, stopsOf));
    return [{ paragraph, inherited: inherited.stops, stops, right, tabs: each, childOf }];
  });
}

class TabStyles {
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #defaults: Own;
  readonly #normal: string | undefined;
  readonly #resolved = new Map<string | undefined, Own>();

  constructor(elements: readonly XmlElement[]) {
    const childOf = firstChildren(elements);
    const stopsOf = stopsIn(elements);
    const all = elements.filter(({ local }) => local === 'style');
    const styleOf = (style: XmlElement): Style => ({
      ...ownOf(childOf(style, 'pPr'), childOf, stopsOf),
      basedOn: stated(childOf(style, 'basedOn')),
    });
    this.#styles = new Map(all.map(style => [attributeOf(style, 'styleId') ?? '', styleOf(style)]));
    const defaults = childOf(
      elements.find(({ local }) => local === 'docDefaults'),
      'pPrDefault',
    );
    this.#defaults = ownOf(childOf(defaults, 'pPr'), childOf, stopsOf);
    const normal = all.find(
      style =>
        attributeOf(style, 'type') === 'paragraph' && ['1', 'true'].includes(attributeOf(style, 'default') ?? ''),
    );
    this.#normal = normal && attributeOf(normal, 'styleId');
  }

  /** Of a paragraph with this style. */
  of(name = this.#normal): Own {
    const known = this.#resolved.get(name) ?? this.#resolve(name);
    this.#resolved.set(name, known);
    return known;
  }

  /** Whether it names a style with a right indent; `text`: that of a part. */
  indent(text: string): boolean {
    if (this.of().right > 0) return true;
    for (const { tag } of startTags(text, 'w:pStyle')) if (this.of(attributeIn(tag, 'w:val')).right > 0) return true;
    return false;
  }

  #resolve(name: string | undefined): Own {
    const chain: Style[] = [];
    for (
      let style = this.#styles.get(name ?? '');
      style && chain.length < MAX_CHAIN;
      style = this.#styles.get(style.basedOn ?? '')
    )
      chain.push(style);
    return chain.reduceRight<Own>(merged, this.#defaults);
  }
}

async function readTabStyles(document: EditableDocument): Promise<TabStyles> {
  const part = await stylesPart(document);
  return new TabStyles(part === null ? [] : await wordElements(document, part, OF_STYLES));
}

type StopsOf = (tabs: XmlElement | undefined) => ReadonlyMap<number, string>;

function stopsIn(elements: readonly XmlElement[]): StopsOf {
  const all = grouped(
    elements.filter(({ local, parent }) => local === 'tab' && parent?.local === 'tabs'),
    ({ parent }) => parent!,
  );
  return tabs => {
    const stops = (tabs && all.get(tabs)) ?? [];
    return new Map(stops.slice(0, MAX_STOPS).map(stop => [numberOf(stop, 'pos'), stated(stop) ?? 'left']));
  };
}

function ownOf(properties: XmlElement | undefined, childOf: FirstChild, stopsOf: StopsOf): Own {
  const indent = childOf(properties, 'ind');
  const [right, end] = ['right', 'end'].map(side => numberOf(indent, side));
  return { stops: stopsOf(childOf(properties, 'tabs')), right: right! >= 0 || right! < 0 ? right! : end! };
}

function merged(base: Own, own: Own): Own {
  const right = Number.isNaN(own.right) ? base.right : own.right;
  if (own.stops.size === 0) return { stops: base.stops, right };
  const stops = [...new Map([...base.stops, ...own.stops])].filter(([, kind]) => kind !== 'clear');
  return { stops: new Map(stops.slice(0, MAX_STOPS)), right };
}

/** NaN where it is not stated. */
export function numberOf(element: XmlElement | undefined, name: string): number {
  return Number((element && attributeOf(element, name)) ?? Number.NaN);
}

/** Whether it is in an element with one of these names. */
export function isWithin(element: XmlElement, names: readonly string[]): boolean {
  return names.some(name => enclosing(element, name) !== null);
}
