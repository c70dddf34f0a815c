/** A page of 300 x 300 points with resources for every painting operator, opened by the PDF reader or rendered by PDFium. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { openPdf, type PdfDict, type PdfRevision, type PdfStream } from '../../../../src/pdf/index.js';
import { type Body, PdfWriter, stream } from '../../../helpers/pdf-writer.js';

const SIZE = 300;

/** Object numbers of resources; tests may replace them or add others from 50 on. */
const RESOURCES = `<<
/Font<</Std 10 0 R/Wid 11 0 R/Cid 12 0 R/Ver 13 0 R/T3 14 0 R/T3n 34 0 R>>
/XObject<</Im 20 0 R/Mask 21 0 R/Fm 22 0 R/Nest 23 0 R/Group 24 0 R/Isolated 25 0 R/Broken 26 0 R>>
/Pattern<</Tile 30 0 R/Grad 31 0 R/Stencil 32 0 R>>
/Shading<</Sh 33 0 R>>
/ExtGState<</Clear<</ca 0/CA 0>>/Nearly<</ca 0.99/CA 0.99>>/Half<</ca 0.5/CA 0.5>>/Solid<</ca 1/CA 1>>/Wide<</LW 30>>/Font<</Font[10 0 R 40]>>
/Mul<</BM/Multiply>>/Dark<</BM[/Darken]>>/Mixed<</BM[/Darken/Normal]>>/Normal<</BM/Normal>>/Diff<</BM/Difference>>/Transfer<</TR 40 0 R>>/Soft<</SMask<</S/Alpha/G 22 0 R>>>>>>
/ColorSpace<</Alias/DeviceRGB/AliasArray[/DeviceGray]/Icc[/ICCBased 41 0 R]/Ind[/Indexed/DeviceRGB 1<ffffff000000>]/Sep[/Separation/Spot/DeviceGray 40 0 R]/PatRgb[/Pattern/DeviceRGB]>>
/Properties<</Layer 42 0 R>>
>>`;

const widths = (count: number, width: number) => `[${`${width} `.repeat(count)}]`;

const BASE: Readonly<Record<number, Body>> = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 ${SIZE} ${SIZE}]/Resources 5 0 R>>`,
  3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
  5: RESOURCES,
  10: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  11: `<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/FirstChar 32/LastChar 126/Widths ${widths(95, 450)}>>`,
  12: '<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[15 0 R]>>',
  13: '<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-V/DescendantFonts[15 0 R]>>',
  14: '<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[0.002 0 0 0.002 0 0]/FirstChar 65/LastChar 67/Widths[500 500 1000]/Encoding<</Differences[65/a/b/c]>>/CharProcs<</a 16 0 R/b 17 0 R/c 16 0 R>>/Resources<<>>>>',
  15: '<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 700/W[1[300 400]20 30 900]/FontDescriptor 18 0 R>>',
  16: stream('500 0 0 0 500 500 d1 0 0 500 500 re f'),
  17: stream('500 0 d0 1 0 0 rg -300 -700 200 1500 re f'),
  18: '<</Type/FontDescriptor/FontName/Arial/Flags 32/FontBBox[-665 -325 2000 1006]/ItalicAngle 0/Ascent 905/Descent -212/CapHeight 700/StemV 80>>',
  20: stream('\xff\x00\x00', '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB'),
  21: stream('\x00', '/Subtype/Image/Width 1/Height 1/BitsPerComponent 1/ImageMask true'),
  22: stream('10 10 20 20 re f', '/Subtype/Form/BBox[0 0 100 100]/Matrix[2 0 0 2 0 0]'),
  23: stream('q 1 0 0 1 50 0 cm /Fm Do Q 4 w 0 0 m 30 5 l S', '/Subtype/Form/BBox[-10 -10 200 200]/Resources 5 0 R'),
  24: stream('10 10 20 20 re f', '/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency>>'),
  25: stream(
    '/Mul gs 1 1 0 rg 10 10 20 20 re f',
    '/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency/I true>>/Resources 5 0 R',
  ),
  26: stream('10 10 20 20 re f (', '/Subtype/Form/BBox[0 0 100 100]'),
  30: stream(
    '0 0 5 5 re f',
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
  ),
  31: '<</Type/Pattern/PatternType 2/Shading 33 0 R>>',
  32: stream(
    '0 0 5 5 re f',
    '/Type/Pattern/PatternType 1/PaintType 2/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
  ),
  33: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 300 0]/Function 40 0 R/Extend[true true]>>',
  34: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[1]/Encoding<</Differences[65/a]>>/CharProcs<</a 35 0 R>>/Resources 5 0 R>>',
  35: stream('1 0 d0 q 0.5 0 0 0.5 0.2 -1 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q'),
  40: '<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>',
  41: stream('no profile', '/N 3'),
  42: '<</Type/OCG/Name(Layer)>>',
};

export function pagePdf(content: string, changes: Readonly<Record<number, Body>> = {}): Uint8Array {
  return new PdfWriter().revision({ objects: { ...BASE, 4: stream(content), ...changes } }).bytes;
}

export async function openPage(content: string, changes: Readonly<Record<number, Body>> = {}) {
  const revision = (await openPdf(pagePdf(content, changes))).latest;
  return { revision, page: revision.object(3)!.value as PdfDict };
}

/** `dict`: entries of a form XObject; by default a /BBox as large as the page. */
export async function openForm(
  content: string,
  dict = `/BBox[0 0 ${SIZE} ${SIZE}]/Resources 5 0 R`,
  changes: Readonly<Record<number, Body>> = {},
): Promise<{ revision: PdfRevision; form: PdfStream }> {
  const { revision } = await openPage('', { 50: stream(content, `/Subtype/Form${dict}`), ...changes });
  return { revision, form: revision.object(50)!.value as PdfStream };
}

let library: Promise<PDFiumLibrary> | null = null;

/** The pixels that are not white, one pixel for each point, in the coordinates of the page. */
export async function inkOf(pdf: Uint8Array): Promise<{ x: number; y: number }[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  const { data, width, height } = await document.getPage(0).render({ scale: 1, render: 'bitmap' });
  const ink: { x: number; y: number }[] = [];
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue] = data.subarray(at * 4, at * 4 + 3);
    if (Math.min(red!, green!, blue!) < 250) ink.push({ x: at % width, y: height - 1 - Math.floor(at / width) });
  }
  document.destroy();
  return ink;
}
