/** What a later mark, signature or timestamp must not cover: looks of fields, of visible signatures and of existing marks. */
import {
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  type Signing,
  type SigningOptions,
  sign,
} from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { by, pki, signed } from '../../documents.js';
import { at, attack, look, marked, type Rect, TEXT, WHITE } from '../marks.js';
import { stamp } from '../stamps.js';

/** A visible signature with this look. */
export function visibleSigning(rect: Rect, entries: (draft: Draft) => string, options: SigningOptions = {}): Signing {
  const signing = sign({ make: by({}, 'bob'), ...options, rect: `[${rect.join(' ')}]` });
  return {
    make: signing.make,
    prepare(draft) {
      signing.prepare(draft);
      const field = draft.next - 1;
      const written = entries(draft);
      if (written !== '') draft.enter(field, written);
    },
  };
}
export const filledWith =
  (content: string) =>
  (draft: Draft): string =>
    `/AP<</N ${look(draft, content)}>>`;
const TEXT_LOOK = 'BT /Helv 12 Tf 2 5 Td (Approved by Ann) Tj ET';

const PLACE: Rect = [300, 600, 500, 620];
const PART: Rect = [298, 598, 360, 622];

interface Covered {
  readonly name: string;
  /** PDFium paints all widgets after other annotations, so that a stamp does not hide them. */
  readonly isWidget?: boolean;
  readonly pdf: (options: SigningOptions) => FormPdf;
  readonly over: Rect;
}

const onForm = (name: string, over: Rect, changes: Readonly<Record<number, string>> = {}): Covered => ({
  name,
  pdf: options => signed(options, formPdf({}, changes)),
  over,
  isWidget: true,
});
const withMark = (name: string, entries: (draft: Draft) => string, over = PART): Covered => ({
  name,
  pdf: options => signed(options, formPdf().save(marked(entries))),
  over,
});
const lookOf =
  (content: string) =>
  (draft: Draft): string =>
    `${at(PLACE)}/F 4/AP<</N ${look(draft, content)}>>`;

const COVERED: readonly Covered[] = [
  onForm('the look of a text field', [48, 458, 80, 482]),
  onForm('the last digit of a text field', [65, 461, 74, 479]),
  onForm('a ticked check box', [45, 415, 75, 445], {
    [O.agree]:
      '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Yes/AS/Yes/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>',
  }),
  {
    name: 'the look of the certification',
    isWidget: true,
    pdf: options => formPdf().save(visibleSigning(PLACE, filledWith(TEXT_LOOK), { ...options, make: by() })),
    over: PART,
  },
  {
    name: 'a signature in an existing field',
    isWidget: true,
    pdf: options => formPdf().save(inApproval(options)),
    over: [48, 95, 150, 155],
  },
  withMark('a stamp', draft => `/Subtype/Stamp${lookOf(TEXT_LOOK)(draft)}`),
  withMark('a free text', draft => `/Subtype/FreeText/Contents(Paid)/DA(/Helv 12 Tf)${lookOf(TEXT_LOOK)(draft)}`),
  withMark(
    'ink',
    draft => `/Subtype/Ink/InkList[[300 600 320 620]]${lookOf('2 w 0 0 m 10 20 l 20 0 l 30 20 l S')(draft)}`,
  ),
  withMark(
    'a highlight',
    draft =>
      `/Subtype/Highlight/QuadPoints[300 620 500 620 300 600 500 600]${lookOf('1 1 0 rg 0 0 200 20 re f')(draft)}`,
  ),
  withMark('a square that viewers draw', () => `/Subtype/Square${at(PLACE)}/F 4/C[1 0 0]/IC[1 0.8 0.8]`),
  withMark(
    'ink that viewers draw',
    () => `/Subtype/Ink${at(PLACE)}/F 4/C[1 0 0]/BS<</W 3>>/InkList[[300 600 320 620 340 600]]`,
  ),
  withMark(
    'a note',
    draft =>
      `/Subtype/Text/Contents(Paid)${at([300, 600, 320, 620])}/F 4/AP<</N ${look(draft, '1 0 0 rg 0 0 200 20 re f')}>>`,
  ),
];

function inApproval(options: SigningOptions): Signing {
  const signing = sign({ make: by(), ...options, existing: O.approval });
  return {
    make: signing.make,
    prepare(draft) {
      signing.prepare(draft);
      draft.enter(O.approval, filledWith(TEXT_LOOK)(draft));
    },
  };
}

interface Cover {
  readonly name: string;
  readonly level: 1 | 2 | 3;
  readonly save: (pdf: FormPdf, rect: Rect) => FormPdf;
}

const emptyField =
  (rect: Rect): Edit =>
  draft => {
    const field = draft.add(
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(Empty)${at(rect)}/P 3 0 R/F 4${filledWith(WHITE)(draft)}>>`,
    );
    draft.append(O.form, 'Fields', `${field} 0 R`).append(O.page, 'Annots', `${field} 0 R`);
  };
export const timestamp = (rect: Rect, entries = filledWith(WHITE)): Signing =>
  visibleSigning(rect, entries, { timestamp: true, field: 'Stamped', make: bytes => pki.timestamp('tsa', bytes) });

const STAMP: Cover = { name: 'a stamp', level: 3, save: (pdf, rect) => pdf.save(stamp(rect)) };
const SIGNATURE: Cover = {
  name: 'a signature',
  level: 2,
  save: (pdf, rect) => pdf.save(visibleSigning(rect, filledWith(WHITE), { field: 'Third' })),
};
const EMPTY: Cover = { name: 'an empty signature field', level: 2, save: (pdf, rect) => pdf.save(emptyField(rect)) };
const TIMESTAMP: Cover = { name: 'a timestamp', level: 1, save: (pdf, rect) => pdf.save(timestamp(rect)) };

const covers = ({ name, level, save }: Cover, { name: what, pdf, over, isWidget = false }: Covered): Attack => {
  const clean = () => pdf({ docMDP: level });
  return attack({
    what: `${name} over ${what}`,
    clean,
    attacked: () => save(clean(), over),
    twin: () => save(clean(), TEXT.beside),
    accepted: 'valid, with a warning',
    visible: !(isWidget && name === 'a stamp'),
  });
};

export const COVERED_LOOKS: Family = {
  name: 'looks of fields, signatures and marks are covered',
  clause: 'ISO 32000-2, 12.5.5, 12.7.4.3, 12.7.5.5',
  attacks: [STAMP, SIGNATURE, EMPTY, TIMESTAMP].flatMap(cover => COVERED.map(covered => covers(cover, covered))),
};
