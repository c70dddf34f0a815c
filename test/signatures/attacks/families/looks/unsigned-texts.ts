/** Signature fields with text of no signer: they are empty, or have a document timestamp, which names no signer. */
import { type Draft, type Edit, OBJECTS as O, type Signing, sign } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { by, certified, clean, pki } from '../../documents.js';
import { attack, NOTHING, type Rect } from '../marks.js';
import { filledWith, timestamp, visibleSigning } from './covered-looks.js';

type Entries = (draft: Draft) => string;

/** Beside the text of the page, which it continues. */
const PLACE: Rect = [210, 694, 410, 714];
const TEXT = filledWith('BT /Helv 12 Tf 2 5 Td (less all costs) Tj ET');
const BLANK: Entries = draft => `/AP<</N ${NOTHING(draft)}>>`;

const empty =
  (entries: Entries): Edit =>
  draft => {
    const field = draft.add(
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(New)/P 3 0 R/F 4/Rect[${PLACE.join(' ')}]${entries(draft)}>>`,
    );
    draft.append(O.form, 'Fields', `${field} 0 R`).append(O.page, 'Annots', `${field} 0 R`);
  };

/** In the empty field of the form. */
const existing = (isTimestamp: boolean): Signing => {
  const make = isTimestamp ? (bytes: Buffer) => pki.timestamp('tsa', bytes) : by({}, 'bob');
  const signing = sign({ existing: O.approval, timestamp: isTimestamp, make });
  return {
    make: signing.make,
    prepare(draft) {
      signing.prepare(draft);
      draft.enter(O.approval, TEXT(draft));
    },
  };
};

const shown = (what: string, attacked: Edit | Signing, twin: Edit | Signing, pdf = clean): Attack =>
  attack({
    what,
    clean: pdf,
    attacked: () => pdf().save(attacked),
    twin: () => pdf().save(twin),
    expected: 'valid, with a warning',
    rule: 'changes-without-doubt',
  });

export const UNSIGNED_TEXTS: Family = {
  name: 'signature fields with text of no signer',
  clause: 'ISO 32000-2, 12.7.5.5, 12.8.2.2.2, 12.8.5',
  attacks: [
    shown('a new empty field', empty(TEXT), empty(BLANK)),
    {
      ...shown(
        'a new empty field with a background',
        empty(() => '/MK<</BG[1 0 0]>>'),
        empty(BLANK),
      ),
      visible: false,
    },
    shown('a new empty field, beside a signature', empty(TEXT), visibleSigning(PLACE, TEXT)),
    shown('a new timestamp', timestamp(PLACE, TEXT), timestamp(PLACE, BLANK)),
    shown('a new timestamp, beside a signature', timestamp(PLACE, TEXT), visibleSigning(PLACE, TEXT)),
    shown('a timestamp in the field for a signature', existing(true), existing(false)),
    shown('a timestamp in the field for a signature, P=2', existing(true), existing(false), certified(2)),
  ],
};
