/** Nodes without a name between a field and its widgets, as iText writes them: what they state, list or leave out is a change. */
import { type Draft, type Edit, formPdf, OBJECTS as O, textAppearance } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { attack } from '../marks.js';

const ON_PAGE =
  '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 41 0 R 42 0 R 13 0 R 20 0 R]>>';
const IN_TEXT =
  '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 41 0 R 42 0 R 12 0 R 13 0 R 20 0 R]>>';

/** A field of two widgets, of which the first becomes a node. */
interface Field {
  readonly num: number;
  readonly body: string;
  readonly widget: (left: number) => string;
  readonly style: string;
  readonly page: string;
}
const BOX: Field = {
  num: O.agree,
  body: '<</FT/Btn/T(Agree)/V/Off/Kids[41 0 R 42 0 R]>>',
  widget: left =>
    `<</Type/Annot/Subtype/Widget/Parent 12 0 R/AS/Off/Rect[${left} 420 ${left + 20} 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>/DA(/ZaDb 0 Tf 0 g)>>`,
  style: '/DA(/ZaDb 0 Tf 0 g)',
  page: ON_PAGE,
};
const TEXT: Field = {
  num: O.amount,
  body: '<</FT/Tx/T(Amount)/V(100)/Kids[41 0 R 42 0 R]>>',
  widget: left =>
    `<</Type/Annot/Subtype/Widget/Parent 11 0 R/Rect[${left} 460 ${left + 200} 480]/P 3 0 R/F 4/AP<</N 15 0 R>>/DA(/Helv 12 Tf 0 g)>>`,
  style: '/DA(/Helv 12 Tf 0 g)',
  page: IN_TEXT,
};
const PLACES = [50, 300] as const;

/** Object numbers. */
interface Nodes {
  readonly field: Field;
  readonly widgets: readonly number[];
}
type Then = (draft: Draft, nodes: Nodes) => void;

/** The first widget becomes a node with these entries, which has new widgets. */
const below =
  (field: Field, entries = '', then: Then = () => {}): Edit =>
  draft => {
    const widgets = PLACES.map(left =>
      draft.add(field.widget(left).replace(field.style, '').replace(`/Parent ${field.num} 0 R`, '/Parent 41 0 R')),
    );
    const listed = widgets.map(num => `${num} 0 R`).join(' ');
    draft.set(41, `<<${field.style}/Kids[${listed}]/Parent ${field.num} 0 R${entries}>>`);
    draft.set(42, `<<${field.style}/Kids[${widgets[1]} 0 R]/Parent ${field.num} 0 R>>`);
    draft.edit(field.num, body => body.replace('41 0 R 42 0 R', '41 0 R'));
    draft.edit(O.page, body => body.replace('41 0 R 42 0 R', listed));
    then(draft, { field, widgets });
  };

const checked: Then = (draft, { field, widgets }) => {
  draft.edit(field.num, body => body.replace('/V/Off', '/V/Yes'));
  for (const num of widgets) draft.edit(num, body => body.replace('/AS/Off', '/AS/Yes'));
};
const filled: Then = (draft, { field, widgets }) => {
  const look = draft.add(textAppearance('200'));
  draft.edit(field.num, body => body.replace('/V(100)', '/V(200)'));
  for (const num of widgets) draft.edit(num, body => body.replace('15 0 R', `${look} 0 R`));
};
const both =
  (...steps: Then[]): Then =>
  (draft, nodes) => {
    for (const step of steps) step(draft, nodes);
  };
const node =
  (entries: string): Then =>
  draft =>
    draft.enter(41, entries);
const widget =
  (entries: string, index = 0): Then =>
  (draft, { widgets }) =>
    draft.enter(widgets[index]!, entries);
const edited =
  (change: (body: string) => string, num: (nodes: Nodes) => number): Then =>
  (draft, nodes) =>
    draft.edit(num(nodes), change);

const of = (field: Field, what: string, edit: Edit, options: Partial<Attack> = {}): Attack => {
  const pdf = () =>
    signed(
      { docMDP: 2 },
      formPdf(
        {},
        { [O.page]: field.page, [field.num]: field.body, 41: field.widget(PLACES[0]), 42: field.widget(PLACES[1]) },
      ),
    );
  const twin = below(field, '', field === BOX ? checked : filled);
  const save = (by: Edit) => () => pdf().save(by);
  return attack({ what, clean: pdf, attacked: save(edit), twin: save(twin), visible: false, ...options });
};
const box = (what: string, then: Then, options: Partial<Attack> = {}): Attack =>
  of(BOX, `a check box: ${what}`, below(BOX, '', then), options);
const text = (what: string, then: Then, options: Partial<Attack> = {}): Attack =>
  of(TEXT, `a text: ${what}`, below(TEXT, '', then), options);

/** The first widget becomes a node, and the kids of the field stay as they were. */
const keptKids: Edit = draft => {
  const moved = BOX.widget(PLACES[0]).replace('/Parent 12', '/Parent 41');
  const [shown, more] = [draft.add(moved), draft.add(moved.replace('/Yes 16', '/No 16'))];
  draft.set(41, `<<${BOX.style}/Kids[${shown} 0 R ${more} 0 R]/Parent 12 0 R>>`);
  draft.edit(O.page, body => body.replace('41 0 R', `${shown} 0 R`));
};

/** Without a node. */
const inPlace =
  (...entries: string[]): Edit =>
  draft => {
    for (const [i, written] of entries.entries()) draft.enter(41 + i, written);
  };
const filledInPlace: Edit = draft => {
  draft.edit(BOX.num, body => body.replace('/V/Off', '/V/Yes'));
  for (const num of [41, 42]) draft.edit(num, body => body.replace('/AS/Off', '/AS/Yes'));
};

export const NAMELESS_NODES: Family = {
  name: 'nodes without a name between a field and its widgets',
  clause: 'ISO 32000-2, 12.7.4.1, 12.7.4.2, 12.8.2.2.2, Table 257',
  attacks: [
    box('the node has another type', node('/FT/Tx')),
    box('the node has other flags', node('/Ff 32768')),
    box('the node is a push button', both(checked, node('/Ff 65536'))),
    box('the node has an action', node('/AA<</U<</S/JavaScript/JS(a)>>>>')),
    box('the node has an action when activated', both(checked, node('/A<</S/URI/URI(http://a.example)>>'))),
    box('the node has a name', node('/T(Other)')),
    box('the node has other options', both(checked, node('/Opt[(No)(Yes)]'))),
    box('the node has another value', node('/V/Yes')),
    box('the node hides the value of the field', both(checked, node('/V/Off'))),
    box(
      'the node is without end',
      edited(
        body => body.replace(/\/Kids\[/, '/Kids[41 0 R '),
        () => 41,
      ),
    ),
    box('the field lists the node twice', draft =>
      draft.edit(O.agree, body => body.replace('41 0 R', '41 0 R 41 0 R')),
    ),
    box(
      'the node belongs to another field',
      edited(
        body => body.replace('/Parent 12', '/Parent 11'),
        () => 41,
      ),
    ),
    box(
      'the widgets state another field',
      edited(
        body => body.replace('/Parent 41', '/Parent 11'),
        ({ widgets }) => widgets[0]!,
      ),
    ),
    box('a widget states another value', widget('/V/Yes')),
    box('two widgets state different values', both(widget('/V/Yes'), widget('/V/Off', 1))),
    box(
      'a widget has another state than the value',
      edited(
        body => body.replace('/AS/Off', '/AS/Yes'),
        ({ widgets }) => widgets[0]!,
      ),
      { visible: true },
    ),
    box(
      'a widget has another look',
      edited(
        body => body.replace('/Off 17', '/Off 16'),
        ({ widgets }) => widgets[0]!,
      ),
      { visible: true },
    ),
    box(
      'a widget is at another place',
      edited(
        body => body.replace('[50 420 70 440]', '[150 420 170 440]'),
        ({ widgets }) => widgets[0]!,
      ),
    ),
    box(
      'a widget is hidden',
      edited(
        body => body.replace('/F 4', '/F 2'),
        ({ widgets }) => widgets[0]!,
      ),
    ),
    box('a widget is not listed', (draft, { widgets }) =>
      draft.edit(41, body => body.replace(` ${widgets[1]} 0 R`, '')),
    ),
    box('a widget is missing', (draft, { widgets }) => {
      for (const num of [41, O.page]) draft.edit(num, body => body.replace(` ${widgets[1]} 0 R`, ''));
      draft.set(42, null).set(widgets[1]!, null);
    }),
    box('another widget is added', (draft, { field, widgets }) => {
      const more = draft.add(field.widget(450).replace('/Parent 12', '/Parent 41'));
      for (const num of [41, O.page])
        draft.edit(num, body => body.replace(`${widgets[1]} 0 R`, `${widgets[1]} 0 R ${more} 0 R`));
    }),
    box('another widget is added to the node alone', (draft, { field, widgets }) => {
      const more = draft.add(field.widget(450).replace('/Parent 12', '/Parent 41'));
      draft.edit(41, body => body.replace(`${widgets[1]} 0 R`, `${widgets[1]} 0 R ${more} 0 R`));
    }),
    box('a widget of another field is listed', draft =>
      draft.edit(41, body => body.replace('/Kids[', '/Kids[11 0 R ')),
    ),
    box('the widgets change places', (draft, { widgets }) =>
      draft.edit(41, body =>
        body.replace(`${widgets[0]} 0 R ${widgets[1]} 0 R`, `${widgets[1]} 0 R ${widgets[0]} 0 R`),
      ),
    ),
    box('the page shows the earlier widget', draft =>
      draft.edit(O.page, body => body.replace('42 0 R', '42 0 R').replace('13 0 R', '41 0 R 13 0 R')),
    ),
    box('an action of the page refers to the node', draft => draft.enter(O.page, '/AA<</O 41 0 R>>')),
    of(BOX, 'a check box: the kids of the field stay as they were, and the node has more', keptKids),
    text('the node has another length', node('/MaxLen 1')),
    text('the node has another length, and the field is filled', both(filled, node('/MaxLen 2'))),
    text(
      'the node has white text',
      edited(
        body => body.replace('0 g', '1 g'),
        () => 41,
      ),
    ),
    text('the node has other flags', both(filled, node('/Ff 8192'))),
    text('the node has another value', node('/V(9000)')),
    text('the node hides the value of the field', both(filled, node('/V(100)'))),
    text('the node has another default value', node('/DV(9000)')),
    text('a widget has another value', both(filled, widget('/V(9000)'))),
    text(
      'a widget shows another value',
      (draft, { widgets }) => {
        const look = draft.add(textAppearance('9000'));
        draft.edit(widgets[0]!, body => body.replace('15 0 R', `${look} 0 R`));
      },
      { visible: true },
    ),
    text('the node has an action', both(filled, node('/AA<</K<</S/JavaScript/JS(a)>>>>'))),
    of(BOX, 'a check box: a widget states another value, without a node', inPlace('/V/Yes')),
    of(BOX, 'a check box: two widgets state different values, without a node', inPlace('/V/Off', '/V/Yes')),
    of(BOX, 'a check box: a widget hides the new value of the field, without a node', draft => {
      filledInPlace(draft);
      inPlace('/V/Off')(draft);
    }),
    of(
      BOX,
      'a check box: the widgets state and show a value that the field does not have',
      draft => {
        for (const num of [41, 42]) draft.edit(num, body => body.replace('/AS/Off', '/AS/Yes/V/Yes'));
      },
      { visible: true },
    ),
  ],
};
