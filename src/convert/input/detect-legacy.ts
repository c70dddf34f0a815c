/**
 * Which document of Office 97 or before a file is: a compound file by its streams, which may have an encrypted OOXML package,
 * and others, of the programs before Office 95, by their first bytes.
 */
import { FORMATS, type Format, formatNamed } from '../formats.js';
import type { CompoundFile } from './cfb.js';
import type { Detection } from './document.js';

/** Bytes of a stream that show encryption: two records of Excel and the head of a third. */
const HEAD = 2 * (4 + 0xffff) + 4;

/** Null for a compound file that is no document of Word, Excel or PowerPoint. `expected` is the format of the name. */
export function formatOfCompound(file: CompoundFile, expected: Format | null): Detection | null {
  if (file.has('EncryptionInfo') && file.has('EncryptedPackage')) {
    return { format: expected?.container === 'ooxml' ? expected : null, encryption: 'ooxml' };
  }
  const format = FORMATS.find(row => row.container === 'cfb' && row.marks.some(mark => file.has(mark)));
  if (!format) return null;
  if (isEncrypted(file, format)) return { format, encryption: 'legacy' };
  return { format: { ...format, inputFilter: inputFilter(file, format) }, encryption: null };
}

/** LibreOffice has another filter for the files of Office 95 and earlier. */
function inputFilter(file: CompoundFile, format: Format): string {
  if (format.family === 'writer')
    return isWord95(file.head('WordDocument', HEAD)) ? 'MS WinWord 6.0' : format.inputFilter;
  if (format.family !== 'impress' || file.has('Current User')) return format.inputFilter;
  // without "Current User", only LibreOffice can tell PowerPoint 95 from a file of PowerPoint 95 and 97 together
  return file.has('PP40') ? 'PowerPoint 3' : '';
}

/** FibBase.nFib ([MS-DOC] 2.5.2) of Word 6 and 95 is at most this. */
const WORD_95 = 0x69;

function isWord95(stream: Buffer | null): boolean {
  return stream !== null && stream.length >= 4 && stream.readUInt16LE(2) <= WORD_95;
}

function isEncrypted(file: CompoundFile, { family }: Format): boolean {
  if (family === 'writer') return isWordEncrypted(file.head('WordDocument', HEAD));
  if (family === 'calc') return isExcelEncrypted(file.head('Workbook', HEAD) ?? file.head('Book', HEAD));
  return family === 'impress' && isPowerPointEncrypted(file.head('Current User', HEAD));
}

/** FibBase.fEncrypted ([MS-DOC] 2.5.2). */
function isWordEncrypted(stream: Buffer | null): boolean {
  return stream !== null && stream.length >= 12 && (stream.readUInt16LE(10) & 0x0100) !== 0;
}

const FILE_PASS = 0x2f;
const WRITE_PROTECT = 0x86;

/** A FilePass record follows BOF, or the WriteProtect record behind it ([MS-XLS] 2.1.7.20.3). */
function isExcelEncrypted(stream: Buffer | null): boolean {
  let at = 0;
  for (let index = 0; stream && index < 3 && at + 4 <= stream.length; index++) {
    const type = stream.readUInt16LE(at);
    if (type === FILE_PASS) return true;
    if (index > 0 && type !== WRITE_PROTECT) return false;
    at += 4 + stream.readUInt16LE(at + 2);
  }
  return false;
}

/** CurrentUserAtom.headerToken of an encrypted document ([MS-PPT] 2.3.2). */
function isPowerPointEncrypted(stream: Buffer | null): boolean {
  return stream !== null && stream.length >= 16 && stream.readUInt32LE(12) === 0xf3d1c4df;
}

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

/** Null for other files than those of programs before Office 95. */
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
