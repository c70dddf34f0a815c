/** Fields that look signed by a signature that does not cover their value, and fields whose kids make their signature vanish. */
import { type Draft, type Edit, type FormPdf, formPdf, OBJECTS as O, sign } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { by, certified, clean, filledSignature, pki, signatureOf } from '../../documents.js';
import { attack } from '../marks.js';

/** Number of the signature dictionary of `clean`; its field is the next object. */
const VALUE = O.document + 1;
const FIELD = VALUE + 1;
const ref = (num: number): string => `${num} 0 R`;

const assign: Edit = draft => draft.enter(O.approval, `/V ${ref(VALUE)}`);
const newField = (draft: Draft, entries: string): number => {
  const num = draft.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(Third)/Rect[0 0 0 0]/F 132/P 3 0 R${entries}>>`);
  draft.append(O.form, 'Fields', ref(num)).append(O.page, 'Annots', ref(num));
  return num;
};

const ASSIGNMENTS: readonly (readonly [what: string, edit: Edit])[] = [
  ['to an existing empty field', assign],
  ['to a new field', draft => void newField(draft, `/V ${ref(VALUE)}`)],
  [
    'to a kid of an existing field',
    draft => {
      const kid = draft.add(
        `<</Type/Annot/Subtype/Widget/Parent 13 0 R/Rect[50 100 250 150]/P 3 0 R/F 4/V ${ref(VALUE)}>>`,
      );
      draft.enter(O.approval, `/Kids[${ref(kid)}]`);
    },
  ],
  [
    'by inheritance',
    draft => {
      const parent = draft.add(`<</FT/Sig/T(Group)/V ${ref(VALUE)}/Kids[13 0 R]>>`);
      draft.enter(O.approval, `/Parent ${ref(parent)}`).edit(O.form, body => body.replace('13 0 R', ref(parent)));
    },
  ],
  [
    'and removed from its own',
    draft => {
      assign(draft);
      draft.edit(FIELD, body => body.replace(`/V ${ref(VALUE)}`, ''));
    },
  ],
  [
    'to a field that replaces its own',
    draft => draft.edit(FIELD, body => body.replace(/\/T\([^)]*\)/, '/T(Director)')),
  ],
  [
    'to a field that replaces an empty one',
    draft => draft.set(O.approval, draft.text(FIELD).replace(/\/T\([^)]*\)/, '/T(Approval)')),
  ],
  [
    'as a direct dictionary',
    draft =>
      draft.enter(
        O.approval,
        `/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 1 2 3]/Contents<00>>>`,
      ),
  ],
];

const signApproval = (pdf: FormPdf): FormPdf => pdf.save(sign({ make: by({}, 'bob'), existing: O.approval }));
const assigned =
  (pdf: () => FormPdf, suffix: string, saving = {}) =>
  ([what, edit]: (typeof ASSIGNMENTS)[number]): Attack =>
    attack({
      what: `an existing signature is assigned ${what}${suffix}`,
      clean: pdf,
      attacked: () => pdf().save(edit, saving),
      twin: () => signApproval(pdf()),
      visible: false,
      rule: null,
    });

/** Signed by Ann in one field and by Bob in another. */
const both = (): FormPdf => clean().save(sign({ make: by({}, 'bob'), field: 'Second' }));
const swapped: Edit = draft => {
  draft.edit(FIELD, body => body.replace(`/V ${ref(VALUE)}`, `/V ${ref(VALUE + 2)}`));
  draft.edit(FIELD + 2, body => body.replace(`/V ${ref(VALUE + 2)}`, `/V ${ref(VALUE)}`));
};
const other = (what: string, pdf: () => FormPdf, attacked: () => FormPdf): Attack =>
  attack({ what, clean: pdf, attacked, twin: () => signApproval(pdf()), visible: false, rule: null });
const stamped = () => clean().save(sign({ timestamp: true, make: bytes => pki.timestamp('tsa', bytes) }));

export const ASSIGNED_VALUES: Family = {
  name: 'signatures that are assigned to other fields',
  clause: 'ISO 32000-2, 12.7.5.5, 12.8.1',
  attacks: [
    ...ASSIGNMENTS.map(assigned(clean, '')),
    ...ASSIGNMENTS.slice(0, 4).map(assigned(certified(2), ', P=2', { xref: 'stream' })),
    other('two signatures are swapped', both, () => both().save(swapped)),
    other('a copy of a signature in another field', clean, () =>
      clean().save(draft => draft.enter(O.approval, `/V ${ref(draft.add(filledSignature(clean())))}`)),
    ),
    other('a document timestamp is assigned to another field', stamped, () =>
      stamped().save(draft => draft.enter(O.approval, `/V ${ref(VALUE + 2)}`)),
    ),
    other('a certification of a document that is already signed', clean, () =>
      clean().save(draft => draft.enter(O.catalog, `/Perms<</DocMDP ${ref(signatureOf(clean()))}>>`)),
    ),
  ],
};

/** The form before it is signed in the field Approval, which `objects` change. */
type Shape = readonly [what: string, objects: Readonly<Record<number, string>>, signedField?: number];
const APPROVAL = '/Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[50 100 250 150]/P 3 0 R/F 4';
const fieldsOf = (...fields: number[]): string =>
  `<</Fields[${[10, 11, 12, ...fields].map(ref).join(' ')}]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>`;

const SHAPES: readonly Shape[] = [
  ['its own kid', { 13: `<<${APPROVAL}/Kids[13 0 R]>>` }],
  ['its own kid twice', { 13: `<<${APPROVAL}/Kids[13 0 R 13 0 R]>>` }],
  ['its own kid and parent', { 13: `<<${APPROVAL}/Kids[13 0 R]/Parent 13 0 R>>` }],
  ['a kid of its kid', { 13: `<<${APPROVAL}/Kids[30 0 R]>>`, 30: '<</T(Inner)/Parent 13 0 R/Kids[13 0 R]>>' }],
  [
    'in a cycle of three',
    {
      13: `<<${APPROVAL}/Kids[30 0 R]>>`,
      30: '<</T(A)/Parent 13 0 R/Kids[31 0 R]>>',
      31: '<</T(B)/Parent 30 0 R/Kids[13 0 R]>>',
    },
  ],
  [
    'a parent whose kids the form lists before it',
    { 13: `<<${APPROVAL}/Kids[30 0 R]>>`, 30: '<</T(Inner)/FT/Tx/V(a)>>', [O.form]: fieldsOf(30, 13) },
  ],
  [
    'a parent whose kids are those of another field',
    {
      13: `<<${APPROVAL}/Kids[31 0 R]>>`,
      30: '<</T(Other)/Kids[31 0 R]>>',
      31: '<</T(Inner)/FT/Tx/V(a)/Parent 30 0 R>>',
      [O.form]: fieldsOf(30, 13),
    },
  ],
  ['listed twice', { [O.form]: fieldsOf(13, 13) }],
  ['below 30 parents', { ...parents(30), [O.form]: fieldsOf(40), 13: `<<${APPROVAL}/Parent 69 0 R>>` }],
];

function parents(count: number): Readonly<Record<number, string>> {
  const nodes = Array.from({ length: count }, (_, i) => {
    const kid = i === count - 1 ? 13 : 41 + i;
    return [40 + i, `<</T(P${i})/Kids[${ref(kid)}]${i === 0 ? '' : `/Parent ${ref(39 + i)}`}>>`] as const;
  });
  return Object.fromEntries(nodes);
}

const FORGED = stream('BT /F1 12 Tf 50 700 Td (I owe you nothing.) Tj ET');
/** The content is changed and the document signed again: the first signature must not vanish. */
const hidden = ([what, objects]: Shape): Attack => {
  const pdf = () => formPdf({}, objects).save(sign({ make: by(), existing: O.approval }));
  const again = sign({ make: by({}, 'bob'), field: 'Second' });
  return attack({
    what: `the field of the first signature is ${what}`,
    clean: pdf,
    attacked: () =>
      pdf()
        .save(draft => draft.set(O.content, FORGED))
        .save(again),
    twin: () => pdf().save(again),
  });
};
/** The same, where a later revision changes the field. */
const vanishing = ([what, edit]: readonly [string, Edit]): Attack =>
  attack({
    what,
    clean,
    attacked: () =>
      clean()
        .save(edit)
        .save(draft => draft.set(O.content, FORGED))
        .save(sign({ make: by({}, 'bob'), field: 'Second' })),
    twin: () => clean().save(sign({ make: by({}, 'bob'), field: 'Second' })),
    rule: null,
  });
const VANISHING: readonly (readonly [string, Edit])[] = [
  ['a signed field becomes its own kid', draft => draft.enter(FIELD, `/Kids[${ref(FIELD)}]`)],
  [
    'a signed field becomes a kid of its kid',
    draft => draft.enter(FIELD, `/Kids[${ref(draft.add(`<</T(Inner)/Parent ${ref(FIELD)}/Kids[${ref(FIELD)}]>>`))}]`),
  ],
  ['a signed field is no longer listed', draft => draft.edit(O.form, body => body.replace(` ${ref(FIELD)}`, ''))],
  ['a signed field becomes a text field', draft => draft.edit(FIELD, body => body.replace('/FT/Sig', '/FT/Tx'))],
];

export const FIELD_CYCLES: Family = {
  name: 'fields whose kids hide a signature',
  clause: 'ISO 32000-2, 12.7.4.1, 12.7.4.2',
  attacks: [...SHAPES.map(hidden), ...VANISHING.map(vanishing)],
};
