/** For each rule the most similar edits that are not permitted. */
import { appearanceStream, OBJECTS as O, textAppearance } from '../../helpers/form-pdf.js';
import { deflated, stream } from '../../helpers/pdf-writer.js';
import { annotate, type ForbiddenEdit, signatureField } from './edits.js';

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  {
    near: 'empty-signature-field-added',
    what: 'an empty signature field that is painted over the text',
    edit: draft => {
      const evil = draft.add(appearanceStream('1 g 0 0 200 20 re f'));
      signatureField(draft, `/FT/Sig/Rect[40 690 300 720]/F 4/AP<</N ${evil} 0 R>>`);
    },
  },
  {
    near: 'field-state',
    what: 'a new state of a check box',
    edit: draft => {
      const evil = draft.add(appearanceStream('0 0 200 20 re f'));
      draft.edit(O.agree, body => body.replace('/N<<', `/N<</Evil ${evil} 0 R`).replace(/\/AS\/\w+/, '/AS/Evil'));
    },
  },
  {
    near: 'field-appearance',
    what: 'another text, and a space in the value',
    edit: draft => {
      const evil = draft.add(textAppearance('1000000'));
      draft.edit(O.amount, body => body.replace(/\/V\(([^)]*)\)/, '/V($1 )').replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
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
  { near: 'signature-flags', what: 'another calculation order', edit: draft => draft.enter(O.form, '/CO[11 0 R]') },
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
    what: 'a font that is changed',
    edit: draft => draft.edit(O.font, body => body.replace('/WinAnsiEncoding', '<</Differences[48/nine]>>')),
  },
  {
    near: 'field-filled',
    what: 'a text field is added',
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
    what: 'the appearances of a check box are swapped',
    edit: draft => draft.edit(O.agree, body => body.replace('/Yes 16 0 R/Off 17 0 R', '/Yes 17 0 R/Off 16 0 R')),
  },
  {
    near: 'field-state',
    what: 'the appearance of a state is changed',
    edit: draft => draft.set(O.agreeOff, appearanceStream('0 0 m 20 20 l S')),
  },
  {
    near: 'field-appearance',
    what: 'an appearance that shows another text than the value',
    edit: draft => {
      const evil = draft.add(textAppearance('1000000'));
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-appearance',
    what: 'an appearance with its own font',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.amount))![1]!;
      const font = draft.add('<</Type/Font/Subtype/TrueType/BaseFont/Evil/FontDescriptor<<>>>>');
      const evil = draft.add(appearanceStream(`BT /Helv 12 Tf (${shown}) Tj ET`, `<</Font<</Helv ${font} 0 R>>>>`));
      draft.edit(O.amount, body => body.replace(/\/N \d+ 0 R/, `/N ${evil} 0 R`));
    },
  },
  {
    near: 'field-appearance',
    what: 'an image over the value',
    edit: draft => {
      const shown = /\/V\(([^)]*)\)/.exec(draft.text(O.amount))![1]!;
      const evil = draft.add(
        appearanceStream(`BT /Helv 12 Tf (${shown}) Tj ET /Im Do`, '<</Font<</Helv 7 0 R>>/XObject<</Im 16 0 R>>>>'),
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
    what: 'a structure element is removed',
    edit: draft => draft.edit(O.structure, body => body.replace('21 0 R', '')),
  },
  {
    near: 'annotation-added',
    what: 'a redaction',
    edit: draft => void annotate(draft, '/Subtype/Redact/Rect[50 690 250 710]'),
  },
  {
    near: 'annotation-added',
    what: 'a file attachment',
    edit: draft => void annotate(draft, '/Subtype/FileAttachment/Rect[500 800 520 820]'),
  },
  {
    near: 'annotation-added',
    what: 'an unknown annotation type',
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
