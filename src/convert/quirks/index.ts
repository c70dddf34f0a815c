/** Whether a LibreOffice has a fault of the table with a document: what docconv does about others is not needed. */
import type { EngineName } from '../engine-name.js';
import type { Format } from '../formats.js';
import { type Bounds, type Kind, QUIRKS, type Quirk, type QuirkId, type WarnedId } from './table.js';
import { mayHave } from './versions.js';

export type HasQuirk = (id: QuirkId, format: Format) => boolean;

/** Of an engine and the version of its LibreOffice; null: unknown, which may have all faults. */
export function quirksOf(version: string | null, engine: EngineName | null = null): HasQuirk {
  return (id, format) => {
    const quirk: Quirk = QUIRKS[id];
    return quirk.documents.includes(kindOf(format)) && isOf(quirk, version, engine);
  };
}

/** Whether this LibreOffice may have the fault, with a document of some kind. */
export function isOf(quirk: Bounds, version: string | null, engine: EngineName | null): boolean {
  return mayHave(version, quirk) && (engine === null || (quirk.engines?.includes(engine) ?? true));
}

/** What a warning names, each once. */
export function wordsOf(ids: Iterable<WarnedId>): string[] {
  return [...new Set([...ids].map(id => QUIRKS[id].words))];
}

function kindOf({ name, container, family }: Format): Kind {
  if (container === 'ooxml')
    return ({ writer: 'word', calc: 'excel', impress: 'powerpoint', draw: 'other' } as const)[family];
  if (container === 'odf' || container === 'flat-odf') return 'odf';
  if (container === 'text') return family === 'calc' ? 'csv' : 'text';
  if (name === 'html' || name === 'svg' || name === 'rtf' || name === 'doc' || name === 'xls' || name === 'ppt')
    return name;
  return 'other';
}
