/**
 * What a document contains that a PDF may show in another way. Found while the document is inspected, which reads each
 * byte anyway; nothing here refuses a document. Of doc, xls and ppt files only the fonts are read.
 */
import type { Format } from '../../formats.js';
import { wordsOf } from '../../quirks/index.js';
import type { WarningCode, Warnings } from '../../warnings.js';
import type { SourceDocument } from '../document.js';
import type { ImageSize } from '../inspect/images.js';
import type { TagWatch } from '../inspect/tags.js';
import type { Observer } from '../inspect/watches.js';
import type { ZipEntry } from '../zip.js';
import type { Fact, Finding, Pictures, ReportContext, Surveyor } from './surveyor.js';
import { surveyorsOf } from './surveyors.js';

/** What the PDF is compared with. */
export interface DocumentContent {
  /** Families of the fonts of its text; null where they are not known. */
  readonly fonts: ReadonlySet<string> | null;
  readonly pictures: Pictures;
  /** Code points of letters of scripts that many fonts lack, and that are printed, as far as they are read. */
  readonly letters: ReadonlySet<number>;
  /** As the document states it; null where it states none. */
  readonly language: string | null;
}

/** The order of warnings; others come before these. */
const ORDER: readonly WarningCode[] = [
  'document_damaged',
  'changes_printed',
  'formulas_lost',
  'fields_recomputed',
  'hidden_content_printed',
  'content_lost',
  'tables_cut',
  'links_ignored',
  'picture_damaged',
  'macros_ignored',
];

/** Of one document; of those that are embedded in it, only what surveyors of all markup find. */
export class Survey implements Observer {
  readonly facts = new Set<Fact>();
  readonly #surveyors: readonly Surveyor[];

  constructor(format: Format) {
    this.#surveyors = surveyorsOf(format, this.facts);
  }

  get rtf() {
    return this.#all(({ rtf }) => rtf)[0];
  }

  watches(reads: 'markup' | 'svg' | 'all'): readonly TagWatch[] {
    const readers = this.#surveyors.filter(surveyor => (surveyor.reads ?? 'markup') === reads);
    return readers.flatMap(surveyor => [...(isWatch(surveyor) ? [surveyor] : []), ...(surveyor.others ?? [])]);
  }

  part(entry: ZipEntry, size: ImageSize | null, head: Uint8Array): void {
    for (const surveyor of this.#surveyors) surveyor.part?.(entry, size, head);
  }

  plain(bytes: Uint8Array): void {
    for (const surveyor of this.#surveyors) surveyor.plain?.(bytes);
  }

  image(size: ImageSize): void {
    for (const surveyor of this.#surveyors) surveyor.image?.(size);
  }

  damagedPicture(name: string): void {
    for (const surveyor of this.#surveyors) surveyor.damagedPicture?.(name);
  }

  damagedPart(name: string): void {
    for (const surveyor of this.#surveyors) surveyor.damagedPart?.(name);
  }

  async compound(document: SourceDocument): Promise<void> {
    for (const surveyor of this.#surveyors) await surveyor.compound?.(document);
  }

  content(): DocumentContent {
    const pictures = this.#all(surveyor => surveyor.pictures?.());
    const fonts = this.#all(surveyor => surveyor.fonts?.());
    return {
      fonts: fonts.length > 0 ? new Set(fonts.flatMap(names => [...names])) : null,
      pictures: {
        shown: pictures.flatMap(({ shown }) => shown),
        others: pictures.flatMap(({ others }) => others),
      },
      letters: new Set(this.#each(surveyor => surveyor.letters?.())),
      language: this.#all(surveyor => surveyor.language?.())[0] ?? null,
    };
  }

  /** Warnings for which the PDF is not needed. */
  report(warnings: Warnings, context: ReportContext): void {
    const found = [...this.#each(surveyor => surveyor.warnings?.(context)), ...this.#contentFindings(context)];
    found.sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
    for (const [code, detail] of found) warnings.add(code, detail);
  }

  *#contentFindings(context: ReportContext): Iterable<Finding> {
    const hidden = wordsOf(this.#each(surveyor => surveyor.hidden?.()).filter(context.has));
    const kinds = wordsOf(this.#each(surveyor => surveyor.lost?.(context)).filter(context.has));
    const lost = [...kinds, ...this.#each(surveyor => surveyor.lostWords?.(context))];
    if (hidden.length > 0) yield ['hidden_content_printed', { hidden: hidden.join(', ') }];
    const links = new Set(this.#each(surveyor => surveyor.links?.()));
    const [first] = links;
    if (lost.length > 0) yield ['content_lost', { what: lost.join(', ') }];
    if (first !== undefined) yield ['links_ignored', { links: links.size, first: first.slice(0, 200) }];
  }

  /** All that the surveyors have of it. */
  #each<T>(read: (surveyor: Surveyor) => Iterable<T> | undefined): T[] {
    return this.#all(read).flatMap(found => [...found]);
  }

  /** What each surveyor has of it, without those that have none. */
  #all<T>(read: (surveyor: Surveyor) => T | null | undefined): T[] {
    return this.#surveyors.map(read).filter(found => found !== null && found !== undefined);
  }
}

function isWatch(surveyor: Surveyor): surveyor is Surveyor & TagWatch {
  return surveyor.tag !== undefined;
}
