/** Converts documents to PDF. */
import { withoutUndefined } from '../system/collections.js';
import { readTextLayout, TEXT_SHEET, type TextLayout } from '../text-layout/index.js';
import { Converter } from './converter.js';
import type { Source } from './input/source.js';
import type { Conversion, ConverterSettings, ConvertOptions } from './settings.js';

export type { TextLayout } from '../text-layout/index.js';
export type { EngineStatus } from './engine.js';
export type { EngineName } from './engine-name.js';
export { fontFolders } from './engines/fonts/fonts.js';
export { listFonts } from './engines/fonts/list-fonts.js';
export {
  TESTED_VERSION as WASM_VERSION,
  WASM_INTEGRITY,
  WASM_PACKAGE,
  wasmPackageFolder,
} from './engines/wasm/wasm-package.js';
export type { Family } from './formats.js';
export type { Bookmark, Operation, PdfDescription, PdfMetadata, SplitOperation } from './operation-types.js';
export type { PdfOptions } from './options.js';
export type { OutputName } from './outputs.js';
export type {
  ConvertedFile,
  FileConversion,
  FileMerged,
  Merged,
  MergedPart,
  MergeInput,
  MergeOptions,
  Operated,
  OperateOptions,
} from './settings.js';
export type { Warning, WarningCode } from './warnings.js';
export type { Conversion, Converter, ConverterSettings, ConvertOptions, Source };

/** A converter keeps its workers running between documents, until they are idle for `idleMs`; close it when done. */
export function createConverter(settings: ConverterSettings = {}): Converter {
  return new Converter(settings);
}

/** One converter, one document, close. Rejects with a DocconvError. */
export async function convert(
  source: Source,
  options: ConvertOptions & { settings?: ConverterSettings } = {},
): Promise<Conversion> {
  const { settings, ...rest } = options;
  const converter = createConverter({ workers: 1, ...withoutUndefined(settings ?? {}) });
  try {
    return await converter.convert(source, rest);
  } finally {
    await converter.close();
  }
}

/** Lays out a text once for each width, in multiples of the size of the font. Rejects as convert() does. */
export async function layOutText(
  text: string,
  widths: readonly number[],
  settings?: ConverterSettings,
): Promise<TextLayout[]> {
  const options = { ...TEXT_SHEET, ...(settings && { settings }) };
  return readTextLayout(text, widths, async sheet => (await convert(sheet, options)).pdf);
}
