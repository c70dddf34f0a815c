/** Rich Text (RTF 1.9.1): fonts, by the group of text that is printed, pictures, fields, formulas and deleted text. */
import type { LostId } from '../../quirks/table.js';
import type { ImageSize } from '../inspect/images.js';
import type { RtfWatch } from '../inspect/rtf.js';
import { lostFormulas } from './office/formulas.js';
import { printedDeletions } from './office/tracked-changes.js';
import type { Fact, Finding, Pictures, ReportContext, Surveyor } from './surveyor.js';
import { WordFields } from './word-fields.js';

/** Groups whose content is not printed as text. */
const SILENT = 'fonttbl colortbl stylesheet info pict listtable filetbl annotation'.split(' ');
/** Groups that may not be printed: the absence of a picture in them proves nothing. */
const UNCERTAIN =
  'object nonshppict background shprslt header headerl headerr headerf footer footerl footerr footerf'.split(' ');
/** Optional groups that are printed. */
const PRINTED = ['shppict', 'shpinst'];
/** Optional groups with the names of authors. */
const AUTHORS = ['revtbl', 'atnauthor'];
const CHARACTER_WORDS = ['f', 'af', 'deff', 'plain', 'sn', 'sv', 'dbch', 'loch', 'hich', 'v', 'deleted'];

const CONTENT_WORDS = ['field', 'fldinst', 'mmath'];
const MAX_INSTRUCTION = 1000;
const MAX_FONTS = 5000;
const MAX_NAME = 200;
const SEMICOLON = 0x3b;

/** The properties of text in a group. */
interface Properties {
  font: number | null;
  /** The next font is the one of Asian characters. */
  isAsian: boolean;
  isHidden: boolean;
}

/** Whether the place is inside of a group, by the depth of the outermost one. */
class InGroup {
  #depth = Number.POSITIVE_INFINITY;

  get holds(): boolean {
    return this.#depth < Number.POSITIVE_INFINITY;
  }

  enter(depth: number): void {
    this.#depth = Math.min(this.#depth, depth);
  }

  /** Whether this is the end of the outermost one. */
  leave(depth: number): boolean {
    const ends = this.holds && depth <= this.#depth;
    if (ends) this.#depth = Number.POSITIVE_INFINITY;
    return ends;
  }
}

export class RtfSurvey implements RtfWatch, Surveyor {
  readonly rtf = this;
  readonly words = [...SILENT, ...UNCERTAIN, ...CHARACTER_WORDS, ...CONTENT_WORDS];
  readonly #fields: WordFields;
  /** The group around all of the text has ended: programs read no further. */
  #hasEnded = false;
  #goesOn = false;
  /** Pieces of deleted text. */
  #deletions = 0;
  #formulas = 0;
  /** By the beginning of their data: a picture may be there twice, for programs that read one of the two only. */
  readonly #shown = new Map<string, ImageSize>();
  readonly #others = new Map<string, ImageSize>();
  readonly #names = new Map<number, string>();
  readonly #used = new Set<number>();
  readonly #outer: Properties[] = [];
  #text: Properties = { font: null, isAsian: false, isHidden: false };
  #default: number | null = null;
  readonly #table = new InGroup();
  readonly #silent = new InGroup();
  readonly #uncertain = new InGroup();
  readonly #optional = new InGroup();
  readonly #field = new InGroup();
  readonly #instructionGroup = new InGroup();
  #instruction = '';
  /** The font that the table defines, and what is known of its name. */
  #defined: number | null = null;
  #name = '';
  /** The name of the property of a shape, from \sn to \sv. */
  #property: string | null = null;

  constructor(private readonly facts: Set<Fact>) {
    this.#fields = new WordFields(facts);
  }

  open(): void {
    this.#outer.push(this.#text);
    this.#text = { ...this.#text };
  }

  close(depth: number): void {
    this.#hasEnded ||= depth === 1;
    this.#text = this.#outer.pop() ?? this.#text;
    for (const group of [this.#table, this.#silent, this.#uncertain, this.#optional]) group.leave(depth);
    this.#endField(depth);
  }

  optional(next: string, depth: number): void {
    if (AUTHORS.includes(next)) this.facts.add('authors');
    if (PRINTED.includes(next)) return;
    for (const group of [this.#optional, this.#silent, this.#uncertain]) group.enter(depth);
  }

  word(name: string, number: number | null, depth: number): void {
    if (name === 'fonttbl') this.#table.enter(depth);
    if (name === 'pict') this.#fields.picture();
    if (SILENT.includes(name)) this.#silent.enter(depth);
    else if (UNCERTAIN.includes(name)) this.#uncertain.enter(depth);
    else if (name === 'mmath') this.#formulas++;
    else if (name === 'field') this.#field.enter(depth);
    else if (name === 'fldinst') this.#instructionGroup.enter(depth);
    else if (name === 'sn') this.#property = '';
    else if (name === 'sv') this.#enterValue(depth);
    else if (name === 'deff') this.#default = this.#text.font = number;
    else if (name === 'f' && this.#table.holds) this.#defined = number;
    else this.#characterWord(name, number);
  }

  character(byte: number): void {
    if (this.#hasEnded && isLetterOrDigit(byte)) this.#goesOn = true;
    if (this.#property !== null && this.#property.length < MAX_NAME) this.#property += String.fromCharCode(byte);
    if (this.#instructionGroup.holds && this.#instruction.length < MAX_INSTRUCTION)
      this.#instruction += String.fromCharCode(byte);
    if (this.#table.holds) this.#nameCharacter(byte);
    else if (isLetterOrDigit(byte) && !this.#silent.holds && !this.#text.isHidden && this.#text.font !== null)
      this.#used.add(this.#text.font);
  }

  picture(size: ImageSize, head: Buffer): void {
    const isShown = !this.#uncertain.holds && !this.#text.isHidden;
    (isShown ? this.#shown : this.#others).set(head.toString('latin1'), size);
  }

  *warnings(context: ReportContext): Iterable<Finding> {
    if (this.#goesOn) yield ['document_damaged', { parts: 1, first: 'text behind its end' }];
    yield* printedDeletions(this.#deletions, context);
    yield* lostFormulas(this.#formulas, context);
    yield* this.#fields.warnings(context);
  }

  lost(): LostId[] {
    return [...this.#fields.lost(), ...(this.facts.has('ifFields') ? (['ifField'] as const) : [])];
  }

  links(): Iterable<string> {
    return this.#fields.links();
  }

  fonts(): Set<string> {
    return new Set([...this.#used].map(font => this.#names.get(font) ?? '').filter(name => name !== ''));
  }

  pictures(): Pictures {
    const others = [...this.#others].filter(([head]) => !this.#shown.has(head));
    return { shown: [...this.#shown.values()], others: others.map(([, size]) => size) };
  }

  /** LibreOffice computes a locked field as well. */
  #endField(depth: number): void {
    if (this.#instructionGroup.leave(depth)) {
      this.#fields.add(this.#instruction);
      this.#instruction = '';
    }
    if (this.#field.leave(depth)) this.#fields.endFields();
  }

  #characterWord(name: string, number: number | null): void {
    const text = this.#text;
    if (name === 'plain') Object.assign(text, { font: this.#default, isAsian: false, isHidden: false });
    else if (name === 'dbch') text.isAsian = true;
    else if (name === 'loch' || name === 'hich') text.isAsian = false;
    else if (name === 'v' || name === 'deleted') {
      text.isHidden = number !== 0;
      if (name === 'deleted' && text.isHidden && !this.#silent.holds) this.#deletions++;
    } else if (name === 'f' && !text.isAsian) text.font = number;
  }

  /** A picture is the content of a shape, or fills it, which its text or its content may cover. */
  #enterValue(depth: number): void {
    if (this.#property?.trim() !== 'pib') this.#uncertain.enter(depth);
    this.#property = null;
  }

  /** Names in letters of a code page are not known. */
  #nameCharacter(byte: number): void {
    if (this.#optional.holds) return;
    if (byte !== SEMICOLON) {
      if (this.#name.length < MAX_NAME) this.#name += String.fromCharCode(byte);
      return;
    }
    const name = this.#name.trim();
    this.#name = '';
    if (this.#defined !== null && /^[ -~]+$/.test(name) && this.#names.size < MAX_FONTS)
      this.#names.set(this.#defined, name);
  }
}

function isLetterOrDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a);
}
