/**
 * The surveyors: a new one is one row here and one file; words for lost content are in quirks/table.ts. What is lost or hidden
 * is reported in their order.
 */
import type { Format } from '../../formats.js';
import { kindOf } from '../../quirks/index.js';
import { compoundFileFonts } from './compound/index.js';
import { damagedParts } from './damaged-parts.js';
import { OfficeChartFonts, OpenDocumentChartFonts } from './fonts/charts.js';
import { OpenDocumentFonts } from './fonts/open-document.js';
import { SheetFonts } from './fonts/sheets.js';
import { SlideFonts } from './fonts/slides.js';
import { WordFonts } from './fonts/word.js';
import { formControls } from './form-controls.js';
import { HiddenHtml } from './html/hidden.js';
import { htmlLinks } from './html/links.js';
import { lostHtml } from './html/lost.js';
import { htmlPictures } from './html/pictures.js';
import { WideTables } from './html/wide-tables.js';
import { indexes } from './indexes.js';
import { documentLanguage } from './language.js';
import { letters } from './letters.js';
import { RecomputedFields } from './office/fields.js';
import { foreignPictures } from './office/foreign-pictures.js';
import { formulas } from './office/formulas.js';
import { hiddenContent } from './office/hidden.js';
import { hiddenParagraphs } from './office/hidden-paragraphs.js';
import { LostContent } from './office/lost-content.js';
import { macros } from './office/macros.js';
import { missingParts } from './office/missing-parts.js';
import { packagedPictures, pictureUse } from './office/pictures.js';
import { relationships } from './office/relationships.js';
import { slideLetters } from './office/slide-letters.js';
import { svgPictures } from './office/svg-pictures.js';
import { traces, wordAuthors } from './office/traces.js';
import { trackedChanges } from './office/tracked-changes.js';
import { damagedPictures, imageDocument } from './pictures.js';
import { RtfSurvey } from './rtf.js';
import type { Fact, Surveyed, Surveyor } from './surveyor.js';
import { HiddenSvg } from './svg/hidden.js';
import { lostSvg } from './svg/lost.js';

const MICROSOFT = 'word excel powerpoint';
const OFFICE = `${MICROSOFT} odf`;

/** The kinds of documents, separated by blanks; null for every document. */
type Row = readonly [kinds: string | null, survey: (surveyed: Surveyed) => Surveyor];

const SURVEYORS: readonly Row[] = [
  ['word odf', trackedChanges],
  [OFFICE, formulas],
  ['word', hiddenContent],
  ['odf', hiddenParagraphs],
  ['word odf', ({ facts }) => ({ names: ['sdt', 'content-control'], tag: () => void facts.add('contentControls') })],
  ['html', () => new HiddenHtml()],
  [`${OFFICE} xml-excel`, surveyed => new LostContent(surveyed)],
  ['html', lostHtml],
  [OFFICE, foreignPictures],
  [OFFICE, surveyed => new RecomputedFields(surveyed)],
  ['rtf', ({ facts }) => new RtfSurvey(facts)],
  [null, lostSvg],
  [null, surveyed => new HiddenSvg(surveyed)],
  [`${OFFICE} html`, formControls],
  ['html', () => new WideTables()],
  ['html', htmlLinks],
  [null, damagedParts],
  [null, damagedPictures],
  [null, macros],
  [MICROSOFT, svgPictures],
  [null, traces],
  ['doc', wordAuthors],
  [null, indexes],
  [`${OFFICE} html`, documentLanguage],
  ['odf', () => new OpenDocumentFonts()],
  ['excel', () => new SheetFonts()],
  ['powerpoint', () => new SlideFonts()],
  ['powerpoint', slideLetters],
  ['word', () => new WordFonts()],
  [MICROSOFT, () => new OfficeChartFonts()],
  ['odf', () => new OpenDocumentChartFonts()],
  ['doc xls ppt', compoundFileFonts],
  [OFFICE, packagedPictures],
  ['html', htmlPictures],
  [null, imageDocument],
  [`${OFFICE} html svg xml-excel csv text`, letters],
];

/** `facts`: gets what they find. */
export function surveyorsOf(format: Format, facts: Set<Fact>): readonly Surveyor[] {
  const kind = kindOf(format);
  const related = relationships();
  const pictures = pictureUse(format, related.find);
  const isPrinted = (part: string | null) => part === null || (pictures?.uses.parts.has(part) ?? false);
  const parts = ['ooxml', 'odf'].includes(format.container) ? missingParts() : null;
  const missing = () => parts?.find() ?? { pictures: [], others: [] };
  const surveyed = { format, kind, facts, related: related.find, isPrinted, missing };
  const rows = SURVEYORS.filter(([kinds]) => kinds === null || kinds.split(' ').includes(kind));
  return [
    related,
    ...[pictures, parts].filter(surveyor => surveyor !== null),
    ...rows.map(([, survey]) => survey(surveyed)),
  ];
}
