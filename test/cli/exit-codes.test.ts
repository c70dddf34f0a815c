/** The exit code of `docconv check` for files that end differently. */
import { expect, it } from 'vitest';
import { exitCodeOfAll } from '../../src/cli/commands/check/command.js';
import { DocconvError, type ErrorCode } from '../../src/errors.js';

const failed = (code: ErrorCode) => ({ file: 'a.pdf', error: DocconvError.received(code, 'failed') });

it.each([
  ['FETCH_FAILED', 'TRUST_UNAVAILABLE', 9],
  ['CORRUPT_DOCUMENT', 'TRUST_UNAVAILABLE', 9],
  ['TIMEOUT', 'CORRUPT_DOCUMENT', 3],
] as const)('of %s and %s, the exit code is that of the more severe one', (first, second, code) => {
  expect(exitCodeOfAll([failed(first), failed(second)])).toBe(code);
  expect(exitCodeOfAll([failed(second), failed(first)])).toBe(code);
});
