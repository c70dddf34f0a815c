/** Edits of the structure tree. */
import { type Draft, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type AllowedEdit, annotate, enterOnce, type ForbiddenEdit, signatureField } from './edit.js';

/** A new element at the top of the tree. */
const element = (draft: Draft, entries: string): number => {
  const num = draft.add(`<</Type/StructElem/P 19 0 R/Pg 3 0 R${entries}>>`);
  draft.append(O.structure, 'K', `${num} 0 R`);
  return num;
};

const objectReference = (num: number): string => `/K<</Type/OBJR/Obj ${num} 0 R>>`;

const emptyField = (draft: Draft): number => {
  signatureField(draft, '/FT/Sig/Rect[300 100 400 150]');
  return draft.next - 1;
};

/** Texts and attributes of an element that a reader shows or speaks in place of its content (14.7.2, 14.9). */
const REPLACING = ['/ActualText(1000)', '/Alt(1000)', '/E(1000)', '/Lang(fr)', '/A<</O/Layout/Placement/Block>>'];
/** Content of the signed page. */
const SIGNED_CONTENT = [
  '/K 0',
  '/K[0]',
  '/K<</Type/MCR/Pg 3 0 R/MCID 0>>',
  '/K[<</Type/MCR/MCID 0>>]',
  '/K 21 0 R',
  '/K[21 0 R]',
  '/K<</Type/OBJR/Obj 14 0 R>>',
];

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
  {
    rule: 'structure-grows',
    what: 'a described element for a new field, below a new section',
    class: 'form-filling',
    edit: draft => {
      const field = emptyField(draft);
      const form = draft.add(`<</Type/StructElem/S/Form/P 19 0 R/Alt(Signature)${objectReference(field)}>>`);
      element(draft, `/S/Sect/K[${form} 0 R]`);
    },
  },
  {
    rule: 'structure-grows',
    what: 'an existing field below an existing element',
    class: 'form-filling',
    edit: draft => draft.append(O.document, 'K', '<</Type/OBJR/Obj 13 0 R>>'),
  },
  {
    rule: 'structure-numbers-added',
    what: 'the parent of a new field',
    class: 'form-filling',
    edit: draft => {
      const form = element(draft, `/S/Form${objectReference(emptyField(draft))}`);
      draft.edit(O.structure, body => body.replace(/\/Nums\[([^\]]*)\]/, `/Nums[$1 ${form} ${form} 0 R]`));
    },
  },
  {
    rule: 'page-linked',
    what: 'an unused number for a page',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.secondPage, '/StructParents 900'),
  },
  {
    rule: 'structure-types-added',
    what: 'a role for a new type',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.structure, '/RoleMap<</Signatur/Form>>'),
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
  ...REPLACING.map(entries => ({
    near: 'structure-grows',
    what: `an existing element gains ${entries}`,
    edit: (draft: Draft) => void draft.enter(O.document, entries),
  })),
  ...SIGNED_CONTENT.map(kids => ({
    near: 'structure-grows',
    what: `a new element for signed content, ${kids}`,
    edit: (draft: Draft) => void element(draft, `/S/P${kids}`),
  })),
  ...REPLACING.map(entries => ({
    near: 'structure-grows',
    what: `a new element for an existing field with ${entries}`,
    edit: (draft: Draft) => void element(draft, `/S/Form${entries}/K<</Type/OBJR/Obj 13 0 R>>`),
  })),
  {
    near: 'structure-grows',
    what: 'a new element with a text of its own',
    edit: draft => void element(draft, '/S/P/ActualText(1000)'),
  },
  {
    near: 'structure-grows',
    what: 'a text in place of a new field',
    edit: draft => void element(draft, `/S/Form/ActualText(1000)${objectReference(emptyField(draft))}`),
  },
  {
    near: 'structure-grows',
    what: 'signed content below two new elements with a text',
    edit: draft => {
      const inner = draft.add('<</Type/StructElem/S/Span/P 19 0 R/Pg 3 0 R/K[0]>>');
      element(draft, `/S/P/ActualText(1000)/K[${inner} 0 R]`);
    },
  },
  {
    near: 'structure-grows',
    what: 'a note among signed content below a described element',
    edit: draft => {
      const note = annotate(draft, '/Subtype/Text/Rect[500 800 520 820]');
      element(draft, `/S/P/Alt(1000)/K[<</Type/OBJR/Obj ${note} 0 R>> 0]`);
    },
  },
  {
    near: 'structure-numbers-added',
    what: 'a parent for the marked content of a page',
    edit: draft => {
      const paragraph = draft.add('<</Type/StructElem/S/P/P 21 0 R/ActualText(1000)/Pg 3 0 R/K 0>>');
      draft.edit(O.structure, body => body.replace(/\/Nums\[[^\]]*\]/, `/Nums[0[${paragraph} 0 R]]`));
    },
  },
  {
    near: 'structure-types-added',
    what: 'another role for a type that is in use',
    edit: draft => draft.enter(O.structure, '/RoleMap<</Document/Artifact>>'),
  },
];
