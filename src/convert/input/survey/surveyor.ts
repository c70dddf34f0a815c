/** What a surveyor reads of a document, and what it reports. */
import type { Format } from '../../formats.js';
import type { PdfOptions } from '../../options.js';
import type { HiddenId, Kind, LostId, QuirkId } from '../../quirks/table.js';
import type { WARNINGS, WarningCode } from '../../warnings.js';
import type { SourceDocument } from '../document.js';
import type { ImageSize } from '../inspect/images.js';
import type { RtfWatch } from '../inspect/rtf.js';
import type { TagWatch } from '../inspect/tags.js';
import type { Trace } from '../traces.js';
import type { ZipEntry } from '../zip.js';

/** Each picture once, however often it is used. */
export interface Pictures {
  /** Printed for certain. */
  readonly shown: readonly ImageSize[];
  /** All others. */
  readonly others: readonly ImageSize[];
}

/**
 * What edits or the engine have to know. `fieldRuns`: a run with several marks of fields. `index`: it may have a table of
 * contents or another index. `savedFields`: fields whose result LibreOffice may compute. `svgAlone`: a picture without another one for older programs. `korean`, `japanese`: most letters
 * of the slides.
 */
export type Fact =
  | 'showsPath'
  | 'index'
  | 'alternatives'
  | 'ifFields'
  | 'savedFields'
  | 'fieldRuns'
  | 'webHidden'
  | 'contentControls'
  | 'svgAlone'
  | 'noteComments'
  | 'shownComments'
  | 'korean'
  | 'japanese'
  | Trace;

/** A warning for which the PDF is not needed. */
export type Finding = {
  [Code in WarningCode]: readonly [code: Code, detail: (typeof WARNINGS)[Code]['example']];
}[WarningCode];

export interface ReportContext {
  /** Whether the engine's LibreOffice has this fault. */
  readonly has: (quirk: QuirkId) => boolean;
  /** See EngineStatus. */
  readonly missing: readonly string[];
  readonly options: PdfOptions;
}

/** The document, and what a surveyor may ask others, when all of it has been read. */
export interface Surveyed {
  readonly format: Format;
  readonly kind: Kind;
  /** Gets what is found. */
  readonly facts: Set<Fact>;
  readonly related: FindRelated;
  /** Whether a picture is printed for certain. `part`: null for a document that is one. */
  isPrinted(part: string | null): boolean;
  /** Parts that the package refers to and does not have. */
  missing(): MissingParts;
}

/** Names of parts, each once. */
export interface MissingParts {
  readonly pictures: readonly string[];
  readonly others: readonly string[];
}

/** What the markup of a part of an Office package means by an id. */
export type FindRelated = (part: string, id: string) => Relationship | undefined;

export interface Relationship {
  /** Name of the other part, or a URL where it is outside of the package. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** Has the members of what it reads, and of what it reports; nothing here refuses a document. */
export interface Surveyor extends Partial<TagWatch> {
  /** Of which markup it gets the tags: by default of the document's own, without embedded packages and SVG pictures. */
  readonly reads?: 'svg' | 'all';
  /** What it needs in addition. */
  readonly others?: readonly TagWatch[];
  readonly rtf?: RtfWatch;
  /** Gets a document that is plain text. */
  plain?(bytes: Uint8Array): void;
  /** See Observer. */
  part?(entry: ZipEntry, size: ImageSize | null, head: Uint8Array): void;
  image?(size: ImageSize): void;
  damagedPicture?(name: string): void;
  damagedPart?(name: string): void;
  compound?(document: SourceDocument): Promise<void>;

  warnings?(context: ReportContext): Iterable<Finding>;
  /** What is hidden and printed nevertheless, or left out, where LibreOffice has the fault of this name. */
  hidden?(): Iterable<HiddenId>;
  lost?(context: ReportContext): Iterable<LostId>;
  /** Addresses of what it shows that is outside of the document, and is not loaded. */
  links?(): Iterable<string>;
  /** What is left out for want of a component, in words. */
  lostWords?(context: ReportContext): readonly string[];
  /** Families of the fonts of its text; null where they are not known. */
  fonts?(): ReadonlySet<string> | null;
  pictures?(): Pictures;
  /** Code points, each once: see DocumentContent. */
  letters?(): ReadonlySet<number>;
  /** As the document states it; null where it states none. */
  language?(): string | null;
}
