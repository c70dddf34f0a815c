/** pdf-lib makes the form; its successor @cantoo/pdf-lib fills incrementally. */
import { readFileSync, writeFileSync } from 'node:fs';
import { packages, serve } from './jobs.mjs';

async function make(_, target) {
  const { PDFDocument, StandardFonts } = packages('pdf-lib');
  const document = await PDFDocument.create();
  const page = document.addPage([595.28, 841.89]);
  page.setFont(await document.embedFont(StandardFonts.Helvetica));
  page.drawText('We agree to pay 1000 on demand.', { x: 50, y: 780, size: 14 });
  page.drawText('Signed in two copies.', { x: 50, y: 750, size: 12 });
  addFields(document.getForm(), page);
  writeFileSync(target, await document.save({ useObjectStreams: false }));
}

function addFields(form, page) {
  const name = form.createTextField('name');
  name.addToPage(page, { x: 50, y: 680, width: 200, height: 20 });
  const note = form.createTextField('note');
  note.enableMultiline();
  note.addToPage(page, { x: 50, y: 600, width: 200, height: 60 });
  note.setFontSize(10);
  form.createCheckBox('agree').addToPage(page, { x: 50, y: 560, width: 16, height: 16 });
  const colour = form.createRadioGroup('colour');
  colour.addOptionToPage('red', page, { x: 50, y: 530, width: 16, height: 16 });
  colour.addOptionToPage('green', page, { x: 80, y: 530, width: 16, height: 16 });
  const country = form.createDropdown('country');
  country.addOptions(['Austria', 'France', 'Spain']);
  country.addToPage(page, { x: 50, y: 490, width: 200, height: 20 });
}

async function rewrite(source, target) {
  const { PDFDocument } = packages('pdf-lib');
  const document = await PDFDocument.load(readFileSync(source));
  writeFileSync(target, await document.save());
}

const changed = change => async (source, target, field, value) => {
  const { PDFDocument } = packages('@cantoo/pdf-lib');
  const document = await PDFDocument.load(readFileSync(source), { forIncrementalUpdate: true });
  change(document, field, value);
  writeFileSync(target, await document.save());
};

const text = changed((document, field, value) => document.getForm().getTextField(field).setText(value));
serve({
  make,
  rewrite,
  text,
  multiline: text,
  check: changed((document, field) => document.getForm().getCheckBox(field).check()),
  radio: changed((document, field, value) => document.getForm().getRadioGroup(field).select(value)),
  choice: changed((document, field, value) => document.getForm().getDropdown(field).select(value)),
});
