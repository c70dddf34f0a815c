import type { Paragraph } from '../../../text-layout/index.js';
import type { PdfOptions } from '../../options.js';

export interface Watermark {
  readonly text: string;
  /** "rrggbb" */
  readonly color: string;
  /** Degrees, counterclockwise; null: along the diagonal of each page. */
  readonly angle: number | null;
  /** 0 to 1; null: PDF/A-1 has no transparency (ISO 19005-1, 6.4), so that only the outlines of the letters are drawn. */
  readonly opacity: number | null;
}

/** A text in the margin. */
export interface Line {
  readonly option: 'header' | 'footer' | 'pageNumbers';
  /** With fields. */
  readonly text: string;
  readonly edge: 'top' | 'bottom';
  readonly align: Paragraph['align'];
}

export interface Stamps {
  readonly watermark: Watermark | null;
  readonly lines: readonly Line[];
}

/** Of watermarks, where the options say nothing. */
export const GREY = '808080';
export const OPACITY_PERCENT = 35;

export function isStamped({ watermark, header, footer, pageNumbers }: PdfOptions): boolean {
  return [watermark, header, footer, pageNumbers].some(value => value !== undefined);
}

export function stampsOf(options: PdfOptions): Stamps {
  return { watermark: watermarkOf(options), lines: linesOf(options) };
}

function watermarkOf(options: PdfOptions): Watermark | null {
  const { watermark: text, watermarkColor = GREY, watermarkAngle, watermarkOpacity = OPACITY_PERCENT, pdfa } = options;
  if (text === undefined) return null;
  const color = watermarkColor.replace('#', '').toLowerCase();
  return { text, color, angle: watermarkAngle ?? null, opacity: pdfa === '1b' ? null : watermarkOpacity / 100 };
}

/** The footer makes place for the page numbers. */
function linesOf({ header, footer, pageNumbers }: PdfOptions): Line[] {
  const both = footer !== undefined && pageNumbers !== undefined;
  const lines: (Omit<Line, 'text'> & { text: string | undefined })[] = [
    { option: 'header', text: header, edge: 'top', align: 'center' },
    { option: 'footer', text: footer, edge: 'bottom', align: both ? 'left' : 'center' },
    { option: 'pageNumbers', text: pageNumbers, edge: 'bottom', align: both ? 'right' : 'center' },
  ];
  return lines.filter((line): line is Line => line.text !== undefined);
}

/** What the fields stand for on one page. */
export interface FieldValues {
  readonly page: number;
  readonly pages: number;
  /** Of the document, without its extension. */
  readonly name: string;
  readonly date: string;
}

/** "Page {page} of {pages}" -> "Page 3 of 12" */
export function filled(text: string, values: FieldValues): string {
  return text.replace(/\{(page|pages|name|date)\}/g, (_, field: keyof FieldValues) => String(values[field]));
}
