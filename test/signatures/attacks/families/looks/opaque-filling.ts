/** Fields over the text of the page that hide it when they are filled in. */
import { type Draft, type Edit, formPdf, OBJECTS as O, type Signing, sign } from '../../../../helpers/form-pdf.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import { type Attack, type Family, NOT_VALID } from '../../attack.js';
import { by, pki, signed } from '../../documents.js';
import { at, attack, look, type Rect, TEXT, WHITE } from '../marks.js';
import { filledWith } from './covered-looks.js';

/** A field over the text of the page that is empty when the document is signed. */
const emptyOver = (rect: string) =>
  formPdf(
    {},
    {
      [O.name]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/Rect[${rect}]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/MK<</BG[1]>>/AP<</N 14 0 R>>>>`,
      [O.nameAppearance]: stream('/Tx BMC EMC', '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<>>'),
    },
  );
const fillOpaquely = (draft: Draft): void => {
  const filled = look(draft, `${WHITE} 0 g /Tx BMC q BT /Helv 12 Tf 2 5 Td (Ann) Tj ET Q EMC`);
  draft.edit(O.name, body => body.replace('/N 14 0 R', `/N ${filled}`).replace('/T(Name)', '/T(Name)/V(Ann)'));
};
const opaqueFill = (what: string, docMDP: 2 | 3 | null): Attack => {
  const pdf = (rect: string) => signed(docMDP ? { docMDP } : {}, emptyOver(rect));
  return attack({
    what,
    clean: () => pdf(TEXT.over.join(' ')),
    attacked: () => pdf(TEXT.over.join(' ')).save(fillOpaquely),
    twin: () => pdf(TEXT.beside.join(' ')).save(fillOpaquely),
    expected: 'valid, with a warning',
    rule: 'changes-without-doubt',
  });
};

/** An empty signature field over the text, or beside it, that is signed with an opaque look. */
function inApproval(isTimestamp: boolean): Signing {
  const make = isTimestamp ? (bytes: Buffer) => pki.timestamp('tsa', bytes) : by({}, 'bob');
  const signing = sign({ make, timestamp: isTimestamp, existing: O.approval });
  return {
    make: signing.make,
    prepare(draft) {
      signing.prepare(draft);
      draft.enter(O.approval, filledWith(WHITE)(draft));
    },
  };
}
const signing = (what: string, docMDP: 2 | null, isTimestamp: boolean): Attack => {
  const pdf = (rect: Rect) => {
    const approval = `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)${at(rect)}/P 3 0 R/F 4>>`;
    return signed(docMDP ? { docMDP } : {}, formPdf({}, { [O.approval]: approval }));
  };
  return warned(what, pdf, inApproval(isTimestamp));
};

/** A field with a value whose look gets an opaque background. */
const shown = (text: string): string => `/Tx BMC q BT /Helv 12 Tf 2 5 Td (${text}) Tj ET Q EMC`;
const refilling = (what: string, docMDP: 2 | null, value: string): Attack => {
  const pdf = (rect: Rect) =>
    signed(
      docMDP ? { docMDP } : {},
      formPdf(
        {},
        {
          [O.name]: `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(Ann)${at(rect)}/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)/MK<</BG[1]>>/AP<</N 14 0 R>>>>`,
          [O.nameAppearance]: stream(
            shown('Ann'),
            '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 7 0 R>>>>',
          ),
        },
      ),
    );
  return warned(what, pdf, draft => {
    const opaque = look(draft, `${WHITE} 0 g ${shown(value)}`);
    draft.edit(O.name, body => body.replace('(Ann)', `(${value})`).replace('/N 14 0 R', `/N ${opaque}`));
  });
};

/** A field that states no background gets one; lines to write on may be below it. */
const unstated = (what: string, docMDP: 2 | null): Attack => {
  const pdf = (content: string) =>
    signed(docMDP ? { docMDP } : {}, formPdf({}, { [O.content]: stream(`BT /F1 12 Tf 60 505 Td (${content}) Tj ET`) }));
  const filled: Edit = draft => {
    const opaque = look(draft, `${WHITE} 0 g ${shown('Bob')}`);
    draft.edit(O.name, body => body.replace('(Ann)', '(Bob)').replace('/N 14 0 R', `/N ${opaque}`));
  };
  return attack({
    what,
    clean: () => pdf('I owe 100 to the bearer'),
    attacked: () => pdf('I owe 100 to the bearer').save(filled),
    twin: () => pdf('______________________').save(filled),
    accepted: 'valid, with a warning',
  });
};

const REFUSED = { expected: NOT_VALID, rule: 'changes-after-signing' };

function warned(what: string, pdf: (rect: Rect) => ReturnType<typeof signed>, edit: Edit | Signing): Attack {
  return attack({
    what,
    clean: () => pdf(TEXT.over),
    attacked: () => pdf(TEXT.over).save(edit),
    twin: () => pdf(TEXT.beside).save(edit),
    expected: 'valid, with a warning',
    rule: 'changes-without-doubt',
  });
}

export const OPAQUE_FILLING: Family = {
  name: 'fields over text that are filled opaquely',
  clause: 'ISO 32000-2, 12.7.4.3',
  attacks: [
    opaqueFill('an empty field', null),
    opaqueFill('an empty field, P=2', 2),
    opaqueFill('an empty field, P=3', 3),
    signing('an empty signature field', null, false),
    signing('an empty signature field, P=2', 2, false),
    // the text of a timestamp has no signer
    { ...signing('an empty field for a timestamp', null, true), accepted: 'valid, with a warning' },
    refilling('another value with an opaque background', null, 'Bob'),
    refilling('another value with an opaque background, P=2', 2, 'Bob'),
    unstated('a background that the field did not state', null),
    unstated('a background that the field did not state, P=2', 2),
    // a field that keeps its value needs no new background
    { ...refilling('the same value with an opaque background', null, 'Ann'), ...REFUSED },
    { ...refilling('the same value with an opaque background, P=2', 2, 'Ann'), ...REFUSED },
  ],
};
