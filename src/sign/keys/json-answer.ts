/** Answers in JSON of programs and services that docconv does not know. */
import { DocconvError } from '../../errors.js';
import { isObject } from '../../system/formats/json.js';

/** A JSON object. Rejects with SIGNING_FAILED for anything else. */
export function parseAnswer(text: string, source: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DocconvError('SIGNING_FAILED.not-json', { source }, { cause });
  }
  if (isObject(value)) return value;
  throw new DocconvError('SIGNING_FAILED.not-json', { source });
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The texts of an array; none for anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}
