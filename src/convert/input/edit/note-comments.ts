/** Comments in footnotes and endnotes of Word: some versions of LibreOffice open no such document, others leave them out. */
import { removal } from '../../xml.js';
import type { DocumentEdit } from './document.js';

const MARKS = ['commentRangeStart', 'commentRangeEnd', 'commentReference'];

export const removeNoteComments: DocumentEdit = async document => {
  for (const part of document.parts) {
    if (!/(?:footnotes|endnotes)\+xml$/.test(await document.contentType(part))) continue;
    const marks = await document.elements(part, MARKS);
    document.change(part, marks.map(removal));
  }
};
