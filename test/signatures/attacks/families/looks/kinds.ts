/** The kinds of annotations that a certification may permit, over content: new ones, and ones that a later revision changes. */
import { type Draft, type Edit, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, covering, marked, NOTHING, type Rect, TEXT, varied, white } from '../marks.js';

/** 12.5.6: each kind that a certification may permit, with a look of its own. */
const KINDS: readonly (readonly [kind: string, entries?: (rect: Rect) => string])[] = [
  ['FreeText', () => '/Contents(Paid)/DA(/Helv 12 Tf)'],
  ['Line', ([left, bottom, right]) => `/L[${left} ${bottom + 10} ${right} ${bottom + 10}]`],
  ['Square'],
  ['Circle'],
  ['Polygon', ([left, bottom, right, top]) => `/Vertices[${left} ${bottom} ${right} ${bottom} ${right} ${top}]`],
  ['PolyLine', ([left, bottom, right, top]) => `/Vertices[${left} ${bottom} ${right} ${bottom} ${right} ${top}]`],
  ['Highlight', quad],
  ['Underline', quad],
  ['Squiggly', quad],
  ['StrikeOut', quad],
  ['Caret'],
  ['Ink', ([left, bottom, right, top]) => `/InkList[[${left} ${bottom} ${right} ${top}]]`],
  ['Text', () => '/Contents(Paid)/Name/Note'],
  ['Link', () => '/Dest[4 0 R/Fit]'],
];

function quad([left, bottom, right, top]: Rect): string {
  return `/QuadPoints[${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
}

const kind = ([name, entries = () => '']: (typeof KINDS)[number], i: number): Attack =>
  covering(
    `a /${name} with a look`,
    TEXT,
    rect => marked(draft => `/Subtype/${name}/F 4${at(rect)}${entries(rect)}/AP<</N ${white(draft)}>>`),
    {
      ...varied(i),
    },
  );

/** A mark beside the content that a later revision changes so that it covers the content. */
const moving = (what: string, before: (draft: Draft) => string, edit: (rect: Rect) => Edit, visible = true): Attack => {
  const pdf = () => signed({ docMDP: 3 }, TEXT.pdf().save(marked(before)));
  const other: Rect = [310, 340, 510, 360];
  return attack({
    what,
    clean: pdf,
    attacked: () => pdf().save(edit(TEXT.over)),
    twin: () => pdf().save(edit(other)),
    accepted: 'valid, with a warning',
    visible,
  });
};
/** Number of the mark: its look has the number before. */
const MARK = O.document + 2;
const rectangle =
  (rect: Rect): Edit =>
  draft =>
    draft.edit(MARK, body => body.replace(/\/Rect\[[^\]]*\]/, at(rect)));
const placed =
  (flags: number) =>
  (draft: Draft): string =>
    `/Subtype/Stamp/F ${flags}${at(TEXT.beside)}/AP<</N ${white(draft)}>>`;

const CHANGES: readonly Attack[] = [
  moving('a stamp is moved over the content', placed(4), rectangle),
  moving('a hidden stamp is shown over the content', placed(6), rect => draft => {
    rectangle(rect)(draft);
    draft.edit(MARK, body => body.replace('/F 6', '/F 4'));
  }),
  moving(
    'an empty look is filled over the content',
    draft => `/Subtype/Stamp/F 4${at(TEXT.beside)}/AP<</N ${NOTHING(draft)}>>`,
    rect => draft => {
      rectangle(rect)(draft);
      draft.edit(MARK, body => body.replace(/\/N \d+ 0 R/, `/N ${white(draft)}`));
    },
  ),
];

export const KINDS_OF_MARKS: Family = {
  name: 'each kind of mark over content',
  clause: 'ISO 32000-2, 12.5.6',
  attacks: [...KINDS.map(kind), ...CHANGES],
};
