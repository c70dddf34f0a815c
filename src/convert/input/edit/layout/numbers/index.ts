/**
 * Numbers of paragraphs that LibreOffice counts or writes in another way than Word: levels that show all numbers as decimals
 * (ECMA-376-1, 17.9.4), and levels that nothing restarts (17.9.10).
 */
import { grouped } from '../../../../../system/collections.js';
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, type EditContext, mainPart, partOf } from '../../document.js';
import { stylesPart } from '../../word.js';
import { isPlain, whereReadable } from '../tags.js';
import { type List, type Lists, listsIn } from './lists.js';
import { type NumberedParagraph, numberedParagraphs } from './paragraphs.js';

/** What makes LibreOffice number the paragraphs of a list as Word does. */
interface Division {
  /** Whether the paragraphs of a level become those of another instance. */
  isMoved(level: number): boolean;
  /** Edits of the part for numbering, in which the instance has this number. */
  edits(number: number, lists: Lists): readonly Edit[];
}

export const numberAsWord: DocumentEdit = whereReadable(async (document, { has }) => {
  const part = await partOf(document, /\.numbering\+xml$/);
  const main = await mainPart(document);
  if (part === null || main === null || !/<w:(?:isLgl|lvlRestart)[\s/>]/.test(document.text(part)!)) return;
  if (!isPlain(document.text(part)!, 'w:numbering') || !isPlain(document.text(main)!, 'w:document')) return;
  const lists = listsIn(document.text(part)!);
  const styles = await stylesPart(document);
  const paragraphs = numberedParagraphs(document.text(main)!, styles === null ? '' : document.text(styles)!, lists);
  const ofNumbering: Edit[] = [];
  const ofText: Edit[] = [];
  let next = lists.next;
  for (const [list, own] of grouped(paragraphs, ({ list }) => list)) {
    const division = list.isOverridden ? null : divisionOf(list, own, has);
    if (!division) continue;
    const number = next++;
    ofNumbering.push(...division.edits(number, lists));
    for (const { level, renumber } of own) if (division.isMoved(level)) ofText.push(renumber(number));
  }
  document.change(part, ofNumbering);
  document.change(main, ofText);
});

function divisionOf(list: List, paragraphs: readonly NumberedParagraph[], has: EditContext['has']): Division | null {
  const legal = has('legalNumbers') ? withDecimals(list) : null;
  return legal ?? (has('restartedNumbers') ? withoutRestart(list, paragraphs) : null);
}

/** What LibreOffice before 24.8 writes as such; others have no decimals, or are none that it writes. */
const KEPT = ['decimal', 'decimalZero', 'none', 'bullet', 'custom'];

/**
 * A level is written with the formats that the instance of its paragraph has: the list gets decimals, and another instance, for
 * levels that are not legal, keeps the letters and Roman numbers.
 */
function withDecimals({ id, levels }: List): Division | null {
  const legal = levels.filter(({ isLegal }) => isLegal);
  const shown = new Set(legal.flatMap(level => [level.index, ...level.shown]));
  const changed = levels.filter(({ index, format }) => shown.has(index) && !KEPT.includes(format));
  if (changed.length === 0) return null;
  const isMoved = (index: number): boolean => {
    const level = levels.find(each => each.index === index);
    return level?.isLegal === false && changed.some(each => each === level || level.shown.includes(each.index));
  };
  const overrides = changed.map(
    ({ index, markup }) => `<w:lvlOverride w:ilvl="${index}">${unlinked(markup)}</w:lvlOverride>`,
  );
  return {
    isMoved,
    edits: (number, { end }) => [
      ...changed.flatMap(({ formatAt: at }) => (at ? [{ ...at, text: '<w:numFmt w:val="decimal"/>' }] : [])),
      { from: end, to: end, text: instance(number, id, overrides.join('')) },
    ],
  };
}

/** A level that nothing restarts, and those below it, become a list of their own, where none of them shows a level above. */
function withoutRestart(list: List, paragraphs: readonly NumberedParagraph[]): Division | null {
  const top = list.levels.find(({ index, restart }) => restart === 0 && index > 0)?.index;
  if (top === undefined) return null;
  const used = new Set(paragraphs.map(({ level }) => level));
  const below = list.levels.filter(({ index }) => index >= top && used.has(index));
  if (below.some(({ shown }) => shown.some(index => index < top))) return null;
  return {
    isMoved: level => level >= top,
    edits: (number, { instancesAt: at, end }) => [
      {
        from: at,
        to: at,
        text: `<w:abstractNum w:abstractNumId="${number}">${unlinked(list.content)}</w:abstractNum>`,
      },
      { from: end, to: end, text: instance(number, `${number}`) },
    ],
  };
}

const instance = (number: number, list: string, overrides = ''): string =>
  `<w:num w:numId="${number}"><w:abstractNumId w:val="${list}"/>${overrides}</w:num>`;

/** Without the names of styles, which are linked with the list itself. */
const unlinked = (markup: string): string => markup.replace(/<w:(?:pStyle|styleLink|numStyleLink|nsid)\s[^<>]*>/g, '');
