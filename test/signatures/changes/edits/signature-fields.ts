/** Edits that add signature fields. */
import { appearanceStream, type Draft, OBJECTS } from '../../../helpers/form-pdf.js';
import { type AllowedEdit, annotate, type ForbiddenEdit, signatureField } from './edit.js';

export const ALLOWED: readonly AllowedEdit[] = [
  {
    rule: 'empty-signature-field-added',
    what: 'an empty signature field',
    class: 'form-filling',
    edit: draft => signatureField(draft, '/FT/Sig/Rect[300 100 400 150]'),
  },
  {
    rule: 'signature-field-blank',
    what: 'an appearance that paints nothing in an empty signature field, as PDF.js writes it',
    class: 'form-filling',
    edit: draft => look(draft, '/Tx BMC q Q EMC', '/M(D:20260602100000Z)'),
  },
];

const look = (draft: Draft, content: string, entries = '') =>
  draft.enter(OBJECTS.approval, `/AP<</N ${draft.add(appearanceStream(content))} 0 R>>${entries}`);

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  {
    near: 'signature-field-blank',
    what: 'an empty signature field with a text in a hidden layer',
    edit: draft => look(draft, '/OC/Layer BDC BT /Helv 12 Tf 2 5 Td (Approved) Tj ET EMC'),
  },
  {
    near: 'signature-field-blank',
    what: 'an empty signature field with a drawing that its resources do not have',
    edit: draft => look(draft, '/Drawing Do'),
  },
  {
    near: 'signature-field-blank',
    what: 'an empty signature field with a caption',
    edit: draft => draft.enter(OBJECTS.approval, '/MK<</CA(Approved)>>'),
  },
  {
    near: 'signature-field-blank',
    what: 'an empty signature field that looks signed',
    edit: draft => look(draft, 'BT /Helv 12 Tf 2 5 Td (Approved by Bob) Tj ET'),
  },
  {
    near: 'signature-field-blank',
    what: 'an empty signature field that paints nothing, and a text when it is pressed',
    edit: draft => {
      const [blank, text] = ['n', 'BT /Helv 12 Tf 2 5 Td (Approved) Tj ET'].map(one =>
        draft.add(appearanceStream(one)),
      );
      draft.enter(OBJECTS.approval, `/AP<</N ${blank} 0 R/D ${text} 0 R>>`);
    },
  },
  {
    near: 'empty-signature-field-added',
    what: 'an empty signature field that is painted over the text',
    edit: draft => {
      const evil = draft.add(appearanceStream('1 g 0 0 200 20 re f'));
      signatureField(draft, `/FT/Sig/Rect[40 690 300 720]/F 4/AP<</N ${evil} 0 R>>`);
    },
  },
  {
    near: 'signature-field-added',
    what: 'a signature field with an action',
    edit: draft => signatureField(draft, '/FT/Sig/Rect[0 0 0 0]/A<</S/Launch>>'),
  },
  {
    near: 'empty-signature-field-added',
    what: 'a signature field with an existing field as its kid',
    edit: draft => signatureField(draft, '/FT/Sig/Kids[10 0 R]'),
  },
  {
    near: 'empty-signature-field-added',
    what: 'a signature field with an existing field below its kid',
    edit: draft => {
      const kid = draft.add('<</T(Inner)/FT/Sig/Kids[11 0 R]>>');
      signatureField(draft, `/FT/Sig/Kids[${kid} 0 R]`);
    },
  },
  {
    near: 'signature-field-added',
    what: 'a widget that belongs to no field',
    edit: draft => void annotate(draft, '/Subtype/Widget/Rect[300 100 400 150]'),
  },
];
