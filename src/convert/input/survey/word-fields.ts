/** Fields of Word documents and Rich Text by their instructions (ECMA-376-1, 17.16.5). */
import type { LostId } from '../../quirks/table.js';

/** Computed anew. Dates of saving, creating and printing are not. */
const RECOMPUTED = /^\s*(DATE|TIME)\b/i;
/** Drawn by Word from their instruction, and not by LibreOffice. */
const DRAWN: readonly (readonly [instruction: RegExp, field: LostId])[] = [
  [/^\s*EQ\b/i, 'eqField'],
  [/^\s*GOTOBUTTON\b/i, 'gotoButtonField'],
];
/** LibreOffice prints nothing of it, not even the saved result. */
const CONDITION = /^\s*IF\b/i;

export class WordFields {
  /** Fields that are not printed. */
  readonly lost = new Set<LostId>();
  hasConditions = false;
  readonly #computed = new Map<string, number>();

  add(instruction: string): void {
    for (const [pattern, field] of DRAWN) if (pattern.test(instruction)) this.lost.add(field);
    if (CONDITION.test(instruction)) this.hasConditions = true;
    const computed = RECOMPUTED.exec(instruction)?.[1];
    if (computed !== undefined) this.addComputed(computed.toUpperCase());
  }

  /** A field or function of another kind of document. */
  addComputed(name: string): void {
    this.#computed.set(name, (this.#computed.get(name) ?? 0) + 1);
  }

  /** Names of fields and functions that are computed anew, and how many there are. */
  get computed(): { names: string; count: number } {
    const counts = [...this.#computed.values()];
    return { names: [...this.#computed.keys()].join(', '), count: counts.reduce((sum, count) => sum + count, 0) };
  }
}
