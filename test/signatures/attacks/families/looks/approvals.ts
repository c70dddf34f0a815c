/** Approval signatures, without a certification, that hide what an earlier signature covers; the twins are where a form asks for them. */
import {
  type Draft,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  type SigningOptions,
  sign,
} from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { by, signed } from '../../documents.js';
import { at, attack, look, NOTHING, type Rect, TEXT, WHITE, white } from '../marks.js';
import { filledWith, visibleSigning } from './covered-looks.js';

type Entries = (draft: Draft) => string;

const PLACE: Rect = [300, 300, 500, 340];
const PICTURE = 'q 60 0 0 40 60 600 cm BI /W 4/H 4/CS/G/BPC 8/F/AHx ID 00ff40c0ff10e08030b0ff00c05090f0> EI Q';
const PERIODS = Array.from({ length: 60 }, () => '.').join('');

/** Where forms ask for a signature. */
const PLACES = {
  'an empty area': '',
  'a line': '1 w 300 310 m 500 310 l S',
  'a dotted line': '1 w [1 2] 0 d 300 310 m 500 310 l S',
  'a line of periods': `BT /F1 12 Tf 300 310 Td (${PERIODS}) Tj ET`,
  'a line of underscores': 'BT /F1 12 Tf 300 310 Td (______________________________) Tj ET',
  'a box': '1 w 300 300 200 40 re S',
  'a smaller box': '.5 w 310 305 180 30 re S',
  'a shaded area': '.9 g 300 300 200 40 re f',
  'a shaded area with a border': '.9 .9 1 rg 0 G 1 w 300 300 200 40 re B',
  'a line above its label': '1 w 300 310 m 500 310 l S BT /F1 8 Tf 300 290 Td (Place, date, signature) Tj ET',
  'a cell of a table': '.5 w 280 290 m 520 290 l 280 350 m 520 350 l 290 280 m 290 360 l 400 280 m 400 360 l S',
} as const;
type Place = keyof typeof PLACES;
const PLACE_NAMES = Object.keys(PLACES) as Place[];

const page = (place: Place): FormPdf =>
  formPdf(
    {},
    {
      [O.content]: stream(`BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET ${PICTURE} q ${PLACES[place]} Q`),
    },
  );

const second = (pdf: FormPdf, rect: Rect, entries: Entries, options: SigningOptions = {}): FormPdf =>
  pdf.save(visibleSigning(rect, entries, { field: 'Second', ...options }));

type Widget = readonly [what: string, over: Rect, entries: Entries, visible?: boolean];

const WIDGETS: readonly Widget[] = [
  ['a filled look over text', TEXT.over, filledWith(WHITE)],
  ['a grey look over text', TEXT.over, filledWith('.9 g 0 0 200 20 re f')],
  ['a black look over text', TEXT.over, filledWith('0 g 0 0 200 20 re f')],
  [
    'an image over text',
    TEXT.over,
    draft => `/AP<</N ${look(draft, 'q 200 0 0 20 0 0 cm BI /W 1/H 1/CS/G/BPC 8/F/AHx ID ff> EI Q')}>>`,
  ],
  ['white text over text', TEXT.over, filledWith('1 g BT /Helv 60 Tf -5 -10 Td (MMMMMM) Tj ET')],
  ['a thick stroke over text', TEXT.over, filledWith('20 w 1 G 0 10 m 200 10 l S')],
  [
    'a form in its look over text',
    TEXT.over,
    draft => `/AP<</N ${look(draft, '/Fm Do', `/XObject<</Fm ${white(draft)}>>`)}>>`,
  ],
  ['a selected state over text', TEXT.over, draft => `/AS/On/AP<</N<</On ${white(draft)}/Off ${NOTHING(draft)}>>>>`],
  ['a look for the pointer over text', TEXT.over, draft => `/AP<</N ${NOTHING(draft)}/R ${white(draft)}>>`, false],
  [
    'text that claims to be the document',
    TEXT.over,
    filledWith('1 g 0 0 200 20 re f 0 g BT /Helv 10 Tf 2 5 Td (I owe nothing) Tj ET'),
  ],
  [
    'a look that is filled by 9 parts in 10 over text',
    TEXT.over,
    draft => `/AP<</N ${look(draft, `/G gs ${WHITE}`, '/ExtGState<</G<</ca .9>>>>')}>>`,
  ],
  ['a filled look over one word', [95, 695, 125, 712], filledWith(WHITE)],
  ['a filled look over the full stop', [199, 696, 206, 706], filledWith(WHITE)],
  ['a filled look over a picture', [60, 600, 120, 640], filledWith(WHITE)],
  ['a filled look over a part of a picture', [60, 600, 90, 620], filledWith(WHITE)],
  ['a filled look over the value of a field', [48, 458, 80, 482], filledWith(WHITE)],
  ['a filled look over the last digit of a value', [65, 461, 74, 479], filledWith(WHITE)],
];

/** Each with a twin at another of the places. */
const covering = ([what, over, entries, visible = true]: Widget, i: number): Attack => {
  const clean = () => signed(i === 3 ? { fieldMDP: '/Action/Include/Fields[(Name)]' } : {}, page(place));
  const place = PLACE_NAMES[i % PLACE_NAMES.length]!;
  return attack({
    what: `${what}; the twin over ${place}`,
    clean,
    attacked: () => second(clean(), over, entries),
    twin: () => second(clean(), PLACE, filledWith(WHITE)),
    visible,
  });
};

/** The look of an earlier signature, and one that was there before the first of three. */
const LOOK = filledWith('BT /Helv 12 Tf 2 5 Td (Approved by Ann) Tj ET');
const overSignature = (third: boolean): Attack => {
  const clean = (): FormPdf => {
    const first = formPdf().save(visibleSigning(PLACE, LOOK, { make: by() }));
    return third ? second(first, [50, 300, 250, 340], LOOK) : first;
  };
  const save = (rect: Rect) => () => second(clean(), rect, filledWith(WHITE), { field: 'Last' });
  return attack({
    what: `over the look of the ${third ? 'second signature, after it' : 'first signature'}`,
    clean,
    attacked: save(third ? [48, 298, 120, 342] : [298, 298, 370, 342]),
    twin: save([50, 220, 250, 260]),
  });
};

/** An empty field that existed; its own box, line and label are where the signature has to be. */
const inField = (what: string, content: string, accepted: Attack['accepted']): Attack => {
  const clean = () =>
    signed(
      {},
      formPdf({}, { [O.content]: stream(`BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET q ${content} Q`) }),
    );
  const signing = sign({ make: by({}, 'bob'), existing: O.approval });
  const twin = () =>
    clean().save({
      make: signing.make,
      prepare(draft) {
        signing.prepare(draft);
        draft.enter(O.approval, filledWith(WHITE)(draft));
      },
    });
  return attack({
    what: `beside an empty field with ${what}`,
    clean,
    attacked: () => second(clean(), TEXT.over, filledWith(WHITE)),
    twin,
    accepted,
  });
};

/** An empty field that existed, with another place when it is signed. */
const moved = (what: string, existed: string, place: string): Attack => {
  const clean = () => signed({}, formPdf({}, { [O.approval]: emptyField(existed) }));
  const save = (edit: (draft: Draft) => void) => {
    const signing = sign({ make: by({}, 'bob'), existing: O.approval });
    return clean().save({
      make: signing.make,
      prepare(draft) {
        signing.prepare(draft);
        draft.enter(O.approval, filledWith(WHITE)(draft));
        edit(draft);
      },
    });
  };
  return attack({
    what,
    clean,
    attacked: () => save(draft => draft.edit(O.approval, body => body.replace(existed, place))),
    twin: () => save(() => {}),
  });
};
const emptyField = (rect: string): string =>
  `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect${rect}/P 3 0 R/F 4>>`;

/** A field with two widgets, of which one is where a form asks for a signature. */
const twoWidgets: Attack = (() => {
  const clean = () => signed({}, page('a box'));
  const save = (other: Rect) => {
    const signing = sign({ make: by({}, 'bob'), field: 'Second' });
    return clean().save({
      make: signing.make,
      prepare(draft) {
        signing.prepare(draft);
        const field = draft.next - 1;
        const value = /\/V \d+ 0 R/.exec(draft.text(field))![0];
        const widget = (rect: Rect): number =>
          draft.add(
            `<</Type/Annot/Subtype/Widget/Parent ${field} 0 R/P 3 0 R/F 132${at(rect)}${filledWith(WHITE)(draft)}>>`,
          );
        const kids = [widget(PLACE), widget(other)].map(num => `${num} 0 R`).join(' ');
        draft.set(field, `<</FT/Sig/T(Second)${value}/Kids[${kids}]>>`);
        draft.edit(O.page, body => body.replace(` ${field} 0 R]`, ` ${kids}]`));
      },
    });
  };
  return attack({
    what: 'by the second widget of a signature',
    clean,
    attacked: () => save(TEXT.over),
    twin: () => save([300, 220, 500, 260]),
  });
})();

/** Numbers in the cells of a table, hidden by one of three signatures. */
const inTable: Attack = (() => {
  const rows = [0, 1, 2].map(i => `BT /F1 10 Tf 60 ${606 - i * 20} Td (Rent ${i + 1}) Tj 100 0 Td (1,250.00) Tj ET`);
  const grid =
    '.5 w 50 560 300 60 re S 50 580 m 350 580 l S 50 600 m 350 600 l S 150 560 m 150 620 l 250 560 m 250 620 l S';
  const clean = () => signed({}, formPdf({}, { [O.content]: stream(`${rows.join(' ')} ${grid}`) }));
  const save = (rect: Rect) => {
    const first = second(clean(), [255, 601, 345, 619], filledWith(WHITE));
    return second(second(first, rect, filledWith(WHITE), { field: 'Third' }), [255, 561, 345, 579], filledWith(WHITE), {
      field: 'Fourth',
    });
  };
  return attack({
    what: 'the second of three signatures over the amount in a table; the twin beside it',
    clean,
    attacked: () => save([155, 581, 245, 599]),
    twin: () => save([255, 581, 345, 599]),
  });
})();

/** A signature that is written across text, without a background. */
const handwriting: Attack = (() => {
  const clean = () => signed({}, page('a line'));
  const strokes = '0 0 .6 RG 1 w 5 5 m 30 18 50 2 70 12 c 90 18 110 2 140 10 c 160 16 180 4 195 8 c S';
  return attack({
    what: 'with a background; the twin is handwriting across text',
    clean,
    attacked: () => second(clean(), TEXT.over, filledWith(`1 g 0 0 200 20 re f ${strokes}`)),
    twin: () => second(clean(), TEXT.over, filledWith(strokes)),
  });
})();

/** Without the widget in the list of the page's fields: viewers draw its background. */
const drawnByViewers: Attack = (() => {
  const clean = () => signed({}, page('an empty area'));
  const background = () => '/MK<</BG[1 1 1]>>';
  return attack({
    what: 'a background that viewers draw over text',
    clean,
    attacked: () => second(clean(), TEXT.over, background),
    twin: () => second(clean(), PLACE, background),
    visible: false,
  });
})();

export const APPROVALS: Family = {
  name: 'approval signatures over content, without a certification',
  clause: 'ISO 32000-2, 12.5.5, 12.7.5.5, 12.8.1',
  attacks: [
    ...WIDGETS.map(covering),
    overSignature(false),
    overSignature(true),
    inField('nothing below', '', 'valid'),
    inField('its box', '1 w 50 100 200 50 re S', 'valid'),
    inField('its line', '1 w 50 110 m 250 110 l S', 'valid'),
    inField('its label', 'BT /F1 9 Tf 55 140 Td (Signature of the debtor) Tj ET', 'valid, with a warning'),
    moved('an empty field is moved over text when it is signed', '[50 100 250 150]', '[40 690 300 720]'),
    moved('an empty field is enlarged over text when it is signed', '[50 720 250 760]', '[50 690 250 760]'),
    moved('an empty field of no size gets a place over text', '[0 0 0 0]', '[40 690 300 720]'),
    twoWidgets,
    inTable,
    handwriting,
    drawnByViewers,
  ],
};
