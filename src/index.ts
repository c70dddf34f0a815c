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
export { createIdentity, type Identity, readIdentity, type SignOptions, sign } from './sign/index.js';
export {
  type CheckOptions,
  type CheckSource,
  check,
  type DocumentInfo,
  extractRevision,
  type Finding,
  type Signer,
  type VerificationResult,
} from './signatures/index.js';
export { openTrustStore, type TrustPlaces, type TrustStore } from './trust/index.js';
