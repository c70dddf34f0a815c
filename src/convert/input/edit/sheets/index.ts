/** Which sheets are printed, by the container of the workbook. */
import type { Container } from '../../../formats.js';
import type { DocumentEdit } from '../document.js';

/** Leaves out hidden sheets, and those that `--sheets` does not name. Throws OPTION_INVALID or OPTION_UNSUPPORTED. */
export const printSheets: DocumentEdit = async (document, context) => {
  const edit = await editFor(context.format.container);
  await edit(document, context);
};

async function editFor(container: Container): Promise<DocumentEdit> {
  if (container === 'ooxml') return (await import('./workbook.js')).printExcelSheets;
  if (container === 'cfb') return (await import('./workbook-97.js')).printSheets97;
  return (await import('./open-document.js')).printOpenSheets;
}
