/**
 * The formats that docconv writes: one table. A new one is a row here; output/complete.ts turns what LibreOffice writes
 * into the file that the row describes.
 */
import { fittingPath } from '../system/files/long-names.js';
import type { EngineName } from './engine-name.js';
import { extensionOf, type Family, formatNamed } from './formats.js';

/**
 * 'pdf'; 'image': the pages of the PDF; 'office': a document that keeps its layout and can be edited; 'text': the content
 * without pages.
 */
export type OutputKind = 'pdf' | 'image' | 'office' | 'text';

/** How LibreOffice writes a file. */
export interface Export {
  /** LibreOfficeKit derives the filter from it. */
  readonly extension: string;
  readonly filter: string;
  readonly options: string;
  /** Engines whose LibreOffice is built without something that the filter needs. */
  readonly lacking?: readonly EngineName[];
}

interface OutputRow {
  readonly title: string;
  readonly kind: OutputKind;
  readonly mediaType: string;
  /** Without the dot, the usual one first. */
  readonly extensions: readonly string[];
  /** The bytes, as Latin-1, that the file begins with, '?' for any; null for text, which is UTF-8 without NUL. */
  readonly begins: string | null;
  /** By family; absent where LibreOffice writes the PDF first, whose filter is a part of the input format. */
  readonly exports?: Partial<Readonly<Record<Family, Export>>>;
}

const ZIP = 'PK\x03\x04';

const WEB_PAGE: OutputRow['exports'] = {
  writer: { extension: 'html', filter: 'HTML (StarWriter)', options: 'EmbedImages', lacking: ['wasm'] },
  calc: { extension: 'html', filter: 'HTML (StarCalc)', options: 'EmbedImages' },
};
/** Separator, quote, UTF-8, cells as they are displayed. LibreOffice as a library takes no `true` of the longer form. */
const COMMAS = '44,34,76,1';

const OUTPUTS = {
  pdf: { title: 'PDF', kind: 'pdf', mediaType: 'application/pdf', extensions: ['pdf'], begins: '%PDF-' },
  png: image('png'),
  jpg: image('jpg', ['jpg', 'jpeg']),
  webp: image('webp'),
  docx: office('docx'),
  odt: office('odt'),
  xlsx: office('xlsx'),
  ods: office('ods'),
  pptx: office('pptx'),
  odp: office('odp'),
  html: text('HTML page', 'text/html', ['html', 'htm'], WEB_PAGE),
  md: text('Markdown', 'text/markdown', ['md', 'markdown'], WEB_PAGE),
  txt: text('plain text', 'text/plain', ['txt'], {
    writer: { extension: 'txt', filter: 'Text (encoded)', options: 'UTF8,LF,,,' },
  }),
  csv: text('comma-separated values', 'text/csv', ['csv'], {
    calc: { extension: 'csv', filter: 'Text - txt - csv (StarCalc)', options: COMMAS },
  }),
} as const satisfies Record<string, OutputRow>;

export type OutputName = keyof typeof OUTPUTS;
export type Output = OutputRow & { readonly name: OutputName };

export const OUTPUT_NAMES = Object.keys(OUTPUTS) as OutputName[];

export function outputNamed(name: OutputName): Output {
  return { name, ...OUTPUTS[name] };
}

export function outputOf({ to = 'pdf' }: { readonly to?: OutputName }): Output {
  return outputNamed(to);
}

/** Whether the result may be several files. */
export function isSeveral(options: { to?: OutputName; split?: number; splitPages?: string }): boolean {
  return outputOf(options).kind === 'image' || (options.split ?? options.splitPages) !== undefined;
}

/** Whether documents of this family can be written as this output. */
export function isWritable({ exports }: Output, family: Family): boolean {
  return exports === undefined || exports[family] !== undefined;
}

/** The output that a file name asks for by its extension; null for another extension, or none. */
export function outputOfFileName(name: string): OutputName | null {
  const extension = extensionOf(name);
  return OUTPUT_NAMES.find(output => outputNamed(output).extensions.some(each => each === extension)) ?? null;
}

/** "report-07.png" for page 7 of more than nine; `path` itself for a single image. `all` ascend. */
export function pathOfImage(path: string, page: number, all: readonly { readonly page: number | null }[]): string {
  if (all.length === 1) return path;
  const digits = String(all.at(-1)!.page).length;
  const extension = /\.[^./\\]*$/.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - extension.length);
  return fittingPath(stem, `-${String(page).padStart(digits, '0')}${extension}`);
}

/** An image that docconv also reads. */
function image(name: string, known?: readonly string[]): OutputRow {
  const { title, mediaType, extensions, marks } = formatNamed(name);
  return { title, kind: 'image', mediaType, extensions: known ?? extensions, begins: marks[0]! };
}

/** A document that docconv also reads: LibreOffice's filters have the same names in both directions. */
function office(extension: string): OutputRow {
  const { title, mediaType, extensions, family, inputFilter: filter } = formatNamed(extension);
  const exports = { [family]: { extension, filter, options: '' } };
  return { title, kind: 'office', mediaType, extensions, begins: ZIP, exports };
}

function text(
  title: string,
  mediaType: string,
  extensions: readonly string[],
  exports: OutputRow['exports'],
): OutputRow {
  return { title, kind: 'text', mediaType, extensions, begins: null, ...(exports && { exports }) };
}

/** What shows the pages of the document. */
export const PAGES = ['pdf', 'image'] as const;
/** What has pages. */
export const LAYOUT = [...PAGES, 'office'] as const;
export const ALL = [...LAYOUT, 'text'] as const;
