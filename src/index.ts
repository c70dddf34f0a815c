/** The public API of docconv: re-exports only. */
export {
  type Conversion,
  type Converter,
  type ConverterSettings,
  type ConvertOptions,
  convert,
  createConverter,
  type EngineName,
  type PdfOptions,
  type Source,
} from './convert/index.js';
export { DocconvError, type ErrorCode, type ErrorDetail } from './errors.js';
