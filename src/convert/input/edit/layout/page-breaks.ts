/** The paragraph behind one that ends with a page break: Word from 2013 on prints no space above it, LibreOffice does. */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { WORD } from '../word.js';
import { firstChildren } from './children.js';
import { respace } from './spacing.js';
import { whereReadable } from './tags.js';

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
  const found = await document.elements(part, ['p', 'tbl', 'pPr', 'spacing', 'br']);
  const elements = found.filter(({ uri }) => WORD.includes(uri));
  const next = followers(elements.filter(({ local }) => local === 'p' || local === 'tbl'));
  const childOf = firstChildren(elements);
  return elements.flatMap(element => {
    if (element.local !== 'br' || attributeOf(element, 'type') !== 'page') return [];
    const paragraph = element.parent?.parent;
    const follower = paragraph && next.get(paragraph);
    if (follower?.local !== 'p' || !NOTHING_ELSE.test(text.slice(element.end, paragraph!.contentEnd))) return [];
    const properties = childOf(follower, 'pPr');
    const spacing = childOf(properties, 'spacing');
    return [respace({ paragraph: follower, properties, spacing }, { before: 0 }, ABOVE)];
  });
}

/** The paragraph or table behind each in the same text. */
function followers(blocks: readonly XmlElement[]): Map<XmlElement, XmlElement> {
  const next = new Map<XmlElement, XmlElement>();
  const last = new Map<XmlElement | null, XmlElement>();
  for (const block of blocks) {
    const before = last.get(block.parent);
    if (before) next.set(before, block);
    last.set(block.parent, block);
  }
  return next;
}
