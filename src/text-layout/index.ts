/** Texts that LibreOffice lays out, for stamps, comments in the margin and visible signatures: written as a document, and read from its PDF. */
export { type LaidOut, type Layout, layOut, type Sheet, sheetsOf, tooManyLines } from './lay-out.js';
export { FONT_SIZE, PAGE, type Paragraph, STARTS_RIGHT } from './sheet.js';
export { readTextLayout, TEXT_SHEET, type TextLayout, textSheet } from './text-layout.js';
