/** Changes that rules allow, and for each rule its nearest neighbours that nothing allows. */
import type { ChangeClass } from '../../../src/check/index.js';
import { type Draft, type Edit, look, OBJECTS as O, textLook } from '../../helpers/form-pdf.js';
import { deflated, stream } from '../../helpers/pdf-writer.js';

export interface AllowedEdit {
  /** Of the rule that allows it. */
  readonly rule: string;
  readonly what: string;
  readonly class: ChangeClass;
  readonly edit: Edit;
}

export interface ForbiddenEdit {
  /** The rule that it is a neighbour of. */
  readonly near: string;
  readonly what: string;
  readonly edit: Edit;
}

const dss = (draft: Draft, entries = '') => {
  const certificate = draft.add(stream('certificate'));
  const store = draft.add(`<</Type/DSS/Certs[${certificate} 0 R]${entries}>>`);
  draft.set(O.catalog, draft.text(O.catalog).replace(/\/DSS \d+ 0 R/, ''));
  draft.enter(O.catalog, `/DSS ${store} 0 R`);
};

const annotate = (draft: Draft, entries: string, page: number = O.page) => {
  const annotation = draft.add(`<</Type/Annot/P ${page} 0 R${entries}>>`);
  draft.append(page, 'Annots', `${annotation} 0 R`);
  return annotation;
};

const signatureField = (draft: Draft, entries: string) => {
  const field = draft.add(`<</Type/Annot/Subtype/Widget/T(Field${draft.next})/P 3 0 R${entries}>>`);
  draft.append(O.form, 'Fields', `${field} 0 R`).append(O.page, 'Annots', `${field} 0 R`);
};

const value = (draft: Draft, num: number, text: string) =>
  draft.edit(num, body => body.replace(/\/V\([^)]*\)/, `/V(${text})`));

/** A name that this draft has not used yet. */
const fresh = (draft: Draft) => `N${draft.next}x${Object.keys(draft.changed).length}`;

const enterOnce = (draft: Draft, num: number, entries: string) =>
  void (draft.text(num).includes(entries) || draft.enter(num, entries));

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
    rule: 'signature-flags',
    what: 'flags of signatures',
    class: 'archival',
    edit: draft => draft.set(O.form, draft.text(O.form).replace('/SigFlags 3', '')).enter(O.form, '/SigFlags 3'),
  },
  {
    rule: 'form-resources-added',
    what: 'another font for fields',
    class: 'archival',
    edit: draft => {
      const font = draft.add('<</Type/Font/Subtype/Type1/BaseFont/Courier>>');
      draft.edit(O.form, body => body.replace('/Font<<', `/Font<</${fresh(draft)} ${font} 0 R`));
    },
  },
  {
    rule: 'field-filled',
    what: 'a text with its look',
    class: 'form-filling',
    edit: draft => {
      const text = fresh(draft);
      const appearance = draft.add(textLook(text));
      value(draft, O.name, text).edit(O.name, body => body.replace(/\/N \d+ 0 R/, `/N ${appearance} 0 R`));
    },
  },
  {
    rule: 'field-filled',
    what: 'a text, its look written over the old one',
    class: 'form-filling',
    edit: draft => {
      const text = fresh(draft);
      value(draft, O.amount, text).set(O.amountLook, textLook(text));
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${O.amountLook} 0 R `).replace('0 R >>', '0 R>> '));
    },
  },
  {
    rule: 'field-state',
    what: 'a check box that is ticked or cleared',
    class: 'form-filling',
    edit: draft =>
      draft.edit(O.agree, body =>
        body.includes('/AS/Off')
          ? body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')
          : body.replace('/V/Yes/AS/Yes', '/V/Off/AS/Off'),
      ),
  },
  {
    rule: 'field-appearance',
    what: 'the same text, drawn anew',
    class: 'form-filling',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.name))![1]!;
      const again = draft.add(look(`BT /Helv 11 Tf 3 6 Td (${shown}) Tj ET`));
      draft.edit(O.name, body => body.replace(/\/N \d+ 0 R/, `/N ${again} 0 R`));
    },
  },
  {
    rule: 'signature-field-added',
    what: 'a place for another signature',
    class: 'form-filling',
    edit: draft => signatureField(draft, '/FT/Sig/Rect[300 100 400 150]'),
  },
  {
    rule: 'structure-grows',
    what: 'a structure element for a new field',
    class: 'form-filling',
    edit: draft => {
      const element = draft.add('<</Type/StructElem/S/Form/P 19 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 13 0 R>>>>');
      draft.append(O.structure, 'K', `${element} 0 R`);
    },
  },
  {
    rule: 'appearances-flag',
    what: 'viewers shall draw the fields anew',
    class: 'form-filling',
    edit: draft =>
      draft.set(O.form, draft.text(O.form).replace('/NeedAppearances true', '')).enter(O.form, '/NeedAppearances true'),
  },
  {
    rule: 'type-stated',
    what: 'the /Type of an annotation',
    class: 'archival',
    edit: draft => enterOnce(draft, O.link, '/Type/Annot'),
  },
  {
    rule: 'form-defaults-added',
    what: 'a default alignment',
    class: 'archival',
    edit: draft => enterOnce(draft, O.form, '/Q 0'),
  },
  {
    rule: 'field-flags',
    what: 'a field that becomes read-only',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.name, '/Ff 1'),
  },
  {
    rule: 'field-linked',
    what: 'a field in the structure',
    class: 'form-filling',
    edit: draft => enterOnce(draft, O.approval, '/StructParent 5'),
  },
  {
    rule: 'field-decoration',
    what: 'another size of the text',
    class: 'form-filling',
    edit: draft => draft.edit(O.name, body => body.replace(/\/DA\(\/Helv \d+/, `/DA(/Helv ${draft.next}`)),
  },
];

export const ANNOTATIONS: readonly AllowedEdit[] = [
  {
    rule: 'annotation-added',
    what: 'a note',
    class: 'annotations',
    edit: draft => void annotate(draft, '/Subtype/Text/Rect[500 800 520 820]/Contents(Seen)'),
  },
  {
    rule: 'annotation-added',
    what: 'a stamp where the page is blank',
    class: 'annotations',
    edit: draft => {
      const stamp = draft.add(look('1 0 0 rg 0 0 200 20 re f'));
      annotate(draft, `/Subtype/Stamp/Rect[300 300 400 350]/AP<</N ${stamp} 0 R>>`);
    },
  },
];

export const REMOVALS: readonly AllowedEdit[] = [
  {
    rule: 'annotation-removed',
    what: 'a link',
    class: 'annotations',
    edit: draft => draft.edit(O.page, body => body.replace(' 20 0 R', '')),
  },
  {
    rule: 'annotation-changed',
    what: 'words on a link',
    class: 'annotations',
    edit: draft => draft.enter(O.link, '/Contents(Next)'),
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
    what: 'an entry of the catalog beside it',
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
    what: 'content that is packed and changed',
    edit: draft => draft.set(O.secondContent, deflated('BT (Other) Tj ET')),
  },
  { near: 'signature-flags', what: 'another order of calculations', edit: draft => draft.enter(O.form, '/CO[11 0 R]') },
  {
    near: 'form-resources-added',
    what: 'another font under the old name',
    edit: draft => {
      const font = draft.add('<</Type/Font/Subtype/Type3/BaseFont/Evil>>');
      draft.edit(O.form, body => body.replace('/Helv 7 0 R', `/Helv ${font} 0 R`));
    },
  },
  {
    near: 'form-resources-added',
    what: 'a font that is altered',
    edit: draft => draft.edit(O.font, body => body.replace('/WinAnsiEncoding', '<</Differences[48/nine]>>')),
  },
  {
    near: 'field-filled',
    what: 'a field of text is added',
    edit: draft => signatureField(draft, '/FT/Tx/V(new)/Rect[300 500 400 520]'),
  },
  {
    near: 'field-filled',
    what: 'a field is removed',
    edit: draft => draft.edit(O.form, body => body.replace('11 0 R ', '')),
  },
  {
    near: 'field-filled',
    what: 'a field is renamed',
    edit: draft => draft.edit(O.amount, body => body.replace('/T(Amount)', '/T(Total)')),
  },
  {
    near: 'field-filled',
    what: 'a field is moved',
    edit: draft => draft.edit(O.name, body => body.replace(/\/Rect\[[^\]]*\]/, '/Rect[50 600 250 620]')),
  },
  {
    near: 'field-state',
    what: 'the looks of a check box change places',
    edit: draft => draft.edit(O.agree, body => body.replace('/Yes 16 0 R/Off 17 0 R', '/Yes 17 0 R/Off 16 0 R')),
  },
  {
    near: 'field-state',
    what: 'the look of a state is drawn otherwise',
    edit: draft => draft.set(O.agreeOff, look('0 0 m 20 20 l S')),
  },
  {
    near: 'field-appearance',
    what: 'a look that shows another text than the value',
    edit: draft => {
      const evil = draft.add(textLook('1000000'));
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-appearance',
    what: 'a look with a font of its own',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.amount))![1]!;
      const font = draft.add('<</Type/Font/Subtype/TrueType/BaseFont/Evil/FontDescriptor<<>>>>');
      const evil = draft.add(look(`BT /Helv 12 Tf (${shown}) Tj ET`, `<</Font<</Helv ${font} 0 R>>>>`));
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-appearance',
    what: 'an image over the value',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.amount))![1]!;
      const evil = draft.add(
        look(`BT /Helv 12 Tf (${shown}) Tj ET /Im Do`, '<</Font<</Helv 7 0 R>>/XObject<</Im 16 0 R>>>>'),
      );
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-flags',
    what: 'a field is hidden',
    edit: draft => draft.edit(O.amount, body => body.replace('/F 4', '/F 6')),
  },
  {
    near: 'field-linked',
    what: 'an action on a field',
    edit: draft => draft.enter(O.name, '/AA<</F<</S/JavaScript/JS(1)>>>>'),
  },
  {
    near: 'signature-field-added',
    what: 'a signature field with an action',
    edit: draft => signatureField(draft, '/FT/Sig/Rect[0 0 0 0]/A<</S/Launch>>'),
  },
  {
    near: 'signature-field-added',
    what: 'a widget that belongs to no field',
    edit: draft => void annotate(draft, '/Subtype/Widget/Rect[300 100 400 150]'),
  },
  {
    near: 'structure-grows',
    what: 'another page for a structure element',
    edit: draft => draft.edit(O.document, body => body.replace('/S/Document', '/S/Document/Alt(Other)')),
  },
  {
    near: 'structure-grows',
    what: 'a structure element is taken out',
    edit: draft => draft.edit(O.structure, body => body.replace('21 0 R', '')),
  },
  {
    near: 'annotation-added',
    what: 'a redaction',
    edit: draft => void annotate(draft, '/Subtype/Redact/Rect[50 690 250 710]'),
  },
  {
    near: 'annotation-added',
    what: 'a file',
    edit: draft => void annotate(draft, '/Subtype/FileAttachment/Rect[500 800 520 820]'),
  },
  {
    near: 'annotation-added',
    what: 'a kind that nobody knows',
    edit: draft => void annotate(draft, '/Subtype/Hologram/Rect[500 800 520 820]'),
  },
  {
    near: 'annotation-added',
    what: 'a link with an action',
    edit: draft => void annotate(draft, '/Subtype/Link/Rect[500 800 520 820]/A<</S/URI/URI(http://a)>>'),
  },
  {
    near: 'annotation-added',
    what: 'a text over the content',
    edit: draft => void annotate(draft, '/Subtype/FreeText/Rect[40 690 300 720]/Contents(Paid)'),
  },
  {
    near: 'annotation-changed',
    what: 'a link that runs a program',
    edit: draft => draft.enter(O.link, '/A<</S/Launch>>'),
  },
  { near: 'type-stated', what: 'a page is rotated', edit: draft => draft.enter(O.secondPage, '/Rotate 180') },
  { near: 'type-stated', what: 'a page is cut', edit: draft => draft.enter(O.page, '/CropBox[0 0 100 100]') },
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
    what: 'pages change places',
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
