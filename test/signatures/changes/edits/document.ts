/** Edits of the document as a whole: catalog, pages, metadata, validation data. */
import { type Draft, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { deflated, stream } from '../../../helpers/pdf-writer.js';
import { colourProfile, standard } from './colour-profile.js';
import { type AllowedEdit, dss, enterOnce, type ForbiddenEdit, fresh } from './edit.js';

const PRIVATE: readonly (readonly [what: string, num: number, value: string])[] = [
  ['number of the catalog', O.catalog, '1'],
  ['name of the catalog', O.catalog, '/Name'],
  ['text of the page tree', O.pages, '(text)'],
  ['truth value of a page', O.page, 'true'],
  ['text of a page', O.secondPage, '<41>'],
];

const intentOf = (draft: Draft, profile: Buffer, more = ''): string =>
  `<</S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile ${draft.add(stream(profile, '/N 3'))} 0 R${more}>>`;

function addIntent(draft: Draft, profile: Buffer, more = ''): void {
  if (draft.text(O.catalog).includes('/OutputIntents')) return;
  draft.enter(O.catalog, `/OutputIntents[${intentOf(draft, profile, more)}]`);
}

const PROFILES: readonly (readonly [what: string, profile: Buffer])[] = [
  ['other primaries', colourProfile({ red: 0.6 })],
  ['another curve', colourProfile({ curve: value => value })],
  ['a curve that is white in one place', colourProfile({ curve: (value, i) => (i === 500 ? 1 : standard(value)) })],
  ['a lookup table', colourProfile({ more: { A2B0: Buffer.alloc(40) } })],
  ['the class of printers', colourProfile({ deviceClass: 'prtr' })],
  ['no profile in it', Buffer.alloc(0)],
];

export const ALLOWED: readonly AllowedEdit[] = [
  {
    rule: 'standard-output-intent',
    what: 'a first output intent with sRGB',
    class: 'archival',
    edit: draft => addIntent(draft, colourProfile()),
  },
  {
    rule: 'annotation-order',
    what: 'another order of annotations that do not overlap',
    class: 'archival',
    edit: draft => draft.edit(O.page, body => body.replace('10 0 R 11 0 R', '11 0 R 10 0 R')),
  },
  { rule: 'validation-data', what: 'a document security store', class: 'archival', edit: draft => dss(draft) },
  {
    rule: 'validation-data',
    what: 'a store with VRI',
    class: 'archival',
    edit: draft => dss(draft, '/VRI<</AB<</TU(D:2026)>>>>'),
  },
  {
    rule: 'version-raised',
    what: 'a later version',
    class: 'archival',
    edit: draft =>
      draft.set(O.catalog, draft.text(O.catalog).replace(/\/Version\S{4}/, '')).enter(O.catalog, '/Version/2.0'),
  },
  {
    rule: 'version-raised',
    what: 'a version before that of the header, which counts',
    class: 'archival',
    edit: draft => draft.enter(O.catalog, '/Version/1.4'),
  },
  {
    rule: 'extensions',
    what: 'a developer extension',
    class: 'archival',
    edit: draft =>
      draft
        .set(O.catalog, draft.text(O.catalog).replace(/\/Extensions<<.*?>>>>/, ''))
        .enter(O.catalog, '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>'),
  },
  {
    rule: 'document-information',
    what: 'another modification date',
    class: 'archival',
    edit: draft => draft.edit(O.info, body => body.replace(/ModDate\(.*?\)/, `ModDate(${fresh(draft)})`)),
  },
  {
    rule: 'document-information',
    what: 'other XMP metadata',
    class: 'archival',
    edit: draft =>
      draft.set(
        O.metadata,
        stream(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${fresh(draft)}</x:xmpmeta>`, '/Type/Metadata/Subtype/XML'),
      ),
  },
  {
    rule: 'private-data',
    what: 'data of a program',
    class: 'archival',
    edit: draft =>
      draft
        .set(O.page, draft.text(O.page).replace(/\/PieceInfo<<.*?>>>>/, ''))
        .enter(O.page, '/PieceInfo<</App<</LastModified(D:2026)>>>>'),
  },
  {
    rule: 'type-stated',
    what: 'the /Type of an annotation',
    class: 'archival',
    edit: draft => enterOnce(draft, O.link, '/Type/Annot'),
  },
  ...PRIVATE.map(([what, num, value]) => ({
    rule: 'private-entry',
    what: `a private ${what}`,
    class: 'archival' as const,
    edit: (draft: Draft) => enterOnce(draft, num, `/ACME_${what.replaceAll(' ', '')} ${value}`),
  })),
];

/** What is not private data under a private key, or under a key that the standard defines. */
const NOT_PRIVATE: readonly (readonly [what: string, num: number, entries: string])[] = [
  ['a private dictionary of the catalog', O.catalog, '/ACME<</Key 1>>'],
  ['a private array of the catalog', O.catalog, '/ACME[1]'],
  ['a private reference of a page', O.page, '/ACME 5 0 R'],
  ['a private dictionary of a page', O.secondPage, '/ACME<<>>'],
  ['a language', O.catalog, '/Lang(fr)'],
  ['another layout of pages', O.catalog, '/PageLayout/OneColumn'],
  ['the need to render the form', O.catalog, '/NeedsRendering true'],
  ['a size of the user unit', O.secondPage, '/UserUnit 2'],
  ['a duration', O.secondPage, '/Dur 1'],
  ['an identifier of the page', O.secondPage, '/ID(a)'],
  ['a template that is instantiated', O.secondPage, '/TemplateInstantiated/T'],
  ['an inherited rotation', O.pages, '/Rotate 90'],
  ['embedded files', O.catalog, '/Names<</EmbeddedFiles<</Names[(a)<</F(a)>>]>>>>'],
  ['named destinations', O.catalog, '/Names<</Dests<</Names[(a)[3 0 R/Fit]]>>>>'],
  ['named pages', O.catalog, '/Names<</Pages<</Names[(a) 3 0 R]>>>>'],
  ['renditions', O.catalog, '/Names<</Renditions<</Names[]>>>>'],
  ['names of URLs', O.catalog, '/Names<</URLS<</Names[]>>>>'],
];

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  ...PROFILES.map(([what, profile]) => ({
    near: 'standard-output-intent' as const,
    what: `a first output intent with ${what}`,
    edit: (draft: Draft) => addIntent(draft, profile),
  })),
  {
    near: 'standard-output-intent',
    what: 'a first output intent with sRGB and a reference to another profile',
    edit: draft => addIntent(draft, colourProfile(), '/DestOutputProfileRef<<>>'),
  },
  {
    near: 'standard-output-intent',
    what: 'a first output intent of PDF/X with sRGB',
    edit: draft => {
      addIntent(draft, colourProfile());
      draft.edit(O.catalog, body => body.replace('GTS_PDFA1', 'GTS_PDFX'));
    },
  },
  {
    near: 'standard-output-intent',
    what: 'a first output intent with sRGB and a profile in another file',
    edit: draft => {
      const profile = draft.add(stream(colourProfile(), '/N 3/F(other.icc)'));
      draft.enter(O.catalog, `/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile ${profile} 0 R>>]`);
    },
  },
  {
    near: 'standard-output-intent',
    what: 'output intents, of which the second has other primaries',
    edit: draft => {
      const intents = [colourProfile(), colourProfile({ red: 0.6 })].map(profile => intentOf(draft, profile));
      draft.enter(O.catalog, `/OutputIntents[${intents.join('')}]`);
    },
  },
  {
    near: 'validation-data',
    what: 'a store that is also the action on opening',
    edit: draft => {
      const store = draft.add('<</Type/DSS/S/JavaScript/JS(app.alert\\(1\\))>>');
      draft.enter(O.catalog, `/DSS ${store} 0 R/OpenAction ${store} 0 R`);
    },
  },
  {
    near: 'version-raised',
    what: 'another entry of the catalog',
    edit: draft => draft.enter(O.catalog, '/PageMode/UseOC'),
  },
  {
    near: 'version-raised',
    what: 'an unknown version',
    edit: draft => draft.enter(O.catalog, '/Version/x'),
  },
  {
    near: 'extensions',
    what: 'an action on opening',
    edit: draft => draft.enter(O.catalog, '/OpenAction<</S/JavaScript/JS(1)>>'),
  },
  {
    near: 'document-information',
    what: 'a scripts name tree',
    edit: draft => draft.enter(O.catalog, '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(1)>>]>>>>'),
  },
  {
    near: 'document-information',
    what: 'metadata that is also page content',
    edit: draft => draft.edit(O.page, body => body.replace('/Contents 5 0 R', '/Contents 18 0 R')),
  },
  {
    near: 'private-data',
    what: 'another content of a page',
    edit: draft => draft.set(O.content, stream('BT /F1 12 Tf 50 700 Td (You owe me nothing.) Tj ET')),
  },
  {
    near: 'private-data',
    what: 'content that is compressed and changed',
    edit: draft => draft.set(O.secondContent, deflated('BT (Other) Tj ET')),
  },
  { near: 'type-stated', what: 'a page is rotated', edit: draft => draft.enter(O.secondPage, '/Rotate 180') },
  { near: 'type-stated', what: 'a page is cropped', edit: draft => draft.enter(O.page, '/CropBox[0 0 100 100]') },
  {
    near: 'type-stated',
    what: 'other inherited sizes',
    edit: draft => draft.edit(O.pages, body => body.replace('595', '300')),
  },
  { near: 'type-stated', what: 'a page is added', edit: draft => draft.append(O.pages, 'Kids', '4 0 R') },
  {
    near: 'type-stated',
    what: 'a page is removed',
    edit: draft => draft.edit(O.pages, body => body.replace('4 0 R', '').replace('Count 2', 'Count 1')),
  },
  {
    near: 'type-stated',
    what: 'pages are reordered',
    edit: draft => draft.edit(O.pages, body => body.replace('3 0 R 4 0 R', '4 0 R 3 0 R')),
  },
  {
    near: 'type-stated',
    what: 'another catalog',
    edit: draft =>
      draft.edit(O.catalog, body =>
        body.replace('/Pages 2 0 R', `/Pages ${draft.add('<</Type/Pages/Kids[4 0 R]/Count 1>>')} 0 R`),
      ),
  },
  ...NOT_PRIVATE.map(([what, num, entries]) => ({
    near: 'private-entry',
    what,
    edit: (draft: Draft) => void draft.enter(num, entries),
  })),
  { near: 'type-stated', what: 'layers', edit: draft => draft.enter(O.catalog, '/OCProperties<</OCGs[]/D<<>>>>') },
];
