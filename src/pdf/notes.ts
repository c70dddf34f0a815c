/** Notes of one document, each said once. */
import type { PdfNote, PdfNoteCode } from './types.js';

/** A damaged file can give rise to as many notes as it has bytes. */
const MAX_NOTES = 1000;

export class NoteBook {
  readonly list: PdfNote[] = [];
  readonly #said = new Set<string>();

  add(code: PdfNoteCode, message: string, revision: number | null = null, object?: number): void {
    const key = `${code} ${revision} ${object}`;
    if (this.#said.has(key) || this.list.length >= MAX_NOTES) return;
    this.#said.add(key);
    this.list.push({ code, message, revision, ...(object === undefined ? {} : { object }) });
  }
}
