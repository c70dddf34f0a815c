/** Tracked changes of OpenDocument texts: what each shows before and after. */
import type { Case } from './cases.js';

interface OpenCase extends Case {
  /** Children of text:tracked-changes. */
  readonly regions: string;
}

const INFO =
  '<office:change-info xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Ada</dc:creator><dc:date>2024-05-06T07:08:09</dc:date></office:change-info>';
const region = (id: string, content: string) => `<text:changed-region text:id="${id}">${content}</text:changed-region>`;
const inserted = (id: string) => region(id, `<text:insertion>${INFO}</text:insertion>`);
const deleted = (id: string, content: string) => region(id, `<text:deletion>${INFO}${content}</text:deletion>`);
const p = (content: string) => `<text:p>${content}</text:p>`;
const h = (content: string) => `<text:h text:outline-level="1">${content}</text:h>`;
const span = (content: string) => `<text:span>${content}</text:span>`;
const item = (content: string) => `<text:list-item>${content}</text:list-item>`;
const list = (...items: string[]) => `<text:list>${items.map(item).join('')}</text:list>`;
const from = (id: string) => `<text:change-start text:change-id="${id}"/>`;
const to = (id: string) => `<text:change-end text:change-id="${id}"/>`;
const at = (id: string) => `<text:change text:change-id="${id}"/>`;
const table = (content: string) =>
  `<table:table><table:table-column/><table:table-row><table:table-cell>${content}</table:table-cell></table:table-row></table:table>`;

type Row = readonly [
  name: string,
  regions: (id: string) => string,
  xml: (id: string) => string,
  final: string,
  original: string,
];

const ROWS: readonly Row[] = [
  ['insertion', inserted, id => p(`apple ${from(id)}new ${to(id)}zebra`), 'apple new zebra', 'apple zebra'],
  ['deletion', id => deleted(id, p('old ')), id => p(`apple ${at(id)}zebra`), 'apple zebra', 'apple old zebra'],
  [
    'insertion within spans',
    inserted,
    id => p(`apple ${span(`b${from(id)}c`)}d${span(`e${to(id)}f`)}`),
    'apple bcdef',
    'apple bf',
  ],
  [
    'inserted paragraph',
    inserted,
    id => p(`one${from(id)}`) + p(`two${to(id)}`) + p('three'),
    'one two three',
    'one three',
  ],
  [
    'inserted paragraph before another',
    inserted,
    id => p('one') + p(`${from(id)}two`) + h(`${to(id)}three`),
    'one two three',
    'one three',
  ],
  ['divided paragraph', inserted, id => p(span(`one${from(id)}`)) + h(span(`${to(id)}two`)), 'one two', 'onetwo'],
  [
    'deleted paragraphs',
    id => deleted(id, p('-a') + h('b') + p('c-')),
    id => p(`one${span(at(id))}two`) + p('three'),
    'onetwo three',
    'one-a b c-two three',
  ],
  ['merged paragraphs', id => deleted(id, p('') + h('')), id => p(`one${at(id)}two`), 'onetwo', 'one two'],
  [
    'deleted paragraphs twice',
    id => deleted(id, p('') + h('')) + deleted(`${id}b`, h('') + p('')),
    id => p(`one${at(id)}two${at(`${id}b`)}three`),
    'onetwothree',
    'one two three',
  ],
  [
    'deletion between paragraphs',
    id => deleted(id, p('two')),
    id => p('one') + at(id) + p('three'),
    'one three',
    'one two three',
  ],
  ['deleted list', id => deleted(id, list(p('a'), p('b'))), id => p(`one${at(id)}two`), 'onetwo', 'one a b two'],
  [
    'inserted item of a list',
    inserted,
    id => list(p(`one${from(id)}`), p(`two${to(id)}`), p('three')) + p('four'),
    'one two three four',
    'one three four',
  ],
  [
    'insertion from a paragraph into a list',
    inserted,
    id => p(`one${from(id)} new`) + list(p('two'), p(`new${to(id)}three`)),
    'one new two newthree',
    'one three',
  ],
  [
    'inserted table',
    inserted,
    id => p('one') + from(id) + table(p('two')) + p(`${to(id)}three`),
    'one two three',
    'one three',
  ],
  ['insertion in a cell', inserted, id => table(p(`one ${from(id)}new${to(id)}`)) + p('end'), 'one new end', 'one end'],
  [
    'deletion within an insertion',
    id => inserted(id) + deleted(`${id}b`, p('never')),
    id => p(`apple ${from(id)}new ${at(`${id}b`)}${to(id)}zebra`),
    'apple new zebra',
    'apple zebra',
  ],
  [
    'text that was inserted and deleted',
    id => region(id, `<text:deletion>${INFO}${p('never')}</text:deletion><text:insertion>${INFO}</text:insertion>`),
    id => p(`apple ${at(id)}zebra`),
    'apple zebra',
    'apple zebra',
  ],
  [
    'insertions within each other',
    id => inserted(id) + inserted(`${id}b`),
    id => p(`one ${from(id)}two ${from(`${id}b`)}three ${to(id)}four ${to(`${id}b`)}five`),
    'one two three four five',
    'one five',
  ],
  [
    'changed format',
    id => region(id, `<text:format-change>${INFO}</text:format-change>`),
    id => p(`one ${from(id)}two${to(id)} three`),
    'one two three',
    'one two three',
  ],
];

export const OPEN_CASES: readonly OpenCase[] = ROWS.map(([name, regions, xml, final, original], i) => ({
  name,
  regions: regions(`c${i}`),
  xml: xml(`c${i}`),
  final,
  original,
}));

/** The text of an OpenDocument text with these cases. */
export function openText(cases: readonly OpenCase[], xml: string): string {
  return `<text:tracked-changes>${cases.map(({ regions }) => regions).join('')}</text:tracked-changes>${xml}`;
}
