/**
 * Objects and trailers in later revisions that no cross-reference lists. Programs that do not accept a cross-reference, e.g.
 * for an offset that is wrong by one byte, scan the file for objects instead (Annex C.2 of ISO 32000-2 leaves repair to them):
 * then these count, and the document is another one.
 */
import type { PdfNoteCode } from '../notes.js';
import { isWhite, latin1 } from '../syntax/chars.js';
import { type PdfObject, PdfRef, PdfStream, partsOf, sameRef } from '../syntax/objects.js';
import { OFFSET_TOLERANCE } from '../xref/section.js';
import { memberNumbers } from './object-stream.js';
import type { PdfDocument, PdfRevision } from './revision.js';

const CHUNK = 1 << 20;
/** Longer than an object header, 'startxref', and the white space between 'trailer' and its dictionary. */
const OVERLAP = 256;
const LONGEST_SMALL_OBJECT = 16 << 10;

/**
 * Notes them in the revisions after `first`. `matters`: whether another value of the object with this number would make the
 * document another one. Throws LIMIT_EXCEEDED.
 */
export function noteUnlisted(document: PdfDocument, first: PdfRevision, matters: (num: number) => boolean): void {
  const later = document.revisions.slice(first.index);
  const isNoted = document.notes.some(({ code, revision }) => REPAIRED.has(code) && (revision ?? 0) > first.index);
  const isRepaired = isNoted || later.some(refersToNothing);
  const listed = listedOffsets(isRepaired ? document.revisions : later, first);
  let from = isRepaired ? 0 : first.endOffset;
  let size = statedSize(first);
  for (const revision of later) {
    const note: Note = (code, object) => {
      const doesMatter = code !== 'object-unlisted' || Number.isNaN(object) || matters(object!);
      if (doesMatter) document.note(code, revision.index, object);
      return doesMatter;
    };
    scan(revision, from, listed, note);
    if (from < first.endOffset) examineSignedStreams(first, listed, note);
    examineStreams(revision, listed, note);
    // objects with a number greater than /Size are missing (7.5.5); a /Size of 0 or 1 leaves no document at all
    const stated = statedSize(revision);
    if (!(revision.trailer.get('Root') instanceof PdfRef)) note('object-malformed');
    if (stated > 1 && stated < size - 1) note('size-too-small');
    size = Math.max(size, stated);
    from = Math.max(from, revision.endOffset);
  }
}

/** Errors in a later revision for which a program may scan the whole file, with what was signed. */
const REPAIRED = new Set<PdfNoteCode>([
  'startxref-inexact',
  'xref-irregular',
  'entry-inexact',
  'startxref-missing',
  'eof-missing',
]);

/** A missing object is null (7.3.10), but some programs take a reference to an unknown one as an error of the cross-reference. */
function refersToNothing(revision: PdfRevision): boolean {
  const open: PdfObject[] = [revision.trailer];
  for (const num of revision.entries.keys()) open.push(revision.object(num)?.value ?? null);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    revision.budget.step();
    if (value instanceof PdfRef) {
      if (!isKnown(revision, value)) return true;
    } else for (const part of partsOf(value)) open.push(part);
  }
  return false;
}

function isKnown(revision: PdfRevision, { num, gen }: PdfRef): boolean {
  const entry = revision.entry(num);
  return (
    entry?.kind === 'free' || (entry?.kind === 'offset' && entry.gen === gen) || (entry?.kind === 'stream' && gen === 0)
  );
}

const statedSize = ({ trailer }: PdfRevision): number => {
  const size = trailer.get('Size');
  return typeof size === 'number' ? size : 0;
};

interface Listed {
  /** By offset: the number of the object, and the revision that lists it. */
  readonly objects: ReadonlyMap<number, { readonly num: number; readonly by: PdfRevision }>;
  /** Offsets of cross-reference sections. */
  readonly sections: ReadonlySet<number>;
}

/**
 * What was signed counts as of `first`: a program that scans the file takes the last of several objects with one number, which
 * an earlier cross-reference may list.
 */
function listedOffsets(revisions: readonly PdfRevision[], first: PdfRevision): Listed {
  const objects = new Map<number, { num: number; by: PdfRevision }>();
  const sections = new Set<number>();
  for (const revision of revisions[0]?.document.revisions ?? [])
    for (const { start } of revision.sections) sections.add(start);
  for (const by of revisions)
    for (const [num, entry] of by.entries) {
      if (entry.kind !== 'offset') continue;
      if (by.index > first.index || entry.offset <= offsetIn(first, num)) objects.set(entry.offset, { num, by });
    }
  return { objects, sections };
}

/** Of the object, or of the object stream that contains it; -1: there is none. */
function offsetIn(revision: PdfRevision, num: number): number {
  const entry = revision.entry(num);
  const holder = entry?.kind === 'stream' ? revision.entry(entry.container) : entry;
  return holder?.kind === 'offset' ? holder.offset : -1;
}

const isListed = ({ objects, sections }: Listed, num: number, offset: number): boolean =>
  isNear(offset, at => objects.get(at)?.num === num || sections.has(at));

function isNear(offset: number, test: (at: number) => boolean): boolean {
  if (test(offset)) return true;
  for (let at = offset - OFFSET_TOLERANCE; at <= offset + OFFSET_TOLERANCE; at++) if (test(at)) return true;
  return false;
}

/** False: the object does not matter. */
type Note = (code: PdfNoteCode, object?: number) => boolean;

/** Also inside of streams and strings: a program that scans the file does not know where they end. */
function scan(revision: PdfRevision, from: number, listed: Listed, note: Note): void {
  const own = revision.document.revisions[revision.index - 2]!.endOffset;
  const { source } = revision.document;
  const found = { trailers: 0, starts: 0, streams: false };
  for (let start = from; start < revision.endOffset; start += CHUNK) {
    const base = Math.max(from, start - OVERLAP);
    const text = latin1(source.read(base, Math.min(start + CHUNK + OVERLAP, revision.endOffset) - base));
    revision.budget.spendSearched(text.length);
    const isOwn = (at: number): boolean => base + at >= start && base + at < start + CHUNK;
    for (const at of positions(revision, text, 'obj')) {
      const header = isOwn(at) ? headerBefore(text, at) : null;
      if (!header || isListed(listed, header.num, base + header.at)) continue;
      if (!note('object-unlisted', header.num) && !found.streams) found.streams = isDoubtfulStream(revision, base + at);
    }
    for (const at of positions(revision, text, 'trailer'))
      if (isOwn(at) && base + at >= own && TRAILER.test(text.slice(at, at + OVERLAP))) found.trailers++;
    for (const at of positions(revision, text, 'startxref')) if (isOwn(at) && base + at >= own) found.starts++;
  }
  if (found.starts > 1) note('startxref-repeated');
  if (found.streams || found.trailers > tables(revision)) note('trailer-unlisted');
}

/** A comment may continue beyond the text. */
const TRAILER = /^trailer(?:[\0\s]|%[^\r\n]*(?:[\r\n]|$))*(?:<<|$)/;

const tables = ({ document: { source }, sections }: PdfRevision): number =>
  sections.filter(({ start }) => source.read(start, 1)[0] === 0x78).length;

/** Units of work for a word that may begin an object. */
const WORD = 4;

function* positions({ budget }: PdfRevision, text: string, word: string): Iterable<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    budget.step(WORD);
    yield at;
  }
}

interface Header {
  /** NaN: unknown. */
  readonly num: number;
  readonly at: number;
}

/** At the beginning of a line, so that it is in no comment; recognised first, because the rule for all others is slow. */
const USUAL_HEADER = /[\r\n](\d{1,10}) \d{1,5} $/;
const USUAL_LENGTH = 18;
/** An update that begins in the line of the '%%EOF' before it; no other numbers precede it. */
const BEHIND_EOF = /startxref[ \t\r\n]+\d+[ \t\r\n]+%%EOF[ \t]*(\d{1,10} \d{1,5} )$/;

/**
 * The header that ends at this 'obj', also in a form that only some programs accept: with comments, signs or fractions. Null:
 * this 'obj' is something else.
 */
function headerBefore(text: string, at: number): Header | null {
  if (!isWhite(text.charCodeAt(at - 1))) return null;
  const usual = USUAL_HEADER.exec(text.slice(Math.max(0, at - USUAL_LENGTH), at));
  if (usual) return { num: Number(usual[1]), at: at - usual[0].length + 1 };
  const before = text.slice(Math.max(0, at - OVERLAP), at);
  const first = BEHIND_EOF.exec(before)?.[1];
  if (first) return { num: Number.parseInt(first, 10), at: at - first.length };
  const words = before.replace(/%[^\r\n]*/g, comment => ' '.repeat(comment.length));
  const found = /(?:([+-]*\d[\d.]*)[\0\s]+)?[+-]*\d[\d.]*[\0\s]+$/.exec(words);
  if (found) return { num: Number.parseInt(found[1] ?? '', 10), at: at - found[0].length };
  return mayEndComment(before) ? { num: Number.NaN, at } : null;
}

/** The last line that is not blank has a comment, or begins before the text. */
function mayEndComment(text: string): boolean {
  const [line] = /[^\r\n]*$/.exec(text.trimEnd())!;
  return line.includes('%') || line.length >= OVERLAP / 2;
}

/** A stream that no section lists can be an object stream, or a cross-reference stream that leads to another document. */
function isDoubtfulStream({ budget, document: { source }, trailer }: PdfRevision, offset: number): boolean {
  const text = latin1(source.read(offset, LONGEST_SMALL_OBJECT));
  budget.spendSearched(text.length);
  const end = text.indexOf('endobj');
  if (end < 0) return true;
  const [dict = '', data] = text.slice(0, end).split('stream', 2);
  const hasSameTrailer = dict.includes('/XRef') && dict.split('/Root').length === 2 && !/#|\/Encrypt/.test(dict);
  return data !== undefined && !(hasSameTrailer && dict.includes(`/Root ${trailer.get('Root')}`));
}

/** Object streams with members, and cross-reference streams, that no section lists. */
function examineStreams(revision: PdfRevision, { sections }: Listed, note: Note): void {
  for (const [num, entry] of revision.entries) {
    const object = entry.kind === 'offset' ? revision.object(num) : null;
    if (!(object?.value instanceof PdfStream)) continue;
    const type = revision.getName(object.value, 'Type');
    // some writers add a cross-reference stream that nothing refers to: its trailer must not lead to another document
    const isUsed = isNear(object.span!.start, at => sections.has(at));
    if (type === 'XRef' && !isUsed && !hasSameRoot(revision, object.value)) note('trailer-unlisted', num);
    if (type === 'ObjStm') examineMembers(revision, num, object.value, note);
  }
}

const hasSameRoot = ({ trailer }: PdfRevision, { dict }: PdfStream): boolean =>
  ['Root', 'Encrypt'].every(key => sameRef(dict.get(key), trailer.get(key)) || (!dict.has(key) && !trailer.has(key)));

function examineMembers(revision: PdfRevision, container: number, stream: PdfStream, note: Note): void {
  for (const [index, num] of membersOf(revision, stream).entries())
    if (!isMember(revision, num, container, index)) note('object-unlisted', num);
}

const membersOf = (revision: PdfRevision, stream: PdfStream): Float64Array =>
  memberNumbers(revision.decode(stream).bytes, revision.get(stream, 'N'));

function isMember(revision: PdfRevision, num: number, container: number, index: number): boolean {
  revision.budget.step();
  const entry = revision.entry(num);
  return entry?.kind === 'stream' && entry.container === container && entry.index === index;
}

/** The same for object streams that were signed: a member counts where no later object replaces it. */
function examineSignedStreams(first: PdfRevision, { objects }: Listed, note: Note): void {
  for (const [offset, { num: container, by }] of objects) {
    if (by.index > first.index || !mayHaveMembers(by, offset)) continue;
    const { value } = by.object(container) ?? {};
    if (!(value instanceof PdfStream) || by.getName(value, 'Type') !== 'ObjStm') continue;
    for (const [index, num] of membersOf(by, value).entries())
      if (!isMember(first, num, container, index) && offsetIn(first, num) <= offset) note('object-unlisted', num);
  }
}

const LONGEST_STREAM_DICTIONARY = 512;

/** By /First, which object streams require: few objects of a file have it. */
function mayHaveMembers({ budget, document: { source } }: PdfRevision, offset: number): boolean {
  budget.step();
  const text = latin1(source.read(offset, LONGEST_STREAM_DICTIONARY));
  const end = text.indexOf('stream');
  return /First|#/.test(end < 0 ? text : text.slice(0, end)) || (end < 0 && !text.includes('endobj'));
}
