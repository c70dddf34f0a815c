/** Styles of paragraphs of Word and those that they are based on (ECMA-376-1, 17.7.4.3), without reading the part as XML. */
import { cached } from '../../../../system/collections.js';
import { attributeIn, elementsIn, isOn, valueIn } from './tags.js';

export interface ParagraphStyle {
  readonly name: string;
  /** Its markup between the tags. */
  readonly content: string;
}

/** The style with a name, or the default one, and those that it is based on. */
export type StyleChains = (name: string | undefined) => readonly ParagraphStyle[];

/** Styles that are based on one another. */
const MAX_CHAIN = 20;

/** `text`: of the part with the styles. */
export function styleChains(text: string): StyleChains {
  const styles = new Map<string, ParagraphStyle>();
  let standard: string | undefined;
  for (const { tag, content } of elementsIn(text, 'w:style')) {
    if (attributeIn(tag, 'w:type') !== 'paragraph') continue;
    const name = attributeIn(tag, 'w:styleId') ?? '';
    styles.set(name, { name, content });
    if (isOn(tag, 'w:default')) standard = name;
  }
  const known = new Map<string | undefined, readonly ParagraphStyle[]>();
  return (name = standard) => {
    const chain = known.get(name) ?? chainFrom(name, styles);
    known.set(name, chain);
    return chain;
  };
}

/** Long styles are the base of many. */
const baseOf = cached(({ content }: ParagraphStyle) => valueIn(content, 'w:basedOn') ?? '');

function chainFrom(name: string | undefined, styles: ReadonlyMap<string, ParagraphStyle>): ParagraphStyle[] {
  const chain: ParagraphStyle[] = [];
  let style = styles.get(name ?? '');
  while (style && chain.length < MAX_CHAIN) {
    chain.push(style);
    style = styles.get(baseOf(style));
  }
  return chain;
}
