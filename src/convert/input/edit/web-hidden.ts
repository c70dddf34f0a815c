/**
 * Text of Word documents that is hidden in the web layout only (ECMA-376-1, 17.3.2.44): Word prints it, LibreOffice does so
 * only in some tables of contents.
 */
import { removal } from '../../xml.js';
import type { DocumentEdit } from './document.js';

export const showWebHidden: DocumentEdit = async document => {
  for (const part of document.parts) {
    if (!part.endsWith('.xml') || !document.text(part)?.includes('webHidden')) continue;
    const marks = await document.elements(part, ['webHidden']);
    document.change(part, marks.map(removal));
  }
};
