/** A value that changes and changes back: what the field shows is compared with what it showed when the document was signed. */
import { expect, test } from 'vitest';
import {
  appearanceStream,
  type Edit,
  formPdf,
  OBJECTS as O,
  type Signing,
  sign,
  textAppearance,
} from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import { assessFirst } from '../assess.js';
import { withLook } from './cases.js';

const filled =
  (value: string, shown = value): Edit =>
  draft => {
    draft.set(O.name, draft.text(O.name).replace(/\/V\(\w*\)/, `/V(${value})`));
    draft.set(O.nameAppearance, textAppearance(shown));
  };

const ticked =
  (value: string, state = value): Edit =>
  draft =>
    draft.edit(O.agree, body => body.replace(/\/V\/\w+\/AS\/\w+/, `/V/${value}/AS/${state}`));

const ANY = expect.anything();
const UNCLEAR = [expect.stringContaining('the field shows “Eve” and not its new value')];

test.each<[what: string, edits: readonly (Edit | Signing)[], allowed: boolean, warnings: unknown]>([
  ['another text, directly', [filled('Ann', 'Eve')], false, ANY],
  ['another text, after another value', [filled('Bob'), filled('Ann', 'Eve')], false, ANY],
  ['another text, after two', [filled('Bob'), filled('Cid'), filled('Ann', 'Eve')], false, ANY],
  ['another state, directly', [ticked('Off', 'Yes')], false, ANY],
  ['another state, after another value', [ticked('Yes'), ticked('Off', 'Yes')], false, ANY],
  ['the text of a later signature', [filled('Bob'), sign(), filled('Cid'), filled('Bob')], true, []],
  ['another text, after a later signature', [filled('Bob'), sign(), filled('Cid'), filled('Bob', 'Eve')], false, ANY],
  [
    'another text, of an earlier signature',
    [filled('Bob'), sign(), filled('Cid'), sign(), filled('Dan'), filled('Bob', 'Eve')],
    false,
    ANY,
  ],
  [
    'another state, after a later signature',
    [ticked('Yes'), sign(), ticked('Off'), filled('Bob'), ticked('Yes', 'Off')],
    false,
    ANY,
  ],
  [
    'another text for a value that no signature covers',
    [filled('Bob'), filled('Cid'), sign(), filled('Bob', 'Eve')],
    true,
    UNCLEAR,
  ],
  ['another text for a new value', [filled('Bob'), filled('Cid', 'Eve')], true, UNCLEAR],
  ['the signed text again', [filled('Bob'), filled('Ann')], true, []],
  ['the signed state again', [ticked('Yes'), ticked('Off')], true, []],
])('%s', async (_, edits, allowed, warnings) => {
  const pdf = edits.reduce((saved, edit) => saved.save(edit), formPdf().save(sign()));
  const found = await assessFirst(pdf);
  expect(found).toMatchObject({ allowed, warnings });
});

test('a value that returns with another alignment', async () => {
  const entered =
    (value: string, entries = ''): Edit =>
    draft =>
      draft.edit(O.amount, body => body.replace(/\/V\(\w*\)/, `/V(${value})${entries}`));
  const signed = formPdf({}, withLook('100', null)).save(sign());
  const returned = (entries: string) => assessFirst(signed.save(entered('900', entries)).save(entered('100')));
  expect(await returned('/Q 2')).toMatchObject({ allowed: false });
  expect(await returned('')).toMatchObject({ allowed: true, warnings: [] });
});

test('a box that is ticked again has the symbol that was signed', async () => {
  const toUnicode =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <34> <2714> endbfchar endcmap end end';
  const custom =
    '<</Type/Font/Subtype/Type1/BaseFont/Custom/FirstChar 52/LastChar 52/Widths[800]/Encoding<</Type/Encoding/Differences[52/a20]>>/ToUnicode 60 0 R/FontDescriptor<</Type/FontDescriptor/FontName/Custom/Flags 4>>>>';
  const drawnWith = (font: string) => appearanceStream('q BT /F 18 Tf 2 4 Td (4) Tj ET Q', `<</Font<</F ${font}>>>>`);
  const signed = () =>
    formPdf(
      {},
      {
        60: stream(toUnicode),
        61: custom,
        62: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
        [O.agreeYes]: drawnWith('61 0 R'),
        [O.agree]:
          '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Yes/AS/Yes/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>',
      },
    ).save(sign());
  const redrawn: Edit = draft => draft.set(O.agreeYes, drawnWith('62 0 R'));
  const directly = signed().save(redrawn);
  const unticked = signed().save(ticked('Off')).save(redrawn).save(ticked('Yes'));
  for (const pdf of [directly, unticked]) expect(await assessFirst(pdf)).toMatchObject({ allowed: false });
});
