/** What viewers paint for a widget without an appearance stream (ISO 32000-2, 12.5.6.19 and 12.7.4.3). */
import {
  area,
  type Box,
  expanded,
  inheritedEntry,
  isName,
  type PdfDict,
  type PdfRevision,
  PdfStream,
} from '../../../pdf/index.js';
import { borderWidth, colourOf, hasText, isEmpty } from './annotation-style.js';
import { type Drawing, rectanglePath } from './drawing.js';

const CAPTIONS = ['CA', 'RC', 'AC'];
const ICONS = ['I', 'RI', 'IX'];

/** Its background, border and icon; of the value only that it is text: where it stands depends on the viewer. */
export function drawWidget(revision: PdfRevision, dict: PdfDict, rect: Box, drawing: Drawing): void {
  if (area(rect) === 0) return;
  const style = revision.getDict(dict, 'MK');
  const width = borderWidth(revision, dict);
  drawing.fill(rectanglePath(rect), rect, colourOf(revision, style, 'BG') ?? null);
  const inner = expanded(rect, -width / 2);
  const border = colourOf(revision, style, 'BC') ?? null;
  if (area(inner) > 0) drawing.stroke(rectanglePath(inner), rect, width, border);
  else drawing.fill(rectanglePath(rect), rect, border);
  if (ICONS.some(key => revision.get(style, key) instanceof PdfStream)) drawing.fill(rectanglePath(rect), rect);
  if (!showsText(revision, dict, style)) return;
  drawing.addText();
  drawing.reserve(rect);
}

function showsText(revision: PdfRevision, dict: PdfDict, style: PdfDict | null): boolean {
  const type = revision.resolve(inheritedEntry(revision, dict, 'FT'));
  if (isName(type, 'Sig')) return false;
  if (isName(type, 'Btn'))
    return !isName(revision.get(dict, 'AS'), 'Off') && style !== null && hasText(revision, style, CAPTIONS);
  return !isEmpty(revision.resolve(inheritedEntry(revision, dict, 'V')));
}
