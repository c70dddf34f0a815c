/** Fields and bookmarks of a part of Word, and their visible text (ECMA-376-1, 17.16), without reading the part as XML. */
import { attributeIn, isOn } from './tags.js';

/** Offsets in TextWithFields.letters. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface Field {
  readonly name: string;
  /** Offset of the name in the part. */
  readonly at: number;
  /** What follows the name. */
  readonly switches: string;
  readonly result: TextRange;
}

export interface TextWithFields {
  /** The text of the part without blanks, with its entities. */
  readonly letters: string;
  readonly fields: readonly Field[];
  readonly bookmarks: ReadonlyMap<string, TextRange>;
}

/** Fields within one another; deeper ones are left out. */
const MAX_DEPTH = 20;

const TAGS =
  /<(\/?)w:(fldChar|instrText|fldSimple|t|sym|drawing|pict|object|bookmarkStart|bookmarkEnd)(?=[\s/>])([^<>]*)>/g;

/** A field that has begun. */
interface OpenField {
  instruction: string;
  /** Offset of its first text in the part. */
  at: number;
  /** Length of this text. */
  length: number;
  /** Where its result begins; -1 before. */
  from: number;
  /** Word updates it when it opens the document, or it has another one in its instruction. */
  isOther: boolean;
}

export function fieldsOf(text: string): TextWithFields {
  const reader = new FieldReader(text);
  for (const match of text.matchAll(TAGS)) {
    const { 0: tag, 1: slash, 2: name, 3: rest } = match;
    if (rest!.endsWith('/') && ['instrText', 'fldSimple', 't'].includes(name!)) continue;
    if (slash) reader.end(name!);
    else reader.start(name!, tag, match.index);
  }
  return reader;
}

class FieldReader implements TextWithFields {
  readonly fields: Field[] = [];
  readonly bookmarks = new Map<string, TextRange>();
  readonly #open: OpenField[] = [];
  readonly #begun = new Map<string, { name: string; from: number }>();
  readonly #letters: string[] = [];
  /** Of all letters. */
  #length = 0;
  #joined: string | null = null;

  constructor(readonly text: string) {}

  get letters(): string {
    this.#joined ??= this.#letters.join('');
    return this.#joined;
  }

  start(name: string, tag: string, at: number): void {
    const content = at + tag.length;
    if (name === 'fldChar') this.#mark(tag);
    else if (name === 'fldSimple') this.#simple(tag, at);
    else if (name === 'instrText') this.#instruct(content);
    else if (name === 't') this.#add(this.#contentAt(content).replace(/\s+/g, ''));
    else if (name === 'bookmarkStart') this.#beginBookmark(tag);
    else if (name === 'bookmarkEnd') this.#endBookmark(tag);
    else this.#add('\ufffc'); // a picture or symbol
  }

  end(name: string): void {
    if (name === 'fldSimple') this.#close();
  }

  #contentAt(from: number): string {
    return this.text.slice(from, this.text.indexOf('<', from));
  }

  #add(letters: string): void {
    this.#letters.push(letters);
    this.#length += letters.length;
  }

  #mark(tag: string): void {
    const type = attributeIn(tag, 'w:fldCharType');
    const field = this.#open.at(-1);
    if (type === 'begin') this.#begin({ isOther: isOn(tag, 'w:dirty') });
    else if (type === 'separate' && field) field.from = this.#length;
    else if (type === 'end') this.#close();
  }

  #simple(tag: string, start: number): void {
    const [before] = /^.*?\sw:instr\s*=\s*["']/s.exec(tag) ?? [''];
    const instruction = attributeIn(tag, 'w:instr') ?? '';
    const place = { at: start + before.length, length: instruction.length };
    this.#begin({ instruction, ...place, from: this.#length, isOther: isOn(tag, 'w:dirty') });
  }

  #begin(field: Partial<OpenField>): void {
    const outer = this.#open.at(-1);
    if (outer && outer.from < 0) outer.isOther = true;
    this.#open.push({ instruction: '', at: 0, length: 0, from: -1, isOther: false, ...field });
  }

  #instruct(at: number): void {
    const field = this.#open.at(-1);
    if (!field || field.from >= 0) return;
    const content = this.#contentAt(at);
    const isFirst = field.instruction === '';
    if (isFirst && content.trim() === '') return;
    if (isFirst) Object.assign(field, { at, length: content.length });
    field.instruction += content;
  }

  #close(): void {
    const field = this.#open.pop();
    if (!field || field.isOther || this.#open.length >= MAX_DEPTH) return;
    const [before, blanks, name] = /^(\s*)([A-Za-z]+)(?![^\s\\])/.exec(field.instruction) ?? [];
    if (before === undefined || before.length > field.length) return;
    this.fields.push({
      name: name!,
      at: field.at + blanks!.length,
      switches: field.instruction.slice(before.length),
      result: { from: field.from < 0 ? this.#length : field.from, to: this.#length },
    });
  }

  #beginBookmark(tag: string): void {
    const [id, name] = [attributeIn(tag, 'w:id'), attributeIn(tag, 'w:name')];
    if (id === undefined || name === undefined) return;
    this.#begun.set(id, { name, from: this.#length });
    this.bookmarks.set(name, { from: this.#length, to: this.#length });
  }

  #endBookmark(tag: string): void {
    const begun = this.#begun.get(attributeIn(tag, 'w:id') ?? '');
    if (begun) this.bookmarks.set(begun.name, { from: begun.from, to: this.#length });
  }
}
