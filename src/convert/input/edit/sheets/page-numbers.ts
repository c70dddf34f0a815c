/**
 * Page numbers of headers and footers to which Excel adds a number, as `&P+2` (ECMA-376-1, 18.3.1.46): LibreOffice prints "1+2".
 * A workbook with one sheet begins with the sum. In others the pages of the next sheets would have other numbers, too.
 */
import { applyEdits } from '../../../xml.js';
import type { DocumentEdit } from '../document.js';
import { sheetParts } from '../excel.js';
import { elementsIn, isOn, isPlain, numberIn, startTags, whereReadable, withAttributes } from '../layout/tags.js';

const TEXTS = /<(?:\w+:)?headerFooter[\s>].*/s;
/** Codes of page numbers, with what is added; `&&` is no code. */
const CODES = /(?<!&amp;)((?:&amp;&amp;)*&amp;P)([+-]\d{1,5})?(?!\d)/g;

export const addToPageNumbers: DocumentEdit = whereReadable(async (document, { warnings }) => {
  const sheets = await sheetParts(document);
  for (const part of sheets) {
    const text = document.text(part)!;
    if (!(TEXTS.exec(text)?.[0].match(CODES) ?? []).some(code => /\d/.test(code))) continue;
    const sum = sheets.length === 1 && isPlain(text, 'worksheet') ? withSum(text) : null;
    if (sum === null) warnings.add('content_lost', { what: 'page number to which a number is added' });
    else document.change(part, [{ from: 0, to: text.length, text: sum }]);
  }
});

/** Null where codes differ in what they add, or the first page would have no number of LibreOffice. */
function withSum(sheet: string): string | null {
  const [texts] = elementsIn(sheet, 'headerFooter');
  if (!texts) return null;
  const added = new Set(Array.from(texts.content.matchAll(CODES), ([, , number]) => Number(number ?? 0)));
  const [setup] = startTags(sheet, 'pageSetup');
  const first = setup && isOn(setup.tag, 'useFirstPageNumber') ? numberIn(setup.tag, 'firstPageNumber') : 1;
  const [number = 0] = added;
  if (added.size !== 1 || !(first + number >= 1)) return null;
  const numbered = { firstPageNumber: first + number, useFirstPageNumber: 1 };
  return applyEdits(sheet, [
    setup
      ? { ...setup, text: withAttributes(setup.tag, numbered) }
      : { from: texts.from, to: texts.from, text: withAttributes('<pageSetup/>', numbered) },
    { from: texts.to, to: texts.to + texts.content.length, text: texts.content.replace(CODES, '$1') },
  ]);
}
