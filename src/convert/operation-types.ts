/** What docconv does to a finished PDF, in the order given. The work on each kind is one file in operations/. */
import { grouped } from '../system/collections.js';

/** Page numbers as of `--pages`: "1-3,7" or "5-". Absent: all pages. */
export type PageRange = string;
export const PAGE_RANGE = /^\d{1,6}(-\d{0,6})?(,\d{1,6}(-\d{0,6})?)*$/;

/**
 * Into several PDFs: each with `every` pages, or one for each range of `ranges`; with `unify` one PDF with all of these pages.
 * It is the first operation: the others work on each part.
 */
export type SplitOperation =
  | { readonly kind: 'split'; readonly every: number }
  | { readonly kind: 'split'; readonly ranges: PageRange; readonly unify?: boolean };

/** Annotations and form fields become content of their pages; links stay. */
export interface FlattenOperation {
  readonly kind: 'flatten';
}

/** Clockwise, in addition to the rotation that a page has. */
export interface RotateOperation {
  readonly kind: 'rotate';
  readonly angle: 90 | 180 | 270;
  readonly pages?: PageRange;
}

/** Compresses streams, drops unused objects, and writes images anew as JPEG of this quality (1 to 100) where that is smaller. */
export interface OptimizeOperation {
  readonly kind: 'optimize';
  /** Absent: images stay. */
  readonly quality?: number;
}

export const RELATIONSHIPS = [
  'Alternative',
  'Data',
  'Source',
  'Supplement',
  'EncryptedPayload',
  'FormData',
  'Schema',
  'Unspecified',
] as const;
/** ISO 32000-2, 7.11.3, AFRelationship. */
export type Relationship = (typeof RELATIONSHIPS)[number];

/** A type and a subtype without parameters (RFC 6838, 4.2). */
export const MEDIA_TYPE = /^[a-z\d][\w!#$&^.+-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126}$/i;

export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Default: application/octet-stream. */
  readonly mediaType?: string;
  /** Default: Unspecified. */
  readonly relationship?: Relationship;
  readonly description?: string;
  /** ISO 8601; default: now. */
  readonly modified?: string;
}

/** An attachment of the same name that the PDF has is replaced. */
export interface AttachOperation {
  readonly kind: 'attach';
  /** Each with another name. */
  readonly files: readonly Attachment[];
}

/** A name that several files have; null: there is none. */
export function repeatedName(files: readonly { readonly name: string }[]): string | null {
  const groups = [...grouped(files, ({ name }) => name)];
  return groups.find(([, alike]) => alike.length > 1)?.[0] ?? null;
}

/** Of the document information and XMP together. Dates are ISO 8601. */
export interface PdfMetadata {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: readonly string[];
  readonly creator?: string;
  readonly producer?: string;
  readonly created?: string;
  readonly modified?: string;
  readonly trapped?: 'True' | 'False' | 'Unknown';
  readonly copyright?: string;
  /** XMP Rights: whether the document is protected by rights. */
  readonly marked?: boolean;
  /** Other entries of the document information, by their names. */
  readonly custom?: Readonly<Record<string, string>>;
}

/** Properties that XMP has no schema for: a PDF/A has to declare them (ISO 19005-3, 6.6.2.3.3). */
export interface XmpExtension {
  /** Of the schema. */
  readonly description: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly properties: readonly {
    readonly name: string;
    readonly value: string;
    readonly description: string;
    /** Default: 'Text'. */
    readonly type?: string;
    /** Default: 'external'. */
    readonly category?: 'external' | 'internal';
  }[];
}

/** What is absent stays; an empty text removes the entry. */
export interface MetadataOperation {
  readonly kind: 'metadata';
  readonly values: PdfMetadata;
  /** Replaces the properties of the same namespace. */
  readonly extensions?: readonly XmpExtension[];
  /** Version of PDF to state, e.g. '1.7'; not less than the present one. */
  readonly version?: string;
}

/** `page`: 1 = first. */
export interface Bookmark {
  readonly title: string;
  readonly page: number;
  readonly children?: readonly Bookmark[];
}

/** They may be of a file that somebody wrote. */
export function areBookmarks(bookmarks: unknown, depth = 1): bookmarks is readonly Bookmark[] {
  if (!Array.isArray(bookmarks) || (depth > MAX_DEPTH && bookmarks.length > 0)) return false;
  return bookmarks.every(each => isBookmark(each, depth));
}

const MAX_DEPTH = 100;

function isBookmark(value: Partial<Bookmark> | null, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { title, page, children = [], ...others } = value;
  return (
    typeof title === 'string' &&
    Number.isInteger(page) &&
    areBookmarks(children, depth + 1) &&
    Object.keys(others).length === 0
  );
}

/** Replaces all bookmarks. */
export interface BookmarksOperation {
  readonly kind: 'bookmarks';
  readonly bookmarks: readonly Bookmark[];
}

export const PERMISSIONS = ['print', 'print-low', 'modify', 'assemble', 'annotate', 'fill', 'copy'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** AES-256. It is the last operation. */
export interface EncryptOperation {
  readonly kind: 'encrypt';
  /** Opens the PDF. */
  readonly userPassword?: string;
  /** Lifts the restrictions; absent: that of the user. */
  readonly ownerPassword?: string;
  /** Exactly what is permitted; absent: everything. Restrictions need an owner password. */
  readonly allow?: readonly Permission[];
}

/** `page` of the PDF (1 = first); image: PNG or JPEG. */
export type StampSource =
  | { readonly text: string; readonly color?: string }
  | { readonly image: Uint8Array }
  | { readonly pdf: Uint8Array; readonly page?: number };

export const POSITIONS = ['tl', 'tc', 'tr', 'l', 'c', 'r', 'bl', 'bc', 'br'] as const;

/** A stamp is printed above the content of the pages, a watermark below it. */
export interface StampOperation {
  readonly kind: 'stamp' | 'watermark';
  readonly source: StampSource;
  readonly pages?: PageRange;
  /** Percent, 1 to 100; default: 100. */
  readonly opacity?: number;
  /** Degrees, counterclockwise; default: 0, and the diagonal of the page for a text. */
  readonly angle?: number;
  /** Of the width and height of the page that the stamp takes at most, in percent; default: 85, of an image 50, of a PDF 100. */
  readonly scale?: number;
  /** In place of `scale`: points of the font of a text; of an image or page, its own size times this (a pixel is a point). */
  readonly size?: number;
  /** Default: 'c', the center. */
  readonly position?: (typeof POSITIONS)[number];
  /** Points to the right and up, after it was placed. */
  readonly offset?: readonly [x: number, y: number];
}

export const FACTURX_LEVELS = ['minimum', 'basicwl', 'basic', 'en16931', 'extended', 'xrechnung'] as const;
/** 'comfort' is one of orders only. */
export type FacturxLevel = (typeof FACTURX_LEVELS)[number] | 'comfort';
export type DocumentType = 'INVOICE' | 'ORDER' | 'ORDER_RESPONSE' | 'ORDER_CHANGE';

/** Makes of a PDF/A-3 an electronic invoice (Factur-X, ZUGFeRD) or order (Order-X). What is absent is read from the XML. */
export interface FacturxOperation {
  readonly kind: 'facturx';
  readonly xml: Uint8Array;
  /** Has to be that of the XML. */
  readonly level?: FacturxLevel;
  readonly type?: DocumentType;
  /** Of the standard. */
  readonly version?: string;
  /** With a level: nothing is read from the XML, which is attached as that of an invoice. */
  readonly unchecked?: boolean;
}

export type Operation =
  | SplitOperation
  | FlattenOperation
  | RotateOperation
  | OptimizeOperation
  | AttachOperation
  | MetadataOperation
  | FacturxOperation
  | BookmarksOperation
  | EncryptOperation
  | StampOperation;

/** One that changes neither the number of files nor who can open them. */
export type InnerOperation = Exclude<Operation, SplitOperation | EncryptOperation>;

/** Given beside the document. */
export interface OperationFiles {
  readonly background: Uint8Array | null;
  readonly stamp: Uint8Array | null;
  readonly attach: readonly Pick<Attachment, 'name' | 'bytes'>[];
  readonly bookmarks: readonly Bookmark[] | null;
}

/** Of all files of their kind. */
export interface OperationSettings {
  readonly attachment: Omit<Attachment, 'name' | 'bytes'>;
  readonly stamp: Pick<StampOperation, 'pages' | 'position' | 'scale' | 'opacity'>;
}

export interface FileOperations {
  readonly files: OperationFiles;
  readonly settings: OperationSettings;
}

/** In their order of work. */
export function operationsOfFiles({
  files: { background, stamp, attach, bookmarks },
  settings,
}: FileOperations): InnerOperation[] {
  const stampOf = (kind: StampOperation['kind'], bytes: Uint8Array): InnerOperation => {
    const isPdf = Buffer.from(bytes.subarray(0, HEAD_BYTES)).includes('%PDF-');
    return { kind, source: isPdf ? { pdf: bytes } : { image: bytes }, ...settings.stamp };
  };
  const files = attach.map(file => ({ ...file, ...settings.attachment }));
  return [
    ...(background ? [stampOf('watermark', background)] : []),
    ...(stamp ? [stampOf('stamp', stamp)] : []),
    ...(bookmarks !== null ? [{ kind: 'bookmarks', bookmarks } as const] : []),
    ...(files.length > 0 ? [{ kind: 'attach', files } as const] : []),
  ];
}

const HEAD_BYTES = 1024;

/** What a PDF can have beside the content of its pages, bookmarks, attachments and signatures. 'original': the document it was made of. */
export const FEATURES = [
  'original',
  'form fields',
  'layers',
  'page labels',
  'tags',
  'links',
  'annotations',
  'named destinations',
  'scripts',
  'actions of the document',
  'XFA form',
] as const;
export type Feature = (typeof FEATURES)[number];

/** What a PDF states, and what it has. */
export interface PdfDescription {
  readonly pages: number;
  /** E.g. '1.7'. */
  readonly version: string;
  readonly encrypted: boolean;
  readonly signatures: number;
  readonly metadata: PdfMetadata;
  readonly bookmarks: readonly Bookmark[];
  readonly features: readonly Feature[];
  readonly attachments: readonly {
    readonly name: string;
    readonly size: number;
    readonly mediaType: string | null;
    readonly relationship: string | null;
    readonly description: string | null;
  }[];
}
