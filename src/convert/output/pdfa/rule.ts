/** A rule of PDF/A or PDF/UA as data: what it applies to, and a test that needs no more than the finished PDF. */
import {
  ADOBE_PDF,
  DUBLIN_CORE,
  type PdfDict,
  type PdfObject,
  type PdfRevision,
  type PdfStream,
  XMP_BASIC,
} from '../../../pdf/index.js';
import { PDFA } from '../pdf/xmp.js';

const LEVELS = ['1b', '2b', '3b', 'ua'] as const;
/** Levels of `--pdfa`, and 'ua' for `--pdfua`. */
export type Level = (typeof LEVELS)[number];

/** Properties of XMP that the rules read, with their namespaces. */
export const XMP_PROPERTIES = {
  part: PDFA,
  conformance: PDFA,
  title: DUBLIN_CORE,
  creator: DUBLIN_CORE,
  description: DUBLIN_CORE,
  Keywords: ADOBE_PDF,
  Producer: ADOBE_PDF,
  CreatorTool: XMP_BASIC,
  CreateDate: XMP_BASIC,
  ModifyDate: XMP_BASIC,
} as const;

/** The finished PDF. */
export interface Pdf {
  readonly level: Level;
  readonly bytes: Uint8Array;
  readonly revision: PdfRevision;
  /** Null: absent, too large or not well-formed. */
  readonly xmp: { readonly [Name in keyof typeof XMP_PROPERTIES]?: string } | null;
  /** `part` of the identification of PDF/UA, whose name is the same as that of PDF/A. */
  readonly uaPart: string | undefined;
}

/** How many values of each kind of the PDF a test sees: the PDF once, or every dictionary, stream or other value in it. */
interface Subjects {
  readonly file: Pdf;
  /** Dictionaries, also those of streams and those inside of other objects. */
  readonly dictionary: PdfDict;
  readonly stream: PdfStream;
  /** Names, strings, arrays and dictionaries. */
  readonly value: PdfObject;
}

interface RuleOf<Kind extends keyof Subjects> {
  /** Stable, for `detail.rules`. */
  readonly name: string;
  /** What must hold, for messages and docs/conversion.md, without a full stop. */
  readonly requires: string;
  /**
   * Clauses: of ISO 19005-1 for 1b, of ISO 19005-2 and -3 for the other levels, of ISO 14289-1 for UA. The rule is one of the
   * levels that have a clause.
   */
  readonly clause: { readonly 1?: string; readonly 2?: string; readonly ua?: string };
  /** A level that permits it nevertheless. */
  readonly except?: Level;
  readonly about: Kind;
  isMet(subject: Subjects[Kind], pdf: Pdf): boolean;
}

export type Rule = { [Kind in keyof Subjects]: RuleOf<Kind> }[keyof Subjects];

const CLAUSES = { '1b': 1, '2b': 2, '3b': 2, ua: 'ua' } as const;

export function levelsOf({ clause, except }: Rule): Level[] {
  return LEVELS.filter(level => level !== except && clause[CLAUSES[level]] !== undefined);
}

/** "ISO 19005-1, 6.1.2": where the standard of this level states the rule. */
export function clauseOf({ clause }: Rule, level: Level): string {
  return `ISO ${level === 'ua' ? '14289-1' : `19005-${level[0]}`}, ${clause[CLAUSES[level]]}`;
}
