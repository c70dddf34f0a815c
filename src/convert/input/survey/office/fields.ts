/**
 * Fields and formulas that LibreOffice computes again when it opens a document: they show another value than was saved, and
 * some of them the path of the file in the worker, which edit/file-paths.ts prevents.
 */
import { mayBeIndex } from '../indexes.js';
import { attribute, decoded, Inside, namesOf } from '../markup.js';
import type { Surveyed } from '../surveyor.js';
import { WordFields } from '../word-fields.js';

const MAX_INSTRUCTION = 1000;
const INSTRUCTIONS = /[\s:]instr\s*=/;
/** INFO tells of the machine. */
const FORMULA = /\b(TODAY|NOW|RAND|RANDBETWEEN|INFO)\s*\(/;

/** ECMA-376-1, 17.16.5.18: with the path. */
const WORD_PATH = /^\s*FILENAME\b.*\\p/i;
/** ECMA-376-1, 17.16.5.59: in headers and footers, the text that the page has with a style. */
const RUNNING_TITLE = /^\s*STYLEREF\b/i;
/** ECMA-376-1, 18.3.1.46: &Z is the path. */
const HEADER_PATH = /&(?:amp;)?Z/i;
const FORMULA_PATH = /\bCELL\s*\(\s*(?:"|&quot;)filename/i;
const HEADERS = ['oddheader', 'evenheader', 'firstheader', 'oddfooter', 'evenfooter', 'firstfooter'];

/** An object that is not printed is named as lost. */
const PICTURES = ['drawing', 'pict', 'object'];

export class RecomputedFields extends WordFields {
  readonly names: readonly string[];
  #instruction = '';
  #isInstruction = false;
  /** No text of the instruction yet: it may be in a CDATA section. */
  #isUnread = false;
  /** Fields that have begun and not ended. */
  #open = 0;
  readonly #simple = new Inside();
  /** Of the run. */
  #marks = 0;
  #isHeader = false;
  /** Masters and layouts have a date that is shown on slides with one of their own only. */
  #isSlide = false;
  /** Of Word. */
  #isHeaderOrFooter = false;

  constructor({ kind, format, facts }: Surveyed) {
    super(facts);
    this.names = namesOf(kind, {
      odf: format.family === 'calc' ? 'date time file-name table-cell' : 'date time file-name',
      word: 'hdr ftr fldsimple fldchar instrtext r drawing pict object',
      excel: `f v c ${HEADERS.join(' ')}`,
      powerpoint: 'sld fld',
    });
  }

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (depth === 0) this.#isSlide = name === 'sld';
    if (depth === 0) this.#isHeaderOrFooter = name === 'hdr' || name === 'ftr';
    this.#evaluateFormula();
    if (this.#open === 0 && !this.#simple.holds(depth)) this.endFields();
    if (this.#isUnread) this.facts.add('index');
    this.#isUnread = name === 'instrtext';
    this.#isHeader = HEADERS.includes(name);
    this.#isInstruction = name === 'instrtext' || this.#isHeader || (name === 'f' && !text.endsWith('/'));
    if (PICTURES.includes(name)) this.picture();
    else if (name === 'fldsimple') this.#evaluateSimple(text, depth);
    else if (name === 'fldchar') this.#fieldMark(text);
    else if (name === 'r') this.#marks = 0;
    else if (name === 'fld' && this.#isSlide && /type\s*=\s*["']datetime/.test(text)) this.addComputed('datetime');
    else if (name === 'fld' && /type\s*=\s*["']file/.test(text)) this.facts.add('showsPath');
    else if (/^text:(?:date|time)(?![\w-])/.test(text) && attribute(text, 'fixed') !== 'true') this.addComputed(name);
    else if (name === 'file-name' && attribute(text, 'fixed') !== 'true') this.facts.add('showsPath');
    else if (name === 'table-cell') this.#addFormula(attribute(text, 'formula') ?? '');
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    const room = MAX_INSTRUCTION - this.#instruction.length;
    if (!this.#isInstruction || room <= 0) return;
    this.#isUnread = false;
    if (isBesideSection(bytes, from, to)) this.facts.add('index');
    this.#instruction += Buffer.from(bytes.subarray(from, Math.min(to, from + room))).toString('latin1');
  }

  end(): void {
    this.#evaluateFormula();
    this.#seekIndex(this.#instruction);
    this.#isInstruction = this.#isUnread = this.#isSlide = this.#isHeaderOrFooter = false;
    this.#instruction = '';
    this.#open = 0;
    this.#simple.reset();
    this.endFields();
  }

  /** Instructions may be divided among runs: they end with the mark behind them. */
  #fieldMark(text: string): void {
    if (++this.#marks > 1) this.facts.add('fieldRuns');
    this.#evaluateField(decoded(this.#instruction));
    this.#instruction = '';
    const type = attribute(text, 'fldCharType');
    if (type === 'begin') this.#open++;
    else if (type === 'end') this.#open = Math.max(0, this.#open - 1);
    if (/fldLock\s*=\s*["'](?:1|true|on)/.test(text)) this.#isInstruction = false;
  }

  #evaluateSimple(text: string, depth: number): void {
    this.#simple.enter(depth);
    const instruction = attribute(text, 'instr');
    // long tags are cut, and there may be one of another prefix
    const isOnly = text.length < MAX_INSTRUCTION && text.split(INSTRUCTIONS).length === 2;
    if (instruction === null || !isOnly) this.facts.add('index');
    if (instruction !== null) this.#evaluateField(instruction);
  }

  #evaluateField(instruction: string): void {
    this.#seekIndex(instruction);
    if (WORD_PATH.test(instruction)) this.facts.add('showsPath');
    if (this.#isHeaderOrFooter && RUNNING_TITLE.test(instruction)) this.differing.add('styleRefField');
    this.add(instruction);
  }

  #seekIndex(instruction: string): void {
    if (instruction.length >= MAX_INSTRUCTION || mayBeIndex(instruction)) this.facts.add('index');
  }

  /** x:f has no end tag here: the next tag ends its text. */
  #evaluateFormula(): void {
    if (!this.names.includes('f') || this.#instruction === '') return;
    if (!this.#isHeader) this.#addFormula(this.#instruction);
    else if (HEADER_PATH.test(this.#instruction)) this.facts.add('showsPath');
    this.#instruction = '';
  }

  #addFormula(formula: string): void {
    if (FORMULA_PATH.test(formula)) this.facts.add('showsPath');
    const name = FORMULA.exec(formula)?.[1];
    if (name !== undefined) this.addComputed(name);
  }
}

/** Whether a comment or CDATA section, which is not read, may be at an end of the text; `bytes` may begin or end there. */
function isBesideSection(bytes: Uint8Array, from: number, to: number): boolean {
  const isAfter = bytes[from - 1] === CODES.gt && (bytes[from - 2] === CODES.bracket || bytes[from - 2] === CODES.dash);
  const isBefore = bytes[to] === CODES.lt && bytes[to + 1] === CODES.exclamation;
  return isAfter || isBefore || from < 2 || to + 1 >= bytes.length;
}

const CODES = { lt: 0x3c, gt: 0x3e, bracket: 0x5d, dash: 0x2d, exclamation: 0x21 };
