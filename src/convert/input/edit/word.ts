/** Edits of Word documents, and what all of them have in common. */
import { attributeOf, type XmlElement } from '../../../system/xml.js';
import { type Edit, removal } from '../../xml.js';
import { type DocumentEdit, type EditableDocument, partOf } from './document.js';

/** Namespaces of WordprocessingML, transitional and strict (ECMA-376-1, annex A). */
const WORD: readonly string[] = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
];

export const isWord = ({ uri }: XmlElement): boolean => WORD.includes(uri);

/** The elements of a part with these names that are of WordprocessingML. */
export const wordElements = async (document: EditableDocument, part: string, names: readonly string[]) =>
  (await document.elements(part, names)).filter(isWord);

export const stylesPart = (document: EditableDocument): Promise<string | null> =>
  partOf(document, /wordprocessingml\.styles\+xml$/);

const OTHER_TEXT = /\.wordprocessingml\.(?:header|footer|footnotes|endnotes)\+/;

/** Whether it is a header, a footer or notes. */
export const isOtherText = async (document: EditableDocument, part: string): Promise<boolean> =>
  OTHER_TEXT.test(await document.contentType(part));

/** Comments in footnotes and endnotes: some versions of LibreOffice open no such document, others leave them out. */
export const removeNoteComments: DocumentEdit = async document => {
  for (const part of document.parts) {
    if (!/(?:footnotes|endnotes)\+xml$/.test(await document.contentType(part))) continue;
    const marks = await document.elements(part, ['commentRangeStart', 'commentRangeEnd', 'commentReference']);
    document.change(part, marks.map(removal));
  }
};

/**
 * Text that is hidden in the web layout only (ECMA-376-1, 17.3.2.44): Word prints it, LibreOffice does so only in some
 * tables of contents.
 */
export const showWebHidden: DocumentEdit = async document => {
  for (const part of document.parts) {
    if (!part.endsWith('.xml') || !document.text(part)?.includes('webHidden')) continue;
    document.change(part, (await document.elements(part, ['webHidden'])).map(removal));
  }
};

/**
 * IF fields, of which LibreOffice prints nothing: as QUOTE fields they keep their saved result. Word shows it as well until
 * the fields are updated.
 */
export const keepConditions: DocumentEdit = async document => {
  for (const part of document.parts) if (part.endsWith('.xml')) document.change(part, await quotes(document, part));
};

async function quotes(document: EditableDocument, part: string): Promise<Edit[]> {
  const text = document.text(part) ?? '';
  if (!/\bIF\b/i.test(text)) return [];
  const edits: Edit[] = [];
  let isName = false;
  for (const element of await document.elements(part, ['fldChar', 'instrText', 'fldSimple'])) {
    if (element.local === 'fldChar') isName = attributeOf(element, 'fldCharType') === 'begin';
    const isSimple = element.local === 'fldSimple';
    if (element.local === 'fldChar' || !(isSimple || isName)) continue;
    const from = isSimple ? element.start : element.contentStart;
    const piece = text.slice(from, isSimple ? element.contentStart : element.contentEnd);
    if (!isSimple && piece.trim() !== '') isName = false;
    const found = (isSimple ? /\binstr\s*=\s*["']\s*(?=IF\b)/i : /^\s*(?=IF\b)/i).exec(piece);
    if (!found) continue;
    const name = from + found.index + found[0].length;
    edits.push({ from: name, to: name + 'IF'.length, text: 'QUOTE' });
  }
  return edits;
}
