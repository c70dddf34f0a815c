/** Objects that a page or the catalog refers to: each is altered, and the twin writes the same object again. */
import { type Draft, type Edit, type FormPdf, formPdf, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type Body, type StreamBody, stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { signed } from '../documents.js';
import { attack } from './marks.js';

const FONT = 30;
const WIDTHS = 31;
const TO_UNICODE = 32;
const DESCRIPTOR = 33;
const COMPOSITE = 34;
const DESCENDANT = 35;
const GLYPHS = 36;
const TYPE_3 = 37;
const PROCEDURE = 38;
const STATE = 39;
const SPACE = 40;
const FUNCTION = 41;
const PROFILE = 42;
const PATTERN = 43;
const SHARED = 44;
const IMAGE = 45;
const MASK = 46;
const LABELS = 48;
const DESTINATIONS = 49;
const OUTLINES = 50;
const BOOKMARK = 51;
const FILE = 52;
const SPECIFICATION = 53;

const CONTENT = `BT /F1 12 Tf 50 700 Td (I owe you the amount below.) Tj ET BT /F0 12 Tf 50 680 Td <0041> Tj ET
BT /F3 12 Tf 50 660 Td (A) Tj ET /C cs 1 scn 300 600 20 20 re f /I cs 1 0 0 scn 330 600 20 20 re f
/Pattern cs /P scn 360 600 20 20 re f q /G gs 1 0 0 rg 390 600 20 20 re f Q
q 1 0 0 1 300 560 cm /X Do Q q 20 0 0 20 420 600 cm /Im Do Q`;

const RESOURCES = `/Font<</F1 ${FONT} 0 R/F0 ${COMPOSITE} 0 R/F3 ${TYPE_3} 0 R>>/ExtGState<</G ${STATE} 0 R>>/ColorSpace<</C ${SPACE} 0 R
/I[/ICCBased ${PROFILE} 0 R]>>/Pattern<</P ${PATTERN} 0 R>>/XObject<</X ${SHARED} 0 R/Im ${IMAGE} 0 R>>`;

const SHOWN: Readonly<Record<number, Body>> = {
  [O.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<<${RESOURCES}>>/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]>>`,
  [O.secondPage]: `<</Type/Page/Parent 2 0 R/Contents 8 0 R/Resources<</Font<</F1 7 0 R>>/XObject<</X ${SHARED} 0 R>>>>>>`,
  [O.content]: stream(CONTENT),
  [O.secondContent]: stream('BT /F1 12 Tf 50 700 Td (Second page.) Tj ET q 1 0 0 1 300 560 cm /X Do Q'),
  [FONT]: `<</Type/Font/Subtype/TrueType/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 34/Widths ${WIDTHS} 0 R/FontDescriptor ${DESCRIPTOR} 0 R/ToUnicode ${TO_UNICODE} 0 R>>`,
  [WIDTHS]: '[278 278 355]',
  [TO_UNICODE]: stream(
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <0041> endbfchar endcmap',
  ),
  [DESCRIPTOR]:
    '<</Type/FontDescriptor/FontName/Helvetica/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
  [COMPOSITE]: `<</Type/Font/Subtype/Type0/BaseFont/Helvetica/Encoding/Identity-H/DescendantFonts[${DESCENDANT} 0 R]>>`,
  [DESCENDANT]: `<</Type/Font/Subtype/CIDFontType2/BaseFont/Helvetica/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor ${DESCRIPTOR} 0 R/CIDToGIDMap ${GLYPHS} 0 R>>`,
  [GLYPHS]: stream(Buffer.alloc(200)),
  [TYPE_3]: `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</A ${PROCEDURE} 0 R>>/Encoding<</Differences[65/A]>>/FirstChar 65/LastChar 65/Widths[1000]/Resources<<>>>>`,
  [PROCEDURE]: stream('1000 0 0 0 1000 1000 d1 0 0 700 700 re f'),
  [STATE]: '<</Type/ExtGState/ca 0.5/CA 0.5>>',
  [SPACE]: `[/Separation/Spot/DeviceCMYK ${FUNCTION} 0 R]`,
  [FUNCTION]: '<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>',
  [PROFILE]: stream('profile', '/N 3/Alternate/DeviceRGB'),
  [PATTERN]: stream(
    '1 0 0 rg 0 0 5 5 re f',
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
  ),
  [SHARED]: stream(
    'BT /F1 12 Tf 0 0 Td (Shared) Tj ET',
    '/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Matrix[1 0 0 1 0 0]/Resources<</Font<</F1 7 0 R>>>>',
  ),
  [IMAGE]: stream(
    'abc',
    `/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8/SMask ${MASK} 0 R`,
  ),
  [MASK]: stream('x', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8'),
  [O.catalog]: `<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/StructTreeRoot 19 0 R/MarkInfo<</Marked true>>/PageLabels ${LABELS} 0 R/Names<</Dests ${DESTINATIONS} 0 R/EmbeddedFiles<</Names[(a.txt)${SPECIFICATION} 0 R]>>>>/Outlines ${OUTLINES} 0 R/AF[${SPECIFICATION} 0 R]/Lang(en)>>`,
  [LABELS]: '<</Nums[0<</S/D>>]>>',
  [DESTINATIONS]: '<</Names[(one)[3 0 R/Fit](two)[4 0 R/Fit]]>>',
  [OUTLINES]: `<</Type/Outlines/First ${BOOKMARK} 0 R/Last ${BOOKMARK} 0 R/Count 1>>`,
  [BOOKMARK]: `<</Title(One)/Parent ${OUTLINES} 0 R/Dest(one)>>`,
  [FILE]: stream('a text', '/Type/EmbeddedFile/Subtype/text#2Fplain'),
  [SPECIFICATION]: `<</Type/Filespec/F(a.txt)/UF(a.txt)/AFRelationship/Data/EF<</F ${FILE} 0 R>>>>`,
};

const clean = (): FormPdf => signed({}, formPdf({}, SHOWN));

type Altered = readonly [what: string, num: number, change: Change, visible?: boolean];
/** A part of a dictionary, or other data of a stream. */
type Change = readonly [from: string | RegExp, to: string] | string;

const streamOf = (draft: Draft, num: number): StreamBody => draft.get(num) as StreamBody;

const altering =
  (num: number, change: Change): Edit =>
  draft => {
    if (typeof change === 'string') draft.set(num, stream(change, streamOf(draft, num).dict));
    else if (typeof draft.get(num) === 'string') draft.edit(num, body => body.replace(...change));
    else draft.set(num, { ...streamOf(draft, num), dict: streamOf(draft, num).dict.replace(...change) });
  };

const altered = ([what, num, change, visible = true]: Altered): Attack =>
  attack({
    what,
    clean,
    attacked: () => clean().save(altering(num, change)),
    twin: () => clean().save(draft => draft.set(num, draft.get(num))),
    visible,
  });

const OFF = '<</Type/OCMD/P/AllOff/OCGs[]>>';
const FONTS: readonly Altered[] = [
  ['another /ToUnicode', TO_UNICODE, 'begincmap endcmap', false],
  ['no /ToUnicode', FONT, [/\/ToUnicode \d+ 0 R/, ''], false],
  ['other widths', WIDTHS, ['355', '900'], false],
  ['another descriptor', DESCRIPTOR, ['/Flags 32', '/Flags 4'], false],
  ['other differences', FONT, ['/WinAnsiEncoding', '<</Differences[65/B]>>'], false],
  ['another map of glyphs', GLYPHS, '\x01'.repeat(200), false],
  ['glyphs without a map', DESCENDANT, [/\/CIDToGIDMap \d+ 0 R/, '/CIDToGIDMap/Identity']],
  ['another default width', DESCENDANT, ['/DW 1000', '/DW 10'], false],
  ['a vertical encoding', COMPOSITE, ['Identity-H', 'Identity-V'], false],
  ['another glyph procedure', PROCEDURE, '1000 0 0 0 1000 1000 d1 0 0 100 100 re f'],
  ['another font matrix', TYPE_3, ['[0.001 ', '[0.002 ']],
];
const COLOURS: readonly Altered[] = [
  ['another opacity', STATE, ['/ca 0.5', '/ca 0']],
  ['a blend mode', STATE, ['/CA 0.5', '/CA 0.5/BM/Difference']],
  ['a font of the graphics state', STATE, ['/CA 0.5', '/CA 0.5/Font[7 0 R 30]'], false],
  ['another tint', FUNCTION, ['[0 1 1 0]', '[0 0 0 0]']],
  ['another profile', PROFILE, 'another', false],
  ['another alternate space', PROFILE, ['DeviceRGB', 'Lab'], false],
  ['another pattern', PATTERN, '0 0 1 rg 0 0 5 5 re f'],
  ['another step of a pattern', PATTERN, ['/XStep 10', '/XStep 11']],
];
const OBJECTS: readonly Altered[] = [
  ['other content of a shared form', SHARED, 'BT /F1 12 Tf 0 0 Td (Shared 9000) Tj ET'],
  ['another matrix of a shared form', SHARED, ['1 0 0]', '1 0 9]']],
  ['a slightly different matrix of a shared form', SHARED, ['1 0 0]', '1 0 0.005]'], false],
  ['another box of a shared form', SHARED, ['[0 0 100 20]', '[0 0 20 20]']],
  ['a shared form in a layer', SHARED, ['/BBox', `/OC ${OFF}/BBox`], false],
  ['a shared form that refers to another file', SHARED, ['/BBox', '/Ref<</F(other.pdf)/Page 0>>/BBox'], false],
  ['another image', IMAGE, 'xyz'],
  ['another mask of an image', MASK, '\0'],
  ['inverted colours of an image', IMAGE, ['/Width', '/Decode[1 0 1 0 1 0]/Width']],
  [
    'another image for printing',
    IMAGE,
    ['/Width', `/Alternates[<</Image ${MASK} 0 R/DefaultForPrinting true>>]/Width`],
    false,
  ],
];
const NAVIGATION: readonly Altered[] = [
  ['other page labels', LABELS, ['/S/D', '/S/R'], false],
  ['another destination under the same name', DESTINATIONS, ['[4 0 R', '[3 0 R'], false],
  ['another title of a bookmark', BOOKMARK, ['(One)', '(Two)'], false],
  ['a bookmark with an action', BOOKMARK, ['/Dest(one)', '/A<</S/URI/URI(http://other.example)>>'], false],
  ['another embedded file', FILE, 'other!', false],
  ['another name of an embedded file', SPECIFICATION, ['/UF(a.txt)', '/UF(b.txt)'], false],
  ['another relationship of an associated file', SPECIFICATION, ['/Data', '/Source'], false],
  ['an embedded file less', O.catalog, [/\/EmbeddedFiles<<.*?>>/, ''], false],
  ['an associated file less', O.catalog, [/\/AF\[\d+ 0 R\]/, ''], false],
  ['another language', O.catalog, ['(en)', '(de)'], false],
];

export const RESOURCES_OF_PAGES: Family = {
  name: 'objects to which pages and the catalog refer',
  clause: 'ISO 32000-2, 7.8.3, 8.4.5, 8.6, 8.7, 8.10, 9.6 to 9.10; 7.7.2, 12.3, 12.4.2, 14.13',
  attacks: [...FONTS, ...COLOURS, ...OBJECTS, ...NAVIGATION].map(altered),
};
