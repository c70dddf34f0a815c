/**
 * Entries that a program states anew without an effect, each beside the most similar edits that have one (ISO 32000-2,
 * 7.7.3.4, 12.7.4.1, 14.11.2 and the tables of entries). Both edits apply to the same signed document.
 */
import { appearanceStream, type Draft, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { type Body, stream } from '../../../helpers/pdf-writer.js';
import { all, type EffectiveCase, enter, page, RESOURCES, replace, set } from './case.js';
import { FIELDS, MARKS } from './field-cases.js';
import { PAGES } from './page-cases.js';

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
    what: 'a language and a comment',
    signed: {
      [O.catalog]: '<</Type/Catalog/Pages 2 0 R/AcroForm 6 0 R/Lang(de)>>',
      [O.link]: '<</Subtype/Text/Rect[400 20 420 40]/T(Zo\\353)/Subj(Note)/Contents(Yes)>>',
    },
    permitted: what => what === 'another comment',
    same: {
      'in UTF-16': all(
        replace(O.catalog, '(de)', '<FEFF00640065>'),
        replace(O.link, '(Yes)', '<FEFF005900650073>'),
        replace(O.link, '(Zo\\353)/Subj(Note)', '<FEFF005A006F00EB>/Subj<FEFF004E006F00740065>'),
      ),
    },
    other: {
      'another language': replace(O.catalog, '(de)', '<FEFF00640066>'),
      'another comment': replace(O.link, '(Yes)', '<FEFF004E006F>'),
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

const placed = (box: string, matrix: string, content = '0 0 m 20 20 l S'): Body =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[${box}]/Matrix[${matrix}]`);

/** Type and place of a form XObject. */
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
      'corners in another order': set(30, stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[200 20 0 0]')),
    },
    other: {
      // the content may show it a thousand times as large
      'a box in other digits': set(30, stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 200.001 20]')),
      'a matrix in other digits': set(
        30,
        stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 200 20]/Matrix[1.000001 0 0 1 0 0]'),
      ),
      'another matrix': set(30, stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 200 20]/Matrix[1 0 0 1 0 9]')),
      'another box': set(30, stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 10 20]')),
    },
  },
  {
    what: 'the place of the appearance of a mark',
    permitted: () => true,
    signed: {
      [O.page]: page(RESOURCES).replace('20 0 R]', '20 0 R 30 0 R]'),
      30: '<</Type/Annot/Subtype/Stamp/F 4/Rect[300 100 400 110]/AP<</N 31 0 R>>>>',
      31: placed('0 0 200.333333333333 20', '0.333333333333 0 0 0.333333333333 5.123456789 0'),
    },
    same: {
      'in single precision': set(31, placed('0 0 200.33333 20', '.33333334 0 0 .33333334 5.1234568 0')),
      'of two decimals': set(31, placed('0 0 200.33 20', '0.33 0 0 0.33 5.12 0')),
      'with the corners in another order': set(
        31,
        placed('200.333333333333 20 0 0', '0.333333333333 0 0 0.333333333333 5.123456789 0'),
      ),
      'in a new object': draft =>
        void draft.edit(30, body =>
          body.replace('31 0 R', `${draft.add(placed('0 0 200.33 20', '0.33 0 0 0.33 0 0'))} 0 R`),
        ),
    },
    other: {
      'a smaller box': set(31, placed('0 0 200 20', '0.333333333333 0 0 0.333333333333 5.123456789 0')),
      'a box that cuts off half of it': set(
        31,
        placed('0 0 100 20', '0.333333333333 0 0 0.333333333333 5.123456789 0'),
      ),
      'a box that is moved': set(
        31,
        placed('1 0 201.333333333333 20', '0.333333333333 0 0 0.333333333333 5.123456789 0'),
      ),
      'a box without an area': set(31, placed('0 0 0 20', '0.333333333333 0 0 0.333333333333 5.123456789 0')),
      'a mirrored matrix': set(
        31,
        placed('0 0 200.333333333333 20', '-0.333333333333 0 0 0.333333333333 5.123456789 0'),
      ),
      'half a turn': set(31, placed('0 0 200.333333333333 20', '-0.333333333333 0 0 -0.333333333333 5.123456789 0')),
      'a slanted matrix': set(
        31,
        placed('0 0 200.333333333333 20', '0.333333333333 0 0.001 0.333333333333 5.123456789 0'),
      ),
      'a matrix that makes it too small for some viewers': set(
        31,
        placed('0 0 200.333333333333 20', '.00001 0 0 .00001 0 0'),
      ),
      'a matrix without an area': set(31, placed('0 0 200.333333333333 20', '0 0 0 0 0 0')),
      'other operators': set(31, placed('0 0 200.33 20', '0.33 0 0 0.33 5.12 0', '0 0 m 20 19 l S')),
      'a group that is knocked out': set(
        31,
        stream(
          '0 0 m 20 20 l S',
          '/Subtype/Form/BBox[0 0 200.33 20]/Matrix[0.33 0 0 0.33 0 0]/Group<</S/Transparency/K true>>',
        ),
      ),
    },
  },
  {
    what: 'an appearance that another one paints',
    permitted: () => true,
    signed: {
      [O.page]: page(RESOURCES).replace('20 0 R]', '20 0 R 30 0 R]'),
      30: '<</Type/Annot/Subtype/Stamp/F 4/Rect[300 100 400 110]/AP<</N 31 0 R/D 32 0 R>>>>',
      31: placed('0 0 200 20', '1 0 0 1 0 0'),
      32: stream(
        '1000000 0 0 1000000 0 0 cm /X Do',
        '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</XObject<</X 31 0 R>>>>',
      ),
    },
    same: { 'without the default matrix': set(31, stream('0 0 m 20 20 l S', '/Subtype/Form/BBox[0 0 200 20]')) },
    other: { 'in other digits': set(31, placed('0 0 200.001 20', '1 0 0 1 0 0')) },
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

export const EFFECTIVE: readonly EffectiveCase[] = [...PAGES, ...CATALOG, ...FIELDS, ...MARKS, ...FORMS];
