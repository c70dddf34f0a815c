/** Flags of annotations: what is visible only on paper is visible, and a field that is no longer printed is hidden. */
import { type Edit, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { certified, clean, signed } from '../../documents.js';
import { at, attack, covering, marked, type Rect, TEXT, varied, white } from '../marks.js';

/** 12.5.3: bit values. */
const INVISIBLE = 1;
const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const READ_ONLY = 64;
const LOCKED = 128;
const TOGGLE = 256;

const stampWith =
  (flags: number) =>
  (rect: Rect): Edit =>
    marked(draft => `/Subtype/Stamp/F ${flags}${at(rect)}/AP<</N ${white(draft)}>>`);
const square =
  (flags: number) =>
  (rect: Rect): Edit =>
    marked(() => `/Subtype/Square/F ${flags}${at(rect)}/IC[1]/C[1]`);

/** A mark over the text with these flags; PDFium shows the page as on a screen. */
const MARKS: readonly (readonly [what: string, edit: (rect: Rect) => Edit, isOnScreen: boolean])[] = [
  ['a stamp that is only printed', stampWith(NO_VIEW | PRINT), false],
  ['a square that is only printed', square(NO_VIEW | PRINT), false],
  ['a stamp that is shown on demand', stampWith(NO_VIEW | TOGGLE), false],
  ['a printed stamp that is shown on demand', stampWith(NO_VIEW | TOGGLE | PRINT), false],
  ['a stamp that toggles', stampWith(TOGGLE | PRINT), true],
  ['a locked stamp that is only printed', stampWith(NO_VIEW | PRINT | LOCKED | READ_ONLY), false],
  ['a stamp that is only shown', stampWith(0), true],
  ['a stamp of a known kind with the flag Invisible', stampWith(INVISIBLE | PRINT), true],
];

/** A mark that changes from hidden to visible over the text; the mark has the number 23. */
const MARK = O.document + 2;
const SHOWN: readonly (readonly [what: string, from: number, to: number, isOnScreen: boolean])[] = [
  ['a hidden stamp is shown', HIDDEN | PRINT, PRINT, true],
  ['a hidden stamp is printed', HIDDEN | PRINT, NO_VIEW | PRINT, false],
  ['a hidden stamp is shown on demand', HIDDEN, NO_VIEW | TOGGLE, false],
  ['a stamp that is neither shown nor printed is shown', NO_VIEW, 0, true],
  ['a stamp that is neither shown nor printed is printed', NO_VIEW, NO_VIEW | PRINT, false],
];

function shown([what, from, to, isOnScreen]: (typeof SHOWN)[number], i: number): Attack {
  const { level, saving } = varied(i);
  const pdf = (rect: Rect) => () => signed(level ? { docMDP: level } : {}, formPdf().save(stampWith(from)(rect)));
  const edit: Edit = draft => draft.edit(MARK, body => body.replace(`/F ${from}/`, `/F ${to}/`));
  return attack({
    what,
    clean: pdf(TEXT.over),
    attacked: () => pdf(TEXT.over)().save(edit, saving),
    twin: () => pdf(TEXT.beside)().save(edit, saving),
    accepted: 'valid, with a warning',
    visible: isOnScreen,
  });
}

/** The flags of a field with a value; the twin sets flags that leave it visible. */
const FIELD_FLAGS: readonly (readonly [what: string, flags: number, permitted: number, isOnScreen: boolean])[] = [
  ['hidden', HIDDEN | PRINT, PRINT | LOCKED, true],
  ['no longer printed', 0, PRINT | READ_ONLY, false],
  ['only printed', NO_VIEW | PRINT, PRINT | LOCKED | READ_ONLY, true],
  ['shown on demand', NO_VIEW | TOGGLE | PRINT, PRINT | 512, true],
  ['toggled', TOGGLE | PRINT, PRINT | READ_ONLY | 512, false],
  ['neither shown nor printed', NO_VIEW, PRINT | LOCKED | 512, true],
];

const fieldFlags =
  (level: 2 | 3 | undefined) =>
  ([what, flags, permitted, isOnScreen]: (typeof FIELD_FLAGS)[number]): Attack => {
    const pdf = level ? certified(level) : clean;
    const edit =
      (to: number): Edit =>
      draft =>
        void draft.edit(O.amount, body => body.replace('/F 4', `/F ${to}`));
    return attack({
      what: `a field is ${what}${level ? `, P=${level}` : ''}`,
      clean: pdf,
      attacked: () => pdf().save(edit(flags)),
      twin: () => pdf().save(edit(permitted)),
      visible: isOnScreen,
    });
  };

export const VISIBILITY: Family = {
  name: 'marks and fields that are visible only on paper or on demand',
  clause: 'ISO 32000-2, 12.5.3, Table 167',
  attacks: [
    ...MARKS.map(([what, edit, isOnScreen], i) => covering(what, TEXT, edit, { ...varied(i), visible: isOnScreen })),
    ...SHOWN.map(shown),
    ...FIELD_FLAGS.map(fieldFlags(undefined)),
    ...FIELD_FLAGS.slice(0, 3).map(fieldFlags(2)),
  ],
};
