/** Edits that add signature fields. */
import { appearanceStream } from '../../../helpers/form-pdf.js';
import { type AllowedEdit, annotate, type ForbiddenEdit, signatureField } from './edit.js';

export const ALLOWED: readonly AllowedEdit[] = [
  {
    rule: 'empty-signature-field-added',
    what: 'an empty signature field',
    class: 'form-filling',
    edit: draft => signatureField(draft, '/FT/Sig/Rect[300 100 400 150]'),
  },
];

export const FORBIDDEN: readonly ForbiddenEdit[] = [
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
