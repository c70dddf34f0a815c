/** Reads the warnings in the headers of a response. */
import type { Warning } from '../convert/index.js';
import { singleLine } from '../text.js';

/** Leaves out what is no warning; a newer server may have codes that this version does not know. */
export function readWarnings(header: string | string[] | undefined): Warning[] {
  const list = parse(`[${[header ?? []].flat().join(',')}]`);
  return list
    .filter(isWarning)
    .map(({ code, message, detail }) => ({ code, message: singleLine(message, 1000), detail }));
}

function parse(json: string): unknown[] {
  try {
    return JSON.parse(json);
  } catch {
    return [];
  }
}

function isWarning(value: unknown): value is Warning {
  const { code, message, detail } = (value ?? {}) as Partial<Record<keyof Warning, unknown>>;
  return typeof code === 'string' && typeof message === 'string' && typeof detail === 'object' && detail !== null;
}
