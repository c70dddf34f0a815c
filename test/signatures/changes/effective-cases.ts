/**
 * Entries that a program states anew without an effect, each beside the most similar edits that have one (ISO 32000-2,
 * 7.7.3.4, 12.7.4.1, 14.11.2 and the tables of entries). Both edits apply to the same signed document.
 */
import {
  appearanceStream,
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
} from '../../helpers/form-pdf.js';
import { type Body, stream } from '../../helpers/pdf-writer.js';

export interface EffectiveCase {
  readonly what: string;
  /** Objects of the document when it is signed. */
  readonly signed?: Readonly<Record<number, Body>>;
  /** Where the order of annotations is unknown, any is permitted that alters nothing. */
  readonly after?: 'archival';
  /** The edits with an effect that are permitted without certification; default: none of them. */
  readonly permitted?: (what: string) => boolean;
  /** Without an effect. */
  readonly same: Readonly<Record<string, Edit>>;
  /** With an effect. */
  readonly other: Readonly<Record<string, Edit>>;
}

export const documentOf = ({ signed = {} }: EffectiveCase): FormPdf => formPdf({}, signed);

const enter =
  (num: number, entries: string): Edit =>
  draft =>
    void draft.enter(num, entries);
const replace =
  (num: number, from: string, to: string): Edit =>
  draft =>
    void draft.edit(num, body => body.replace(from, to));
const all =
  (...edits: Edit[]): Edit =>
  draft => {
    for (const edit of edits) edit(draft);
  };
const set =
  (num: number, body: Body): Edit =>
  draft =>
    void draft.set(num, body);

const ANNOTS = '/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]';
const RESOURCES = '/Resources<</Font<</F1 7 0 R>>>>';
const page = (entries: string, parent = 2): string =>
  `<</Type/Page/Parent ${parent} 0 R/Contents 5 0 R${ANNOTS}${entries}>>`;
const second = (entries: string, parent = 2): string => `<</Type/Page/Parent ${parent} 0 R/Contents 8 0 R${entries}>>`;

/** The page tree has another level, and pages inherit everything. */
const LEVELS: Readonly<Record<number, Body>> = {
  [O.pages]: `<</Type/Pages/Kids[30 0 R 4 0 R]/Count 2/MediaBox[0 0 595.303937007874 841.889763779528]/CropBox[10 10 500 700]${RESOURCES}>>`,
  30: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1/Rotate 90>>',
  [O.page]: page('', 30),
  [O.secondPage]: second(''),
};
const PAGE_TREE: readonly EffectiveCase[] = [
  {
    what: 'attributes that a page inherits over two levels',
    signed: LEVELS,
    same: {
      'all of them in the page': enter(
        O.page,
        `/MediaBox[0 0 595.303937007874 841.889763779528]/CropBox[10 10 500 700]/Rotate 90${RESOURCES}`,
      ),
      'rounded to two decimals': enter(O.page, '/MediaBox[0 0 595.30 841.89]'),
      'in single precision': enter(O.secondPage, '/MediaBox[0 0 595.30396 841.8898]'),
      'moved from a node to its only page': all(replace(30, '/Rotate 90', ''), enter(O.page, '/Rotate 90')),
      'in a node that inherits them': enter(30, '/CropBox[10 10 500 700]'),
      'with more names of resources, all empty': enter(
        O.page,
        '/Resources<</Font<</F1 7 0 R>>/XObject<<>>/ExtGState<<>>>>',
      ),
      'a box as an object, with the corners in another order': draft =>
        void draft.enter(O.page, `/CropBox ${draft.add('[500 700 10 10]')} 0 R`),
      'a whole turn more': enter(O.page, '/Rotate 450'),
    },
    other: {
      'another size in the page': enter(O.page, '/MediaBox[0 0 595.303937007874 841]'),
      'a size that differs by a fiftieth of a point': enter(O.page, '/MediaBox[0 0 595.32 841.889763779528]'),
      'a smaller crop box in the page': enter(O.page, '/CropBox[10 10 500 690]'),
      'the whole page, of which a part was cropped': enter(O.page, '/CropBox[0 0 595.303937007874 841.889763779528]'),
      'no rotation in the page': enter(O.page, '/Rotate 0'),
      'no rotation in the node': replace(30, '/Rotate 90', ''),
      'no crop box in the tree': replace(O.pages, '/CropBox[10 10 500 700]', ''),
      'a smaller size in the tree': replace(O.pages, '841.88', '641.88'),
      'moved from the tree to the pages, one with another value': all(
        replace(O.pages, '/CropBox[10 10 500 700]', ''),
        enter(O.page, '/CropBox[10 10 500 700]'),
        enter(O.secondPage, '/CropBox[10 10 500 600]'),
      ),
      'moved from the tree to one of two pages': all(
        replace(O.pages, '/CropBox[10 10 500 700]', ''),
        enter(O.page, '/CropBox[10 10 500 700]'),
      ),
      'another font of the same name': draft =>
        void draft.enter(
          O.page,
          `/Resources<</Font<</F1 ${draft.add('<</Type/Font/Subtype/Type1/BaseFont/Symbol>>')} 0 R>>>>`,
        ),
      'no fonts': enter(O.page, '/Resources<<>>'),
      'a size in a node': enter(30, '/MediaBox[0 0 595.303937007874 800]'),
      'a box without an area': enter(O.page, '/CropBox[10 10 10 700]'),
      'a box of three numbers': enter(O.page, '/CropBox[10 10 500]'),
      'an eighth of a turn': enter(O.page, '/Rotate 45'),
    },
  },
  {
    what: 'page boxes that repeat each other',
    signed: {
      [O.page]: page(`/MediaBox[0 0 600 800]${RESOURCES}`),
      [O.secondPage]: second(`/CropBox[0 0 500 700]/TrimBox[0 0 500 700]${RESOURCES}`),
    },
    same: {
      'a crop box like the media box': enter(O.page, '/CropBox[0 0 600 800]'),
      'a crop box beyond the media box': enter(O.page, '/CropBox[-10 -10 700 900]'),
      'all boxes like the media box': enter(
        O.page,
        '/CropBox[0 0 600 800]/BleedBox[0 0 600 800]/TrimBox[0 0 600 800]/ArtBox[0 0 600 800]',
      ),
      'boxes like the crop box': enter(O.secondPage, '/BleedBox[0 0 500 700]/ArtBox[500 700 0 0]'),
      'without a box that repeats another': replace(O.secondPage, '/TrimBox[0 0 500 700]', ''),
      'the default rotation and unit': enter(O.page, '/Rotate 0/UserUnit 1.0'),
      'a rotation by whole turns': enter(O.page, '/Rotate -720'),
      'an array of one content stream': replace(O.page, '/Contents 5 0 R', '/Contents[5 0 R]'),
      'no annotations and no actions': enter(O.secondPage, '/Annots[]/AA<<>>'),
    },
    other: {
      'a crop box that hides an edge': enter(O.page, '/CropBox[0 0 600 780]'),
      'a crop box that hides everything but a corner': enter(O.page, '/CropBox[0 0 10 10]'),
      'a crop box outside the media box': enter(O.page, '/CropBox[700 0 800 800]'),
      'a bleed box like the media box, not the crop box': enter(O.secondPage, '/BleedBox[0 0 595 842]'),
      'without the crop box': replace(O.secondPage, '/CropBox[0 0 500 700]', ''),
      'another trim box': replace(O.secondPage, '/TrimBox[0 0 500 700]', '/TrimBox[0 0 500 600]'),
      'a quarter turn': enter(O.page, '/Rotate 90'),
      'half a turn back': enter(O.page, '/Rotate -180'),
      'a unit of two points': enter(O.page, '/UserUnit 2'),
      'an array of two content streams': replace(O.page, '/Contents 5 0 R', '/Contents[5 0 R 8 0 R]'),
      'an array of no content stream': replace(O.page, '/Contents 5 0 R', '/Contents[]'),
      'an action of the page': enter(O.secondPage, '/AA<</O<</S/JavaScript/JS(1)>>>>'),
    },
  },
  {
    what: 'page attributes that are objects of their own',
    signed: {
      [O.pages]: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox 30 0 R/Rotate 32 0 R/Resources 33 0 R>>',
      30: '[0 0 31 0 R 841.889763779528]',
      31: '595.303937007874',
      32: '0',
      33: '<</Font<</F1 7 0 R>>/ExtGState<</G<</ca 0.333333333333333/LW 0.1234567890123>>>>>>',
      34: '[10 10 500 700]',
      [O.page]: page('/CropBox 34 0 R'),
      [O.secondPage]: second(''),
    },
    same: {
      'a box in other digits': set(30, '[0.0 0.0 595.30396 841.8898]'),
      'a number of a box in other digits': set(31, '595.3039'),
      'a whole turn': set(32, '360'),
      'a crop box with the corners in another order': set(34, '[500 10 10 700]'),
      'all of them in the page': enter(O.page, '/MediaBox[0 0 595.303937 841.889764]/Rotate 0/Resources 33 0 R'),
      'resources with an empty category': set(
        33,
        '<</Font<</F1 7 0 R>>/XObject<<>>/ExtGState<</G<</ca 0.333333333333333/LW 0.1234567890123>>>>>>',
      ),
      'resources in the page, an opacity in single precision': enter(
        O.page,
        '/Resources<</Font<</F1 7 0 R>>/ExtGState<</G<</ca .33333334/LW 0.1234567890123>>>>>>',
      ),
    },
    other: {
      'another box': set(30, '[0 0 595 841]'),
      'another number of a box': set(31, '500'),
      'a quarter turn': set(32, '90'),
      'a smaller crop box': set(34, '[10 10 500 690]'),
      'a crop box that is gone': set(34, null),
      'another opacity': enter(
        O.page,
        '/Resources<</Font<</F1 7 0 R>>/ExtGState<</G<</ca 0.3334/LW 0.1234567890123>>>>>>',
      ),
      'a line width, which a matrix may enlarge': enter(
        O.page,
        '/Resources<</Font<</F1 7 0 R>>/ExtGState<</G<</ca 0.333333333333333/LW .12345679>>>>>>',
      ),
      'an opacity of one, which is no default of a graphics state': enter(
        O.page,
        '/Resources<</Font<</F1 7 0 R>>/ExtGState<</G<</CA 1/ca 0.333333333333333/LW 0.1234567890123>>>>>>',
      ),
    },
  },
  {
    what: 'a page in a large unit',
    signed: { [O.page]: page(`/UserUnit 1000/MediaBox[0 0 0.595303937 0.841889764]${RESOURCES}`) },
    same: { 'digits that change nothing': replace(O.page, '0.595303937 0.841889764', '0.595304 0.84189') },
    other: { 'a hundredth of a unit': replace(O.page, '0.595303937', '0.585303937') },
  },
  {
    what: 'a page without a size',
    signed: {
      [O.pages]: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
      [O.page]: page(RESOURCES),
      [O.secondPage]: second(RESOURCES),
    },
    same: { 'the size that viewers show': enter(O.page, '/MediaBox[0 0 612 792]') },
    other: { 'another size': enter(O.page, '/MediaBox[0 0 595 842]') },
  },
  {
    what: 'parents that do not have the page among their kids',
    signed: { [O.page]: page(RESOURCES, 30), 30: '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Rotate 90>>' },
    same: { nothing: () => {} },
    other: {
      'what the page inherits by /Parent': enter(O.page, '/Rotate 90'),
      'what the page inherits down the tree': enter(O.page, '/Rotate 0'),
      'another value of the parent': replace(30, '/Rotate 90', '/Rotate 0'),
    },
  },
];

const CATALOG: readonly EffectiveCase[] = [
  {
    what: 'defaults of the catalog',
    same: {
      'a layout and a mode': enter(O.catalog, '/PageLayout/SinglePage/PageMode/UseNone'),
      'preferences of viewers': enter(
        O.catalog,
        '/ViewerPreferences<</HideToolbar false/Direction/L2R/PrintScaling/AppDefault/DisplayDocTitle false/ViewArea/CropBox>>',
      ),
      'an unknown language': enter(O.catalog, '/Lang()'),
      'empty names and actions': enter(O.catalog, '/Names<<>>/AA<<>>/NeedsRendering false'),
      'marks that are not suspect': replace(
        O.catalog,
        '/Marked true',
        '/Marked true/Suspects false/UserProperties false',
      ),
    },
    other: {
      'another layout': enter(O.catalog, '/PageLayout/TwoColumnLeft'),
      'layers in front': enter(O.catalog, '/PageMode/UseOC'),
      'a hidden toolbar': enter(O.catalog, '/ViewerPreferences<</HideToolbar true/Direction/L2R>>'),
      'another direction': enter(O.catalog, '/ViewerPreferences<</HideToolbar false/Direction/R2L>>'),
      'a number of copies': enter(O.catalog, '/ViewerPreferences<</NumCopies 1>>'),
      'a language': enter(O.catalog, '/Lang(de)'),
      'no marks': replace(O.catalog, '/Marked true', '/Marked false'),
      'no statement of marks': replace(O.catalog, '/MarkInfo<</Marked true>>', ''),
      'suspect marks': replace(O.catalog, '/Marked true', '/Marked true/Suspects true'),
      actions: enter(O.catalog, '/AA<</WC<</S/JavaScript/JS(1)>>>>'),
    },
  },
  {
    what: 'preferences that are an object of their own',
    signed: {
      [O.catalog]: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/ViewerPreferences 30 0 R>>',
      30: '<</Direction/L2R/FitWindow true>>',
    },
    same: {
      'without a default': set(30, '<</FitWindow true>>'),
      'with another default': set(30, '<</Direction/L2R/FitWindow true/HideMenubar false>>'),
    },
    other: {
      'a window that does not fit': set(30, '<</Direction/L2R/FitWindow false>>'),
      'a hidden menu': set(30, '<</FitWindow true/HideMenubar true>>'),
    },
  },
  {
    what: 'defaults of the form',
    same: {
      'appearances, signatures, order and alignment': enter(O.form, '/NeedAppearances false/CO[]/Q 0'),
      'resources without a category': replace(O.form, '/DR<<', '/DR<</Pattern<<>>/ColorSpace<<>>'),
    },
    other: {
      'a calculation order': enter(O.form, '/CO[11 0 R]'),
      'another alignment': enter(O.form, '/Q 2'),
      'another font of the same name': draft =>
        void draft.edit(O.form, body =>
          body.replace('/Helv 7 0 R', `/Helv ${draft.add('<</Type/Font/Subtype/Type1/BaseFont/Symbol>>')} 0 R`),
        ),
    },
  },
];

const WIDGET = '/Type/Annot/Subtype/Widget/P 3 0 R/F 4';
/** A group of two fields, one of them with two widgets. */
const GROUP: Readonly<Record<number, Body>> = {
  [O.form]: '<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 30 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)/Q 1>>',
  30: '<</T(Group)/FT/Tx/Ff 4096/Q 2/DV(none)/MaxLen 9/Kids[31 0 R 32 0 R]>>',
  31: '<</T(One)/Parent 30 0 R/V(Ann)/Kids[33 0 R 34 0 R]>>',
  32: `<</T(Two)/Parent 30 0 R/V(Ann)/DA(/Helv 9 Tf 0 g)/Rect[300 500 400 520]/AP<</N 14 0 R>>${WIDGET}>>`,
  33: `<</Parent 31 0 R/Rect[300 400 400 420]/AP<</N 14 0 R>>${WIDGET}>>`,
  34: `<</Parent 31 0 R/Rect[300 440 400 460]/AP<</N 14 0 R>>/BS<</W 2/S/D>>${WIDGET}>>`,
  [O.page]: `<</Type/Page/Parent 2 0 R/Contents 5 0 R${RESOURCES}/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R 32 0 R 33 0 R 34 0 R]>>`,
};
const FIELDS: readonly EffectiveCase[] = [
  {
    what: 'entries that fields inherit',
    signed: GROUP,
    same: {
      'type, flags, default value, length and alignment in the field': enter(
        31,
        '/FT/Tx/Ff 4096/DV(none)/MaxLen 9/Q 2',
      ),
      'all of them in a widget': enter(33, '/FT/Tx/Ff 4096/DV(none)/MaxLen 9/Q 2/V(Ann)'),
      'the default appearance of the form': enter(33, '/DA(/Helv 12 Tf 0 g)'),
      'the alignment of the form': enter(O.name, '/Q 1'),
      'no flags, no border but the default, no rotation': enter(O.name, '/Ff 0/Border[0 0 1]/MK<</R 0>>/H/I'),
      'a border in a dictionary': enter(O.name, '/BS<</W 1/S/S>>'),
      'the same border with its dashes': replace(34, '/BS<</W 2/S/D>>', '/BS<</W 2/S/D/D[3]>>'),
      'the same border as an array': replace(34, '/BS<</W 2/S/D>>', '/Border[0 0 2[3]]'),
      'a rectangle in single precision': replace(33, '[300 400 400 420]', '[400 420 300.0001 400.00002]'),
    },
    other: {
      'flags in a widget that do not have those of the field': enter(33, '/Ff 1'),
      'no flags in the field': enter(32, '/Ff 0'),
      'a password': enter(32, '/Ff 12288'),
      'another type': enter(32, '/FT/Ch'),
      'another default value': enter(31, '/DV(other)'),
      'another length': enter(31, '/MaxLen 3'),
      'no flags in the group': replace(30, '/Ff 4096', ''),
      'no type in the group': replace(30, '/FT/Tx', ''),
      'another value in a widget': enter(33, '/V(Bob)'),
      'another border': replace(34, '/W 2', '/W 9'),
      'a border in another style': replace(34, '/S/D', '/S/B'),
      'a border of a field without one': enter(33, '/BS<</W 3>>'),
      'moved by a fiftieth of a point': replace(33, '[300 400 400 420]', '[300.02 400 400 420]'),
      'a rotation of the content': enter(33, '/MK<</R 90>>'),
      'a field that is hidden': replace(33, '/F 4', '/F 6'),
    },
  },
  {
    what: 'colours and caption of a field',
    signed: {
      [O.name]: `<</FT/Tx/T(Name)/V(Ann)/Rect[50 500 250 520]/DA(/Helv 12 Tf 0 g)/AP<</N 14 0 R>>/MK<</BC[0.333333333333 0.5 1]/BG[]>>/Border[0 0 0]${WIDGET}>>`,
      [O.approval]: `<</FT/Sig/T(Approval)/Rect[50 100 250 150]/MK 30 0 R${WIDGET}>>`,
      30: '<</BG[0.9999999999]/R 360>>',
    },
    same: {
      'colours in fewer digits': replace(O.name, '0.333333333333', '.33333334'),
      'no transparent background': replace(O.name, '/BG[]', '/R 0/TP 0'),
      'no border in a dictionary': replace(O.name, '/Border[0 0 0]', '/BS<</W 0/S/S>>'),
      'no rotation': set(30, '<</BG[1]>>'),
    },
    other: {
      'a background': replace(O.name, '/BG[]', '/BG[0]'),
      'a border': replace(O.name, '/Border[0 0 0]', '/Border[0 0 0]/BS<</W 1>>'),
      'the default border, where there was none': replace(O.name, '/Border[0 0 0]', ''),
      'a thin border, where there was none': replace(O.name, '/Border[0 0 0]', '/Border[0 0 0.001]'),
      'another background': set(30, '<</BG[0.5]/R 360>>'),
      'a rotation': set(30, '<</BG[1]/R 180>>'),
    },
  },
];

const NOTE = '/Type/Annot/Subtype/Text/Rect[300 20 320 40]/Contents(note)/C[1 1 0.333333333333333]';
const MARKS: readonly EffectiveCase[] = [
  {
    what: 'defaults of annotations',
    permitted: () => true,
    signed: {
      22: `<<${NOTE}>>`,
      [O.link]: '<</Subtype/Link/Rect[400.123456789 20 500 40]/Border[0 0 0]/Dest[4 0 R/Fit]>>',
      23: '<</Type/Annot/Subtype/FreeText/Rect[300 60 400 90]/Contents(text)/DA(/Helv 9 Tf 0 g)/CA 0.333333333333333/BS<</W 2>>>>',
      24: '<</Type/Annot/Subtype/Line/Rect[300 100 400 120]/L[300.00000001 100 400 120]>>',
      25: '<</Type/Annot/Subtype/Ink/Rect[300 130 400 150]/InkList[[300 130 350.123456789 140][360 130 400 150]]>>',
      [O.page]: page(RESOURCES).replace('20 0 R]', '20 0 R 22 0 R 23 0 R 24 0 R 25 0 R]'),
    },
    same: {
      'of a note': enter(22, '/F 0/Open false/Name/Note/CA 1/BM/Normal/Border[0 0 1]'),
      'of a link': enter(O.link, '/H/I/F 0'),
      'a rectangle in single precision': replace(O.link, '400.123456789', '400.12345'),
      'of a text': enter(23, '/Q 0/IT/FreeText/BE<</S/S/I 0>>'),
      'of a line': enter(24, '/LE[/None/None]/LL 0/LLE 0/Cap false/CP/Inline/CO[0 0]'),
      'colours and opacity in single precision': all(
        replace(22, '0.333333333333333', '.33333334'),
        replace(23, '0.333333333333333', '.33333334'),
      ),
      'coordinates in single precision': all(
        replace(24, '300.00000001', '300'),
        replace(25, '350.123456789', '350.12344'),
      ),
      'a border as an array': replace(23, '/BS<</W 2>>', '/Border[0 0 2]'),
    },
    other: {
      'a note that is open': enter(22, '/Open true'),
      'a hidden note': enter(22, '/F 2'),
      'another icon': enter(22, '/Name/Key'),
      'a link that is marked in another way': enter(O.link, '/H/P'),
      'a border of a link': replace(O.link, '/Border[0 0 0]', ''),
      'another colour': replace(22, '0.333333333333333', '0.3334'),
      'another opacity': replace(23, '0.333333333333333', '0.3334'),
      'another alignment': enter(23, '/Q 1'),
      arrows: enter(24, '/LE[/OpenArrow/None]'),
      'a stroke that is moved': replace(25, '350.123456789', '351'),
      'a stroke more': replace(25, '[360 130 400 150]', '[360 130][400 150]'),
    },
  },
  {
    what: 'annotations in the array of the page',
    after: 'archival',
    permitted: what => what === 'hidden',
    signed: {
      [O.page]: page(RESOURCES).replace('20 0 R]', `20 0 R<<${NOTE}>><<${NOTE.replace('320', '330.12345678')}>>]`),
    },
    same: {
      'with defaults': replace(O.page, '<</Type/Annot/Subtype/Text', '<</F 0/Open false/Type/Annot/Subtype/Text'),
      'in single precision': replace(O.page, '330.12345678', '330.12344'),
    },
    other: {
      hidden: replace(O.page, '<</Type/Annot/Subtype/Text', '<</F 2/Type/Annot/Subtype/Text'),
      moved: replace(O.page, '330.12345678', '331'),
    },
  },
];

/** `/Matrix` and type of a form XObject. */
const FORMS: readonly EffectiveCase[] = [
  {
    what: 'defaults of a form XObject',
    signed: {
      [O.page]: page('/Resources<</Font<</F1 7 0 R>>/XObject<</X 30 0 R>>>>'),
      [O.content]: stream('/X Do'),
      30: stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 200 20]'),
    },
    same: {
      'type, form type and matrix': set(
        30,
        stream('0 0 m 20 20 l S', '/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 200 20]/Matrix[1 0 0 1 0 0]'),
      ),
    },
    other: {
      'another matrix': set(30, stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 200 20]/Matrix[1 0 0 1 0 9]')),
      'another box': set(30, stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 10 20]')),
    },
  },
  {
    what: 'defaults of the appearance of a field',
    same: {
      'form type and matrix': (draft: Draft) => {
        const { data, dict } = appearanceStream('0 0 m 20 20 l S') as { data: Uint8Array; dict: string };
        draft.set(O.agreeYes, stream(data, `${dict}/FormType 1/Matrix[1 0 0 1 0 0]`));
      },
    },
    other: {
      'another matrix': (draft: Draft) => {
        const { data, dict } = appearanceStream('0 0 m 20 20 l S') as { data: Uint8Array; dict: string };
        draft.set(O.agreeYes, stream(data, `${dict}/Matrix[-1 0 0 1 0 0]`));
      },
    },
  },
];

export const EFFECTIVE: readonly EffectiveCase[] = [...PAGE_TREE, ...CATALOG, ...FIELDS, ...MARKS, ...FORMS];
