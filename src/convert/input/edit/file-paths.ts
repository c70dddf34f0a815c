/**
 * Fields, headers and formulas that print the path of the file: here it is that of a temporary folder of the worker. Fields
 * keep the name of the file; formulas keep their saved value.
 */
import { attributeOf } from '../../../system/xml.js';
import { type Edit, editStartTag } from '../../xml.js';
import type { DocumentEdit, EditableDocument } from './document.js';

export const hidePaths: DocumentEdit = async (document, { format }) => {
  if (format.name === 'xls') return (await import('./file-paths-97.js')).hidePaths97(document);
  if (format.name === 'rtf' || format.name === 'doc') {
    document.whole = (format.name === 'rtf' ? withoutRichTextPaths : withoutWord97Paths)(document.whole);
    return;
  }
  const hide = format.container === 'ooxml' ? OFFICE[format.family as keyof typeof OFFICE] : openFields;
  for (const part of document.parts) {
    if (part === '' || part.endsWith('.xml')) document.change(part, await hide(document, part));
  }
};

const OFFICE = { calc: sheetPaths, impress: slideFields, writer: wordFields };

const OPEN_TEXT = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0';
const FILENAME_CELL = /\bCELL\s*\(\s*(?:"|&quot;)filename/i;

/** text:file-name (ODF 1.3 part 3, 7.4.5), which shows the path unless it says otherwise, and formulas of cells. */
async function openFields(document: EditableDocument, part: string): Promise<Edit[]> {
  const text = document.text(part) ?? '';
  const formulas = [...text.matchAll(/<[\w.-]+:table-cell\b[^<>]*>/g)].flatMap(cell => {
    const formula = /\s[\w.-]+:formula\s*=\s*(?:"[^"]*"|'[^']*')/.exec(cell[0]);
    return formula && FILENAME_CELL.test(formula[0]) ? [cut(cell.index + formula.index, formula[0].length)] : [];
  });
  if (!text.includes('file-name')) return formulas;
  const fields = (await document.elements(part, ['file-name'])).filter(({ uri }) => uri === OPEN_TEXT);
  const shown = fields.filter(field => !/^name/.test(attributeOf(field, 'display') ?? ''));
  const display = ` xmlns:docconv-text="${OPEN_TEXT}" docconv-text:display="name-and-extension"`;
  return [...formulas, ...shown.map(field => editStartTag(field, ({ local }) => local !== 'display', display))];
}

/** FILENAME \p: the switch may be in another run than the name of the field. */
async function wordFields(document: EditableDocument, part: string): Promise<Edit[]> {
  const text = document.text(part) ?? '';
  if (!/\\p/i.test(text)) return [];
  const found = await document.elements(part, ['instrText', 'fldSimple', 'fldChar']);
  const edits: Edit[] = [];
  let instruction = '';
  for (const { local, start, contentStart, end } of found) {
    if (local === 'fldChar') instruction = '';
    const [from, to] = local === 'fldSimple' ? [start, contentStart] : [contentStart, end];
    const piece = text.slice(from, to);
    instruction = local === 'fldSimple' ? piece : `${instruction}${local === 'instrText' ? piece : ''}`.slice(-2000);
    if (!/\bFILENAME\b/i.test(local === 'fldSimple' ? piece : instruction.replace(/<[^>]*>/g, ''))) continue;
    const path = /\\p(?![a-z])/i.exec(piece);
    if (path) edits.push(cut(from + path.index, path[0].length));
  }
  return edits;
}

/** Fields of slides that LibreOffice has written: PowerPoint does not know them, and shows what is saved (ECMA-376-1, 21.1.2.2.4). */
async function slideFields(document: EditableDocument, part: string): Promise<Edit[]> {
  const fields = (document.text(part) ?? '').matchAll(/<(?:[\w.-]+:)?fld\b[^<>]*?(\stype\s*=\s*["']file\d?["'])/g);
  return [...fields].map(({ 0: tag, 1: type, index }) => cut(index + tag.length - type!.length, type!.length));
}

/** &Z in headers and footers, and cells with a saved value. */
async function sheetPaths(document: EditableDocument, part: string): Promise<Edit[]> {
  const text = document.text(part) ?? '';
  const headers = [...text.matchAll(/<(?:[\w.-]+:)?(?:odd|even|first)(?:Header|Footer)\b[^<>]*>([^<]*)/g)];
  const codes = headers.flatMap(header => {
    const from = header.index + header[0].length - header[1]!.length;
    // && is an ampersand
    const found = [...header[1]!.matchAll(/&amp;(?:&amp;|Z)/gi)].filter(([code]) => /Z$/i.test(code));
    return found.map(code => cut(from + code.index, code[0].length));
  });
  const formulas = [...text.matchAll(/<(?:[\w.-]+:)?f\b([^<>]*)>([^<]*)<\/(?:[\w.-]+:)?f>(?=<(?:[\w.-]+:)?v>)/g)];
  const cells = formulas.filter(
    ([, attributes, formula]) => !/\bt\s*=/.test(attributes!) && FILENAME_CELL.test(formula!),
  );
  return [...codes, ...cells.map(cell => cut(cell.index, cell[0].length))];
}

function cut(from: number, length: number): Edit {
  return { from, to: from + length, text: '' };
}

/** Characters in which an instruction ends; longer ones are none. */
const LONGEST = 1000;

/** \fldinst FILENAME \\p: the length stays the same. */
function withoutRichTextPaths(bytes: Uint8Array): Uint8Array {
  const edited = Buffer.from(bytes);
  for (let at = edited.indexOf('fldinst'); at >= 0; at = edited.indexOf('fldinst', at + 1)) {
    const window = edited.toString('latin1', at, at + LONGEST);
    const end = window.indexOf('fldrslt');
    blank(edited, at, end < 0 ? window : window.slice(0, end), /\\\\p(?![a-z])/i);
  }
  return edited;
}

/** In one or two bytes for each character. */
const WORD_97_NAMES = ['FILENAME', 'filename'].flatMap(name => [Buffer.from(name), Buffer.from(name, 'utf16le')]);
/** A field begins with the character 0x13, and its instruction ends with 0x14 or 0x15 ([MS-DOC] 2.8.25). */
const BEGIN = '\x13';
const ENDS = ['\x14', '\x15'];
const LONGEST_BLANK = 20;

function withoutWord97Paths(bytes: Uint8Array): Uint8Array {
  const edited = Buffer.from(bytes);
  for (const name of WORD_97_NAMES) {
    for (let at = edited.indexOf(name); at >= 0; at = edited.indexOf(name, at + name.length)) {
      const before = edited
        .toString('latin1', Math.max(0, at - LONGEST_BLANK), at)
        .replaceAll('\0', '')
        .trimEnd();
      if (!before.endsWith(BEGIN)) continue;
      const instruction = edited.toString('latin1', at, at + LONGEST);
      const ends = ENDS.map(end => instruction.indexOf(end)).filter(end => end > 0);
      if (ends.length > 0) blank(edited, at, instruction.slice(0, Math.min(...ends)), WORD_97_PATH);
    }
  }
  return edited;
}

const WORD_97_PATH = /\\\0?p(?!\0?[a-z])/i;

/** Characters of one or two bytes. */
function blank(bytes: Buffer, from: number, instruction: string, path: RegExp): void {
  const found = instruction.replaceAll('\0', '').toUpperCase().includes('FILENAME') ? path.exec(instruction) : null;
  for (let i = 0; found && i < found[0].length; i++) {
    if (found[0][i] !== '\0') bytes[from + found.index + i] = 0x20;
  }
}
