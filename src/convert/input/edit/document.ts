/** A document while it is edited: its parts are decoded and written once, however many edits change them. */
import { decodeXml, type XmlElement } from '../../../system/xml.js';
import type { Format } from '../../formats.js';
import type { Limits } from '../../limits.js';
import type { PdfOptions } from '../../options.js';
import type { QuirkId } from '../../quirks/table.js';
import { applyEdits, type Edit, readPartElements, withoutDeclaration } from '../../xml.js';
import { readContentTypes } from '../detect-package.js';
import type { Survey } from '../survey/index.js';
import { readZip, unpack, type ZipEntry } from '../zip.js';
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
  readonly format: Format;
  readonly options: PdfOptions;
  /** Whether the engine's LibreOffice has this fault. */
  readonly has: (quirk: QuirkId) => boolean;
  /** See Detection. */
  readonly unlisted: ReadonlyMap<string, string>;
  /** What was found in the document. */
  readonly survey: Pick<
    Survey,
    'showsPath' | 'hasConditions' | 'hasWebHidden' | 'hasSvgAlone' | 'hasNoteComments' | 'isPlainArchive'
  >;
  /** Whether it is text that engines take for UTF-8, and is not. */
  readonly isUnread: boolean;
  /** Language and country of the conversion. */
  readonly locale: string;
}

/** Changes parts of the document. Throws OPTION_UNSUPPORTED, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export type DocumentEdit = (document: EditableDocument, context: EditContext) => Promise<void>;

export class EditableDocument {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  /** Parts that an edit has read, and whether one has changed them. */
  readonly #texts = new Map<string, { text: string; isChanged: boolean }>();
  #whole: Uint8Array;
  #isRewritten = false;
  #printed: PrintedSheets | null = null;
  #contentType: Promise<(part: string) => string | undefined> | null = null;

  constructor(
    bytes: Uint8Array,
    readonly format: Format,
    readonly limits: Limits,
  ) {
    const isPackage = format.container === 'ooxml' || format.container === 'odf';
    this.#whole = bytes;
    this.#entries = new Map(isPackage ? readZip(bytes, limits).map(entry => [entry.name, entry]) : []);
  }

  /** Null where all sheets are printed, and for documents without sheets. */
  get printed(): PrintedSheets | null {
    return this.#printed;
  }

  printSheets(positions: ReadonlySet<number>, count: number): void {
    this.#printed = positions.size < count ? { count, positions: [...positions] } : null;
  }

  /** The part with the content, of an OpenDocument file. */
  get contentPart(): string {
    return this.format.container === 'odf' ? 'content.xml' : WHOLE;
  }

  /** The part with the pages, of an OpenDocument file. */
  get stylesPart(): string {
    return this.format.container === 'odf' ? 'styles.xml' : WHOLE;
  }

  /** The part with the state of the window, of an OpenDocument file. */
  get settingsPart(): string {
    return this.format.container === 'odf' ? 'settings.xml' : WHOLE;
  }

  /** Names of the parts, in their order; WHOLE for a document that is no package. */
  get parts(): readonly string[] {
    return this.#entries.size > 0 ? [...this.#entries.keys()] : [WHOLE];
  }

  /** Of a part of an OOXML package, in lower case; '' for a part without. */
  async contentType(part: string): Promise<string> {
    this.#contentType ??= readContentTypes([...this.#entries.values()], this.limits);
    return (await this.#contentType)(part)?.toLowerCase() ?? '';
  }

  /** The bytes of a document that is no package. */
  get whole(): Uint8Array {
    return this.#whole;
  }

  set whole(bytes: Uint8Array) {
    this.#whole = bytes;
  }

  /** Null where there is no such part. Throws CORRUPT_DOCUMENT. */
  text(part: string): string | null {
    const known = this.#texts.get(part);
    if (known) return known.text;
    const entry = this.#entries.get(part);
    if (!entry && part !== WHOLE) return null;
    const text = decodeXml(entry ? unpack(entry) : this.#whole);
    this.#texts.set(part, { text, isChanged: false });
    return text;
  }

  /** As readPartElements(); empty where there is no such part. */
  async elements(part: string, localNames: readonly string[]): Promise<readonly XmlElement[]> {
    const text = this.text(part);
    return text === null ? [] : readPartElements({ name: part, text }, localNames, this.limits);
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
    const changed = new Map(
      [...this.#texts].filter(([, { isChanged }]) => isChanged).map(([name]) => [name, encode(this.text(name)!)]),
    );
    if (changed.size === 0 && !this.#isRewritten) return this.#whole;
    if (this.#entries.size === 0) return Buffer.concat([DECLARATION, changed.get(WHOLE)!]);
    const parts = [...this.#entries].map(([name, entry]) => {
      const content = changed.get(name);
      return content ? storedPart(name, content) : entry;
    });
    return writeZip(parts);
  }
}

/** LibreOffice takes an XML document without it for plain text. */
const DECLARATION = Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n');

const encode = (text: string): Uint8Array => Buffer.from(withoutDeclaration(text));
