/**
 * The table of places where readers are known to show different things: PDFium, with which docconv measures, and poppler,
 * MuPDF and Ghostscript. What one of them shows counts. readers-differ.long.test.ts renders the rows with all four.
 */
import { type Draft, type Edit, type FormPdf, formPdf, OBJECTS as O } from '../../../../helpers/form-pdf.js';
import type { ReaderName } from '../../../../helpers/looks/readers.js';
import { stream } from '../../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../../attack.js';
import { signed } from '../../documents.js';
import { at, attack, type Covering, covering, look, marked, type Rect, TEXT, varied, WHITE, white } from '../marks.js';

/** Of the readers that the table states. */
export const VERSIONS: Readonly<Record<ReaderName, string>> = {
  pdfium: '@hyzyla/pdfium 2.1.13',
  poppler: '22.12.0',
  mupdf: '1.21.1',
  ghostscript: '10.0.0',
};

export interface ReaderDifference {
  readonly id: string;
  /** Where readers differ. */
  readonly where: string;
  readonly clause: string;
  /** The readers that show the attack; the others show the page as before, or something else. */
  readonly shownBy: readonly ReaderName[];
  readonly decides: 'change' | 'unclear';
  readonly attack: Attack;
}

const MU: readonly ReaderName[] = ['mupdf'];
const GS: readonly ReaderName[] = ['ghostscript'];
const POPPLER: readonly ReaderName[] = ['poppler'];
const POPPLER_MU: readonly ReaderName[] = ['poppler', 'mupdf'];
const OTHERS: readonly ReaderName[] = ['poppler', 'mupdf', 'ghostscript'];

type Painted = readonly [
  id: string,
  where: string,
  clause: string,
  shownBy: readonly ReaderName[],
  look: (draft: Draft) => string,
];

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 200 20]';
const INVERSION = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>';
const WHITE_FUNCTION = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>';

/** White under a soft mask. */
const masked =
  (entries: string, content: string, space = '/CS/DeviceGray') =>
  (draft: Draft): string => {
    const group = draft.add(stream(content, `${FORM}/Group<</S/Transparency${space}>>/Resources<<>>`));
    return look(draft, `/G gs ${WHITE}`, `/ExtGState<</G<</SMask<</Type/Mask/G ${group} 0 R${entries}>>>>>>`);
  };

const GREY = '/Width 20/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray';
const BITS = '/Width 20/Height 2/BitsPerComponent 1/ColorSpace/DeviceGray';
const STENCIL = '/Width 20/Height 2/BitsPerComponent 1/ImageMask true';

const imageObject = (draft: Draft, data: Buffer, entries: string): string =>
  `${draft.add(stream(data, `/Type/XObject/Subtype/Image${entries}`))} 0 R`;

/** A picture over the whole look; `mask`: its /Mask or /SMask. */
const image =
  (data: Buffer, entries: string, mask?: readonly [key: string, data: Buffer, entries: string]) =>
  (draft: Draft): string => {
    const own = mask ? `/${mask[0]} ${imageObject(draft, mask[1], mask[2])}` : '';
    const picture = imageObject(draft, data, entries + own);
    return look(draft, '1 g 200 0 0 20 0 0 cm /I Do', `/XObject<</I ${picture}>>`);
  };

const blank = Buffer.alloc(40, 255);
const fax = (data: string, columns: number) =>
  image(Buffer.from(data, 'hex'), `${STENCIL}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${columns}/Rows 2>>`);
const NO_DATA = Buffer.alloc(0);

const MESH = Buffer.from(
  [0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255].concat([0, 255, 0, 255, 0, 0, 255, 255, 0, 255, 255, 255]),
);
const mesh = (draft: Draft): string => {
  const entries = '/ShadingType 4/ColorSpace/DeviceGray/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 3';
  const shading = draft.add(stream(MESH, `${entries}/Decode[0 200 0 20 0 1]`));
  return look(draft, '/S sh', `/Shading<</S ${shading} 0 R>>`);
};

const glyphs = (draft: Draft): string => {
  const glyph = draft.add(stream('200 0 d0 1 g 0 0 200 20 re f'));
  const font = `/Type/Font/Subtype/Type3/FontBBox[0 0 200 20]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a ${glyph} 0 R>>`;
  const widths = '/FirstChar 97/LastChar 97/Widths[200]/Resources<<>>';
  return look(draft, 'BT /T 1 Tf (a) Tj ET', `/Font<</T<<${font}${widths}>>>>`);
};

const tiny = (draft: Draft): string =>
  `${draft.add(stream('1 g -500 -500 1000 1000 re f', `${FORM}/Matrix[0.00001 0 0 0.00001 0 0]/Resources<<>>`))} 0 R`;

const spaced = (space: string) => (draft: Draft) =>
  look(draft, '/CS cs 1 scn 0 0 200 20 re f', `/ColorSpace<</CS ${space}>>`);
const shaded = (shading: string) => (draft: Draft) => look(draft, '/S sh', `/Shading<</S<<${shading}>>>>`);
const stated = (parameters: string) => (draft: Draft) =>
  look(draft, `/G gs ${WHITE}`, `/ExtGState<</G<<${parameters}>>>>`);

/** Looks of stamps of which PDFium draws nothing. */
const LOOKS: readonly Painted[] = [
  ['colorant-none', 'the colorant None', '8.6.6.4', MU, spaced(`[/Separation/None/DeviceGray${WHITE_FUNCTION}]`)],
  ['pattern-unnamed', 'a number as a pattern', '8.7.3.3', MU, spaced('[/Pattern/DeviceGray]')],
  ['alpha-name', 'an alpha that is a name', '8.4.5', OTHERS, stated('/ca/Half')],
  ['alpha-array', 'an alpha in an array', '8.4.5', OTHERS, stated('/ca[0]')],
  ['mask-transfer', '/TR of a soft mask', '11.6.5.2', MU, masked(`/S/Luminosity/TR ${INVERSION}`, WHITE)],
  ['mask-backdrop', '/BC without a colour space', '11.6.5.2', OTHERS, masked('/S/Luminosity/BC[1]', 'n', '')],
  ['mask-kind', 'an unknown /S of a soft mask', '11.6.5.2', MU, masked('/S/Other', '0 g 0 0 200 20 re f')],
  ['mask-no-kind', 'a soft mask without /S', '11.6.5.2', MU, masked('', '0 g 0 0 200 20 re f')],
  ['image-no-data', 'an image without data', '8.9.5', POPPLER_MU, image(NO_DATA, GREY)],
  [
    'image-mask-short',
    'an /SMask with too little data',
    '11.6.5.2',
    POPPLER,
    image(blank, GREY, ['SMask', Buffer.alloc(3), GREY]),
  ],
  [
    'image-mask-no-stencil',
    'a /Mask that is no stencil',
    '8.9.6.3',
    GS,
    image(blank, GREY, ['Mask', Buffer.alloc(6), BITS]),
  ],
  ['image-key-range', 'a colour key beyond the last colour', '8.9.6.4', GS, image(blank, `${GREY}/Mask[250 260]`)],
  ['stencil-decode', 'a stencil with /Decode [1 1]', '8.9.6.2', MU, image(Buffer.alloc(6), `${STENCIL}/Decode[1 1]`)],
  ['stencil-no-data', 'a stencil without data', '8.9.6.2', MU, image(NO_DATA, STENCIL)],
  [
    'stencil-no-data-inverted',
    'an inverted stencil without data',
    '8.9.6.2',
    POPPLER,
    image(NO_DATA, `${STENCIL}/Decode[1 0]`),
  ],
  ['fax-damaged', 'CCITT data without an end', '7.4.6', MU, fax('00', 20)],
  ['fax-columns', '/Columns other than /Width', '7.4.6', POPPLER_MU, fax('C0', 10)],
  [
    'jpeg-damaged',
    'DCT data that is no JPEG',
    '7.4.8',
    POPPLER_MU,
    image(Buffer.from('x'), `${GREY}/Filter/DCTDecode`),
  ],
  ['jbig2-empty', 'JBIG2 data without a page', '7.4.7', MU, image(NO_DATA, `${STENCIL}/Filter/JBIG2Decode`)],
  [
    'shading-background',
    '/Background of a shading that `sh` paints',
    '8.7.4.2',
    MU,
    shaded(`/ShadingType 2/ColorSpace/DeviceGray/Background[1]/Coords[300 0 301 0]/Function${WHITE_FUNCTION}`),
  ],
  ['mesh-flags', 'a mesh with flags of three bits', '8.7.4.5.5', MU, mesh],
  [
    'rectangle-point',
    'the outline of a rectangle without sides',
    '8.5.3.2',
    OTHERS,
    draft => look(draft, '1 G 500 w 1 J 100 10 0 0 re S'),
  ],
  ['glyphs-no-encoding', 'a Type 3 font without /Encoding', '9.6.4', POPPLER, glyphs],
  ['matrix-tiny', 'a /Matrix of a hundred-thousandth', '12.5.5', OTHERS, tiny],
];

/** PDFium draws none of it. */
const hidden = (i: number): Covering => ({ ...varied(i), visible: false });

const painted = ([id, where, clause, shownBy, paint]: Painted, i: number): ReaderDifference => ({
  id,
  where,
  clause,
  shownBy,
  decides: 'unclear',
  attack: covering(
    where,
    TEXT,
    rect => marked(draft => `/Subtype/Stamp/F 4${at(rect)}/AP<</N ${paint(draft)}>>`),
    hidden(i),
  ),
});

const quad = ([left, bottom, right, top]: Rect): string =>
  `/QuadPoints[${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}]`;
const line = ([left, bottom, right, top]: Rect): string =>
  `/L[${left} ${(bottom + top) / 2} ${right} ${(bottom + top) / 2}]`;

/** Marks without a look that Ghostscript draws. */
const DRAWN: readonly (readonly [id: string, where: string, clause: string, entries: (rect: Rect) => string])[] = [
  ['highlight-opacity', 'a highlight with /CA 0', '12.5.6.10', rect => `/Subtype/Highlight/C[0]/CA 0${quad(rect)}`],
  ['line-opacity', 'a line with /CA 0', '12.5.6.7', rect => `/Subtype/Line/C[1]/CA 0/BS<</W 30>>${line(rect)}`],
  ['popup-open', 'an open pop-up', '12.5.6.14', () => '/Subtype/Popup/Open true'],
];
const drawn = ([id, where, clause, entries]: (typeof DRAWN)[number], i: number): ReaderDifference => ({
  id,
  where,
  clause,
  shownBy: GS,
  decides: 'change',
  attack: covering(where, TEXT, rect => marked(() => `/F 4${at(rect)}${entries(rect)}`), hidden(i)),
});

const flat = ([left, bottom, right, top]: Rect): Rect => [left, (bottom + top) / 2, right, (bottom + top) / 2];
const point = ([left, bottom]: Rect): Rect => [left + 20, bottom + 10, left + 20, bottom + 10];

/** Marks whose /Rect has no area. */
const COLLAPSED: readonly (readonly [
  id: string,
  where: string,
  clause: string,
  shownBy: readonly ReaderName[],
  entries: (draft: Draft, rect: Rect) => string,
])[] = [
  ['area-look', 'a look', '12.5.5', GS, (draft, rect) => `/Subtype/Stamp${at(flat(rect))}/AP<</N ${white(draft)}>>`],
  ['area-border', 'a border', '12.5.6.8', GS, (_, rect) => `/Subtype/Square/C[1]/BS<</W 30>>${at(flat(rect))}`],
  ['area-link', 'the border of a link', '12.5.6.5', GS, (_, rect) => `/Subtype/Link/C[1]/BS<</W 30>>${at(flat(rect))}`],
  ['area-caret', 'a caret', '12.5.6.11', MU, (_, rect) => `/Subtype/Caret/C[1]${at(point(rect))}`],
];
const collapsed = ([id, what, clause, shownBy, entries]: (typeof COLLAPSED)[number], i: number): ReaderDifference => {
  const where = `${what} in a rectangle without an area`;
  const add = (rect: Rect) => marked(draft => `/F 4${entries(draft, rect)}`);
  return { id, where, clause, shownBy, decides: 'change', attack: covering(where, TEXT, add, hidden(i)) };
};

/** A small circle below the text, which Ghostscript draws larger. */
const circle = (differences: string): Edit =>
  marked(() => `/Subtype/Circle/F 4${at([60, 630, 200, 640])}/C[1]/IC[1]/RD[${differences}]`);
const clean = (level: 1 | 2 | 3, changes: Readonly<Record<number, string>> = {}): FormPdf =>
  signed({ docMDP: level }, formPdf({}, changes));

const amount = (from: string, to: string): string => String(formPdf().objects[O.amount]).replace(from, to);
const form = (font: string): string =>
  String(formPdf().objects[O.form]).replace('/Helv 7 0 R', `/Helv 7 0 R/X ${font}`);
const digits = (names: string): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[48${names}]>>>>`;
const requestLooks: Edit = draft => void draft.enter(O.form, '/NeedAppearances true');

/** Viewers are asked to draw the value of a field: of one with `changes`, and in the twin of one with `permitted`. */
const redrawn = (
  what: string,
  changes: Readonly<Record<number, string>>,
  permitted: Readonly<Record<number, string>>,
): Attack =>
  attack({
    what,
    clean: () => clean(2, changes),
    attacked: () => clean(2, changes).save(requestLooks),
    twin: () => clean(2, permitted).save(requestLooks),
  });

const withFont = (names: string) => ({ [O.form]: form(digits(names)), [O.amount]: amount('/DA(/Helv', '/DA(/X') });
const agree = String(formPdf().objects[O.agree]).replace('/Off 17 0 R', '');
const setState =
  (state: string): Edit =>
  draft =>
    void draft.edit(O.agree, body => body.replace('/V/Off/AS/Off', state));
/** A stamp in the signed document, with other entries than in the later revision. */
const stampWith = (entries: string) => () =>
  signed({ docMDP: 1 }, formPdf().save(marked(() => `/Subtype/Stamp/F 4${at([100, 300, 200, 340])}`))).save(draft =>
    draft.enter(22, entries),
  );

const CHANGES: readonly ReaderDifference[] = [
  {
    id: 'differences-negative',
    where: 'negative /RD',
    clause: '12.5.6.8',
    shownBy: GS,
    decides: 'unclear',
    attack: attack({
      what: 'a circle with a negative /RD below text',
      clean: () => clean(3),
      attacked: () => clean(3).save(circle('-60 -60 -60 -60')),
      twin: () => clean(3).save(circle('1 1 1 1')),
      accepted: 'valid, with a warning',
      visible: false,
    }),
  },
  {
    id: 'stamp-name',
    where: 'a stamp without /Name',
    clause: '12.5.6.12',
    shownBy: GS,
    decides: 'change',
    attack: attack({
      what: 'the default name of a stamp is stated',
      clean: () => signed({ docMDP: 1 }, formPdf().save(marked(() => `/Subtype/Stamp/F 4${at([100, 300, 200, 340])}`))),
      attacked: stampWith('/Name/Draft'),
      twin: stampWith('/IT/Stamp'),
      visible: false,
    }),
  },
  {
    id: 'field-font-symbols',
    where: '/ZaDb in /DA, without such a font in /DR',
    clause: '12.7.4.3',
    shownBy: ['poppler'],
    decides: 'change',
    attack: redrawn(
      'a value is drawn with symbols',
      { [O.amount]: amount('/DA(/Helv', '/DA(/ZaDb') },
      { [O.amount]: amount('/DA(/Helv', '/DA(/F9') },
    ),
  },
  {
    id: 'field-font-digits',
    where: '/Differences of the font of /DA',
    clause: '12.7.4.3',
    shownBy: ['pdfium', 'poppler'],
    decides: 'change',
    attack: redrawn('a value is drawn with other digits', withFont('/nine/eight'), withFont('/zero/one')),
  },
  {
    id: 'field-length',
    where: 'a value longer than /MaxLen',
    clause: '12.7.5.3',
    shownBy: ['pdfium'],
    decides: 'change',
    attack: redrawn(
      'the end of a value is cut off',
      { [O.amount]: amount('/F 4', '/F 4/MaxLen 2') },
      { [O.amount]: amount('/F 4', '/F 4/MaxLen 3') },
    ),
  },
  {
    id: 'button-state',
    where: '/AS names a state without an appearance',
    clause: '12.5.5',
    shownBy: ['poppler', 'mupdf'],
    decides: 'change',
    attack: attack({
      what: 'a check box gets a state that it does not have',
      clean: () => clean(2, { [O.agree]: agree }),
      attacked: () => clean(2, { [O.agree]: agree }).save(setState('/V/Off/AS/Other')),
      twin: () => clean(2, { [O.agree]: agree }).save(setState('/V/Yes/AS/Yes')),
      visible: false,
    }),
  },
];

export const READER_DIFFERENCES: readonly ReaderDifference[] = [
  ...LOOKS.map(painted),
  ...DRAWN.map(drawn),
  ...COLLAPSED.map(collapsed),
  ...CHANGES,
];

export const READERS_DIFFER: Family = {
  name: 'places where poppler, MuPDF, Ghostscript and PDFium differ',
  clause: `ISO 32000-2, ${[...new Set(READER_DIFFERENCES.map(({ clause }) => clause))].join(', ')}`,
  attacks: READER_DIFFERENCES.map(row => row.attack),
};
