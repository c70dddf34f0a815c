/** Fields of Word documents and Rich Text by their instructions (ECMA-376-1, 17.16.5). */
import type { LostId } from '../../quirks/table.js';
import type { Fact, Finding, ReportContext, Surveyor } from './surveyor.js';

/** Computed anew. Dates of saving, creating and printing are not. */
const RECOMPUTED = /^\s*(DATE|TIME)\b/i;
/** Drawn by Word from their instruction, and not by LibreOffice. */
const DRAWN: readonly (readonly [instruction: RegExp, field: LostId])[] = [
  [/^\s*EQ\b/i, 'eqField'],
  [/^\s*GOTOBUTTON\b/i, 'gotoButtonField'],
  [/^\s*(?:DISPLAY|MERGE)BARCODE\b/i, 'barcodeField'],
];
/** LibreOffice prints nothing of it, not even the saved result. */
const CONDITION = /^\s*IF\b/i;
/** Names of fields that LibreOffice counts, measures or dates anew, reads from the properties of the document, or leaves out. */
export const COMPUTED =
  'SEQ|TITLE|SUBJECT|KEYWORDS|COMMENTS|AUTHOR|LASTSAVEDBY|DOCPROPERTY|TEMPLATE|CREATEDATE|SAVEDATE|PRINTDATE|EDITTIME|REVNUM|NUMWORDS|NUMCHARS|SYMBOL|STYLEREF|MERGEREC|MERGESEQ|NEXT|NEXTIF|SKIPIF';
/** ECMA-376-1, 17.16.5.27: a picture in a file; the document may have it as the result of the field as well. */
const PICTURE = /^\s*INCLUDEPICTURE\s+(?:"([^"]+)"|([^\s"\\]\S*))/i;
const MAX_LINKS = 1000;
const SAVED = new RegExp(`^\\s*(?:REF|PAGEREF|${COMPUTED})\\b`, 'i');

export class WordFields implements Surveyor {
  /** Fields that are not printed, or with another result. */
  protected readonly differing = new Set<LostId>();
  readonly #computed = new Map<string, number>();
  /** Of fields that go on, without a picture so far: programs nest those of one picture. */
  #awaited: string[] = [];
  readonly #linked = new Set<string>();

  constructor(protected readonly facts: Set<Fact>) {}

  add(instruction: string): void {
    for (const [pattern, field] of DRAWN) if (pattern.test(instruction)) this.differing.add(field);
    if (CONDITION.test(instruction)) this.facts.add('ifFields');
    if (SAVED.test(instruction)) this.facts.add('savedFields');
    const [, quoted, bare] = PICTURE.exec(instruction) ?? [];
    const address = quoted ?? bare;
    if (address !== undefined && this.#awaited.length < MAX_LINKS) this.#awaited.push(address);
    const computed = RECOMPUTED.exec(instruction)?.[1];
    if (computed !== undefined) this.addComputed(computed.toUpperCase());
  }

  /** A field or function of another kind of document. */
  addComputed(name: string): void {
    this.#computed.set(name, (this.#computed.get(name) ?? 0) + 1);
  }

  /** The result of the fields that go on has a picture. */
  picture(): void {
    this.#awaited = [];
  }

  /** All fields have ended. */
  endFields(): void {
    for (const address of this.#awaited) if (this.#linked.size < MAX_LINKS) this.#linked.add(address);
    this.#awaited = [];
  }

  links(): Iterable<string> {
    return this.#linked;
  }

  *warnings({ has }: ReportContext): Iterable<Finding> {
    const counts = [...this.#computed.values()];
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (count > 0 && has('recomputed'))
      yield ['fields_recomputed', { fields: [...this.#computed.keys()].join(', '), count }];
  }

  lost(): Iterable<LostId> {
    return this.differing;
  }
}
