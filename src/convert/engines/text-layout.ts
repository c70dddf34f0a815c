/** docconv's own texts, laid out by the engine of the document that they are printed on. */

import { engineFailed } from '../engine.js';
import { formatNamed } from '../formats.js';
import { DEFAULT_LOCALE } from '../locale.js';
import { bytesOf } from '../output/blob.js';
import { requirePdf } from '../output/complete.js';
import { exportOf } from '../output/export-filter.js';
import type { Layout } from '../output/stamp/index.js';
import type { EngineCalls } from './engine-calls.js';

/** For the documents of one request, which often have the same texts: each start of soffice takes longer than its work. */
export function textLayout(calls: EngineCalls): Layout {
  const known = new Map<string, Uint8Array>();
  return async sheets => {
    const keys = sheets.map(sheet => Buffer.from(sheet).toString());
    const missing = [...new Set(keys)].filter(key => !known.has(key));
    const pdfs = missing.length > 0 ? await convertTexts(calls, missing) : [];
    for (const [i, key] of missing.entries()) known.set(key, pdfs[i]!);
    return keys.map(key => known.get(key)!);
  };
}

async function convertTexts(calls: EngineCalls, sheets: readonly string[]): Promise<Uint8Array[]> {
  const format = formatNamed('fodt');
  const common = {
    importFilter: format.inputFilter,
    importOptions: format.inputOptions ?? '',
    locale: DEFAULT_LOCALE,
    family: format.family,
    export: exportOf({ tagged: false }, format),
  };
  const documents = sheets.map((sheet, i) => ({ ...common, name: `text-${i}.fodt`, bytes: Buffer.from(sheet) }));
  const outcomes = await calls.convert(documents);
  return outcomes.map(outcome => {
    if ('failure' in outcome) throw engineFailed(outcome.failure);
    return bytesOf(requirePdf(outcome.written));
  });
}
