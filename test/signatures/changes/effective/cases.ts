/**
 * Entries that a program states anew without an effect, each beside the most similar edits that have one (ISO 32000-2,
 * 7.7.3.4, 12.7.4.1, 14.11.2 and the tables of entries). Both edits apply to the same signed document.
 */
import { appearanceStream, type Draft, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import { type EffectiveCase, enter, page, replace, set } from './case.js';
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

export const EFFECTIVE: readonly EffectiveCase[] = [...PAGES, ...CATALOG, ...FIELDS, ...MARKS, ...FORMS];
