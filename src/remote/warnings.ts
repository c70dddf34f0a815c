/** Reads the warnings in the headers of a response. */
import type { Warning } from '../convert/index.js';
import { parseIfJson } from '../system/formats/json.js';
import { singleLine } from '../text.js';

/** Leaves out what is no warning; a newer server may have codes that this version does not know. */
export function readWarnings(header: string | string[] | undefined): Warning[] {
  const list = parseIfJson(`[${[header ?? []].flat().join(',')}]`) as unknown[] | null;
  return (list ?? [])
    .filter(isWarning)
    .map(({ code, message, detail }) => ({ code, message: singleLine(message, 1000), detail }));
}

function isWarning(value: unknown): value is Warning {
  const { code, message, detail } = (value ?? {}) as Partial<Record<keyof Warning, unknown>>;
  return typeof code === 'string' && typeof message === 'string' && typeof detail === 'object' && detail !== null;
}
