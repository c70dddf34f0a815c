/**
 * Limits of a document and of its PDF, and the errors for a document that exceeds one or is damaged. The error names the
 * limit, so that users know which one to raise.
 */
import { DocconvError } from '../errors.js';

/** One row per limit: the default, and what it counts. */
export const LIMITS = {
  entries: { preset: 10_000, help: 'files in a document package, including those in embedded packages' },
  unpackedBytes: { preset: 512 * 1024 * 1024, help: 'unpacked size of a document package, in bytes' },
  textBytes: { preset: 100 * 1024 * 1024, help: 'size of one XML part or text, unpacked, in bytes' },
  ratio: { preset: 100, help: 'unpacked size over packed size of one part above 10 MB' },
  nesting: { preset: 2, help: 'packages within packages' },
  depth: { preset: 400, help: 'elements within elements, groups within groups; a table of Word counts as 30' },
  entityBytes: { preset: 100_000, help: 'characters that XML entities could expand to' },
  textRun: { preset: 10 * 1024 * 1024, help: 'characters of text without any markup' },
  tableCells: { preset: 200_000, help: 'cells in the tables of a text document or presentation' },
  sheetCells: { preset: 5_000_000, help: 'cells in use on the sheets of a spreadsheet' },
  sheetRange: { preset: 100_000_000, help: 'cells in the rectangle that a sheet uses' },
  elements: { preset: 4_000_000, help: 'elements in a text document, presentation or drawing' },
  htmlElements: { preset: 200_000, help: 'elements of an HTML page' },
  svgElements: { preset: 300_000, help: 'elements of an SVG image, as often as they are drawn' },
  pageBreaks: { preset: 10_000, help: 'page breaks, sections and slides' },
  paragraphs: { preset: 500_000, help: 'paragraphs of a text document, or lines of a plain text' },
  paragraphRuns: { preset: 10_000, help: 'pieces of text with a look of their own in one paragraph' },
  frames: { preset: 10_000, help: 'images, shapes and text frames in a text document' },
  listItems: { preset: 10_000, help: 'list items of an HTML page' },
  tableRows: { preset: 10_000, help: 'rows of one table in a text document' },
  pixels: { preset: 200_000_000, help: 'pixels of one image' },
  allPixels: { preset: 600_000_000, help: 'pixels of all images of a document' },
  keyIterations: { preset: 50_000_000, help: 'iterations of key derivation for an encrypted document' },
  outputBytes: { preset: 1024 * 1024 * 1024, help: 'size of the PDF, in bytes' },
  pages: { preset: 20_000, help: 'pages of the PDF' },
  mergedInputs: { preset: 1000, help: 'documents and PDFs that --merge takes' },
  mergedBytes: { preset: 512 * 1024 * 1024, help: 'size of the PDFs that --merge joins, in bytes' },
  images: { preset: 500, help: 'images of pages that --to png, jpg or webp writes' },
  imagePixels: { preset: 50_000_000, help: 'pixels of one of these images' },
} as const satisfies Record<string, { preset: number; help: string }>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { preset }]) => [name, preset]),
) as Limits;

/** Reads "pixels=400000000,nesting=3". Throws CONFIG_INVALID. */
export function parseLimits(text: string): Partial<Limits> {
  const entries = text.split(',').filter(Boolean);
  return Object.fromEntries(entries.map(parseLimit)) as Partial<Limits>;
}

function parseLimit(entry: string): [LimitName, number] {
  const [, name = '', value] = /^ *(\w+) *= *(\d{1,15}) *$/.exec(entry) ?? [];
  if (Object.hasOwn(LIMITS, name)) return [name as LimitName, Number(value)];
  const known = Object.keys(LIMITS).join(', ');
  throw new DocconvError('CONFIG_INVALID.limits', { entry: entry.trim(), known });
}

/** Throws LIMIT_EXCEEDED with `{limit, actual, max, part}` when `actual` exceeds the limit. */
export function requireWithin(limits: Limits, limit: LimitName, actual: number, part: string | null = null): void {
  const max = limits[limit];
  if (actual <= max) return;
  const values = { limit, meaning: LIMITS[limit].help, actual: amount(limit, actual), max: amount(limit, max) };
  const about = { detail: { limit, actual, max, part } };
  if (part === null) throw new DocconvError('LIMIT_EXCEEDED.document', values, about);
  throw new DocconvError('LIMIT_EXCEEDED.document.part', { ...values, part: JSON.stringify(part) }, about);
}

function amount(limit: LimitName, value: number): string {
  return limit.endsWith('Bytes') && value >= 1024 * 1024 ? `${Math.ceil(value / 1024 / 1024)} MB` : String(value);
}
