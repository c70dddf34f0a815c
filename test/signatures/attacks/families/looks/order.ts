/** Annotations are painted in the order of /Annots: where they overlap, another order shows another page. */
import { type Draft, type Edit, type FormPdf, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, look, marked, type Rect } from '../marks.js';

const FIRST: Rect = [300, 600, 500, 620];
/** Over the first, or apart from it. */
const OVER: Rect = [300, 600, 500, 620];
const PARTLY: Rect = [300, 610, 500, 630];
const APART: Rect = [300, 640, 500, 660];

const amount =
  (text: string, background = '0.8 1 0.8 rg') =>
  (draft: Draft): string =>
    look(draft, `${background} 0 0 200 20 re f 0 g BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`);
const mark = (kind: string, rect: Rect, text: string) =>
  marked(draft => `/Subtype/${kind}/F 4${at(rect)}/AP<</N ${amount(text)(draft)}>>`);
/** A filled text field. */
const field =
  (name: string, rect: Rect, text: string): Edit =>
  draft => {
    const body = `/Type/Annot/Subtype/Widget/FT/Tx/T(${name})/V(${text})${at(rect)}/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)`;
    const num = draft.add(`<<${body}/AP<</N ${amount(text)(draft)}>>>>`);
    draft.append(O.form, 'Fields', `${num} 0 R`).append(O.page, 'Annots', `${num} 0 R`);
  };

type Pair = readonly [what: string, first: Edit, second: (rect: Rect) => Edit];
const PAIRS: readonly Pair[] = [
  ['two stamps', mark('Stamp', FIRST, '100 EUR'), rect => mark('Stamp', rect, '900 EUR')],
  ['a stamp and a free text', mark('FreeText', FIRST, '100 EUR'), rect => mark('Stamp', rect, '900 EUR')],
  [
    'a square and a stamp',
    marked(() => `/Subtype/Square/F 4${at(FIRST)}/C[1]/IC[1]`),
    rect => mark('Stamp', rect, '900 EUR'),
  ],
  ['a field and a stamp', field('Sum', FIRST, '100'), rect => mark('Stamp', rect, '900 EUR')],
  ['two fields', field('Sum', FIRST, '100'), rect => field('Total', rect, '900')],
];

const annots = (body: string): string => /\/Annots\[([^\]]*)\]/.exec(body)![1]!;
const swapped = (list: string): string => `[${list}]`.replace(/(\d+ 0 R) (\d+ 0 R)((?: \d+ 0 R)?)\]/, '$2 $1$3]');

type Swap = readonly [what: string, edit: Edit];
const swap: Edit = draft => void draft.edit(O.page, body => body.replace(`[${annots(body)}]`, swapped(annots(body))));
const SWAPS: readonly Swap[] = [
  ['in the list', swap],
  [
    'in a new list',
    draft =>
      void draft.edit(O.page, body => body.replace(`[${annots(body)}]`, ` ${draft.add(swapped(annots(body)))} 0 R`)),
  ],
  [
    'with the first one at the end',
    draft =>
      void draft.edit(O.page, body => {
        const items = annots(body).match(/\d+ 0 R/g)!;
        const [first] = items.splice(5, 1);
        return body.replace(`[${annots(body)}]`, `[${[...items, first].join(' ')}]`);
      }),
  ],
];

const LEVELS = [undefined, 1, 2, 3] as const;

function reordered([what, first, second]: Pair, [how, edit]: Swap, i: number): Attack {
  const level = LEVELS[i % LEVELS.length];
  const rect = i % 3 === 2 ? PARTLY : OVER;
  const clean = (place: Rect): FormPdf =>
    signed(level ? { docMDP: level } : {}, formPdf().save(first).save(second(place)));
  return attack({
    what: `${what}, ${how}${level ? `, P=${level}` : ''}`,
    clean: () => clean(rect),
    attacked: () => clean(rect).save(edit),
    twin: () => clean(APART).save(edit),
    // PDFium paints all widgets after other annotations
    visible: what !== 'a field and a stamp',
  });
}

export const ORDER: Family = {
  name: 'another order of overlapping annotations',
  clause: 'ISO 32000-2, 12.5.2, Table 31, Annots',
  attacks: PAIRS.flatMap((pair, i) => SWAPS.map((how, j) => reordered(pair, how, i + j))),
};
