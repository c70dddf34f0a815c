/** Content and marks that one renderer does not draw and others do: fonts that are not embedded, undefined images, marks without a look. */
import { type Draft, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import { type Body, stream } from '../../../../helpers/pdf-writer.js';
import type { Family } from '../../attack.js';
import {
  at,
  attack,
  type Covering,
  covering,
  look,
  marked,
  type Rect,
  type Scene,
  TEXT,
  varied,
  WHITE,
} from '../marks.js';
import { pageWith } from '../pages.js';
import { stamp } from '../stamps.js';

const DESCRIPTOR =
  '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>';
const SONG = `<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000/FontDescriptor ${DESCRIPTOR}>>`;
const composite = (encoding: string): string =>
  `<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/${encoding}/DescendantFonts[${SONG}]>>`;
const named = (glyph: string): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/${glyph}]>>>>`;
const SYMBOLS =
  '<</Type/Font/Subtype/TrueType/BaseFont/Wingdings/FirstChar 65/LastChar 65/Widths[1000]/FontDescriptor<</Type/FontDescriptor/FontName/Wingdings/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 800/StemV 80>>>>';

type Font = readonly [what: string, font: string, text: string];
const FONTS: readonly Font[] = [
  ['a composite font that is not embedded', composite('UniGB-UCS2-H'), '<4E8C767E4E07>'],
  ['a composite font without a name for its encoding', composite('GBK-EUC-H'), '<B6FEB0D9CDF2>'],
  ['a composite font of character numbers', composite('Identity-H'), '<05A00B210CCD>'],
  ['a simple font with a glyph beyond the Latin ones', named('block'), '(AAA)'],
  ['a simple font with a glyph that states its code point', named('uni2588'), '(AAA)'],
  ['a simple font of symbols', SYMBOLS, '(AAA)'],
];

/** In a form: the fonts of a page that are not embedded have a warning of their own. */
const textIn = ([what, font, text]: Font): Scene => ({
  ...TEXT,
  name: `over text in ${what}`,
  pdf: () =>
    pageWith('/Fm Do', '/XObject<</Fm 30 0 R>>', {
      30: stream(
        `BT /C 12 Tf 60 700 Td ${text} Tj ET`,
        `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</C ${font}>>>>`,
      ),
    }),
});

/** PDFium, which measures what is visible, draws none of it. */
const hidden = (i: number): Covering => ({ ...varied(i), visible: false });

const onText = FONTS.map((font, i) => covering('a stamp', textIn(font), rect => stamp(rect), hidden(i)));
const inFont = FONTS.map(([what, font, text], i) =>
  covering(
    `white text in ${what}`,
    TEXT,
    rect => stamp(rect, `1 g BT /C 40 Tf 0 -5 Td ${text} Tj ${text} Tj ET`, `/Font<</C ${font}>>`),
    hidden(i),
  ),
);

type Image = readonly [what: string, entries: string, data: string];
const IMAGES: readonly Image[] = [
  ['3 bits for each component', '/ColorSpace/DeviceGray/BitsPerComponent 3', 'ff'],
  ['no number of bits', '/ColorSpace/DeviceGray', 'ff'],
  ['no colour space', '/BitsPerComponent 8', 'ff'],
  ['a colour space without a white point', '/ColorSpace[/CalGray<<>>]/BitsPerComponent 8', 'ff'],
  ['an unknown filter', '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/Unknown', 'ff'],
];
const image = ([, entries, data]: Image): Body =>
  stream(Buffer.from(data, 'hex'), `/Type/XObject/Subtype/Image/Width 1/Height 1${entries}`);
const inImage = IMAGES.map((one, i) =>
  covering(
    `an image with ${one[0]}`,
    TEXT,
    rect =>
      marked(draft => {
        const resources = `/XObject<</Im ${draft.add(image(one))} 0 R>>`;
        return `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${look(draft, 'q 200 0 0 20 0 0 cm /Im Do Q', resources)}>>`;
      }),
    hidden(i),
  ),
);
const onImage = IMAGES.map((one, i) =>
  covering(
    'a stamp',
    {
      ...TEXT,
      name: `over an image with ${one[0]}`,
      pdf: () => pageWith('q 200 0 0 20 50 695 cm /Im Do Q', '/XObject<</Im 30 0 R>>', { 30: image(one) }),
    },
    rect => stamp(rect),
    hidden(i),
  ),
);

const PLACE: Rect = [300, 600, 500, 620];
const PART: Rect = [298, 598, 360, 622];
const MARKS: readonly (readonly [what: string, entries: string])[] = [
  ['a stamp', '/Subtype/Stamp/Name/Draft'],
  ['a free text', '/Subtype/FreeText/Contents(Paid)/DA(/Helv 12 Tf 0 g)'],
  ['a line', '/Subtype/Line/L[300 610 500 610]/BS<</W 3>>/C[1 0 0]'],
  ['a polygon', '/Subtype/Polygon/Vertices[302 602 350 618 340 602]/BS<</W 2>>/C[1 0 0]'],
  ['a caret', '/Subtype/Caret/C[1 0 0]'],
  ['a note', '/Subtype/Text/Contents(Paid)'],
];
const onMark = MARKS.map(([name, entries], i) =>
  covering(
    'a stamp',
    {
      name: `over ${name} without a look`,
      pdf: () => formPdf().save(marked(() => `${entries}/F 4${at(PLACE)}`)),
      over: PART,
      beside: TEXT.beside,
    },
    rect => stamp(rect),
    hidden(i),
  ),
);

const AMOUNT =
  '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/V(100)/Rect[50 460 250 480]/P 3 0 R/F 4/DA(/Helv 12 Tf 0 g)>>';
const CHECKED =
  '<</Type/Annot/Subtype/Widget/FT/Btn/T(Agree)/V/Yes/Rect[50 420 70 440]/P 3 0 R/F 4/AP<</N<</Yes 16 0 R/Off 17 0 R>>>>>>';
const onField = (name: string, over: Rect, changes: Readonly<Record<number, string>>) =>
  covering(
    'a stamp',
    { name: `over ${name}`, pdf: () => formPdf({}, changes), over, beside: TEXT.beside },
    rect => stamp(rect),
    { visible: false },
  );
const FIELDS = [
  onField('a text field without a look', [48, 458, 80, 482], { [O.amount]: AMOUNT }),
  onField('a text field whose look viewers generate', [48, 458, 80, 482], {
    [O.amount]: AMOUNT,
    [O.form]:
      '<</NeedAppearances true/Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)>>',
  }),
  onField('a check box without a state', [45, 415, 75, 445], { [O.agree]: CHECKED }),
];

/** No integers of 32 bits: viewers take them for 0, cut them or round them. */
const FLAGS = ['4294967298', '2.5', '-2', '2147483650'].map((flags, i) =>
  covering(
    `a stamp with the flags ${flags}`,
    TEXT,
    rect => marked((draft: Draft) => `/Subtype/Stamp/F ${flags}${at(rect)}/AP<</N ${look(draft, WHITE)}>>`),
    hidden(i),
  ),
);

const fixedSize = (rect: Rect) =>
  marked((draft: Draft) => `/Subtype/Stamp/F 12${at(rect)}/AP<</N ${look(draft, WHITE)}>>`);
const ZOOM = attack({
  ...covering('a stamp that keeps its size at any zoom', { ...TEXT, over: [52, 716, 152, 734] }, fixedSize),
  visible: false,
});

export const UNRENDERED: Family = {
  name: 'content and marks that not every renderer draws',
  clause: 'ISO 32000-2, 8.9.5, 9.6, 9.7, 12.5.3, 12.5.5',
  attacks: [...onText, ...inFont, ...inImage, ...onImage, ...onMark, ...FIELDS, ...FLAGS, ZOOM],
};
