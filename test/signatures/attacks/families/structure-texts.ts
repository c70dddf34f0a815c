/** Structure elements that a later revision adds: they replace what assistive technology and text extraction read as the signed content. */
import { type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import type { Attack, Family } from '../attack.js';
import { annotate, certified, clean } from '../documents.js';
import { attack } from './marks.js';

const FORGED = '(I owe you nothing)';

/** A new element below the root, or below another one. */
const element =
  (entries: string, parent: number = O.structure): Edit =>
  draft => {
    const num = draft.add(`<</Type/StructElem/P ${parent} 0 R/Pg 3 0 R${entries}>>`);
    draft.append(parent, 'K', `${num} 0 R`);
  };
/** The element of a new field or annotation, without a text of its own. */
const forField = element('/S/Form/K<</Type/OBJR/Obj 13 0 R>>');

const CONTENT = '/K 0';
const REFERENCE = '/K<</Type/MCR/Pg 3 0 R/MCID 0>>';
const ELEMENTS: readonly (readonly [what: string, edit: Edit])[] = [
  ['replacement text of marked content', element(`/S/Span/ActualText${FORGED}${CONTENT}`)],
  ['replacement text by reference', element(`/S/Span/ActualText${FORGED}${REFERENCE}`)],
  ['replacement text of several parts', element(`/S/Span/ActualText${FORGED}/K[0 1 <</Type/MCR/MCID 0>>]`)],
  ['an alternate description', element(`/S/Figure/Alt${FORGED}${CONTENT}`)],
  ['an expansion', element(`/S/Span/E${FORGED}${CONTENT}`)],
  ['another language', element(`/S/Span/Lang(xx)${CONTENT}`)],
  ['a placement attribute', element(`/S/Span/A<</O/Layout/Placement/Block/Color[1 1 1]>>${CONTENT}`)],
  ['a pronunciation', element(`/S/Span/Phoneme${FORGED}${CONTENT}`)],
  [
    'replacement text in an inner element',
    draft => {
      const inner = draft.add(
        `<</Type/StructElem/S/Span/P ${draft.next + 1} 0 R/Pg 3 0 R/ActualText${FORGED}${CONTENT}>>`,
      );
      element(`/S/P/K ${inner} 0 R`)(draft);
    },
  ],
  ['replacement text below an existing element', element(`/S/Span/ActualText${FORGED}${CONTENT}`, O.document)],
  ['replacement text without content', element(`/S/Span/ActualText${FORGED}`)],
  [
    'an existing element below a new one',
    draft => {
      const num = draft.add(`<</Type/StructElem/S/Sect/P 19 0 R/ActualText${FORGED}/K[21 0 R]>>`);
      draft.edit(O.structure, body => body.replace('[21 0 R]', `[${num} 0 R]`));
      draft.edit(O.document, body => body.replace('/P 19 0 R', `/P ${num} 0 R`));
    },
  ],
  ['an existing element that is also below a new one', element(`/S/Sect/ActualText${FORGED}/K[21 0 R]`)],
  ['replacement text of an existing element', draft => draft.enter(O.document, `/ActualText${FORGED}`)],
  ['a description of an existing element', draft => draft.enter(O.document, `/Alt${FORGED}`)],
  [
    'another type of an existing element',
    draft => draft.edit(O.document, body => body.replace('/S/Document', '/S/Artifact')),
  ],
  ['another role of an existing type', draft => draft.enter(O.structure, '/RoleMap<</Document/Artifact>>')],
  [
    'a class with attributes of an existing element',
    draft => {
      draft.enter(O.structure, '/ClassMap<</C<</O/Layout/Color[1 1 1]>>>>');
      draft.enter(O.document, '/C/C');
    },
  ],
  [
    'another entry of the parent tree',
    draft =>
      draft.edit(O.structure, body =>
        body.replace(
          '/Nums[]',
          `/Nums[0 ${draft.add(`<</Type/StructElem/S/Span/P 19 0 R/ActualText${FORGED}>>`)} 0 R]`,
        ),
      ),
  ],
];

const texts = ([what, edit]: (typeof ELEMENTS)[number], i: number): Attack => {
  const pdf = i % 2 === 0 ? clean : certified(3);
  return attack({
    what,
    clean: pdf,
    attacked: () => pdf().save(edit),
    twin: () => pdf().save(forField),
    visible: false,
  });
};

/** The same in a structure element of a new comment. */
const ofComment: Attack = (() => {
  const pdf = certified(3);
  const comment =
    (entries: string): Edit =>
    draft => {
      annotate('/Subtype/Text/Rect[500 800 520 820]/StructParent 7/Contents(Seen)')(draft);
      element(`/S/Annot${entries}/K[<</Type/OBJR/Obj ${draft.next - 1} 0 R>>]`)(draft);
    };
  return attack({
    what: 'a new comment whose element also has signed content',
    clean: pdf,
    attacked: () =>
      pdf().save(draft => {
        annotate('/Subtype/Text/Rect[500 800 520 820]/StructParent 7/Contents(Seen)')(draft);
        element(`/S/Annot/Alt${FORGED}/K[<</Type/OBJR/Obj ${draft.next - 1} 0 R>> 0]`)(draft);
      }),
    twin: () => pdf().save(comment('')),
    accepted: 'valid, with a warning',
    visible: true,
  });
})();

export const STRUCTURE_TEXTS: Family = {
  name: 'structure elements that replace signed content',
  clause: 'ISO 32000-2, 14.7.2, 14.9.3, 14.9.4',
  attacks: [...ELEMENTS.map(texts), ofComment],
};
