/** Looks whose patterns, masks, fonts and images are nested or huge. */
import { appearanceStream, type Draft, OBJECTS } from '../form-pdf.js';
import { type Body, stream } from '../pdf-writer.js';
import { after, type CostlyInput, times } from './input.js';

const mark = (name: string, look: (draft: Draft) => Body): CostlyInput =>
  after(
    name,
    draft => {
      const ap = draft.add(look(draft));
      const num = draft.add(`<</Type/Annot/Subtype/Stamp/Rect[40 600 300 750]/P 3 0 R/F 4/AP<</N ${ap} 0 R>>>>`);
      draft.append(OBJECTS.page, 'Annots', `${num} 0 R`);
    },
    undefined,
    3,
  );

const PATTERN =
  '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<</Pattern<</P';
/** Tiling patterns that are filled with each other. */
function nestedPatterns(draft: Draft, levels: number): Body {
  const first = draft.next;
  for (const i of times(levels, n => n))
    draft.add(stream('/Pattern cs /P scn 0 0 10 10 re f', `${PATTERN} ${first + i + 1} 0 R>>>>`));
  draft.add(stream('1 g 0 0 10 10 re f', `${PATTERN} null>>>>`));
  return appearanceStream('/Pattern cs /P scn 0 0 200 20 re f', `<</Pattern<</P ${first} 0 R>>>>`);
}

/** Soft masks whose groups are drawn through further soft masks. */
function nestedMasks(draft: Draft, levels: number): Body {
  const first = draft.next;
  const state = (i: number) => `<</ExtGState<</G<</SMask<</S/Luminosity/G ${first + i} 0 R>>>>>>>>`;
  const group = '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Group<</S/Transparency/CS/DeviceGray>>/Resources';
  for (const i of times(levels, n => n)) draft.add(stream('/G gs 1 g 0 0 200 20 re f', `${group}${state(i + 1)}`));
  draft.add(stream('1 g 0 0 200 20 re f', `${group}<<>>`));
  return appearanceStream('/G gs 1 g 0 0 200 20 re f', state(0));
}

/** Type 3 fonts whose glyphs show text in the next font. */
function nestedFonts(draft: Draft, levels: number, each: number): Body {
  const first = draft.next;
  const fonts = (i: number) => `<</Font<</T ${first + 2 * i} 0 R>>>>`;
  for (const i of times(levels, n => n)) {
    draft.add(
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a ${first + 2 * i + 1} 0 R>>/Resources${fonts((i + 1) % levels)}>>`,
    );
    draft.add(stream(`1 0 d0 BT /T 1 Tf (${'a'.repeat(each)}) Tj ET 0 0 1 1 re f`));
  }
  return appearanceStream(`BT /T 12 Tf (${'a'.repeat(each)}) Tj ET`, fonts(0));
}

const image = (draft: Draft, dict: string, data: Body): Body =>
  appearanceStream(
    'q 200 0 0 20 0 0 cm /I Do Q',
    `<</XObject<</I ${draft.add({ ...(data as { data: Uint8Array }), dict })} 0 R>>>>`,
  );

export const NESTED: readonly CostlyInput[] = [
  mark('tiling patterns of 1,000 levels', draft => nestedPatterns(draft, 1000)),
  mark('tiling patterns of 6 levels', draft => nestedPatterns(draft, 6)),
  mark('soft masks of 1,000 levels', draft => nestedMasks(draft, 1000)),
  mark('soft masks of 12 levels', draft => nestedMasks(draft, 12)),
  mark('Type 3 fonts that show each other', draft => nestedFonts(draft, 2, 100)),
  mark('Type 3 fonts of 8 levels, 10 glyphs each', draft => nestedFonts(draft, 8, 10)),
  mark('a JBIG2 image of 50,000 x 50,000 pixels', draft =>
    image(
      draft,
      '/Type/XObject/Subtype/Image/Width 50000/Height 50000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode',
      stream(Buffer.alloc(100_000)),
    ),
  ),
  mark('a JPEG 2000 image of 50,000 x 50,000 pixels', draft =>
    image(
      draft,
      '/Type/XObject/Subtype/Image/Width 50000/Height 50000/Filter/JPXDecode',
      stream(
        Buffer.from(
          '0000000c6a5020200d0a870a0000000000ff4fff5100290000000000c3500000c350000000000000000000c3500000c35000000000000000000001070101ff52000c00000001000504040001ff5c00134040484850484850484850484850484850ff90000a0000000000000001ff93',
          'hex',
        ),
      ),
    ),
  ),
  mark('an image whose colour table has 256 Indexed spaces', draft =>
    image(
      draft,
      `/Type/XObject/Subtype/Image/Width 10/Height 10/BitsPerComponent 8/ColorSpace ${'[/Indexed '.repeat(256)}/DeviceRGB${' 1 <000000ffffff>]'.repeat(256)}`,
      stream(Buffer.alloc(100)),
    ),
  ),
];
