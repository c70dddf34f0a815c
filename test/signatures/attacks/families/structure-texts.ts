/** Structure elements that a later revision adds: they replace what assistive technology and text extraction read as the signed content. */
import { type Edit, type FormPdf, formPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import type { Attack, Family } from '../attack.js';
import { annotate, certified, clean, signed } from '../documents.js';
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

/** The parent tree has the number of page 1, and of a form field that is added in a node of its own. */
const numbered = (): FormPdf =>
  signed(
    {},
    formPdf(
      {},
      {
        [O.page]:
          '<</Type/Page/Parent 2 0 R/StructParents 0/Contents 5 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>',
        [O.structure]:
          '<</Type/StructTreeRoot/K[21 0 R]/ParentTree<</Nums[0[21 0 R]]>>/ParentTreeNextKey 1/RoleMap<</Part/Sect>>>>',
      },
    ),
  );
const inNodes =
  (first: string, second: string, isReverse = false): Edit =>
  draft => {
    const parent = draft.add('<</Type/StructElem/S/Form/P 19 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 13 0 R>>>>');
    const nodes = [`${first}/Nums[0[21 0 R]]`, `${second}/Nums[70 ${parent} 0 R]`].map(
      node => `${draft.add(`<<${node}>>`)} 0 R`,
    );
    const kids = (isReverse ? nodes.reverse() : nodes).join(' ');
    draft
      .append(O.structure, 'K', `${parent} 0 R`)
      .edit(O.structure, body => body.replace('/Nums[0[21 0 R]]', `/Kids[${kids}]`));
  };
const [FIRST, SECOND] = ['/Limits[0 0]', '/Limits[70 70]'] as const;

const NODES: readonly (readonly [what: string, edit: Edit])[] = [
  ['limits without the number of a page', inNodes('/Limits[5 9]', SECOND)],
  ['limits of another node that have the number of a page', inNodes('/Limits[0 0]', '/Limits[0 70]')],
  ['limits that are reversed', inNodes('/Limits[9 0]', SECOND)],
  ['limits that are no numbers', inNodes('/Limits[(0)(0)]', SECOND)],
  ['limits that are missing', inNodes('/Limits[]', SECOND)],
  ['nodes in reverse order', inNodes(FIRST, SECOND, true)],
  ['nodes in reverse order without limits', inNodes('', '', true)],
];

/** Programs that search the tree do not find the elements of the signed page any more. */
const hidden = ([what, edit]: (typeof NODES)[number]): Attack =>
  attack({
    what: `the parent tree in nodes: ${what}`,
    clean: numbered,
    attacked: () => numbered().save(edit),
    twin: () => numbered().save(inNodes(FIRST, SECOND)),
    visible: false,
  });

export const STRUCTURE_TEXTS: Family = {
  name: 'structure elements that replace signed content',
  clause: 'ISO 32000-2, 14.7.2, 14.9.3, 14.9.4',
  attacks: [...ELEMENTS.map(texts), ofComment, ...NODES.map(hidden)],
};
