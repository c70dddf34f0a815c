/** Fonts that one update adds, where nothing uses them, and a later one fills in a field with: they may draw any glyph for any code. */
import { type Draft, type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { certified, clean } from '../documents.js';
import { attack } from './marks.js';

const WIDTHS = Array.from({ length: 10 }, () => 556).join(' ');

function embedded(draft: Draft): number {
  const program = draft.add(stream('%!PS-AdobeFont-1.0: Other'));
  const descriptor = draft.add(
    `<</Type/FontDescriptor/FontName/Other/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent 0/CapHeight 700/StemV 80/FontFile ${program} 0 R>>`,
  );
  return draft.add(
    `<</Type/Font/Subtype/Type1/BaseFont/Other/FirstChar 48/LastChar 57/Widths[${WIDTHS}]/FontDescriptor ${descriptor} 0 R/Encoding/WinAnsiEncoding>>`,
  );
}
const standard = (draft: Draft): number =>
  draft.add('<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>');

/** Where the first update puts the font. */
const PLACES: Readonly<Record<string, (draft: Draft, font: number) => unknown>> = {
  'in the resources of the form': (draft, font) =>
    draft.edit(O.form, body => body.replace('/Helv 7 0 R', `/Helv 7 0 R/Later ${font} 0 R`)),
  'in private data of the page': (draft, font) =>
    draft.enter(O.page, `/PieceInfo<</App<</LastModified(D:2026)/Private ${font} 0 R>>>>`),
  'in no object': () => {},
};

const filled =
  (font: number): Edit =>
  draft => {
    const entries = `/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Later ${font} 0 R>>>>`;
    const look = draft.add(stream('/Tx BMC q BT 0 g /Later 12 Tf 2 5 Td (200) Tj ET Q EMC', entries));
    draft.edit(O.amount, body => body.replace('(100)', '(200)').replace('/N 15 0 R', `/N ${look} 0 R`));
  };

const inSteps = ([what, place]: [string, (typeof PLACES)[string]], i: number): Attack => {
  const pdf = i % 2 === 0 ? clean : certified(2);
  const steps = (makeFont: (draft: Draft) => number) => {
    let font = 0;
    const added = pdf().save(draft => {
      font = makeFont(draft);
      place(draft, font);
    });
    return added.save(filled(font));
  };
  return attack({
    what,
    clean: pdf,
    attacked: () => steps(embedded),
    twin: () => steps(standard),
    expected: 'valid, with a warning',
    rule: 'changes-without-doubt',
  });
};

export const ADDED_FONTS: Family = {
  name: 'fonts that are added before they are used',
  clause: 'ISO 32000-2, 9.6.2.2, 12.7.3, DR',
  attacks: Object.entries(PLACES).map(inSteps),
};
