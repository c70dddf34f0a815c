/** Files of the programs before Office 95, which are not compound files: recognised by their first bytes. */
import { type Format, formatNamed } from '../formats.js';

type Row = readonly [signature: readonly number[], format: 'doc' | 'xls' | 'ppt', inputFilter: string];

const PROGRAMS: readonly Row[] = [
  [[0xdb, 0xa5], 'doc', 'MS WinWord 5'], // Word for Windows 2
  [[0xdc, 0xa5], 'doc', 'MS WinWord 5'], // Word 6, only its main stream
  [[0xfe, 0x37, 0x00], 'doc', 'Mac_Word'], // Word 4 and 5 for Macintosh
  [[0x31, 0xbe, 0x00, 0x00], 'doc', 'MS_Write'],
  [[0x32, 0xbe, 0x00, 0x00], 'doc', 'MS_Write'], // with embedded objects
  [[0x09, 0x00, 0x04, 0x00], 'xls', 'MS Excel 97'], // Excel 2
  [[0x09, 0x02, 0x06, 0x00], 'xls', 'MS Excel 97'], // Excel 3
  [[0x09, 0x04, 0x06, 0x00], 'xls', 'MS Excel 97'], // Excel 4
  [[0x09, 0x08, 0x08, 0x00], 'xls', 'MS Excel 97'], // Excel 5, only its main stream
  [[0xed, 0xde, 0xad, 0x0b], 'ppt', 'PowerPoint 3'], // PowerPoint 2 and 3 for Windows
  [[0x0b, 0xad, 0xde, 0xed], 'ppt', 'PowerPoint 3'], // and for Macintosh
];

/** Null for other files. */
export function formatOfAncient(bytes: Uint8Array): Format | null {
  const row = PROGRAMS.find(([signature]) => signature.every((byte, i) => bytes[i] === byte));
  if (!row) return null;
  const [, name, inputFilter] = row;
  return { ...formatNamed(name), inputFilter: isDosWord(bytes) ? 'DosWord' : inputFilter };
}

/** Word for DOS has the signature of Write, but no number of pages where Write has it. */
function isDosWord(bytes: Uint8Array): boolean {
  return bytes[0] === 0x31 && bytes[1] === 0xbe && bytes[96] === 0 && bytes[97] === 0;
}
