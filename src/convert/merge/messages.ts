/** The messages between docconv and the worker that merges PDFs. */
import type { ErrorCode } from '../../errors.js';
import {
  type Accept,
  collect,
  ProtocolError,
  readCount,
  readJson,
  readList,
  readName,
  readObject,
  readRecord,
  readText,
  type Sink,
} from '../../isolation/index.js';
import { readWarning } from '../engines/messages.js';
import { DOCUMENT_FAILURES } from '../failures.js';
import type { Limits } from '../limits.js';
import { type Bookmark, FEATURES, type Feature, type PdfDescription, type PdfMetadata } from '../operation-types.js';
import type { PackedOperation } from '../operations/packed.js';
import type { PdfOptions } from '../options.js';
import { type Claims, MAX_CLAIM, type PdfaLevel } from '../output/pdfa/claims.js';
import { MAX_WARNINGS, type Observation } from '../warnings.js';

/** How to open one PDF. */
export interface OpenRequest {
  password?: string | undefined;
  limits: Limits;
}

/** The blobs are the PDFs of the parts, then the texts of stamps that LibreOffice laid out. */
export interface JoinRequest {
  parts: readonly { title: string; password?: string | undefined }[];
  /** Of the merged PDF. */
  options: PdfOptions;
  /** PDF/A that the merged PDF claims where it can, without an option; null: none. */
  keeps: PdfaLevel | null;
  /** File name of the merged PDF. */
  name: string;
  limits: Limits;
}

/** Characters of a watermark, header or footer that no font has: the detail of the warning. */
export type MissingGlyphs = { characters: number; page: number; which: string } | null;

/** The blobs are the PDF, the bytes of the operations, and the texts of stamps that LibreOffice laid out. */
export interface OperateRequest extends OpenRequest {
  operations: readonly PackedOperation[];
  breakSignatures: boolean;
  /** Of the PDF, without its extension. */
  name: string;
}

/** The answer's blobs are the PDFs. */
export interface OperateResult {
  pages: readonly number[];
  warnings: readonly Observation[];
  /** Bytes of all PDFs. */
  after: number;
}

/** 'inspect', 'describe': one PDF, the blob. 'join': the answer's blob is the merged PDF. 'describe': it is the description. */
export type MergeRequest =
  | ({ kind: 'inspect' | 'describe' } & OpenRequest)
  | ({ kind: 'join' } & JoinRequest)
  | ({ kind: 'operate' } & OperateRequest);

/** What a PDF is, before it is merged. */
export interface PdfFacts {
  pages: number;
  /** Of its metadata; '' without one. */
  title: string;
  /** Number of signatures. */
  signatures: number;
  encrypted: boolean;
  /** What the merged PDF will not have of it. */
  lost: readonly Feature[];
  claims: Claims;
}

export interface JoinResult {
  pages: number;
  /** Parts of which something could not be read, 0 = first. */
  damaged: readonly number[];
  missing: MissingGlyphs;
  /** Names of the rules for which the PDF does not claim `keeps`; null: none. */
  broken: string | null;
}

export type MergeResult = PdfFacts | JoinResult | OperateResult | Record<string, never>;

export const MERGE_FAILURES: ReadonlySet<ErrorCode> = new Set([...DOCUMENT_FAILURES, 'NOT_A_PDF', 'PDF_SIGNED']);

const MAX_TITLE = 200;
const MAX_SIGNATURES = 1_000_000;
const MAX_RULES = 1000;

export function acceptFacts(limits: Limits): Accept<PdfFacts> {
  return value => {
    const names = ['pages', 'title', 'signatures', 'encrypted', 'lost', 'claims'] as const;
    const { pages, title, signatures, encrypted, lost, claims } = readObject(value, names);
    const message = {
      pages: readCount(pages, limits.pages),
      title: readText(title, MAX_TITLE).trim(),
      signatures: readCount(signatures, MAX_SIGNATURES),
      encrypted: readBoolean(encrypted),
      lost: readFeatures(lost),
      claims: readClaims(claims),
    };
    return { message, sinks: [] };
  };
}

function readClaims(value: unknown): Claims {
  const { part, conformance, ua } = readObject(value, ['part', 'conformance', 'ua']);
  return { part: readText(part, MAX_CLAIM), conformance: readText(conformance, MAX_CLAIM), ua: readBoolean(ua) };
}

/** @param receive the sink for a file of this size in bytes */
export function acceptMerged(limits: Limits, parts: number, receive: (size: number) => Sink): Accept<JoinResult> {
  return (value, [size]) => {
    const { pages, damaged, missing, broken } = readObject(value, ['pages', 'damaged', 'missing', 'broken']);
    const message = {
      pages: readCount(pages, limits.pages),
      damaged: readList(damaged, parts).map(index => readCount(index, parts - 1)),
      missing: readMissing(missing, limits),
      broken: broken === null ? null : readText(broken, MAX_RULES),
    };
    return { message, sinks: [receive(readCount(size, limits.outputBytes))] };
  };
}

const MAX_CHARACTERS = 1_000_000_000;
const MAX_WHICH = 1000;

function readMissing(value: unknown, limits: Limits): MissingGlyphs {
  if (value === null) return null;
  const { characters, page, which } = readObject(value, ['characters', 'page', 'which']);
  return {
    characters: readCount(characters, MAX_CHARACTERS),
    page: readCount(page, limits.pages),
    which: readText(which, MAX_WHICH),
  };
}

/** @param receive the sinks for files of these sizes in bytes */
export function acceptOperated(
  limits: Limits,
  receive: (sizes: readonly number[]) => readonly Sink[],
): Accept<OperateResult> {
  return (value, sizes) => {
    const { pages, warnings, after } = readObject(value, ['pages', 'warnings', 'after']);
    const counts = readList(pages, limits.pages).map(count => readCount(count, limits.pages));
    const bytes = sizes.reduce((sum, size) => sum + readCount(size, limits.outputBytes), 0);
    if (counts.length === 0 || counts.length !== sizes.length) throw new ProtocolError('other blobs than PDFs');
    const message = {
      pages: counts,
      warnings: readList(warnings, MAX_WARNINGS).map(readWarning),
      after: readCount(after, bytes),
    };
    return { message, sinks: receive(sizes) };
  };
}

const MAX_TEXT = 32_000;
const MAX_BOOKMARKS = 100_000;
const MAX_FILES = 10_000;

/** More than 100 levels of bookmarks need, and 100,000 bookmarks. */
const DESCRIPTION = { depth: 256, values: 1_000_000 };

/** A header is too small for all bookmarks: the description is JSON in a blob. */
export function acceptDescription(limits: Limits): Accept<PdfDescription> {
  return (value, [size]) => {
    readObject(value, []);
    let left = readCount(size, limits.outputBytes);
    const { bytes, sink } = collect(left);
    const message = {} as PdfDescription;
    const receive = (chunk: Uint8Array) => {
      sink(chunk);
      left -= chunk.length;
      if (left === 0) Object.assign(message, readDescription(readJson(bytes, DESCRIPTION), limits));
    };
    if (left === 0) throw new ProtocolError('no description');
    return { message, sinks: [receive] };
  };
}

const MEMBERS = [
  'pages',
  'version',
  'encrypted',
  'signatures',
  'metadata',
  'bookmarks',
  'features',
  'attachments',
] as const;
const KNOWN_FEATURES: ReadonlySet<Feature> = new Set(FEATURES);
const readFeatures = (value: unknown): Feature[] =>
  readList(value, FEATURES.length).map(feature => readName(feature, KNOWN_FEATURES));

function readDescription(value: unknown, limits: Limits): PdfDescription {
  const all = readObject(value, MEMBERS);
  const { pages, version, encrypted, signatures, metadata, bookmarks, features, attachments } = all;
  return {
    pages: readCount(pages, limits.pages),
    version: readText(version, 10),
    encrypted: readBoolean(encrypted),
    signatures: readCount(signatures, MAX_SIGNATURES),
    metadata: readMetadata(metadata),
    bookmarks: readBookmarks(bookmarks, limits, { left: MAX_BOOKMARKS }),
    features: readFeatures(features),
    attachments: readList(attachments, MAX_FILES).map(file => {
      const found = readObject(file, ['name', 'size', 'mediaType', 'relationship', 'description']);
      return {
        name: readText(found.name, MAX_TEXT),
        size: readCount(found.size, Number.MAX_SAFE_INTEGER),
        mediaType: readOptional(found.mediaType),
        relationship: readOptional(found.relationship),
        description: readOptional(found.description),
      };
    }),
  };
}

function readBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new ProtocolError('not a boolean');
  return value;
}

const readOptional = (value: unknown): string | null => (value === null ? null : readText(value, MAX_TEXT));

function readMetadata(value: unknown): PdfMetadata {
  const { keywords, marked, custom, ...texts } = readRecord(value);
  const read = Object.entries(texts).map(([name, text]) => [readText(name, MAX_TITLE), readText(text, MAX_TEXT)]);
  const others = Object.entries(readRecord(custom ?? {})).map(([name, text]) => [
    readText(name, MAX_TITLE),
    readText(text, MAX_TEXT),
  ]);
  return {
    ...Object.fromEntries(read),
    ...(keywords !== undefined && { keywords: readList(keywords, MAX_FILES).map(word => readText(word, MAX_TEXT)) }),
    ...(marked !== undefined && { marked: readBoolean(marked) }),
    ...(others.length > 0 && { custom: Object.fromEntries(others) }),
  };
}

function readBookmarks(value: unknown, limits: Limits, budget: { left: number }): Bookmark[] {
  return readList(value, budget.left).map(item => {
    budget.left--;
    const { title, page, children } = readRecord(item);
    const below = children === undefined ? [] : readBookmarks(children, limits, budget);
    return {
      title: readText(title, MAX_TEXT),
      page: readCount(page, limits.pages),
      ...(below.length > 0 && { children: below }),
    };
  });
}
