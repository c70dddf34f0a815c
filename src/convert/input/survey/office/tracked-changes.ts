import { attribute, Inside } from '../markup.js';
import type { Finding, ReportContext, Surveyed, Surveyor } from '../surveyor.js';

/**
 * Counts text that was deleted or moved away with tracked changes: w:del and w:moveFrom with content (ECMA-376-1, 17.13.5;
 * those without are of marks, rows and cells), text:deletion (ODF 1.3 part 3, 5.5.6).
 */
export function trackedChanges({ kind }: Surveyed): Surveyor {
  if (kind === 'word') return new WordDeletions();
  let deletions = 0;
  return {
    names: ['deletion'],
    tag(text) {
      if (!text.endsWith('/')) deletions++;
    },
    warnings: context => printedDeletions(deletions, context),
  };
}

/** Programs write both names in deletions (ECMA-376-1, 17.16.13 and 17.16.23). */
const INSTRUCTIONS = ['instrtext', 'delinstrtext'];
/** What a run may have beside the code of a field that is printed. */
const PRINTED =
  'deltext t tab ptab br cr sym nobreakhyphen drawing pict object ruby footnotereference endnotereference';

/** Within others. */
const MAX_FIELDS = 100;

class WordDeletions implements Surveyor {
  readonly names = ['del', 'movefrom', 'r', 'fldchar', ...INSTRUCTIONS, ...PRINTED.split(' ')];
  readonly #inside = new Inside();
  #deletions = 0;
  /** Of the deletion that goes on: runs, and those of them with nothing but the code of a field so far. */
  #runs = 0;
  #codes = 0;
  #isOpen = false;
  #isPrinted = false;
  #isCode = false;
  /** Whether their instruction goes on, of the fields that have begun and not ended. */
  #fields: boolean[] = [];

  tag(text: string, name: string, _part: string | null, depth: number): void {
    if (!this.#inside.holds(depth)) this.#close();
    if (name === 'fldchar') this.#mark(attribute(text, 'fldCharType'));
    if (name === 'del' || name === 'movefrom') {
      if (!text.endsWith('/')) this.#begin(depth);
    } else if (this.#isOpen) this.#add(name);
  }

  end(): void {
    this.#close();
    this.#inside.reset();
    this.#fields = [];
  }

  warnings(context: ReportContext): Iterable<Finding> {
    return printedDeletions(this.#deletions, context);
  }

  #mark(type: string | null): void {
    if (type === 'end') this.#fields.pop();
    else if (type === 'begin' && this.#fields.length < MAX_FIELDS) this.#fields.push(true);
    else if (type === 'separate' && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = false;
  }

  #begin(depth: number): void {
    this.#close();
    this.#inside.enter(depth);
    this.#isOpen = true;
    this.#runs = this.#codes = 0;
    this.#isPrinted = false;
  }

  #add(name: string): void {
    if (name === 'r') {
      this.#endRun();
      this.#runs++;
    } else if (name === 'fldchar' || this.#isInstruction(name)) this.#isCode = true;
    else this.#isPrinted = true;
  }

  /** LibreOffice prints one that belongs to no field. */
  #isInstruction(name: string): boolean {
    return INSTRUCTIONS.includes(name) && this.#fields.at(-1) === true;
  }

  #endRun(): void {
    if (this.#isCode) this.#codes++;
    this.#isCode = false;
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#endRun();
    const isFieldCode = !this.#isPrinted && this.#runs > 0 && this.#codes === this.#runs;
    if (!isFieldCode) this.#deletions++;
    this.#isOpen = false;
  }
}

export function* printedDeletions(deletions: number, { options }: ReportContext): Iterable<Finding> {
  if (deletions > 0 && (options.changes ?? 'marked') === 'marked') yield ['changes_printed', { deletions }];
}
