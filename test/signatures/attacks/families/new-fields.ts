/** New signature fields that are something else as well: an annotation of another type, or a widget of another kind of field. */
import { type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { certified } from '../documents.js';
import { attack } from './marks.js';

const WIDGET = '/Subtype/Widget';
const PLACE = '/P 3 0 R/F 4/Rect[300 300 400 340]';

const field =
  (entries: string): Edit =>
  draft => {
    const added = draft.add(`<</Type/Annot/FT/Sig/T(New)${PLACE}${entries}>>`);
    draft.append(O.form, 'Fields', `${added} 0 R`).append(O.page, 'Annots', `${added} 0 R`);
  };

/** The field and its widget are two objects. */
const withKid =
  (entries: string): Edit =>
  draft => {
    const kid = draft.next + 1;
    const added = draft.add(`<</FT/Sig/T(New)/Kids[${kid} 0 R]>>`);
    draft.add(`<</Type/Annot/Parent ${added} 0 R${PLACE}${entries}>>`);
    draft.append(O.form, 'Fields', `${added} 0 R`).append(O.page, 'Annots', `${kid} 0 R`);
  };

const attaching: Edit = draft => {
  const file = draft.add(stream('x', '/Type/EmbeddedFile'));
  field(`/Subtype/FileAttachment/FS<</Type/Filespec/F(a)/EF<</F ${file} 0 R>>>>`)(draft);
};

const TYPES =
  'FileAttachment Link Redact FreeText Stamp Popup Screen Movie RichMedia 3D Watermark Sound Text Hologram'.split(' ');

/** With the name of the empty field, in place of it or beside it. */
const named =
  (name: string, list: (fields: string, added: number) => string): Edit =>
  draft => {
    const added = draft.add(`<</Type/Annot/FT/Sig/T(${name})${PLACE}${WIDGET}>>`);
    draft.edit(O.form, form => form.replace('10 0 R 11 0 R 12 0 R 13 0 R', fields => list(fields, added)));
    draft.append(O.page, 'Annots', `${added} 0 R`);
  };
const behind = (fields: string, added: number): string => `${fields} ${added} 0 R`;

/** PDFium draws no other types without an appearance, and no fields on a page. */
const added = (what: string, edit: Edit, twin: Edit, level: 2 | 3 = 2): Attack => {
  const pdf = certified(level);
  return attack({
    what,
    clean: pdf,
    attacked: () => pdf().save(edit),
    twin: () => pdf().save(twin),
    accepted: 'valid, with a warning',
    visible: /FreeText|Text|free text/.test(what),
  });
};
export const NEW_FIELDS: Family = {
  name: 'new signature fields that are something else as well',
  clause: 'ISO 32000-2, 12.5.2, 12.5.6, 12.7.4.1, 12.8.2.2.2, Table 257',
  attacks: [
    ...TYPES.map((type, i) =>
      added(`a field that is a /${type}`, field(`/Subtype/${type}/Contents(Paid)`), field(WIDGET), i % 2 ? 3 : 2),
    ),
    added('a field with the name of an empty one', named('Approval', behind), named('Other', behind)),
    added(
      'a field with the name of an empty one, before it',
      named('Approval', (fields, num) => `${num} 0 R ${fields}`),
      named('Other', behind),
      3,
    ),
    added('a field with an attached file', attaching, field(WIDGET)),
    ...['/PA<</S/URI/URI(http://a.example)>>', '/AF[]', '/A<</S/URI/URI(http://a.example)>>'].map(entry =>
      added(`a field with ${entry}`, field(WIDGET + entry), field(WIDGET)),
    ),
    added('a field whose widget is a text field', withKid(`${WIDGET}/FT/Tx/V(Paid)`), withKid(WIDGET)),
    added('a field whose widget is a button', withKid(`${WIDGET}/FT/Btn/Ff 65536/MK<</CA(Paid)>>`), withKid(WIDGET)),
    added(
      'a field whose widget is a free text',
      withKid('/Subtype/FreeText/Contents(Paid)'),
      withKid(`${WIDGET}/FT/Sig`),
    ),
  ],
};
