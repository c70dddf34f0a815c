/** Edits that a rule permits. */
import { appearanceStream, OBJECTS as O, textAppearance } from '../../helpers/form-pdf.js';
import { stream } from '../../helpers/pdf-writer.js';
import { type AllowedEdit, annotate, dss, enterOnce, fresh, signatureField, value } from './edits.js';

export const ALLOWED: readonly AllowedEdit[] = [
  { rule: 'validation-data', what: 'a document security store', class: 'archival', edit: draft => dss(draft) },
  {
    rule: 'validation-data',
    what: 'a store with VRI',
    class: 'archival',
    edit: draft => dss(draft, '/VRI<</AB<</TU(D:2026)>>>>'),
  },
  {
    rule: 'version-raised',
    what: 'a later version',
    class: 'archival',
    edit: draft =>
      draft.set(O.catalog, draft.text(O.catalog).replace(/\/Version\S{4}/, '')).enter(O.catalog, '/Version/2.0'),
  },
  {
    rule: 'extensions',
    what: 'a developer extension',
    class: 'archival',
    edit: draft =>
      draft
        .set(O.catalog, draft.text(O.catalog).replace(/\/Extensions<<.*?>>>>/, ''))
        .enter(O.catalog, '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>'),
  },
  {
    rule: 'document-information',
    what: 'another modification date',
    class: 'archival',
    edit: draft => draft.edit(O.info, body => body.replace(/ModDate\(.*?\)/, `ModDate(${fresh(draft)})`)),
  },
  {
    rule: 'document-information',
    what: 'other XMP metadata',
    class: 'archival',
    edit: draft =>
      draft.set(O.metadata, stream(`<x:xmpmeta>${fresh(draft)}</x:xmpmeta>`, '/Type/Metadata/Subtype/XML')),
  },
  {
    rule: 'private-data',
    what: 'data of a program',
    class: 'archival',
    edit: draft =>
      draft
        .set(O.page, draft.text(O.page).replace(/\/PieceInfo<<.*?>>>>/, ''))
        .enter(O.page, '/PieceInfo<</App<</LastModified(D:2026)>>>>'),
  },
  {
    rule: 'signature-flags',
    what: 'flags of signatures',
    class: 'archival',
    edit: draft => draft.set(O.form, draft.text(O.form).replace('/SigFlags 3', '')).enter(O.form, '/SigFlags 3'),
  },
  {
    rule: 'form-resources-added',
    what: 'another font for fields',
    class: 'archival',
    edit: draft => {
      const font = draft.add('<</Type/Font/Subtype/Type1/BaseFont/Courier>>');
      draft.edit(O.form, body => body.replace('/Font<<', `/Font<</${fresh(draft)} ${font} 0 R`));
    },
  },
  {
    rule: 'field-filled',
    what: 'a text with its appearance',
    class: 'form-filling',
    edit: draft => {
      const text = fresh(draft);
      const appearance = draft.add(textAppearance(text));
      value(draft, O.name, text).edit(O.name, body => body.replace(/\/N \d+ 0 R/, `/N ${appearance} 0 R`));
    },
  },
  {
    rule: 'field-filled',
    what: 'a text with its appearance in the existing object',
    class: 'form-filling',
    edit: draft => {
      const text = fresh(draft);
      value(draft, O.amount, text).set(O.amountAppearance, textAppearance(text));
      draft.edit(O.amount, body =>
        body.replace(/\/N \d+ 0 R/, `/N ${O.amountAppearance} 0 R `).replace('0 R >>', '0 R>> '),
      );
    },
  },
  {
    rule: 'field-state',
    what: 'a check box that is ticked or cleared',
    class: 'form-filling',
    edit: draft =>
      draft.edit(O.agree, body =>
        body.includes('/AS/Off')
          ? body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')
          : body.replace('/V/Yes/AS/Yes', '/V/Off/AS/Off'),
      ),
  },
  {
    rule: 'field-appearance',
    what: 'the same text in a new appearance',
    class: 'form-filling',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.name))![1]!;
      const again = draft.add(appearanceStream(`BT /Helv 11 Tf 3 6 Td (${shown}) Tj ET`));
      draft.edit(O.name, body => body.replace(/\/N \d+ 0 R/, `/N ${again} 0 R`));
    },
  },
  {
    rule: 'empty-signature-field-added',
    what: 'an empty signature field',
    class: 'form-filling',
    edit: draft => signatureField(draft, '/FT/Sig/Rect[300 100 400 150]'),
  },
  {
    rule: 'structure-grows',
    what: 'a structure element for a new field',
    class: 'form-filling',
    edit: draft => {
      const element = draft.add('<</Type/StructElem/S/Form/P 19 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 13 0 R>>>>');
      draft.append(O.structure, 'K', `${element} 0 R`);
    },
  },
  {
    rule: 'appearances-flag',
    what: 'viewers have to regenerate the appearances',
    class: 'form-filling',
    edit: draft =>
      draft.set(O.form, draft.text(O.form).replace('/NeedAppearances true', '')).enter(O.form, '/NeedAppearances true'),
  },
  {
    rule: 'type-stated',
    what: 'the /Type of an annotation',
    class: 'archival',
    edit: draft => enterOnce(draft, O.link, '/Type/Annot'),
  },
  {
    rule: 'form-defaults-added',
    what: 'a default alignment',
    class: 'archival',
    edit: draft => enterOnce(draft, O.form, '/Q 0'),
  },
  {
    rule: 'field-flags',
    what: 'a field that becomes read-only',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.name, '/Ff 1'),
  },
  {
    rule: 'field-linked',
    what: 'a field in the structure',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.approval, '/StructParent 5'),
  },
  {
    rule: 'field-decoration',
    what: 'another size of the text',
    class: 'form-filling',
    edit: draft => draft.edit(O.name, body => body.replace(/\/DA\(\/Helv \d+/, `/DA(/Helv ${draft.next}`)),
  },
];

export const ANNOTATIONS: readonly AllowedEdit[] = [
  {
    rule: 'annotation-added',
    what: 'a note',
    class: 'annotations',
    edit: draft => void annotate(draft, '/Subtype/Text/Rect[500 800 520 820]/Contents(Seen)'),
  },
  {
    rule: 'annotation-added',
    what: 'a stamp on a blank area of the page',
    class: 'annotations',
    edit: draft => {
      const stamp = draft.add(appearanceStream('1 0 0 rg 0 0 200 20 re f'));
      annotate(draft, `/Subtype/Stamp/Rect[300 300 400 350]/AP<</N ${stamp} 0 R>>`);
    },
  },
];

export const REMOVALS: readonly AllowedEdit[] = [
  {
    rule: 'annotation-removed',
    what: 'a link',
    class: 'annotations',
    edit: draft => draft.edit(O.page, body => body.replace(' 20 0 R', '')),
  },
  {
    rule: 'annotation-changed',
    what: 'a text on a link',
    class: 'annotations',
    edit: draft => draft.enter(O.link, '/Contents(Next)'),
  },
];
