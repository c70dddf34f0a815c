/** What viewers paint for an annotation without an appearance stream (ISO 32000-2, 12.5.6). */
import {
  area,
  boundingBox,
  boxOf,
  expanded,
  inheritedValue,
  isName,
  numbersOf,
  type PdfDict,
  type PdfRevision,
  PdfStream,
  withinLimits,
} from '../../../pdf/index.js';
import { MAX_THIN } from '../painting/look.js';
import {
  BLACK,
  borderWidth,
  colourOf,
  Drawing,
  type DrawnMark,
  ellipsePath,
  hasText,
  isEmpty,
  lineColour,
  MalformedAnnotation,
  malformed,
  type Point,
  pointsIn,
  polygonPath,
  rectanglePath,
  type Subject,
} from './drawing.js';
import { drawCollapsed, drawInk, drawLine, drawPath, drawPolygon, drawPolyLine, drawShape } from './drawn-shapes.js';

export type { DrawnMark } from './drawing.js';

/** Null: viewers draw nothing. Never throws; unclear and everywhere where entries are malformed. */
export function viewerDrawn(revision: PdfRevision, annotation: PdfDict): DrawnMark | null {
  const result = withinLimits(() => ({ mark: draw(revision, annotation) }));
  return result ? result.mark : Drawing.unclear();
}

function draw(revision: PdfRevision, dict: PdfDict): DrawnMark | null {
  const subtype = revision.getName(dict, 'Subtype') ?? '';
  if (UNDRAWN.has(subtype)) return null;
  if (subtype === 'Popup' && revision.get(dict, 'Open') !== true) return null;
  if (HIDDEN_BY_OPACITY.has(subtype) && revision.getNumber(dict, 'CA') === 0) return null;
  try {
    // some viewers draw into the rectangle that is larger by these distances
    if (numbersOf(revision, dict.get('RD'))?.some(distance => distance < 0)) malformed();
    const rect = boxOf(revision, dict.get('Rect')) ?? malformed();
    const drawing = new Drawing();
    (DRAW.get(subtype) ?? drawUnknown)({ revision, dict, rect, drawing });
    return drawing.finish();
  } catch (thrown) {
    if (!(thrown instanceof MalformedAnnotation)) throw thrown;
    return Drawing.unclear();
  }
}

/** Without an appearance stream they are not displayed. */
const UNDRAWN = new Set(['Watermark', 'PrinterMark', 'TrapNet']);
/** All viewers apply /CA to them. */
const HIDDEN_BY_OPACITY = new Set(['Square', 'Circle', 'Polygon', 'FreeText', 'Link']);

const DRAW: ReadonlyMap<string, (subject: Subject) => void> = new Map<string, (subject: Subject) => void>([
  ['Text', drawIcon],
  ['FileAttachment', drawIcon],
  ['Sound', drawIcon],
  ['Link', drawLink],
  ['Popup', drawWindow],
  ['FreeText', drawFreeText],
  ['Line', drawLine],
  ['Square', subject => drawShape(subject, rectanglePath)],
  ['Circle', subject => drawShape(subject, ellipsePath)],
  ['Polygon', drawPolygon],
  ['PolyLine', drawPolyLine],
  ['Highlight', drawHighlight],
  ['Underline', subject => drawTextLines(subject, 0)],
  ['Squiggly', subject => drawTextLines(subject, 0)],
  ['StrikeOut', subject => drawTextLines(subject, 0.5)],
  ['Caret', drawCaret],
  ['Stamp', drawStamp],
  ['Ink', drawInk],
  ['Redact', drawRedaction],
  ['Widget', drawWidget],
]);

/** Viewers differ on such types. */
function drawUnknown({ rect, drawing }: Subject): void {
  drawing.markUnclear();
  drawing.fill(rectanglePath(rect), rect);
}

/** In points. Icons have a size of their own, at the upper left corner of /Rect or, in PDFium, at the lower left. */
const ICON = 24;

function drawIcon({ rect, drawing }: Subject): void {
  const { left, bottom, top } = rect;
  const atTop = { left, bottom: top - ICON, right: left + ICON, top };
  const atBottom = { left, bottom, right: left + ICON, top: bottom + ICON };
  for (const box of [atTop, atBottom, rect]) drawing.fill(rectanglePath(box), box);
}

/** Of a note that is open. */
function drawWindow({ rect, drawing }: Subject): void {
  drawing.fill(rectanglePath(rect), rect);
}

function drawLink(subject: Subject): void {
  const { revision, dict, rect, drawing } = subject;
  const width = borderWidth(revision, dict);
  // some viewers draw the whole border within the rectangle
  const reach = width > MAX_THIN ? 2 * width : width;
  if (area(rect) > 0) drawing.stroke(rectanglePath(rect), rect, reach, lineColour(subject));
  else drawCollapsed(subject, width, lineColour(subject));
}

function drawFreeText({ revision, dict, rect, drawing }: Subject): void {
  // where its text stands is not known, nor how long it is
  if (area(rect) === 0) malformed();
  const width = borderWidth(revision, dict);
  const background = colourOf(revision, dict, 'C') ?? null;
  const callout = revision.get(dict, 'CL');
  drawing.fill(rectanglePath(rect), rect, background);
  drawing.stroke(rectanglePath(rect), rect, width, BLACK);
  if (callout !== null) drawPath(drawing, pointsIn(revision, callout), width, BLACK);
  if (!hasText(revision, dict, ['Contents', 'RC'])) return;
  drawing.addText();
  // where in the rectangle the text stands is not known
  if (background === null) drawing.fill(rectanglePath(rect), rect);
}

/** Upper left, upper right, lower left, lower right: not the order of the standard, but of all writers and viewers. */
type Quad = readonly [Point, Point, Point, Point];

function quadsOf({ revision, dict, rect: { left, bottom, right, top } }: Subject): Quad[] {
  const value = revision.get(dict, 'QuadPoints');
  const stated = value === null ? [] : pointsIn(revision, value);
  const points = stated.length > 0 ? stated : [top, bottom].flatMap(y => [left, right].map((x): Point => [x, y]));
  if (points.length % 4 !== 0) malformed();
  return Array.from({ length: points.length / 4 }, (_, i) => points.slice(4 * i, 4 * i + 4) as unknown as Quad);
}

const heightOf = ([upper, , lower]: Quad): number => Math.hypot(upper[0] - lower[0], upper[1] - lower[1]);

/** The ends of a highlight may be rounded outwards. */
const ROUNDING = 0.3;

function drawHighlight(subject: Subject): void {
  const colour = colourOf(subject.revision, subject.dict, 'C');
  for (const quad of quadsOf(subject)) {
    const [a, b, c, d] = quad;
    const box = expanded(boundingBox(quad), heightOf(quad) * ROUNDING);
    subject.drawing.highlight(`${polygonPath([a, b, d, c])} h`, box, colour === undefined ? BLACK : colour);
  }
}

/** Lines of text are at least this many times as high as the line under them is thick. */
const HEIGHT_OF_LINE = 14;

/** `height`: of the line above the lower side, relative to that of the text. */
function drawTextLines(subject: Subject, height: number): void {
  const colour = lineColour(subject);
  for (const quad of quadsOf(subject)) {
    const [upperLeft, upperRight, lowerLeft, lowerRight] = quad;
    const width = Math.max(1, heightOf(quad) / HEIGHT_OF_LINE);
    const at = ([x0, y0]: Point, [x1, y1]: Point): Point => [x0 + (x1 - x0) * height, y0 + (y1 - y0) * height];
    const line = polygonPath([at(lowerLeft, upperLeft), at(lowerRight, upperRight)]);
    subject.drawing.stroke(line, boundingBox(quad), width, colour);
  }
}

/** In points: where it has no area, some viewers draw one of their own size. */
const CARET = 20;

function drawCaret(subject: Subject): void {
  const { rect, drawing } = subject;
  const { left, bottom, right, top } = rect;
  if (area(rect) === 0) {
    drawCollapsed(subject, CARET, lineColour(subject));
    return;
  }
  drawing.fill(
    polygonPath([
      [left, bottom],
      [(left + right) / 2, top],
      [right, bottom],
    ]),
    rect,
    lineColour(subject),
  );
}

function drawStamp({ rect, drawing }: Subject): void {
  if (area(rect) === 0) return;
  drawing.addText();
  drawing.fill(rectanglePath(rect), rect);
}

/** Marked for removal: some viewers show the areas filled already. */
function drawRedaction(subject: Subject): void {
  const { drawing, revision, dict } = subject;
  if (hasText(revision, dict, ['OverlayText'])) drawing.addText();
  for (const quad of quadsOf(subject)) {
    const box = boundingBox(quad);
    drawing.fill(rectanglePath(box), box);
  }
}

const CAPTIONS = ['CA', 'RC', 'AC'];
const BUTTON_ICONS = ['I', 'RI', 'IX'];

/** Its background, border and icon; of the value only that it is text: where it stands depends on the viewer. */
function drawWidget({ revision, dict, rect, drawing }: Subject): void {
  if (area(rect) === 0) return;
  const style = revision.getDict(dict, 'MK');
  const width = borderWidth(revision, dict);
  drawing.fill(rectanglePath(rect), rect, colourOf(revision, style, 'BG') ?? null);
  const inner = expanded(rect, -width / 2);
  const border = colourOf(revision, style, 'BC') ?? null;
  if (area(inner) > 0) drawing.stroke(rectanglePath(inner), rect, width, border);
  else drawing.fill(rectanglePath(rect), rect, border);
  if (BUTTON_ICONS.some(key => revision.get(style, key) instanceof PdfStream)) drawing.fill(rectanglePath(rect), rect);
  if (!showsText(revision, dict, style)) return;
  drawing.addText();
  drawing.reserve(rect);
}

function showsText(revision: PdfRevision, dict: PdfDict, style: PdfDict | null): boolean {
  const type = inheritedValue(revision, dict, 'FT');
  if (isName(type, 'Sig')) return false;
  if (isName(type, 'Btn'))
    return !isName(revision.get(dict, 'AS'), 'Off') && style !== null && hasText(revision, style, CAPTIONS);
  return !isEmpty(inheritedValue(revision, dict, 'V'));
}
