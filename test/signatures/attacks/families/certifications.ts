/** Several DocMDP transforms, of which the strictest counts, and locks that are malformed, which lock everything. */
import { type Draft, type FormPdf, formPdf, OBJECTS as O, sign, textAppearance } from '../../../helpers/form-pdf.js';
import type { Attack, Family } from '../attack.js';
import { annotate, by, signed } from '../documents.js';
import { attack } from './marks.js';

const fill =
  (field: number, text: string) =>
  (draft: Draft): void => {
    const appearance = draft.add(textAppearance(text));
    draft.edit(field, body =>
      body.replace(/\/V\([^)]*\)/, `/V(${text})`).replace(/\/N \d+ 0 R/, `/N ${appearance} 0 R`),
    );
  };
const fillName = fill(O.name, 'Bob');
const note = annotate('/Subtype/Text/Rect[500 800 520 820]/Contents(Seen)');

const transform = (parameters: string): string =>
  `<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/V/1.2${parameters}>>>>`;
/** Certified with these transforms; /Perms refers to the signature. */
function certifiedBy(...transforms: string[]): FormPdf {
  const signing = sign({ make: by(), entries: `/Reference[${transforms.join('')}]` });
  return formPdf().save({
    make: signing.make,
    prepare(draft) {
      draft.enter(O.catalog, `/Perms<</DocMDP ${draft.next} 0 R>>`);
      signing.prepare(draft);
    },
  });
}
const P = (level: number | string): string => transform(`/P ${level}`);

const certification = (
  what: string,
  transforms: readonly string[],
  edit: (draft: Draft) => void,
  permitting: readonly string[],
): Attack => ({
  ...attack({
    what,
    clean: () => certifiedBy(...transforms),
    attacked: () => certifiedBy(...transforms).save(edit),
    twin: () => certifiedBy(...permitting).save(edit),
    visible: true,
  }),
  accepted: edit === note ? 'valid, with a warning' : 'valid',
});

const CERTIFICATIONS: readonly Attack[] = [
  certification('P=1 after P=3', [P(3), P(1)], fillName, [P(3), P(2)]),
  certification('P=1 before P=3', [P(1), P(3)], fillName, [P(2), P(3)]),
  certification('P=2 after P=3', [P(3), P(2)], note, [P(3), P(3)]),
  certification('P=2 before P=3', [P(2), P(3)], note, [P(3)]),
  certification('P=1 of three', [P(3), P(2), P(1)], fillName, [P(3), P(2), P(2)]),
  certification('no /P and P=3', [transform(''), P(3)], note, [P(3), P(3)]),
  certification('an unknown /P', [P(7)], fillName, [P(2)]),
  certification('a /P that is no number', [P('/Three')], fillName, [P(3)]),
  certification('a negative /P', [P(-3)], fillName, [P(2)]),
];

/** The lock of a signature on the form; the twin has a well-formed lock of another field. */
const lock = (
  what: string,
  fieldMDP: string,
  edit = fillName,
  permitting = '/Action/Include/Fields[(Amount)]',
): Attack =>
  attack({
    what,
    clean: () => signed({ fieldMDP }),
    attacked: () => signed({ fieldMDP }).save(edit),
    twin: () => signed({ fieldMDP: permitting }).save(edit),
  });
const ofField = (what: string, entries: string): Attack => {
  const pdf = (lockEntries: string) =>
    formPdf(
      {},
      {
        [O.approval]: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[50 100 250 150]/P 3 0 R/Lock<<${lockEntries}>>>>`,
      },
    ).save(sign({ make: by(), existing: O.approval }));
  return attack({
    what: `/Lock of the field: ${what}`,
    clean: () => pdf(entries),
    attacked: () => pdf(entries).save(fillName),
    twin: () => pdf('/Type/SigFieldLock/Action/Include/Fields[(Amount)]').save(fillName),
  });
};

const BROKEN: readonly (readonly [what: string, entries: string])[] = [
  ['/Fields is a string', '/Action/Include/Fields(Amount)'],
  ['/Fields is a name', '/Action/Include/Fields/Amount'],
  ['/Fields is a dictionary', '/Action/Include/Fields<</Amount 1>>'],
  ['/Fields is missing', '/Action/Include'],
  ['members that are no strings', '/Action/Include/Fields[/Amount 5]'],
  ['excluded fields in a string', '/Action/Exclude/Fields(Name)'],
  ['excluded fields missing', '/Action/Exclude'],
  ['excluded members that are no strings', '/Action/Exclude/Fields[(Name)/Amount]'],
  ['an unknown action', '/Action/Some/Fields[(Amount)]'],
  ['no action', '/Fields[(Amount)]'],
  ['an action that is no name', '/Action(Include)/Fields[(Amount)]'],
  ['all fields', '/Action/All'],
  ['all fields except another one', '/Action/Exclude/Fields[(Amount)]'],
];

/** The name of the locked field in each encoding of text strings (7.9.2.2). */
const NAMES: readonly (readonly [what: string, entries: string])[] = [
  ['the name in UTF-16', '/Action/Include/Fields[<FEFF004E0061006D0065>]'],
  ['the name in UTF-8', '/Action/Include/Fields[<EFBBBF4E616D65>]'],
  ['the name with an escape sequence', '/Action/Include/Fields[(N\\141me)]'],
  ['another name in UTF-16 that is excluded', '/Action/Exclude/Fields[<FEFF0041>]'],
  ['the name among others', '/Action/Include/Fields[(A)(Name)(B)]'],
];

export const CERTIFICATIONS_AND_LOCKS: Family = {
  name: 'several certifications and malformed locks',
  clause: 'ISO 32000-2, 12.7.5.5, 12.8.2.2, 12.8.2.4',
  attacks: [
    ...CERTIFICATIONS,
    ...BROKEN.map(([what, entries]) => lock(what, entries)),
    ...BROKEN.map(([what, entries]) => ofField(what, entries)),
    ...NAMES.map(([what, entries]) => lock(what, entries, fillName, '/Action/Include/Fields[(Nam)(NAME)(Name2)]')),
  ],
};
