/** Fields and widgets replaced by others, which show or do something else: programs that number objects anew replace them by equal ones. */
import { type Draft, type Edit, formPdf, OBJECTS as O, textAppearance } from '../../../../helpers/form-pdf.js';
import type { Attack, Family } from '../../attack.js';
import { certified, signed } from '../../documents.js';
import { attack } from '../marks.js';

type Change = (body: string, draft: Draft) => string;
const kept: Change = body => body;
const shows =
  (text: string): Change =>
  (body, draft) =>
    body.replace(/\/N \d+ 0 R/, `/N ${draft.add(textAppearance(text))} 0 R`);
const filled =
  (text: string): Change =>
  (body, draft) =>
    shows(text)(body, draft).replace('/V(100)', `/V(${text})`);
const entering =
  (entries: string): Change =>
  body =>
    `${body.slice(0, -2)}${entries}>>`;

const FORM_AND_PAGE = [O.form, O.page];

/** The amount, or another field, is a new object with this change, where the form or the page lists it. */
const replaced =
  (change: Change, lists: readonly number[] = FORM_AND_PAGE, field: number = O.amount): Edit =>
  draft => {
    const copy = draft.add(change(draft.text(field), draft));
    for (const list of lists) draft.edit(list, body => body.replace(`${field} 0 R`, `${copy} 0 R`));
  };
const original =
  (change: Change): Edit =>
  draft =>
    void draft.edit(O.amount, body => change(body, draft));
const both =
  (...edits: Edit[]): Edit =>
  draft => {
    for (const edit of edits) edit(draft);
  };
const twice =
  (edit: Edit): Edit =>
  draft => {
    edit(draft);
    draft.enter(O.secondPage, `/Annots[${O.amount} 0 R]`);
  };

const of = (what: string, edit: Edit, twin: Edit, options: Partial<Attack> = {}): Attack => {
  const pdf = certified(2);
  return attack({ what, clean: pdf, attacked: () => pdf().save(edit), twin: () => pdf().save(twin), ...options });
};
const equal = replaced(kept);
const inForm = (change: Change): Edit => replaced(change, [O.form]);

/** Two buttons, whose objects are replaced; the earlier ones are something else then, as iText writes them. */
const KID = (state: string, left: number): string =>
  `<</Type/Annot/Subtype/Widget/Parent 12 0 R/AS/Off/Rect[${left} 420 ${left + 20} 440]/P 3 0 R/F 4/AP<</N<</${state} 16 0 R/Off 17 0 R>>>>>>`;
const RADIO = {
  [O.page]:
    '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 41 0 R 42 0 R 13 0 R 20 0 R]>>',
  [O.agree]: '<</FT/Btn/Ff 32768/T(Agree)/V/Off/Kids[41 0 R 42 0 R]>>',
  41: KID('A', 50),
  42: KID('B', 80),
};
const renumbered =
  (change: Change): Edit =>
  draft => {
    const [first, second] = [draft.add(change(KID('A', 50), draft)), draft.add(KID('B', 80))];
    const kids = (body: string): string => body.replace('41 0 R 42 0 R', `${first} 0 R ${second} 0 R`);
    draft.edit(O.agree, kids).edit(O.page, kids);
    draft.set(41, `<</FT/Btn/Kids[${first} 0 R]>>`).set(42, `<</FT/Btn/Kids[${second} 0 R]/Parent 12 0 R>>`);
  };
const ofRadio = (what: string, change: Change, visible = false): Attack => {
  const pdf = () => signed({ docMDP: 2 }, formPdf({}, RADIO));
  const save = (edit: Edit) => () => pdf().save(edit);
  return attack({ what, clean: pdf, attacked: save(renumbered(change)), twin: save(renumbered(kept)), visible });
};

/** A field with a widget of its own; viewers find the value by the /Parent of the widget on the page. */
const PARENT = {
  [O.page]:
    '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 41 0 R 12 0 R 13 0 R 20 0 R]>>',
  [O.amount]: '<</FT/Tx/T(Amount)/V(100)/DA(/Helv 12 Tf 0 g)/Kids[41 0 R]>>',
  41: '<</Type/Annot/Subtype/Widget/Parent 11 0 R/Rect[50 460 250 480]/P 3 0 R/F 4/AP<</N 15 0 R>>>>',
};
interface Split {
  readonly field: Change;
  readonly widget: Change;
  /** The number of the field that the copy of the widget states as its parent. */
  readonly parent: (listed: number, draft: Draft) => number;
}
const split =
  ({ field, widget, parent }: Split): Edit =>
  draft => {
    const copy = draft.add(widget(draft.text(41), draft));
    const listed = draft.add(field(draft.text(O.amount), draft).replace('41 0 R', `${copy} 0 R`));
    const stated = parent(listed, draft);
    draft.set(copy, draft.text(copy).replace('/Parent 11 0 R', `/Parent ${stated} 0 R`));
    draft.edit(O.form, body => body.replace('11 0 R', `${listed} 0 R`));
    draft.edit(O.page, body => body.replace('41 0 R', `${copy} 0 R`));
  };
const value =
  (text: string): Change =>
  body =>
    body.replace('/V(100)', `/V(${text})`);
const listedParent = (listed: number): number => listed;
const earlierParent = (): number => O.amount;
const otherParent = (listed: number, draft: Draft): number => draft.add(value('9000')(draft.text(listed), draft));

const ofParent = (what: string, edit: Edit, twin: Edit, options: Partial<Attack> = {}): Attack => {
  const pdf = () => signed({ docMDP: 2 }, formPdf({}, PARENT));
  const save = (by: Edit) => () => pdf().save(by);
  return attack({ what, clean: pdf, attacked: save(edit), twin: save(twin), visible: false, ...options });
};
const equalParent = split({ field: kept, widget: kept, parent: listedParent });
const filledParent: Edit = draft => {
  original(value('200'))(draft);
  draft.edit(41, body => shows('200')(body, draft));
};
const onlyParent: Edit = draft => {
  const copy = draft.add(draft.text(O.amount));
  draft.edit(O.form, body => body.replace('11 0 R', `${copy} 0 R`));
};
/** The widget is the same object, and states another parent than the copy that the form lists. */
const moved: Edit = draft => {
  onlyParent(draft);
  const other = draft.add(value('9000')(draft.text(O.amount), draft));
  draft.edit(41, body => body.replace('11 0 R', `${other} 0 R`));
};

/** The structure tree refers to the amount. */
const TAGGED = {
  19: '<</Type/StructTreeRoot/K[21 0 R]/ParentTree<</Nums[]>>/ParentTreeNextKey 0>>',
  21: '<</Type/StructElem/S/Document/P 19 0 R/Pg 3 0 R/K[0 22 0 R]>>',
  22: '<</Type/StructElem/S/Form/P 21 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 11 0 R/Pg 3 0 R>>>>',
};
const ofTagged = (what: string, edit: Edit): Attack => {
  const pdf = () => signed({ docMDP: 2 }, formPdf({}, TAGGED));
  const save = (by: Edit) => () => pdf().save(by);
  return attack({ what, clean: pdf, attacked: save(edit), twin: save(original(filled('200'))), visible: false });
};

export const REPLACED_WIDGETS: Family = {
  name: 'fields and widgets replaced by others',
  clause: 'ISO 32000-2, 12.5.6.19, 12.7.4.1, 12.8.2.2.2, Table 257',
  attacks: [
    of('the page shows another look than the field of the form', both(inForm(kept), original(shows('9000'))), equal),
    of(
      'the page shows another look than the new value of the form',
      both(inForm(filled('200')), original(shows('9000'))),
      replaced(filled('200')),
    ),
    of('the page shows the earlier look and not the new value', inForm(filled('200')), replaced(filled('200')), {
      visible: false,
    }),
    of('the page shows a copy that the form does not list', replaced(shows('9000'), [O.page]), equal),
    of('another page shows the earlier field', twice(replaced(filled('200'))), equal),
    of('another look', replaced(shows('9000')), equal),
    of(
      'another place',
      replaced(body => body.replace('[50 460 250 480]', '[50 560 250 580]')),
      equal,
    ),
    of('an action', replaced(entering('/A<</S/URI/URI(http://a.example)>>')), equal, { visible: false }),
    of(
      'a hidden field',
      replaced(body => body.replace('/F 4', '/F 2')),
      equal,
    ),
    of('another name for the export', replaced(entering('/TM(Total)')), equal, { visible: false }),
    ofRadio('a button with another state', body => body.replace('/A 16 0 R', '/C 16 0 R')),
    ofRadio('a button with another look', body => body.replace('/Off 17 0 R', '/Off 16 0 R'), true),
    ofRadio('a button at another place', body => body.replace('[50 420 70 440]', '[150 420 170 440]')),
    ofRadio('a button with an action', entering('/AA<</U<</S/JavaScript/JS(a)>>>>')),
    ofParent(
      'another value in the earlier field, which the widget states as its parent',
      both(split({ field: kept, widget: kept, parent: earlierParent }), original(value('9000'))),
      equalParent,
    ),
    ofParent(
      'another value in the earlier field, and the form lists a new one',
      both(split({ field: value('200'), widget: shows('200'), parent: earlierParent }), original(value('9000'))),
      filledParent,
    ),
    ofParent(
      'another value in a field that the widget alone states as its parent',
      split({ field: kept, widget: kept, parent: otherParent }),
      equalParent,
    ),
    ofParent(
      'another look in the widget that the earlier field lists',
      both(split({ field: kept, widget: kept, parent: earlierParent }), draft =>
        draft.edit(41, body => shows('9000')(body, draft)),
      ),
      equalParent,
    ),
    ofParent(
      'another value in the earlier field, and the form lists a copy without a copy of the widget',
      both(onlyParent, original(value('9000'))),
      filledParent,
    ),
    ofParent('another value in a field that the same widget states as its parent', moved, filledParent),
    ofTagged('another value in the field of the structure tree', both(equal, original(value('9000')))),
    ofTagged('another value and look in the field of the structure tree', both(equal, original(filled('9000')))),
  ],
};
