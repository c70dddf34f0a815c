/** The paragraph behind one that ends with a page break: Word from 2013 on prints no space above it, LibreOffice does. */
import type { XmlElement } from '../../../../../system/xml.js';
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../../document.js';
import { firstChildren } from '../children.js';
import { isOfWord2013 } from '../mode.js';
import { editsWithin, type Section, sectionAt } from '../sections.js';
import { respace } from '../spacing.js';
import { attributeIn, startTags, whereReadable } from '../tags.js';

/**
 * From a break to the paragraph that follows that of the break at once, with what may stand between. Repetitions are limited
 * since each takes memory.
 */
const TO_NEXT =
  /(?:\s{0,99}(?:<\/(?!w:p[\s>])[^<>]*>|<[\w.-]*:?(?:proofErr|bookmarkStart|bookmarkEnd)\b[^<>]*>)){0,99}\s{0,99}<\/w:p>\s{0,99}(?=<w:p[\s/>])/y;
/** A document with more breaks is not edited: the paragraph after each of them is parsed separately. */
const MAX_BREAKS = 1000;
/** Characters of these paragraphs. */
const MAX_LENGTH = 1_000_000;
const ABOVE = ['before', 'beforeLines', 'beforeAutospacing'];

export const removeSpaceBehindBreaks: DocumentEdit = whereReadable(async document => {
  const part = await mainPart(document);
  if (part === null || !/\btype\s*=\s*["']page["']/.test(document.text(part)!)) return;
  if (await isOfWord2013(document)) document.change(part, await spacings(document, part));
});

async function spacings(document: EditableDocument, part: string): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const next of paragraphsBehindBreaks(document.text(part)!))
    edits.push(...(await editsWithin(document, part, next, ['p', 'pPr', 'spacing'], withoutSpace)));
  return edits;
}

/** None where there are more than are read, or one does not end. */
function paragraphsBehindBreaks(text: string): Section[] {
  const found: Section[] = [];
  let length = 0;
  for (const { tag, to } of startTags(text, 'w:br')) {
    TO_NEXT.lastIndex = to;
    if (attributeIn(tag, 'w:type') !== 'page' || !TO_NEXT.test(text)) continue;
    const next = found.length < MAX_BREAKS ? sectionAt(text, 'w:p', TO_NEXT.lastIndex) : null;
    if (!next) return [];
    length += next.to - next.from;
    if (length > MAX_LENGTH) return [];
    found.push(next);
  }
  return found;
}

function withoutSpace(elements: readonly XmlElement[]): Edit[] {
  const childOf = firstChildren(elements);
  const [paragraph] = elements;
  const properties = childOf(paragraph, 'pPr');
  const spacing = childOf(properties, 'spacing');
  return paragraph ? [respace({ owner: paragraph, properties, spacing }, { before: 0 }, ABOVE)] : [];
}
