/** Flags that protect a field, or hide it, and are cleared after signing; the twins set such flags, or leave them. */
import {
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  sign,
  textAppearance,
} from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { by, signed } from '../../documents.js';
import { filledWith } from '../looks/covered-looks.js';
import { at, attack, type Rect, TEXT, WHITE } from '../marks.js';

type Level = 2 | 3 | null;

const fill = (draft: Draft): Draft =>
  draft.edit(O.amount, body =>
    body.replace('(100)', '(200)').replace('/N 15 0 R', `/N ${draft.add(textAppearance('200'))} 0 R`),
  );

/** The form with other flags of its field, signed. */
function withFlags(from: string, level: Level): FormPdf {
  const base = formPdf();
  const body = String(base.objects[O.amount]).replace('/F 4', from);
  return signed(level ? { docMDP: level } : {}, formPdf({}, { [O.amount]: body }));
}

interface Flags {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** Permitted in place of `to`. */
  readonly kept: string;
  readonly level?: Level;
  readonly visible?: boolean;
  /** Nothing but the flags changes. */
  readonly alone?: true;
}

const FIELDS: readonly Flags[] = [
  { what: 'ReadOnly cleared beside a new value', from: '/F 4/Ff 1', to: '/F 4/Ff 0', kept: '/F 4/Ff 1' },
  { what: 'ReadOnly removed beside a new value, P=2', from: '/F 4/Ff 1', to: '/F 4', kept: '/F 4/Ff 1', level: 2 },
  { what: 'Required cleared beside a new value', from: '/F 4/Ff 2', to: '/F 4/Ff 0', kept: '/F 4/Ff 3' },
  { what: 'NoExport cleared beside a new value, P=3', from: '/F 4/Ff 4', to: '/F 4', kept: '/F 4/Ff 5', level: 3 },
  { what: 'Required cleared and ReadOnly set', from: '/F 4/Ff 2', to: '/F 4/Ff 1', kept: '/F 4/Ff 3', level: 2 },
  { what: 'ReadOnly alone cleared', from: '/F 4/Ff 1', to: '/F 4/Ff 0', kept: '/F 132/Ff 1', alone: true },
  { what: 'Locked cleared beside a new value, P=2', from: '/F 132', to: '/F 4', kept: '/F 196', level: 2 },
  { what: 'ReadOnly of the annotation cleared', from: '/F 68', to: '/F 4', kept: '/F 68/Ff 1' },
  { what: 'LockedContents cleared, P=3', from: '/F 516', to: '/F 4', kept: '/F 644', level: 3 },
  { what: 'NoZoom and NoRotate cleared', from: '/F 28', to: '/F 4', kept: '/F 156', alone: true },
  { what: 'Locked cleared, Hidden as well', from: '/F 134', to: '/F 4', kept: '/F 134/Ff 1', visible: true },
  { what: 'Hidden cleared beside a new value, P=2', from: '/F 6', to: '/F 4', kept: '/F 6', level: 2, visible: true },
];

function cleared({ what, from, to, kept, level = null, visible = true, alone }: Flags): Attack {
  const clean = () => withFlags(from, level);
  const save =
    (flags: string): Edit =>
    draft => {
      if (!alone) fill(draft);
      draft.set(O.amount, draft.text(O.amount).replace(from, flags));
    };
  return attack({
    what,
    clean,
    attacked: () => clean().save(save(to)),
    twin: () => clean().save(save(kept)),
    visible: alone ? false : visible,
  });
}

/** The field has the flag from its parent; its own entry replaces it. */
const INHERITED: Attack = (() => {
  const base = formPdf();
  const body = String(base.objects[O.amount]).replace('/FT/Tx', '/Parent 30 0 R');
  const form = String(base.objects[O.form]).replace('11 0 R', '30 0 R');
  const clean = () =>
    signed({}, formPdf({}, { [O.amount]: body, [O.form]: form, 30: '<</FT/Tx/T(Group)/Ff 1/Kids[11 0 R]>>' }));
  const own = (flags: number) => () => clean().save(draft => fill(draft).enter(O.amount, `/Ff ${flags}`));
  return attack({ what: 'inherited ReadOnly cleared by the entry of a kid', clean, attacked: own(0), twin: own(1) });
})();

/** An empty signature field, hidden when the first signature was made, is shown when it is signed. */
function shownWhenSigned(what: string, hidden: number, level: Level): Attack {
  const clean = (rect: Rect) => () => {
    const field = `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)${at(rect)}/P 3 0 R/F ${hidden}>>`;
    return signed(level ? { docMDP: level } : {}, formPdf({}, { [O.approval]: field }));
  };
  const signing = sign({ make: by({}, 'bob'), existing: O.approval });
  const save = (pdf: FormPdf): FormPdf =>
    pdf.save({
      make: signing.make,
      prepare(draft) {
        signing.prepare(draft);
        draft.edit(O.approval, body => body.replace(`/F ${hidden}`, '/F 4'));
        draft.enter(O.approval, filledWith(WHITE)(draft));
      },
    });
  return attack({
    what,
    clean: clean(TEXT.over),
    attacked: () => save(clean(TEXT.over)()),
    twin: () => save(clean(TEXT.beside)()),
    accepted: level ? 'valid, with a warning' : 'valid',
  });
}

export const FLAGS: Family = {
  name: 'flags that are cleared after signing',
  clause: 'ISO 32000-2, 12.5.3, Table 167; 12.7.4.1, Table 227; 12.8.2.2.2',
  attacks: [
    ...FIELDS.map(cleared),
    INHERITED,
    shownWhenSigned('a hidden signature field over text is signed and shown', 6, null),
    shownWhenSigned('a hidden signature field over text is signed and shown, P=2', 2, 2),
    shownWhenSigned('a signature field that is on no medium is signed and shown, P=3', 32, 3),
  ],
};
