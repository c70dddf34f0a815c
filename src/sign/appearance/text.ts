/** The text of a visible signature: as large as its area permits, up to a usual size. */
import { DocconvError } from '../../errors.js';
import {
  type Box,
  copier,
  dict,
  entriesOf,
  operands,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  placed,
  type Update,
} from '../../pdf/index.js';
import type { TextLayout } from '../../text-layout/index.js';
import type { Area, LayOutText } from './visible.js';

/** Multiples of the size of the font: the text is broken in several ways, of which the one that fits best is taken, widest first. */
const WIDTHS = [60, 36, 26, 18, 13, 9, 6];
/** Lines that are not broken are worth a smaller size. */
const NEARLY = 0.75;
/** Points. */
const MAX_SIZE = 12;
const MIN_SIZE = 3;

export interface FittingText {
  readonly layout: TextLayout;
  readonly box: Box;
  readonly scale: number;
}

/** Throws OPTION_INVALID for a text that does not fit, shows nothing, or has characters that no font has. */
export async function fittingText(text: string, area: Area, layOut: LayOutText | undefined): Promise<FittingText> {
  if (!layOut) throw new DocconvError('OPTION_INVALID.visible-without-layout');
  const layouts = await layOut(text, WIDTHS);
  const characters = [...new Set(layouts.flatMap(({ missing }) => [...missing.characters]))];
  if (layouts.some(({ missing }) => missing.count > 0)) {
    throw new DocconvError('OPTION_INVALID.visible-text-glyphs', { characters: characters.join(' ') });
  }
  const all = layouts.flatMap(layout => fitted(layout, area));
  const largest = Math.max(...all.map(({ scale }) => scale));
  const fitting = all.find(({ scale }) => scale >= NEARLY * largest);
  if (!fitting) throw new DocconvError('OPTION_INVALID.visible-text-empty');
  const size = fitting.scale * fitting.layout.fontSize;
  if (!(size >= MIN_SIZE)) throw new DocconvError('OPTION_INVALID.visible-text-too-small', { limit: MIN_SIZE });
  return fitting;
}

function fitted(layout: TextLayout, { width, height }: Area): FittingText[] {
  const { box, pages, fontSize } = layout;
  if (!box || pages > 1) return [];
  const scale = Math.min(width / (box.right - box.left), height / (box.top - box.bottom), MAX_SIZE / fontSize);
  return [{ layout, box, scale }];
}

/** Device-independent: PDF/A permits it with every output intent, and without one (ISO 19005-2, 6.2.4.3). */
const INK = new PdfArray([new PdfName('CalGray'), dict({ WhitePoint: new PdfArray([0.9505, 1, 1.089], null) })], null);

/** In the middle of the height, at the side where the script begins. */
export function drawText(update: Update, { layout, box, scale }: FittingText, area: Area) {
  const { content, sheet, isRightToLeft } = layout;
  const width = scale * (box.right - box.left);
  const x = isRightToLeft ? area.x + area.width - width / 2 : area.x + width / 2;
  const copied = copier(sheet.revision, update)(sheet.resources) as PdfDict;
  const colours = copied.get('ColorSpace');
  const resources: Record<string, PdfObject> = {
    ...entriesOf(copied, ['ExtGState', 'Font', 'Pattern', 'Properties', 'Shading']),
    ColorSpace: dict({ ...(colours instanceof PdfDict && Object.fromEntries(colours.entries)), Ink: INK }),
  };
  const matrix = operands(placed(box, scale, x, area.y + area.height / 2));
  return { resources, content: `q ${matrix} cm /Ink cs 0 sc /Ink CS 0 SC\n${inInk(content)}\nQ` };
}

/** LibreOffice writes strings in hexadecimal form, which cannot be taken for operators. */
function inInk(content: string): string {
  return content
    .replace(/(?<=^|\s)0 0 0 rg(?=\s|$)/g, '/Ink cs 0 sc')
    .replace(/(?<=^|\s)0 0 0 RG(?=\s|$)/g, '/Ink CS 0 SC');
}
