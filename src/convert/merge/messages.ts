/** The messages between docconv and the worker that merges PDFs. */
import type { ErrorCode } from '../../errors.js';
import {
  type Accept,
  ProtocolError,
  readCount,
  readList,
  readObject,
  readText,
  type Sink,
} from '../../isolation/index.js';
import { DOCUMENT_FAILURES } from '../document-failures.js';
import type { Limits } from '../limits.js';
import type { PdfOptions } from '../options.js';

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
  /** File name of the merged PDF. */
  name: string;
  limits: Limits;
}

/** Characters of a watermark, header or footer that no font has: the detail of the warning. */
export type MissingGlyphs = { characters: number; page: number; which: string } | null;

/** 'inspect': one PDF, the blob. 'join': the answer's blob is the merged PDF. */
export type MergeRequest = ({ kind: 'inspect' } & OpenRequest) | ({ kind: 'join' } & JoinRequest);

/** What a PDF is, before it is merged. */
export interface PdfFacts {
  pages: number;
  /** Of its metadata; '' without one. */
  title: string;
  /** Number of signatures. */
  signatures: number;
  encrypted: boolean;
}

export interface JoinResult {
  pages: number;
  /** Parts of which something could not be read, 0 = first. */
  damaged: readonly number[];
  missing: MissingGlyphs;
}

export type MergeResult = PdfFacts | JoinResult;

export const MERGE_FAILURES: ReadonlySet<ErrorCode> = new Set([...DOCUMENT_FAILURES, 'NOT_A_PDF']);

const MAX_TITLE = 200;
const MAX_SIGNATURES = 1_000_000;

export function acceptFacts(limits: Limits): Accept<PdfFacts> {
  return value => {
    const { pages, title, signatures, encrypted } = readObject(value, ['pages', 'title', 'signatures', 'encrypted']);
    if (typeof encrypted !== 'boolean') throw new ProtocolError('not a boolean');
    const message = {
      pages: readCount(pages, limits.pages),
      title: readText(title, MAX_TITLE).trim(),
      signatures: readCount(signatures, MAX_SIGNATURES),
      encrypted,
    };
    return { message, sinks: [] };
  };
}

/** @param receive the sink for a file of this size in bytes */
export function acceptMerged(limits: Limits, parts: number, receive: (size: number) => Sink): Accept<JoinResult> {
  return (value, [size]) => {
    const { pages, damaged, missing } = readObject(value, ['pages', 'damaged', 'missing']);
    const message = {
      pages: readCount(pages, limits.pages),
      damaged: readList(damaged, parts).map(index => readCount(index, parts - 1)),
      missing: readMissing(missing, limits),
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
