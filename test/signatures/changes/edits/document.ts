/** Edits of the document as a whole: catalog, pages, metadata, validation data. */
import { OBJECTS as O } from '../../../helpers/form-pdf.js';
import { deflated, stream } from '../../../helpers/pdf-writer.js';
import { type AllowedEdit, dss, enterOnce, type ForbiddenEdit, fresh } from './edit.js';

export const ALLOWED: readonly AllowedEdit[] = [
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
      draft.set(O.metadata, stream(`<x:xmpmeta>${fresh(draft)}</x:xmpmeta>`, '/Type/Metadata/Subtype/XML')),
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
];

export const FORBIDDEN: readonly ForbiddenEdit[] = [
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
  { near: 'type-stated', what: 'layers', edit: draft => draft.enter(O.catalog, '/OCProperties<</OCGs[]/D<<>>>>') },
];
