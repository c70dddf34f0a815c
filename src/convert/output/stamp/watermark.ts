/** The watermark: one form (ISO 32000-2, 8.10) for all pages, over their content, in the middle of each. */
import { DocconvError } from '../../../errors.js';
import { arrayOf, type Box, dict, dictWith, operands, PdfName, placed, type View } from '../../../pdf/index.js';
import { FONT_SIZE, type LaidOut } from '../../../text-layout/index.js';
import type { StampResources } from './resources.js';
import type { Watermark } from './stamps.js';

export interface WatermarkForm {
  readonly box: Box;
  /** Null: along the diagonal. */
  readonly angle: number | null;
  /** Operators that draw it in its own coordinates. */
  readonly content: string;
}

/** Of the width and of the height of a page. */
const MAX_EXTENT = 0.85;
/** Size of the font, of the shorter side of a page: a short text does not fill the page. */
const MAX_SIZE = 0.2;
/** Of the lines around letters that are not filled, for a font of FONT_SIZE. */
const OUTLINE = 0.75;

/** Throws OPTION_INVALID for a text that shows nothing. */
export function watermarkForm(
  { color, angle, opacity }: Watermark,
  laidOut: LaidOut,
  resources: StampResources,
): WatermarkForm {
  const { box, content, sheet } = laidOut;
  if (!box) throw new DocconvError('OPTION_INVALID.watermark-invisible', {}, { detail: { option: 'watermark' } });
  const bounds = [box.left - FONT_SIZE, box.bottom - FONT_SIZE, box.right + FONT_SIZE, box.top + FONT_SIZE];
  const entries = dict({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: arrayOf(bounds),
    Resources: resources.ofForm(sheet),
  });
  if (opacity === null) {
    const outlined = `1 Tr ${rgb(color)} RG ${OUTLINE} w\n${content.replace(LINE_WIDTHS, '')}`;
    const form = resources.update.addStream(entries, Buffer.from(outlined, 'latin1'));
    return { box, angle, content: `/${resources.add('XObject', 'W', form)} Do` };
  }
  // as a group, so that letters which overlap are not darker there (11.4.5)
  const group = dict({ Type: new PdfName('Group'), S: new PdfName('Transparency'), CS: new PdfName('DeviceRGB') });
  const form = resources.update.addStream(dictWith(entries, { Group: group }), Buffer.from(content, 'latin1'));
  const draw = `${resources.opacity(opacity)} /${resources.add('XObject', 'W', form)} Do`;
  return { box, angle, content: draw };
}

/** LibreOffice sets a width at the start of each page. */
const LINE_WIDTHS = /(?<=^|\s)[\d.]+ w(?=\s)/g;

const rgb = (color: string): string =>
  [0, 2, 4].map(at => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ');

/** In points of the view. */
export function drawWatermark(form: WatermarkForm, view: View): string {
  const largest = (MAX_SIZE * Math.min(view.width, view.height)) / FONT_SIZE;
  return drawForm(form, view, { extent: MAX_EXTENT, largest });
}

/** Where a form is drawn. */
export interface Placing {
  /** Of the width and of the height of the page, at most; default: no limit. */
  readonly extent?: number;
  /** Maximum of the scale. */
  readonly largest?: number;
  /** From 0, the left or lower edge, to 1; default: the middle. */
  readonly at?: readonly [x: number, y: number];
  /** Points. */
  readonly offset?: readonly [x: number, y: number];
}

export function drawForm(
  { box, angle, content }: WatermarkForm,
  { width, height }: View,
  { extent = Number.POSITIVE_INFINITY, largest = Number.POSITIVE_INFINITY, at = [0.5, 0.5], offset = [0, 0] }: Placing,
): string {
  const turn = angle === null ? Math.atan2(height, width) : (angle * Math.PI) / 180;
  const [w, h] = [box.right - box.left, box.top - box.bottom];
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [across, up] = [w * cos + h * sin, w * sin + h * cos];
  const scale = Math.min((extent * width) / across, (extent * height) / up, largest);
  const place = (length: number, own: number, i: 0 | 1) => own / 2 + (length - own) * at[i] + offset[i];
  const matrix = placed(box, scale, place(width, scale * across, 0), place(height, scale * up, 1), turn);
  return `/Artifact <</Type/Pagination/Subtype/Watermark>> BDC q ${operands(matrix)} cm ${content} Q EMC\n`;
}
