/**
 * Numbers of paragraphs in double-byte digits (ECMA-376-1, 20.1.10.61: arabicDbPeriod, arabicDbPlain), which LibreOffice leaves
 * out: they get digits of one byte.
 */
import type { DocumentEdit } from '../../document.js';
import { tagEdits, whereReadable } from '../tags.js';
import { isRead, SLIDES_AND_MASTERS } from './slide-text.js';

const WIDE = /(\stype\s*=\s*["']arabic)Db(?=(?:Period|Plain)["'])/;

export const narrowWideNumbers: DocumentEdit = whereReadable(async document => {
  for (const part of document.parts) {
    if (!(await isRead(document, part, SLIDES_AND_MASTERS)) || !document.text(part)!.includes('arabicDb')) continue;
    document.change(
      part,
      tagEdits(document.text(part)!, 'a:buAutoNum', tag => (WIDE.test(tag) ? tag.replace(WIDE, '$1') : null)),
    );
  }
});
