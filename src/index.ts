/** The public API of docconv: re-exports only. */
export { DocconvError, type ErrorCode, type ErrorDetail } from './errors.js';
