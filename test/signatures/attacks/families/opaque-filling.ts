/** Fields over the text of the page that hide it when they are filled in. */
import { type Draft, formPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { signed } from '../documents.js';
import { attack, look, TEXT, WHITE } from './marks.js';

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

export const OPAQUE_FILLING: Family = {
  name: 'an empty field over text that is filled opaquely',
  clause: 'ISO 32000-2, 12.7.4.3',
  attacks: [opaqueFill('without certification', null), opaqueFill('P=2', 2), opaqueFill('P=3', 3)],
};
