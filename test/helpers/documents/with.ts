/** Documents with more in them than those of documents.ts: XML is added to the beginning of their text. */
import { documents, type Fixture } from '../documents.js';
import { editPackage, type PartChange } from '../edit-package.js';

type Parts = Readonly<Record<string, PartChange>>;

/** A Word document. */
export function wordWith(xml: string, parts: Parts = {}): Fixture {
  const names =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  return edited(documents.docx('x'), {
    'word/document.xml': text =>
      text.replace('<w:document ', `<w:document ${names} `).replace('<w:body>', `<w:body>${xml}`),
    ...parts,
  });
}

/** A presentation with this shape on its slide. */
export function slideWith(xml: string, parts: Parts = {}): Fixture {
  return edited(documents.pptx(''), {
    'ppt/slides/slide1.xml': text => text.replace('</p:spTree>', `${xml}</p:spTree>`),
    ...parts,
  });
}

/** A workbook with this row. */
export function sheetWith(xml: string, parts: Parts = {}): Fixture {
  return edited(documents.xlsx('x'), {
    'xl/worksheets/sheet1.xml': text => text.replace('<sheetData>', `<sheetData><row>${xml}</row>`),
    ...parts,
  });
}

/** An OpenDocument text, with styles before its body. */
export function openTextWith(xml: string, styles = '', parts: Parts = {}): Fixture {
  return edited(documents.odt('x'), {
    'content.xml': text =>
      text
        .replace(/<office:body>/, `<office:automatic-styles>${styles}</office:automatic-styles>$&`)
        .replace(/<office:text>/, `$&${xml}`),
    ...parts,
  });
}

export function edited(fixture: Fixture, changes: Parts): Fixture {
  return { ...fixture, bytes: editPackage(fixture.bytes, changes) };
}

/** Markup of a run of Word with this font. */
export function run(font: string, text: string): string {
  const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}" w:cs="${font}"/>`;
  return `<w:p><w:r><w:rPr>${fonts}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
}
