/** The paragraph behind one that ends with a page break: Word from 2013 on prints no space above it, LibreOffice does. */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { firstChildren } from './children.js';
import { editsWithin, type Section, sectionAt } from './sections.js';
import { respace } from './spacing.js';
import { attributeIn, whereReadable } from './tags.js';

/** What may stand between the break and the end of its paragraph. */
const NOTHING_ELSE = /^(?:<\/[^>]*>|<[\w.-]*:?(?:proofErr|bookmarkStart|bookmarkEnd)\b[^>]*>|\s)*$/;
const ABOVE = ['before', 'beforeLines', 'beforeAutospacing'];

export const removeSpaceBehindBreaks: DocumentEdit = whereReadable(async document => {
  const part = await mainPart(document);
  if (part === null || !/\btype\s*=\s*["']page["']/.test(document.text(part)!)) return;
  if (await isOfWord2013(document)) document.change(part, await spacings(document, part));
});

/** The mode is that of Word 2007 where a document does not state it (MS-DOCX, 2.1.2). */
async function isOfWord2013(document: EditableDocument): Promise<boolean> {
  for (const part of document.parts) {
    if (!/\.settings\+xml$/.test(await document.contentType(part))) continue;
    const settings = await document.elements(part, ['compatSetting']);
    const mode = settings.find(setting => attributeOf(setting, 'name') === 'compatibilityMode');
    if (mode) return Number(attributeOf(mode, 'val')) >= 15;
  }
  return false;
}

async function spacings(document: EditableDocument, part: string): Promise<Edit[]> {
  const text = document.text(part)!;
  const edits: Edit[] = [];
  for (const { 0: tag, index } of text.matchAll(/<w:br\s[^<>]*>/g)) {
    if (attributeIn(tag, 'w:type') !== 'page') continue;
    const end = text.indexOf(END, index);
    const next = end < 0 ? null : paragraphBehind(text, end + END.length);
    if (!next || !NOTHING_ELSE.test(text.slice(index + tag.length, end))) continue;
    edits.push(...(await editsWithin(document, part, next, ['p', 'pPr', 'spacing'], withoutSpace)));
  }
  return edits;
}

const END = '</w:p>';

/** The paragraph that follows at once. */
function paragraphBehind(text: string, at: number): Section | null {
  const start = /\s*(?=<w:p[\s/>])/y;
  start.lastIndex = at;
  return start.test(text) ? sectionAt(text, 'w:p', start.lastIndex) : null;
}

function withoutSpace(elements: readonly XmlElement[]): Edit[] {
  const childOf = firstChildren(elements);
  const [paragraph] = elements;
  const properties = childOf(paragraph, 'pPr');
  const spacing = childOf(properties, 'spacing');
  return paragraph ? [respace({ paragraph, properties, spacing }, { before: 0 }, ABOVE)] : [];
}
