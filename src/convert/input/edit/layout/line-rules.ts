/** Spacing of lines in Word (ECMA-376-1, 17.3.1.33), where LibreOffice before 25.2 takes another. */
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { isOtherText } from '../word.js';
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

const GRIDS = ['lines', 'linesAndChars', 'snapToChars'];
const NO_GRID = '<w:snapToGrid w:val="0"/>';

/**
 * Exact heights, and least ones that exceed the distance of the lines of a grid (17.6.5): LibreOffice takes those of the grid,
 * unless the paragraph leaves it before it states its spacing.
 */
export const leaveGrid: DocumentEdit = whereReadable(async document => {
  const main = await mainPart(document);
  const pitch = main === null ? null : widestPitch(document.text(main)!);
  if (main === null || pitch === null) return;
  for (const part of document.parts)
    if ((part === main || (await isOtherText(document, part))) && hasTagsOnly(document, part))
      document.change(part, [...leavingEdits(document.text(part)!, pitch)]);
});

/** Of all sections, in twips; null where none has a grid of lines. */
function widestPitch(text: string): number | null {
  const grids = [...startTags(text, 'w:docGrid')].filter(({ tag }) => GRIDS.includes(attributeIn(tag, 'w:type') ?? ''));
  const pitches = grids.map(({ tag }) => numberIn(tag, 'w:linePitch')).filter(pitch => pitch > 0);
  return pitches.length === 0 ? null : pitches.reduce((most, pitch) => Math.max(most, pitch));
}

function* leavingEdits(text: string, pitch: number) {
  for (const { to, content } of elementsIn(text, 'w:pPr')) {
    const [spacing] = startTags(content, 'w:spacing');
    if (!spacing || content.includes('<w:snapToGrid')) continue;
    const rule = attributeIn(spacing.tag, 'w:lineRule');
    if (rule !== 'exact' && !(rule === 'atLeast' && numberIn(spacing.tag, 'w:line') > pitch)) continue;
    const at = to + spacing.from;
    yield { from: at, to: at, text: NO_GRID };
  }
}
