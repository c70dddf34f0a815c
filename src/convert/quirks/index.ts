/** Whether a LibreOffice has a fault of the table with a document: what docconv does about others is not needed. */
import type { EngineName } from '../engine-name.js';
import type { Format } from '../formats.js';
import { KINDS, type Kind, QUIRKS, type Quirk, type QuirkId, type WarnedId } from './table.js';
import { mayHave } from './versions.js';

export type HasQuirk = (id: QuirkId, format: Format) => boolean;

/** `version`: of the engine's LibreOffice; null: unknown, as the engine may be, which may have all faults. */
export function quirksOf(version: string | null, name: EngineName | null = null): HasQuirk {
  return (id, format) => {
    const { documents, engine, ...versions }: Quirk = QUIRKS[id];
    const isEngine = name === null || engine === undefined || engine === name;
    return isEngine && documents.includes(kindOf(format)) && mayHave(version, versions);
  };
}

/** What a warning names, each once. */
export function wordsOf(ids: Iterable<WarnedId>): string[] {
  return [...new Set([...ids].map(id => QUIRKS[id].words))];
}

/** Of a document, in the table. */
export function kindOf({ name, container, family }: Format): Kind {
  if (container === 'ooxml')
    return ({ writer: 'word', calc: 'excel', impress: 'powerpoint', draw: 'other' } as const)[family];
  if (container === 'odf' || container === 'flat-odf') return 'odf';
  if (container === 'text') return family === 'calc' ? 'csv' : 'text';
  return KINDS.find(kind => kind === name) ?? 'other';
}
