/** A document while it is edited: its parts are decoded and written once, however many edits change them. */
import { decodeXml, type XmlElement } from '../../../system/xml.js';
import type { Format } from '../../formats.js';
import type { PdfOptions } from '../../options.js';
import type { DefaultPaper } from '../../paper.js';
import type { QuirkId } from '../../quirks/table.js';
import type { Warnings } from '../../warnings.js';
import { applyEdits, type Edit, readPartElements, withoutDeclaration } from '../../xml.js';
import type { SourceDocument } from '../document.js';
import type { Fact } from '../survey/surveyor.js';
import { unpack, type ZipEntry } from '../zip.js';
import { storedPart, writeZip } from '../zip-write.js';

/** The name of the only part of a document that is no package. */
const WHOLE = '';

/** The sheets of a workbook that are printed. */
export interface PrintedSheets {
  /** Number of all sheets. */
  readonly count: number;
  /** Of the printed ones, from 0 and ascending. */
  readonly positions: readonly number[];
}

/** What an edit knows about the document. */
export interface EditContext {
  readonly source: SourceDocument;
  readonly format: Format;
  readonly options: PdfOptions;
  /** Whether the engine's LibreOffice has this fault. */
  readonly has: (quirk: QuirkId) => boolean;
  /** See Detection. */
  readonly unlisted: ReadonlyMap<string, string>;
  readonly facts: ReadonlySet<Fact>;
  /** Normalized names of the fonts that the engine finds. */
  readonly fonts: () => Promise<ReadonlySet<string>>;
  /** Of the engine: text has its language where it states none. */
  readonly language: string;
  /** Of pages whose size the document does not state. */
  readonly paper: DefaultPaper;
  readonly warnings: Warnings;
}

/** Changes parts of the document. Throws OPTION_UNSUPPORTED, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export type DocumentEdit = (document: EditableDocument, context: EditContext) => Promise<void>;

export class EditableDocument {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  /** Parts that an edit has read, and whether one has changed them. */
  readonly #texts = new Map<string, { text: string; isChanged: boolean }>();
  /** Parts that are no text, as an edit has changed them. */
  readonly #replaced = new Map<string, Uint8Array>();
  /** The bytes of a document that is no package. */
  whole: Uint8Array;
  /** Null where all sheets are printed, and for documents without sheets. */
  printed: PrintedSheets | null = null;
  #isRewritten = false;

  constructor(
    readonly source: SourceDocument,
    readonly format: Format,
  ) {
    this.whole = source.bytes;
    this.#entries = isPackage(format) ? source.parts : new Map();
  }

  printSheets(positions: ReadonlySet<number>, count: number): void {
    this.printed = positions.size < count ? { count, positions: [...positions] } : null;
  }

  /** The part with the content, the pages or the state of the window, of an OpenDocument file. */
  openPart(name: 'content' | 'styles' | 'settings'): string {
    return this.format.container === 'odf' ? `${name}.xml` : WHOLE;
  }

  /** Names of the parts, in their order; WHOLE for a document that is no package. */
  get parts(): readonly string[] {
    return this.#entries.size > 0 ? [...this.#entries.keys()] : [WHOLE];
  }

  /** Of a part of an OOXML package, in lower case; '' for a part without. */
  async contentType(part: string): Promise<string> {
    return (await this.source.contentType(part))?.toLowerCase() ?? '';
  }

  /** Null where there is no such part. Throws CORRUPT_DOCUMENT. */
  text(part: string): string | null {
    const known = this.#texts.get(part);
    if (known) return known.text;
    const entry = this.#entries.get(part);
    if (!entry && part !== WHOLE) return null;
    const text = decodeXml(entry ? unpack(entry) : this.whole);
    this.#texts.set(part, { text, isChanged: false });
    return text;
  }

  /** Of a part that is no text. Throws CORRUPT_DOCUMENT. */
  bytes(part: string): Uint8Array {
    return this.#replaced.get(part) ?? unpack(this.#entries.get(part)!);
  }

  replace(part: string, bytes: Uint8Array): void {
    this.#replaced.set(part, bytes);
  }

  /** As readPartElements(); empty where there is no such part. */
  async elements(part: string, localNames: readonly string[]): Promise<readonly XmlElement[]> {
    const text = this.text(part);
    return text === null ? [] : readPartElements({ name: part, text }, localNames, this.source.limits);
  }

  /** Offsets are those of the elements() of this part. */
  change(part: string, edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    this.#texts.set(part, { text: applyEdits(this.text(part) ?? '', edits), isChanged: true });
  }

  /** The package is written anew, also where no part is changed. */
  rewrite(): void {
    this.#isRewritten = true;
  }

  /** The same bytes where nothing was changed. */
  save(): Uint8Array {
    const texts = [...this.#texts].filter(([, { isChanged }]) => isChanged);
    const changed = new Map([...this.#replaced, ...texts.map(([name, { text }]) => [name, encode(text)] as const)]);
    if (changed.size === 0 && !this.#isRewritten) return this.whole;
    if (this.#entries.size === 0) return Buffer.concat([DECLARATION, changed.get(WHOLE)!]);
    const parts = [...this.#entries].map(([name, entry]) => {
      const content = changed.get(name);
      return content ? storedPart(name, content) : entry;
    });
    return writeZip(parts);
  }
}

/** Of an OOXML package: the part with the text, or that lists the sheets or slides. Null where no part has its content type. */
export async function mainPart(document: EditableDocument): Promise<string | null> {
  const marks = document.format.marks.map(mark => mark.toLowerCase());
  for (const part of document.parts) if (marks.includes(await document.contentType(part))) return part;
  return null;
}

/** The first part with such a content type, which is in lower case. */
export async function partOf(document: EditableDocument, contentType: RegExp): Promise<string | null> {
  for (const part of document.parts) if (contentType.test(await document.contentType(part))) return part;
  return null;
}

/** Whether it is a ZIP package that an engine reads. */
export const isPackage = ({ container }: Format): boolean => ['ooxml', 'opc', 'odf'].includes(container);

/** LibreOffice takes an XML document without it for plain text. */
const DECLARATION = Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n');

const encode = (text: string): Uint8Array => Buffer.from(withoutDeclaration(text));
