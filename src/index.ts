/**
 * The public API of docconv: re-exports only.
 *
 *   convert(), createConverter()       office documents to PDF
 *   check(), createConfinedCheck(), extractRevision()   verify the signatures of a PDF; openTrustStore() and createFetcher() make its options
 *   sign(), signToLevel(), readIdentity(), createIdentity()   sign a PDF
 *   extend(), timestamp()   raise signatures to a level that lasts longer; timestamp a PDF
 *
 * Functions reject with DocconvError. An invalid signature is a result of check(), not an error.
 */

export {
  type Conversion,
  type Converter,
  type ConverterSettings,
  type ConvertOptions,
  convert,
  createConverter,
  type EngineName,
  type FileMerged,
  layOutText,
  type Merged,
  type MergedPart,
  type MergeInput,
  type MergeOptions,
  type Operated,
  type OperateOptions,
  type Operation,
  type PdfDescription,
  type PdfMetadata,
  type PdfOptions,
  type Source,
  type TextLayout,
  type Warning,
  type WarningCode,
} from './convert/index.js';
export { DocconvError, type ErrorCode, type ErrorDetail } from './errors.js';
export { createFetcher, type Fetcher, type FetcherSettings } from './fetch/index.js';
export {
  type BaselineLevel,
  createIdentity,
  type ExtendOptions,
  extend,
  type Identity,
  type LevelSettings,
  readIdentity,
  type Signed,
  type SignOptions,
  sign,
  signToLevel,
  type TimestampAuthority,
  timestamp,
  type VisibleSignature,
} from './sign/index.js';
export {
  type CheckOptions,
  type CheckSource,
  check,
  type DocumentInfo,
  extractRevision,
  type Finding,
  type Signer,
  type ValidationPolicy,
  type Verdict,
  type VerificationResult,
} from './signatures/index.js';
export {
  type ConfinedCheck,
  type ConfinedOptions,
  type ConfinedSettings,
  createConfinedCheck,
} from './signatures/service/confined.js';
export { openTrustStore, type TrustPlaces, type TrustStore } from './trust/index.js';
