/** The warnings of a conversion as headers, since the body is the PDF. */
import type { Warning } from '../../convert/index.js';
import { sentencesForClient } from '../problem.js';

/** Of all values: many clients accept 16 KB of headers in all. */
const MAX_BYTES = 6000;

/** `docconv-warnings`: their number. `docconv-warning`: each as JSON in ASCII, as many as fit. */
export function warningHeaders(warnings: readonly Warning[]): Record<string, string | string[]> {
  let bytes = 0;
  const values = warnings
    .map(forClient)
    .map(asciiJson)
    .filter(value => {
      bytes += value.length;
      return bytes <= MAX_BYTES;
    });
  return {
    'docconv-warnings': String(warnings.length),
    ...(values.length > 0 && { 'docconv-warning': values }),
  };
}

/** No message of a warning consists of sentences for the operator alone. */
function forClient(warning: Warning): Warning {
  return { ...warning, message: sentencesForClient(warning.message) };
}

/** Headers are ASCII. */
export function asciiJson(value: unknown): string {
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, code);
}
