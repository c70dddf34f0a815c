/** Fields and formulas that LibreOffice computes again when it opens a document: they show another value than was saved. */
import type { Format } from '../../formats.js';
import type { TagWatch } from '../inspect/tags.js';
import { attribute } from './markup.js';

const MAX_INSTRUCTION = 200;
/** ECMA-376-1, 17.16.5.16 and 17.16.5.63. Dates of saving, creating and printing are not computed. */
const WORD_FIELD = /^\s*(DATE|TIME)\b/i;
const FORMULA = /\b(TODAY|NOW|RAND|RANDBETWEEN)\s*\(/;

export class RecomputedFields implements TagWatch {
  readonly names: readonly string[];
  readonly #found = new Map<string, number>();
  #instruction = '';
  #isInstruction = false;
  /** Masters and layouts have a date that is shown on slides with one of their own only. */
  #isSlide = false;

  constructor({ container, family }: Format) {
    this.names = namesFor(container, family);
  }

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (depth === 0) this.#isSlide = name === 'sld';
    this.#evaluateFormula();
    this.#isInstruction = name === 'instrtext' || (name === 'f' && !text.endsWith('/'));
    if (name === 'fldsimple') this.#evaluateField(attribute(text, 'instr') ?? '');
    else if (name === 'fldchar') this.#fieldMark(text);
    else if (name === 'fld' && this.#isSlide && /type\s*=\s*["']datetime/.test(text)) this.#add('datetime');
    else if (/^text:(?:date|time)(?![\w-])/.test(text) && attribute(text, 'fixed') !== 'true') this.#add(name);
    else if (name === 'table-cell') this.#addFormula(attribute(text, 'formula') ?? '');
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    const room = MAX_INSTRUCTION - this.#instruction.length;
    if (!this.#isInstruction || room <= 0) return;
    this.#instruction += Buffer.from(bytes.subarray(from, Math.min(to, from + room))).toString('latin1');
  }

  end(): void {
    this.#evaluateFormula();
    this.#isInstruction = this.#isSlide = false;
    this.#instruction = '';
  }

  /** Names of fields and functions, and how many there are. */
  get found(): { names: string; count: number } {
    const counts = [...this.#found.values()];
    return { names: [...this.#found.keys()].join(', '), count: counts.reduce((sum, count) => sum + count, 0) };
  }

  /** Instructions may be divided among runs: they end with the mark behind them. */
  #fieldMark(text: string): void {
    this.#evaluateField(this.#instruction);
    this.#instruction = '';
    if (/fldLock\s*=\s*["'](?:1|true|on)/.test(text)) this.#isInstruction = false;
  }

  #evaluateField(instruction: string): void {
    const name = WORD_FIELD.exec(instruction)?.[1];
    if (name !== undefined) this.#add(name.toUpperCase());
  }

  /** x:f has no end tag here: the next tag ends its text. */
  #evaluateFormula(): void {
    if (!this.names.includes('f') || this.#instruction === '') return;
    this.#addFormula(this.#instruction);
    this.#instruction = '';
  }

  #addFormula(formula: string): void {
    const name = FORMULA.exec(formula)?.[1];
    if (name !== undefined) this.#add(name);
  }

  #add(name: string): void {
    this.#found.set(name, (this.#found.get(name) ?? 0) + 1);
  }
}

function namesFor(container: Format['container'], family: Format['family']): readonly string[] {
  if (container === 'odf' || container === 'flat-odf')
    return family === 'calc' ? ['table-cell', 'date', 'time'] : ['date', 'time'];
  if (container !== 'ooxml') return [];
  if (family === 'writer') return ['fldsimple', 'fldchar', 'instrtext', 'r'];
  return family === 'calc' ? ['f', 'v', 'c'] : ['sld', 'fld'];
}
