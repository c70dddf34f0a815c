/** Edits of the structure tree. */
import { OBJECTS as O } from '../../../helpers/form-pdf.js';
import type { AllowedEdit, ForbiddenEdit } from './edit.js';

export const ALLOWED: readonly AllowedEdit[] = [
  {
    rule: 'structure-grows',
    what: 'a structure element for a new field',
    class: 'form-filling',
    edit: draft => {
      const element = draft.add('<</Type/StructElem/S/Form/P 19 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 13 0 R>>>>');
      draft.append(O.structure, 'K', `${element} 0 R`);
    },
  },
];

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  {
    near: 'structure-grows',
    what: 'another page for a structure element',
    edit: draft => draft.edit(O.document, body => body.replace('/S/Document', '/S/Document/Alt(Other)')),
  },
  {
    near: 'structure-grows',
    what: 'a structure element is removed',
    edit: draft => draft.edit(O.structure, body => body.replace('21 0 R', '')),
  },
];
