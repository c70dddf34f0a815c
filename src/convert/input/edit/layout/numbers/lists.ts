/** The lists of a Word document (ECMA-376-1, 17.9) as its part for numbering defines them. */
import type { Section } from '../sections.js';
import { attributeIn, elementsIn, isStated, numberIn, startTags, valueIn } from '../tags.js';

/** Of a list, from 0. */
export interface Level {
  readonly index: number;
  readonly markup: string;
  readonly format: string;
  /** The format, in the part. */
  readonly formatAt: Section | null;
  /** Levels whose numbers it shows. */
  readonly shown: readonly number[];
  /** Whether it shows all of them as decimals (17.9.4). */
  readonly isLegal: boolean;
  /** The level, from 1, whose paragraphs restart it (17.9.10); 0: none. NaN where it is not stated. */
  readonly restart: number;
  /** Name of the style whose paragraphs are on this level. */
  readonly style: string | undefined;
}

export interface List {
  readonly id: string;
  readonly levels: readonly Level[];
  /** Markup of the levels. */
  readonly content: string;
  /** Whether one of its instances has other levels or starts again. */
  isOverridden: boolean;
}

export interface Lists {
  /** By the number of an instance, which paragraphs and styles name. */
  readonly byNumber: ReadonlyMap<string, List>;
  /** Greater than those of all lists and instances. */
  readonly next: number;
  /** Offset of the first instance, before which lists stand. */
  readonly instancesAt: number;
  /** Offset behind all instances. */
  readonly end: number;
}

/** `text`: of the part for numbering. */
export function listsIn(text: string): Lists {
  const lists = new Map<string, List>();
  for (const { tag, to, content } of elementsIn(text, 'w:abstractNum')) {
    const id = attributeIn(tag, 'w:abstractNumId') ?? '';
    lists.set(id, { id, levels: levelsIn(content, to), content, isOverridden: false });
  }
  const byNumber = new Map<string, List>();
  let [next, instancesAt] = [1, -1];
  for (const { tag, from, content } of elementsIn(text, 'w:num')) {
    if (instancesAt < 0) instancesAt = from;
    next = Math.max(next, (numberIn(tag, 'w:numId') || 0) + 1);
    const list = lists.get(valueIn(content, 'w:abstractNumId') ?? '');
    if (!list) continue;
    byNumber.set(attributeIn(tag, 'w:numId') ?? '', list);
    list.isOverridden ||= content.includes('<w:lvlOverride');
  }
  for (const id of lists.keys()) next = Math.max(next, (Number(id) || 0) + 1);
  return { byNumber, next, instancesAt, end: text.lastIndexOf('</w:numbering>') };
}

function levelsIn(content: string, offset: number): Level[] {
  return Array.from(elementsIn(content, 'w:lvl'), ({ tag, to, content: level }) => {
    const [format] = startTags(level, 'w:numFmt');
    return {
      index: numberIn(tag, 'w:ilvl'),
      markup: `${tag}${level}</w:lvl>`,
      format: (format && attributeIn(format.tag, 'w:val')) ?? 'decimal',
      formatAt: format ? { from: offset + to + format.from, to: offset + to + format.to } : null,
      shown: Array.from((valueIn(level, 'w:lvlText') ?? '').matchAll(/%([1-9])/g), ([, place]) => Number(place) - 1),
      isLegal: isStated(level, 'w:isLgl'),
      restart: Number(valueIn(level, 'w:lvlRestart') ?? Number.NaN),
      style: valueIn(level, 'w:pStyle'),
    };
  });
}
