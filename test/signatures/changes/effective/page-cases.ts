/** Attributes of pages (7.7.3.4, 14.11.2). */
import { OBJECTS as O } from '../../../helpers/form-pdf.js';
import type { Body } from '../../../helpers/pdf-writer.js';
import { all, type EffectiveCase, enter, page, RESOURCES, replace, second, set } from './case.js';

/** The page tree has another level, and pages inherit everything. */
const LEVELS: Readonly<Record<number, Body>> = {
  [O.pages]: `<</Type/Pages/Kids[30 0 R 4 0 R]/Count 2/MediaBox[0 0 595.303937007874 841.889763779528]/CropBox[10 10 500 700]${RESOURCES}>>`,
  30: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1/Rotate 90>>',
  [O.page]: page('', 30),
  [O.secondPage]: second(''),
};
const INHERITED: readonly EffectiveCase[] = [
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
      'turns beyond the integers of viewers': enter(O.page, '/Rotate 386547056730'),
      'a size in texts': enter(O.page, '/MediaBox[0 0 (595.303937007874) 841.889763779528]'),
      'a rotation as a name': enter(O.page, '/Rotate/90'),
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

/** Readers that go down the page tree show the second page once for each node, or in the first or last of them. */
const TWICE: EffectiveCase = {
  what: 'a page of two nodes of the page tree',
  signed: {
    [O.pages]: '<</Type/Pages/Kids[30 0 R 31 0 R]/Count 3/MediaBox[0 0 595 842]>>',
    30: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R 4 0 R]/Count 2/Rotate 90>>',
    31: '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 1>>',
    [O.page]: page(RESOURCES, 30),
    [O.secondPage]: second(RESOURCES, 30),
  },
  same: { 'in the page with one node': enter(O.page, '/Rotate 90') },
  other: {
    'in the page with two nodes': enter(O.secondPage, '/Rotate 90'),
    'in the node that is not its parent': enter(31, '/Rotate 180'),
    'a size in that node': enter(31, '/MediaBox[0 0 100 100]'),
  },
};

export const PAGES: readonly EffectiveCase[] = [...INHERITED, TWICE];
