/**
 * The pages of a document, changed in the document itself: LibreOffice's PDF export has no options for their size, and
 * rotating a PDF page would only turn the upright layout. For text documents and spreadsheets.
 */
import { DocconvError } from '../../../../errors.js';
import type { Format } from '../../../formats.js';
import type { DocumentEdit, EditableDocument } from '../document.js';
import { isSheetPart } from '../excel.js';
import { withPageSize } from './html.js';
import { pageLayouts } from './open-document.js';
import type { PageEdit, PageWishes } from './page-edit.js';
import { sheets } from './sheets.js';
import { sections } from './word.js';

/** Throws OPTION_UNSUPPORTED when the document has no page size to change. */
export const changePages: DocumentEdit = async (document, context) => {
  const { format, options, paper } = context;
  if (format.container === 'html') {
    document.whole = withPageSize(document.whole, options, paper);
    return;
  }
  if (format.container === 'cfb') {
    const { changeSheets97 } = await import('./sheets-97.js');
    if (!changeSheets97(document, context)) throw noPageSize(format, options);
    return;
  }
  let isChanged = false;
  for (const part of document.parts) {
    const edit = await editFor(document, part, options);
    const edits = edit?.edits(await document.elements(part, edit.elements)) ?? null;
    if (!edits) continue;
    isChanged = true;
    document.change(part, edits);
  }
  if (!isChanged) throw noPageSize(format, options);
};

/** Null for a part without pages. */
async function editFor(document: EditableDocument, part: string, wishes: PageWishes): Promise<PageEdit | null> {
  const { container, family, marks } = document.format;
  if (container !== 'ooxml')
    return part === document.openPart('styles')
      ? pageLayouts(wishes, family === 'calc' ? 'Default' : 'Standard')
      : null;
  const contentType = await document.contentType(part);
  if (family === 'calc') return isSheetPart(contentType) ? sheets(wishes) : null;
  return marks.some(mark => mark.toLowerCase() === contentType) ? sections(wishes) : null;
}

function noPageSize({ title }: Format, { paper, landscape }: PageWishes): DocconvError {
  const option = paper ? 'paper' : landscape ? 'landscape' : 'fit';
  return new DocconvError('OPTION_UNSUPPORTED.page-size', { option, title }, { detail: { option } });
}
