/** Private keys and name trees: no standard defines the first, and of the second only icons may be added. */
import { type Draft, type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';
import type { Attack, Family } from '../attack.js';
import { certified, clean } from '../documents.js';
import { attack, NOTHING } from './marks.js';

const enter =
  (num: number, entries: string): Edit =>
  draft =>
    draft.enter(num, entries);

/** What an attacker adds, and what a program adds for itself in the same dictionary. */
type Row = readonly [what: string, edit: Edit, permitted: Edit, visible?: boolean];
const CATALOG: readonly string[] = ['/XXXX_State 5', '/XXXX_Name/Draft', '/ABCD_Text(a)', '/MyFlag true'];
const PAGE: readonly string[] = ['/XXXX_Scan 300', '/PTEX_Page/One', '/Origin(scanner)', '/Reviewed false'];

const catalog = (entries: string, i: number): Row => [
  `catalog: ${entries}`,
  enter(O.catalog, entries),
  enter(O.catalog, CATALOG[i % 4]!),
];
const page = (entries: string, i: number): Row => [
  `page: ${entries}`,
  enter(O.page, entries),
  enter(O.page, PAGE[i % 4]!),
  /CropBox|Rotate/.test(entries),
];
const pages = (entries: string, i: number): Row => [
  `pages: ${entries}`,
  enter(O.pages, entries),
  enter(O.pages, CATALOG[i % 4]!),
  /CropBox|Rotate/.test(entries),
];

const ROWS: readonly Row[] = [
  ...[
    '/PageMode/UseOC',
    '/PageLayout/TwoColumnLeft',
    '/NeedsRendering true',
    '/Lang(xx)',
    '/OpenAction 3 0 R',
    '/XXXX_Data<</S/JavaScript>>',
    '/XXXX_List[1 2]',
    '/XXXX_Page 3 0 R',
    '/Requirements[]',
    '/ViewerPreferences<</HideToolbar true>>',
    '/Collection<<>>',
  ].map(catalog),
  ...[
    '/Rotate 90',
    '/UserUnit 3',
    '/Dur 1',
    '/CropBox[0 0 300 300]',
    '/TemplateInstantiated/A',
    '/SeparationInfo<<>>',
    '/Trans<<>>',
    '/XXXX_Data<</Contents 8 0 R>>',
    '/XXXX_List[3 0 R]',
    '/ID(a)',
    '/PZ 2',
  ].map(page),
  ...['/Rotate 180', '/CropBox[0 0 300 300]', '/XXXX_Data[1]', '/Dur 1', '/UserUnit 3'].map(pages),
];

const entries = ([what, edit, permitted, visible = false]: Row, i: number): Attack => {
  const pdf = i % 2 === 0 ? clean : certified(1);
  return attack({ what, clean: pdf, attacked: () => pdf().save(edit), twin: () => pdf().save(permitted), visible });
};

/** /Names with icons of comments, as reviewing programs write it. */
const icons = (draft: Draft): void => void draft.enter(O.catalog, `/Names<</AP<</Names[(Icon)${NOTHING(draft)}]>>>>`);
const iconsInKids = (draft: Draft): void => {
  const leaf = draft.add(`<</Limits[(Icon)(Icon)]/Names[(Icon)${NOTHING(draft)}]>>`);
  draft.enter(O.catalog, `/Names ${draft.add(`<</AP<</Kids[${leaf} 0 R]>>>>`)} 0 R`);
};
const TREES: readonly (readonly [what: string, entries: (draft: Draft) => string])[] = [
  ['scripts', () => '/JavaScript<</Names[(a)<</S/JavaScript/JS(app.alert\\(1\\))>>]>>'],
  [
    'embedded files',
    draft =>
      `/EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F ${draft.add(stream('x', '/Type/EmbeddedFile'))} 0 R>>>>]>>`,
  ],
  ['destinations', () => '/Dests<</Names[(a)[4 0 R/Fit]]>>'],
  ['named pages', () => '/Pages<</Names[(a)4 0 R]>>'],
  ['templates', () => '/Templates<</Names[(a)4 0 R]>>'],
  ['renditions', () => '/Renditions<</Names[(a)<</S/MR>>]>>'],
  ['alternate presentations', () => '/AlternatePresentations<</Names[(a)<<>>]>>'],
  ['URLs', () => '/URLS<</Names[(a)(http://a.example)]>>'],
  ['a tree that no standard defines', () => '/XXXX<</Names[(a)(b)]>>'],
];
const tree = ([what, written]: (typeof TREES)[number], i: number): Attack => {
  const pdf = i % 2 === 0 ? clean : certified(3);
  const isBeside = i % 3 === 0;
  return attack({
    what: `names: ${what}${isBeside ? ' beside icons' : ''}`,
    clean: pdf,
    attacked: () =>
      pdf().save(draft =>
        draft.enter(
          O.catalog,
          `/Names<<${isBeside ? `/AP<</Names[(Icon)${NOTHING(draft)}]>>` : ''}${written(draft)}>>`,
        ),
      ),
    twin: () => pdf().save(i % 2 === 0 ? icons : iconsInKids),
    accepted: 'valid, with a warning',
    visible: false,
  });
};

export const PRIVATE_DATA: Family = {
  name: 'entries of catalog and pages, and name trees',
  clause: 'ISO 32000-2, 7.7.2, 7.7.3, 7.7.4, Annex E',
  attacks: [...ROWS.map(entries), ...TREES.map(tree)],
};
