/** Values that a field has but does not show when the document is signed: later the look shows them, or another value hides behind a look. */
import {
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  type SigningOptions,
  textAppearance,
} from '../../../../helpers/form-pdf.js';
import type { Body } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { attack } from '../marks.js';

const PLANTED = '1000000';
/** A form whose field has this value, while its look shows 100. */
type Form = (value: string, shown: string) => FormPdf;

const text = (value: string, more = ''): string =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/V(${value})${more}/Rect[50 460 250 480]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/AP<</N 15 0 R>>>>`;
const form =
  (
    field: (value: string) => string,
    more: (value: string, shown: string) => Readonly<Record<number, Body>> = () => ({}),
  ): Form =>
  (value, shown) =>
    formPdf({}, { [O.amount]: field(value), [O.amountAppearance]: textAppearance(shown), ...more(value, shown) });

const TEXT_FIELD = form(value => text(value));
const MULTILINE = form(value => text(value, '/Ff 4096'));
const COMB = form(value => text(value, '/Ff 16777216/MaxLen 7'));
const CHOICE = form(value => text(value, '/Opt[(100)(1000000)]').replace('/FT/Tx', '/FT/Ch/Ff 131072'));
/** Export values with display texts. */
const DISPLAY = form(value =>
  text(value === PLANTED ? 'b' : 'a', '/Opt[[(a)(100)][(b)(1000000)]]').replace('/FT/Tx', '/FT/Ch'),
);
const INHERITED = form(
  () =>
    '<</Type/Annot/Subtype/Widget/Parent 30 0 R/Rect[50 460 250 480]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/AP<</N 15 0 R>>>>',
  value => ({
    30: `<</FT/Tx/T(Amount)/V(${value})/Kids[11 0 R]>>`,
    [O.form]: '<</Fields[10 0 R 30 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
  }),
);
/** One field with two widgets. */
const TWO_WIDGETS = form(
  () =>
    '<</Type/Annot/Subtype/Widget/Parent 30 0 R/Rect[50 460 250 480]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/AP<</N 15 0 R>>>>',
  (value, shown) => ({
    30: `<</FT/Tx/T(Amount)/V(${value})/Kids[11 0 R 31 0 R]>>`,
    31: '<</Type/Annot/Subtype/Widget/Parent 30 0 R/Rect[300 460 500 480]/P 3 0 R/F 4/AP<</N 32 0 R>>>>',
    32: textAppearance(shown),
    [O.form]: '<</Fields[10 0 R 30 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
    [O.page]:
      '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 31 0 R 12 0 R 13 0 R 20 0 R]>>',
  }),
);

const FORMS: Readonly<Record<string, Form>> = {
  'a text field': TEXT_FIELD,
  'a field of several lines': MULTILINE,
  'a comb field': COMB,
  'a choice field': CHOICE,
  'a choice field with display texts': DISPLAY,
  'an inherited value': INHERITED,
  'a field with two widgets': TWO_WIDGETS,
};

/** The look shows `value` from now on. */
type Reveal = (value: string) => Edit;
const newLook: Reveal = value => draft => {
  const appearance = draft.add(textAppearance(value));
  draft.edit(O.amount, body => body.replace('/N 15 0 R', `/N ${appearance} 0 R`));
};
const sameLook: Reveal = value => draft => {
  const appearance = textAppearance(value);
  // another size, so that the object differs also where the text is the same
  draft.set(
    O.amountAppearance,
    typeof appearance === 'string' || !appearance
      ? appearance
      : {
          ...appearance,
          data: Buffer.from(Buffer.from(appearance.data).toString('latin1').replace('12 Tf', '11 Tf'), 'latin1'),
        },
  );
};
const regenerate: Reveal = () => draft => void draft.enter(O.form, '/NeedAppearances true');
const removed: Reveal = () => draft => void draft.edit(O.amount, body => body.replace('/AP<</N 15 0 R>>', ''));
const REVEALS: Readonly<Record<string, Reveal>> = {
  'a new look': newLook,
  'another look in the same object': sameLook,
  'viewers regenerate the look': regenerate,
  'the look is removed': removed,
};

/** All levels, and locks of all fields. */
const SIGNINGS: readonly (readonly [string, SigningOptions])[] = [
  ['', {}],
  [', P=2', { docMDP: 2 }],
  [', P=3', { docMDP: 3 }],
  [', all fields locked', { fieldMDP: '/Action/All' }],
  [', the field locked', { fieldMDP: '/Action/Include/Fields[(Amount)]' }],
];

function planted([what, make]: [string, Form], [how, reveal]: [string, Reveal], i: number): Attack {
  const [suffix, options] = SIGNINGS[i % SIGNINGS.length]!;
  const isLocked = suffix.includes('lock');
  const clean = () => signed(options, make(PLANTED, '100'));
  // under a lock no look may change at all: the twin fills in another field of a document that locks this one only
  const twin = isLocked
    ? () => signed({ fieldMDP: '/Action/Include/Fields[(Amount)]' }, make('100', '100')).save(fillName)
    : () => signed(options, make('100', '100')).save(reveal('100'));
  return attack({
    what: `${what}, ${how}${suffix}`,
    clean,
    attacked: () => clean().save(reveal(PLANTED)),
    twin,
  });
}

const fillName = (draft: Draft): void => {
  const appearance = draft.add(textAppearance('Bob'));
  draft.edit(O.name, body => body.replace('(Ann)', '(Bob)').replace('/N 14 0 R', `/N ${appearance} 0 R`));
};

/** Check boxes and radio buttons: /V names a state that /AS does not show. */
const button = (value: string, state: string): FormPdf =>
  formPdf(
    {},
    {
      [O.agree]: `<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/${value}/AS/${state}/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>`,
    },
  );
const states = (what: string, before: [string, string], edit: Edit, options: SigningOptions = {}): Attack => ({
  ...attack({
    what,
    clean: () => signed(options, button(...before)),
    attacked: () => signed(options, button(...before)).save(edit),
    twin: () =>
      signed(options.fieldMDP ? {} : options, button('Off', 'Off')).save(
        draft => void draft.edit(O.agree, body => body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')),
      ),
  }),
});
const show: Edit = draft => void draft.edit(O.agree, body => body.replace('/AS/Off', '/AS/Yes'));
const BUTTONS: readonly Attack[] = [
  states('a check box whose value was planted is shown as ticked', ['Yes', 'Off'], show),
  states('a check box whose value was planted is shown as ticked, P=2', ['Yes', 'Off'], show, { docMDP: 2 }),
  states('a check box whose value was planted is shown as ticked, all fields locked', ['Yes', 'Off'], show, {
    fieldMDP: '/Action/All',
  }),
  states(
    'a ticked check box is shown as cleared',
    ['Yes', 'Yes'],
    draft => void draft.edit(O.agree, body => body.replace('/AS/Yes', '/AS/Off')),
  ),
];

/** Two radio buttons A and B. */
const RADIO_BUTTONS = [30, 31] as const;
const radio = (value: string, first: string, second: string): FormPdf => {
  const widget = (state: string, selected: string, left: number) =>
    `<</Type/Annot/Subtype/Widget/Parent 12 0 R/AS/${selected}/Rect[${left} 420 ${left + 20} 440]/P 3 0 R/F 4/AP<</N<</${state} 16 0 R/Off 17 0 R>>>>>>`;
  return formPdf(
    {},
    {
      [O.agree]: `<</FT/Btn/Ff 49152/T(Choice)/V/${value}/Kids[30 0 R 31 0 R]>>`,
      30: widget('A', first, 50),
      31: widget('B', second, 90),
      [O.page]:
        '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 30 0 R 31 0 R 13 0 R 20 0 R]>>',
    },
  );
};
const select =
  (first: string, second: string): Edit =>
  draft => {
    for (const [i, state] of [first, second].entries()) {
      const body = draft.text(RADIO_BUTTONS[i]!);
      draft.set(RADIO_BUTTONS[i]!, body.replace(/\/AS\/\w+/, `/AS/${state}`));
    }
  };
const radios = (what: string, value: string, edit: Edit, level?: 2 | 3): Attack => {
  const options = level ? { docMDP: level } : {};
  return attack({
    what,
    clean: () => signed(options, radio(value, 'A', 'Off')),
    attacked: () => signed(options, radio(value, 'A', 'Off')).save(edit),
    twin: () =>
      signed(options, radio('A', 'A', 'Off')).save(draft => {
        select('Off', 'B')(draft);
        draft.edit(O.agree, body => body.replace('/V/A', '/V/B'));
      }),
  });
};
const RADIOS: readonly Attack[] = [
  radios('a radio button whose value was planted is selected', 'B', select('Off', 'B')),
  radios('a radio button whose value was planted is selected, P=2', 'B', select('Off', 'B'), 2),
  radios('another radio button is selected without its value', 'A', select('Off', 'B')),
  radios('two radio buttons are selected', 'A', select('A', 'B')),
  radios('no radio button is selected any more, P=3', 'A', select('Off', 'Off'), 3),
];

/** Another value behind a look that stays. */
const hidden = (what: string, options: SigningOptions, stated: Partial<Attack>): Attack => {
  const clean = () => signed(options, TEXT_FIELD('100', '100'));
  const value: Edit = draft => void draft.edit(O.amount, body => body.replace('(100)', '(200)'));
  return attack({
    what,
    clean,
    attacked: () => clean().save(value),
    twin: options.fieldMDP
      ? () => clean().save(fillName)
      : () =>
          clean().save(draft => {
            value(draft);
            newLook('200')(draft);
          }),
    visible: false,
    ...stated,
  });
};
const WARNED = { expected: 'valid, with a warning', rule: 'changes-without-doubt' };
const HIDDEN: readonly Attack[] = [
  hidden('another value behind the same look', {}, WARNED),
  hidden('another value behind the same look, P=2', { docMDP: 2 }, WARNED),
  hidden('another value behind the same look, the field locked', { fieldMDP: '/Action/Include/Fields[(Amount)]' }, {}),
];

const combinations = Object.entries(FORMS).flatMap(made => Object.entries(REVEALS).map(how => [made, how] as const));

export const PLANTED_VALUES: Family = {
  name: 'values that the signed look did not show',
  clause: 'ISO 32000-2, 12.7.3, NeedAppearances, 12.7.4.3',
  attacks: [...combinations.map(([made, how], i) => planted(made, how, i)), ...BUTTONS, ...RADIOS, ...HIDDEN],
};
