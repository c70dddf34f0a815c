/** Paragraphs of a Word document with numbers, by their properties and styles (ECMA-376-1, 17.3.1.19). */
import { cached } from '../../../../../system/collections.js';
import type { Edit } from '../../../../xml.js';
import { sectionAt } from '../sections.js';
import { type ParagraphStyle, styleChains } from '../style-chains.js';
import { startTags, valueIn, withAttributes } from '../tags.js';
import type { List, Lists } from './lists.js';

export interface NumberedParagraph {
  readonly list: List;
  readonly level: number;
  /** Gives it a level of another instance, by its own properties. */
  renumber(number: number): Edit;
}

/** Of a paragraph or style. */
interface Own {
  readonly number: string | undefined;
  readonly level: string | undefined;
  /** The start tag with its indents. */
  readonly indent: string | undefined;
}

interface Style extends Own {
  readonly name: string;
}

/** Characters of the properties of a paragraph or style that are read: patterns go through them from each start. */
const MAX_LENGTH = 10_000;
const PROPERTIES = /\s*<w:pPr(?=[\s/>])[^<>]*>/y;
const INDENT = /<w:ind\s[^<>]*>/;

/** `text`: of the main part; `styles`: of that with the styles. */
export function* numberedParagraphs(text: string, styles: string, lists: Lists): Generator<NumberedParagraph> {
  const chainOf = styleChains(styles);
  for (const { tag, to } of startTags(text, 'w:p')) {
    if (tag.endsWith('/>')) continue;
    const properties = propertiesAt(text, to);
    if (properties.to - properties.from > MAX_LENGTH) continue;
    const own = ownIn(properties.markup);
    const chain = chainOf(valueIn(properties.markup, 'w:pStyle')).map(styleOf);
    const number = own.number ?? chain.find(style => style.number !== undefined)?.number;
    const list = lists.byNumber.get(number ?? '');
    if (!list) continue;
    const level = levelOf(own, chain, list);
    yield {
      list,
      level,
      renumber: other => ({
        from: properties.from,
        to: properties.to,
        text: renumbered(properties.markup, `<w:ilvl w:val="${level}"/><w:numId w:val="${other}"/>`, own, chain),
      }),
    };
  }
}

interface Properties {
  readonly from: number;
  readonly to: number;
  readonly markup: string;
}

/** Of the paragraph whose start tag ends at `at`; empty where it has none. */
function propertiesAt(text: string, at: number): Properties {
  PROPERTIES.lastIndex = at;
  const [start] = PROPERTIES.exec(text) ?? [];
  const from = start === undefined ? at : at + start.indexOf('<');
  const to = start === undefined ? at : (sectionAt(text, 'w:pPr', from)?.to ?? at);
  return { from, to, markup: text.slice(from, to) };
}

function levelOf(own: Own, chain: readonly Style[], list: List): number {
  if (own.number !== undefined || own.level !== undefined) return Number(own.level ?? 0);
  const numbering = chain.find(({ number, level }) => number !== undefined || level !== undefined);
  const linked = list.levels.find(({ style }) => style !== undefined && style === numbering?.name);
  return linked?.index ?? Number(chain.find(({ level }) => level !== undefined)?.level ?? 0);
}

/**
 * `markup`: its properties, or ''. A number of its own puts the indents of the list before those of its styles, which are stated
 * again.
 */
function renumbered(markup: string, number: string, own: Own, chain: readonly Style[]): string {
  const added = `<w:numPr>${number}</w:numPr>`;
  const ofStyles = own.number === undefined ? chain.toReversed().flatMap(({ indent }) => indent ?? []) : [];
  const indents = [...ofStyles, ...(own.indent === undefined ? [] : [own.indent])];
  const indent = indents.length > 0 ? merged(indents) : '';
  if (markup === '' || markup.endsWith('/>')) return `<w:pPr>${added}${indent}</w:pPr>`;
  const rest = markup.replace(/<w:numPr(?:\s*\/>|[\s>].*?<\/w:numPr>)/s, '').replace(INDENT, '');
  return rest.replace(/^(<w:pPr(?:\s[^<>]*)?>)/, (_, start: string) => `${start}${added}${indent}`);
}

/** One tag with the attributes of all, of which the last ones count. */
function merged(indents: readonly string[]): string {
  return indents.reduce((tag, next) => {
    const attributes = Array.from(next.matchAll(/\s(w:\w+)\s*=\s*["']([^"']*)["']/g), ([, name, value]) => [
      name!,
      value!,
    ]);
    return attributes.length > 0 ? withAttributes(tag, Object.fromEntries(attributes)) : tag;
  }, '<w:ind/>');
}

const styleOf = cached(
  ({ name, content }: ParagraphStyle): Style => ({
    name,
    ...ownIn(content.slice(0, MAX_LENGTH)),
  }),
);

function ownIn(properties: string): Own {
  const current = properties.split('<w:pPrChange')[0]!;
  const [, numbering = ''] = /<w:numPr[\s>](.*?)<\/w:numPr>/s.exec(current) ?? [];
  return {
    number: valueIn(numbering, 'w:numId'),
    level: valueIn(numbering, 'w:ilvl'),
    indent: INDENT.exec(current)?.[0],
  };
}
