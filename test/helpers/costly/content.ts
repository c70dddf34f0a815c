/** Content streams, fonts, looks and images. */
import { appearanceStream, type Draft, OBJECTS, textAppearance } from '../form-pdf.js';
import { type Body, deflated, stream } from '../pdf-writer.js';
import { after, type CostlyInput, FREE, times } from './input.js';

const FONT =
  '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>>>]/ToUnicode 900 0 R>>';
const cmap = (body: string): string =>
  `/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n${body}\nendcmap`;

/** A filled-in field whose text is read with this ToUnicode map. */
function toUnicode(name: string, body: () => string): CostlyInput[] {
  const fill = (draft: Draft) =>
    draft
      .edit(OBJECTS.name, text => text.replace('/V(Ann)', '/V(Bob)'))
      .set(OBJECTS.nameAppearance, appearanceStream('/Tx BMC q BT /Helv 12 Tf 2 5 Td <004200060062> Tj ET Q EMC'));
  const map = () => deflated(cmap(body()));
  return [
    after(`a ToUnicode map with ${name}`, fill, () => ({ 7: FONT, 900: map() })),
    after(`a new ToUnicode map with ${name}`, draft => fill(draft).set(OBJECTS.font, FONT).set(900, map())),
  ];
}

/** Covers the page with a mark that has this look. */
const look = (name: string, body: (draft: Draft) => Body, subtype = 'Stamp', more = ''): CostlyInput =>
  after(
    name,
    draft => {
      const ap = draft.add(body(draft));
      const mark = draft.add(
        `<</Type/Annot/Subtype/${subtype}/Rect[40 600 300 750]/P 3 0 R/F 4${more}/AP<</N ${ap} 0 R>>>>`,
      );
      draft.append(OBJECTS.page, 'Annots', `${mark} 0 R`);
    },
    undefined,
    3,
  );

const DENSE = times(
  20_000,
  i => `BT /F1 4 Tf ${20 + (i % 100) * 5} ${20 + Math.floor(i / 100) * 4} Td (word) Tj ET`,
).join('\n');

/** Forms that each draw the next one this many times. */
function nested(draft: Draft, levels: number, each: number): Body {
  const first = draft.next;
  for (const i of times(levels, level => level)) {
    draft.add(appearanceStream('/F Do '.repeat(each), `<</XObject<</F ${first + i + 1} 0 R>>>>`));
  }
  draft.add(appearanceStream('0 0 200 20 re f'));
  return appearanceStream('/F Do', `<</XObject<</F ${first} 0 R>>>>`);
}

function image(draft: Draft, dict: string, data: Buffer, filter = ''): Body {
  const num = draft.add(
    filter
      ? stream(data, `/Type/XObject/Subtype/Image${dict}/Filter${filter}`)
      : deflated(data, `/Type/XObject/Subtype/Image${dict}`),
  );
  return appearanceStream('q 200 0 0 20 0 0 cm /I Do Q', `<</XObject<</I ${num} 0 R>>>>`);
}

const HUGE = '/Width 50000/Height 50000/BitsPerComponent 1/ColorSpace/DeviceGray';

export const CONTENT: readonly CostlyInput[] = [
  ...toUnicode(
    'odd lengths',
    () => '100 beginbfchar <004> <0> <42> <006> <00620> <00A> endbfchar 1 beginbfrange <000> <0FF> <1> endbfrange',
  ),
  ...toUnicode('200,000 unclosed sections', () => '1 beginbfchar\n'.repeat(200_000)),
  ...toUnicode('200,000 unclosed ranges', () => '1 beginbfrange <0000>\n'.repeat(200_000)),
  ...toUnicode('20,000 full ranges', () => `20000 beginbfrange ${'<0000> <FFFF> <0000>\n'.repeat(20_000)} endbfrange`),
  ...toUnicode('a range of four bytes', () => '1 beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange'),
  ...toUnicode(
    'a target of 1,000,000 characters',
    () => `1 beginbfrange <0000> <FFFF> <${'0041'.repeat(1_000_000)}> endbfrange`,
  ),
  after(
    '500 opaque comments on a dense page',
    draft => {
      const added = times(500, i => {
        const ap = draft.add(appearanceStream('1 1 1 rg 0 0 200 20 re f'));
        return draft.add(
          `<</Type/Annot/Subtype/FreeText/Rect[20 ${20 + i} 120 ${24 + i}]/Contents(x)/P 3 0 R/F 4/AP<</N ${ap} 0 R>>>>`,
        );
      });
      draft.append(OBJECTS.page, 'Annots', added.map(num => `${num} 0 R`).join(' '));
    },
    () => ({ [OBJECTS.content]: stream(DENSE) }),
    3,
  ),
  look('forms of 28 levels, each drawn twice', draft => nested(draft, 28, 2)),
  look('forms of 10,000 levels', draft => nested(draft, 10_000, 1)),
  look('4 levels of forms, each drawn 1,000 times', draft => nested(draft, 4, 1000)),
  look('a form that draws itself', draft => appearanceStream('/F Do', `<</XObject<</F ${draft.next} 0 R>>>>`)),
  look('an image of 50,000 x 50,000 pixels', draft => image(draft, HUGE, Buffer.alloc(1000))),
  look('an image of 50,000 x 50,000 pixels that decodes to 312 MB', draft =>
    image(draft, HUGE, Buffer.alloc(312_500_000)),
  ),
  look('a CCITT image of 50,000 x 50,000 pixels', draft =>
    image(draft, HUGE, Buffer.alloc(1_000_000, 0xff), '/CCITTFaxDecode/DecodeParms<</K -1/Columns 50000/Rows 50000>>'),
  ),
  look('an image with a mask of 30,000 x 30,000 pixels', draft =>
    image(
      draft,
      `/Width 10/Height 10/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask ${draft.add(deflated(Buffer.alloc(1000), '/Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceGray'))} 0 R`,
      Buffer.alloc(300),
    ),
  ),
  look('a tiling pattern of 1,000,000 tiles', draft =>
    appearanceStream(
      '/Pattern cs /P scn 0 0 200 20 re f',
      `<</Pattern<</P ${draft.add(stream('0 0 .001 .001 re f', '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 .01 .01]/XStep .01/YStep .01/Resources<<>>'))} 0 R>>>>`,
    ),
  ),
  look('a function-based shading of extreme cost', draft =>
    appearanceStream(
      '/S sh',
      `<</Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 1e9 0 1e9]/Function ${draft.add(stream(`{ ${'dup mul '.repeat(20_000)} exch pop }`, '/FunctionType 4/Domain[0 1e9 0 1e9]/Range[0 1]'))} 0 R>>>>>>`,
    ),
  ),
  look('1,000,000 saved graphics states', () => appearanceStream('q '.repeat(1_000_000))),
  look('1,000,000 filled paths', () => appearanceStream('0 0 1 1 re f '.repeat(1_000_000))),
  look('a path of 2,000,000 segments', () => appearanceStream(`0 0 m ${'1 2 l 3 1 l '.repeat(1_000_000)} f`)),
  look('a dash pattern of 10^-9', () => appearanceStream('[1e-9] 0 d 0 0 m 200 20 l S')),
  look('an array of 5,000,000 operands', () => appearanceStream(`[${'1 '.repeat(5_000_000)}] TJ`)),
  look('an inline image of 10 MB', () =>
    appearanceStream(`BI /W 3000 /H 3000 /BPC 8 /CS /G ID ${'x'.repeat(10_000_000)} EI`),
  ),
  look('Ink of 1,000,000 points', () => appearanceStream('n'), 'Ink', `/InkList[[${'1 2 '.repeat(1_000_000)}]]`),
  look(
    'a highlighted area of 250,000 quadrilaterals',
    () => appearanceStream('n'),
    'Highlight',
    `/QuadPoints[${'1 2 3 4 5 6 7 8 '.repeat(250_000)}]`,
  ),
  look('a Type 3 font whose glyph shows itself', draft => {
    const glyph = draft.next;
    draft.add(stream('1000 0 d0 BT /T3 1 Tf (aa) Tj ET'));
    const font = draft.add(
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1000]/Encoding<</Differences[97/a]>>/CharProcs<</a ${glyph} 0 R>>/Resources<</Font<</T3 ${glyph + 1} 0 R>>>>>>`,
    );
    return appearanceStream('BT /T3 12 Tf (aaaa) Tj ET', `<</Font<</T3 ${font} 0 R>>>>`);
  }),
  after('a text of 5,000,000 characters in a field', draft =>
    draft
      .edit(OBJECTS.name, body => body.replace('/V(Ann)', `/V(${'x'.repeat(5_000_000)})`))
      .set(OBJECTS.nameAppearance, textAppearance('x'.repeat(5_000_000))),
  ),
  after('a look with 500,000 pieces of text', draft =>
    draft
      .edit(OBJECTS.name, body => body.replace('/V(Ann)', `/V(${'x'.repeat(500_000)})`))
      .set(OBJECTS.nameAppearance, appearanceStream(`/Tx BMC BT /Helv 12 Tf ${'(x) Tj '.repeat(500_000)} ET EMC`)),
  ),
  after(
    'metadata of 30 MB',
    draft =>
      draft.set(
        OBJECTS.metadata,
        stream(`<x:xmpmeta>${'<a>'.repeat(10_000_000)}</x:xmpmeta>`, '/Type/Metadata/Subtype/XML'),
      ),
    () => ({ [FREE]: '(unused)' }),
  ),
];
