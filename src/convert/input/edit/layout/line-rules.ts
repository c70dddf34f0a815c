/** Spacing of lines in Word (ECMA-376-1, 17.3.1.33), where LibreOffice before 25.2 takes another. */
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { isOtherText, stylesPart } from '../word.js';
import { attributeIn, elementsIn, numberIn, startTags, tagEdits, whereReadable, withAttributes } from './tags.js';

/** Parts with paragraphs or styles of them. */
const TEXTS = /(?:wordprocessingml\.[\w.]+|ms-word\.[\w.]+\.main)\+xml$/;

/** Spacing without a rule, as docx.js writes it, is a multiple of a line, which LibreOffice takes for an exact height. */
export const stateLineRules: DocumentEdit = whereReadable(async document => {
  for (const part of document.parts)
    if (TEXTS.test(await document.contentType(part)) && hasTagsOnly(document, part))
      document.change(part, tagEdits(document.text(part)!, 'w:spacing', withRule));
});

/** Without comments and CDATA sections, in which a text could look like a tag. */
const hasTagsOnly = (document: EditableDocument, part: string): boolean => !document.text(part)!.includes('<!');

function withRule(tag: string): string | null {
  const isMultiple = attributeIn(tag, 'w:line') !== undefined && attributeIn(tag, 'w:lineRule') === undefined;
  return isMultiple ? withAttributes(tag, { 'w:lineRule': 'auto' }) : null;
}

/** Grids that have characters as well: a paragraph that leaves one in LibreOffice leaves both. */
const CHARACTER_GRIDS = ['linesAndChars', 'snapToChars'];
const ON_GRID = '<w:snapToGrid/>';
const NO_GRID = '<w:snapToGrid w:val="0"/>';

/**
 * Exact heights, and least ones that exceed the distance of the lines of a grid (17.6.5): LibreOffice takes those of the grid,
 * unless the paragraph or its style leaves it before it states its spacing. Where styles leave it, what states another spacing
 * returns; styles that state a grid themselves are left.
 */
export const leaveGrid: DocumentEdit = whereReadable(async document => {
  const main = await mainPart(document);
  const pitch = main === null ? null : widestPitch(document.text(main)!);
  if (main === null || pitch === null) return;
  const styles = await stylesPart(document);
  const isByStyle = styles !== null && leavesByStyle(document.text(styles)!, pitch);
  if (isByStyle) document.change(styles, [...gridEdits(document.text(styles)!, pitch, isByStyle)]);
  for (const part of document.parts)
    if ((part === main || (await isOtherText(document, part))) && hasTagsOnly(document, part))
      document.change(part, [...gridEdits(document.text(part)!, pitch, isByStyle)]);
});

const leavesByStyle = (styles: string, pitch: number): boolean =>
  !/<!|<w:snapToGrid/.test(styles) && !gridEdits(styles, pitch, false).next().done;

/** Of all sections, in twips; null where none has a grid of lines, or one has a grid of characters. */
function widestPitch(text: string): number | null {
  const grids = Array.from(startTags(text, 'w:docGrid'), ({ tag }) => ({
    tag,
    type: attributeIn(tag, 'w:type') ?? '',
  }));
  if (grids.some(({ type }) => CHARACTER_GRIDS.includes(type))) return null;
  const pitches = grids.filter(({ type }) => type === 'lines').map(({ tag }) => numberIn(tag, 'w:linePitch'));
  return pitches.reduce((most, pitch) => Math.max(most, pitch), 0) || null;
}

/** `returns`: whether a style may have left the grid. */
function* gridEdits(text: string, pitch: number, returns: boolean): Generator<Edit> {
  for (const { to, content } of elementsIn(text, 'w:pPr')) {
    const [spacing] = startTags(content, 'w:spacing');
    if (!spacing || content.includes('<w:snapToGrid') || attributeIn(spacing.tag, 'w:line') === undefined) continue;
    const leaves = exceedsGrid(spacing.tag, pitch);
    const at = to + spacing.from;
    if (leaves || returns) yield { from: at, to: at, text: leaves ? NO_GRID : ON_GRID };
  }
}

function exceedsGrid(spacing: string, pitch: number): boolean {
  const rule = attributeIn(spacing, 'w:lineRule');
  return rule === 'exact' || (rule === 'atLeast' && numberIn(spacing, 'w:line') > pitch);
}
