/** Lines and shapes that viewers draw for annotations without an appearance stream (ISO 32000-2, 12.5.6.7 to 12.5.6.13). */
import { area, type Box, boundingBox, expanded, isName, type PdfObject, type PdfRevision } from '../../../pdf/index.js';
import { MAX_THIN } from '../painting/look.js';
import {
  borderWidth,
  type Colour,
  type Drawing,
  hasText,
  interiorColour,
  lineColour,
  malformed,
  numbersIn,
  type Point,
  pathsIn,
  pointsIn,
  polygonPath,
  rectanglePath,
  type Subject,
} from './drawing.js';

export function drawPath(drawing: Drawing, points: readonly Point[], width: number, colour: Colour): void {
  if (points.length > 0) drawing.stroke(polygonPath(points), boundingBox(points), width, colour);
}

export function drawLine(subject: Subject): void {
  const { revision, dict, drawing } = subject;
  const ends = pointsIn(revision, revision.get(dict, 'L'));
  if (ends.length !== 2) malformed();
  const width = borderWidth(revision, dict);
  const colour = lineColour(subject);
  drawPath(drawing, ends, width, colour);
  drawLeaderLines(subject, ends, width, colour);
  drawEndings(subject, ends, width, colour);
  if (revision.get(dict, 'Cap') === true && hasText(revision, dict, ['Contents', 'RC'])) drawCaption(subject, ends);
}

/** Lines at right angles to the line, which is then drawn at a distance from its ends (Table 178). */
function drawLeaderLines({ revision, dict, drawing }: Subject, ends: Point[], width: number, colour: Colour): void {
  const lengths = ['LL', 'LLE', 'LLO'].map(key => Math.abs(revision.getNumber(dict, key) ?? 0));
  const reach = lengths.reduce((sum, length) => sum + length, 0);
  if (reach === 0) return;
  const [[x0, y0], [x1, y1]] = ends as [Point, Point];
  const scale = 1 / (Math.hypot(x1 - x0, y1 - y0) || 1);
  const [across, up] = [(y0 - y1) * scale, (x1 - x0) * scale];
  const beside = (distance: number): Point[] => ends.map(([x, y]) => [x + across * distance, y + up * distance]);
  for (const side of [1, -1]) {
    drawPath(drawing, beside(side * lengths[0]!), width, colour);
    const [first, second] = beside(side * reach);
    drawPath(drawing, [ends[0]!, first!], width, colour);
    drawPath(drawing, [ends[1]!, second!], width, colour);
  }
}

/** Half the side of a line ending, relative to the line width. */
const ENDING = 5;

/** The shapes at the ends, by their bounding boxes: filled where there is an interior colour. */
function drawEndings(subject: Subject, points: readonly Point[], width: number, colour: Colour): void {
  const { revision, dict, drawing } = subject;
  if (points.length === 0 || !hasEndings(revision, revision.get(dict, 'LE'))) return;
  const interior = interiorColour(subject);
  for (const point of [points[0]!, points.at(-1)!]) {
    const box = expanded(boundingBox([point]), Math.max(1, width) * ENDING);
    drawing.fill(rectanglePath(box), box, interior);
    drawing.stroke(rectanglePath(box), box, width, colour);
  }
}

const hasEndings = (revision: PdfRevision, value: PdfObject): boolean =>
  revision.items(value).some(name => name !== null && !isName(name, 'None'));

/** In points for each character, generously; the font is that of the viewer. */
const CAPTION_WIDTH = 12;
const CAPTION_HEIGHT = 24;
const MAX_CAPTION = 2_000;

function drawCaption({ revision, dict, drawing }: Subject, ends: readonly Point[]): void {
  const [dx, dy] = revision.get(dict, 'CO') === null ? [0, 0] : numbersIn(revision, revision.get(dict, 'CO'));
  const [[x0, y0], [x1, y1]] = ends as [Point, Point];
  const length = (revision.getText(dict, 'Contents')?.length ?? 20) * CAPTION_WIDTH;
  const middle = boundingBox([[(x0 + x1) / 2, (y0 + y1) / 2]]);
  const reach = Math.min(MAX_CAPTION, Math.max(CAPTION_HEIGHT, length / 2)) + Math.hypot(dx ?? 0, dy ?? 0);
  const box = expanded(middle, reach);
  drawing.addText();
  drawing.fill(rectanglePath(box), box);
}

/** The border of a rectangle without an area: some viewers draw a line as wide as it, or a dot. A thin one hides nothing. */
export function drawCollapsed({ rect, drawing }: Subject, width: number, colour: Colour): void {
  const box = expanded(rect, width / 2);
  if (width > MAX_THIN) drawing.fill(rectanglePath(box), box, colour);
}

/** A square or circle by its path. The border is drawn within the rectangle. */
export function drawShape(subject: Subject, path: (box: Box) => string): void {
  const { revision, dict, rect, drawing } = subject;
  const colour = lineColour(subject);
  const width = borderWidth(revision, dict);
  if (area(rect) === 0) {
    drawCollapsed(subject, width, colour);
    return;
  }
  drawing.fill(path(rect), rect, interiorColour(subject));
  const inner = expanded(rect, -width / 2);
  if (area(inner) > 0) drawing.stroke(path(inner), rect, width, colour);
  else if (colour !== null) drawing.fill(path(rect), rect, colour);
  reserveCloud(subject, rect);
}

/** In points for each step of intensity. */
const CLOUD = 12;

/** The bulges of a cloudy border (Table 169) reach beyond the shape. */
function reserveCloud({ revision, dict, drawing }: Subject, box: Box): void {
  const effect = revision.getDict(dict, 'BE');
  if (effect !== null) drawing.reserve(expanded(box, CLOUD * Math.max(1, revision.getNumber(effect, 'I') ?? 1)));
}

export function drawPolygon(subject: Subject): void {
  const { revision, dict, drawing } = subject;
  const points = verticesOf(subject);
  drawing.fill(polygonPath(points), boundingBox(points), interiorColour(subject));
  drawPath(drawing, [...points, points[0]!], borderWidth(revision, dict), lineColour(subject));
  reserveCloud(subject, boundingBox(points));
}

export function drawPolyLine(subject: Subject): void {
  const width = borderWidth(subject.revision, subject.dict);
  const points = verticesOf(subject);
  drawPath(subject.drawing, points, width, lineColour(subject));
  drawEndings(subject, points, width, lineColour(subject));
}

/** /Path of PDF 2.0 replaces /Vertices; its curves lie within their control points. */
function verticesOf({ revision, dict }: Subject): Point[] {
  const path = revision.get(dict, 'Path');
  const points = path === null ? pointsIn(revision, revision.get(dict, 'Vertices')) : pathsIn(revision, path).flat();
  return points.length === 0 ? malformed() : points;
}

export function drawInk(subject: Subject): void {
  const { revision, dict, drawing } = subject;
  const width = borderWidth(revision, dict);
  for (const key of ['InkList', 'Path']) {
    const value = revision.get(dict, key);
    if (value === null && key === 'Path') continue;
    for (const points of pathsIn(revision, value)) {
      drawPath(drawing, points.length === 1 ? [points[0]!, points[0]!] : points, width, lineColour(subject));
      // some viewers connect the points by curves
      if (points.length > 2) drawing.reserve(expanded(boundingBox(points), longestStep(points) / 4));
    }
  }
}

const longestStep = (points: readonly Point[]): number =>
  points.reduce((longest, [x, y], i) => {
    const [fromX, fromY] = points[i - 1] ?? [x, y];
    return Math.max(longest, Math.hypot(x - fromX, y - fromY));
  }, 0);
