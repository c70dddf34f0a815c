/** The pages of sheets of Excel 5 to 2003: the records Setup and WsBool ([MS-XLS] 2.4.257 and 2.4.351). */
import { type DefaultPaper, PAPER } from '../../../paper.js';
import type { EditableDocument, EditContext } from '../document.js';
import { openWorkbook97, type SheetRecords } from '../excel-97.js';
import type { PageWishes } from './page-edit.js';

const SETUP = 0xa1;
const WS_BOOL = 0x81;

const PORTRAIT = 0x02;
/** Size, scale and orientation are not set. */
const NOT_SET = 0x04;
const FIT_TO_PAGE = 0x0100;

/** False, and nothing changed, where the pages of a worksheet are not described by records that could be changed. */
export function changeSheets97(document: EditableDocument, { options, paper }: EditContext): boolean {
  const workbook = openWorkbook97(document);
  if (!workbook) return false;
  let pages = 0;
  for (const sheet of workbook.sheets()) {
    if (changeSheet(sheet, options, paper)) pages++;
    else if (sheet.isWorksheet) return false;
  }
  if (pages > 0) workbook.save();
  return pages > 0;
}

/** A chart or a sheet of macros has no scale that fits. */
function changeSheet({ isWorksheet, records }: SheetRecords, wishes: PageWishes, unstated: DefaultPaper): boolean {
  let hasPages = false;
  let canFit = !isWorksheet || !wishes.fit;
  for (const { type, data } of records) {
    if (type === SETUP && data.length >= 12) {
      setUp(data, wishes, unstated);
      hasPages = true;
    } else if (type === WS_BOOL && data.length >= 2 && wishes.fit) {
      data.writeUInt16LE(data.readUInt16LE(0) | FIT_TO_PAGE, 0);
      canFit = true;
    }
  }
  return hasPages && canFit;
}

/** Size of the paper, scale in percent, first page, pages wide and high (0: as many as it takes), flags. */
function setUp(setup: Buffer, { paper, landscape, fit }: PageWishes, unstated: DefaultPaper): void {
  if (fit) {
    setup.writeUInt16LE(1, 6);
    setup.writeUInt16LE(fit === 'page' ? 1 : 0, 8);
  }
  if (!paper && !landscape) return;
  const flags = setup.readUInt16LE(10);
  const isSet = (flags & NOT_SET) === 0;
  const orientation = landscape ? 0 : isSet ? flags & PORTRAIT : PORTRAIT;
  if (paper || !isSet) setup.writeUInt16LE(PAPER[paper ?? unstated].excel, 0);
  if (!isSet) setup.writeUInt16LE(100, 2);
  setup.writeUInt16LE((flags & ~(NOT_SET | PORTRAIT)) | orientation, 10);
}
