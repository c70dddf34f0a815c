/** The text of a stamp as LibreOffice lays it out. */
import type { StampOperation } from '../operation-types.js';
import type { Stamps } from '../output/stamp/index.js';

const BLACK = '000000';
const PERCENT = 100;

export function stampOfText({ source, angle, opacity = PERCENT }: StampOperation): Stamps {
  const { text, color = BLACK } = source as Extract<StampOperation['source'], { text: string }>;
  const watermark = {
    text,
    color: color.replace('#', '').toLowerCase(),
    angle: angle ?? null,
    opacity: opacity / PERCENT,
  };
  return { watermark, lines: [] };
}
