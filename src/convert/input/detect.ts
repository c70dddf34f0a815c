/** Recognises the format of a document: the bytes decide; the name and `--from` have to be of the same family. */
import { DocconvError } from '../../errors.js';
import { type Format, formatNamed, formatOfFileName, formatOfMagic, PRINTED_PDF } from '../formats.js';
import { LOST } from '../quirks/table.js';
import { isCfb } from './cfb.js';
import { formatOfAncient, formatOfCompound } from './detect-legacy.js';
import { formatOfPackage } from './detect-package.js';
import { formatOfText, isNoMarkup, sampleText } from './detect-text.js';
import type { Detection, SourceDocument } from './document.js';
import { isMail } from './mime.js';
import { foreignPicture } from './survey/markup.js';
import { isZip } from './zip.js';

export interface Hints {
  /** The file's own name, for its extension; absent for standard input. */
  readonly name?: string | undefined;
  /** `--from`: overrides the name, but not the bytes. */
  readonly from?: string | undefined;
}

/** Throws EMPTY_FILE, UNSUPPORTED_FORMAT, FORMAT_MISMATCH, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export async function detectFormat(document: SourceDocument, hints: Hints = {}): Promise<Detection> {
  if (document.bytes.length === 0) throw new DocconvError('EMPTY_FILE.document', { subject: subject(hints) });
  const expected = expectedFormat(hints);
  const found = await recognise(document, expected, hints);
  if (!found.format || !expected || isAsDeclared(found.format, expected)) return found;
  const isOfFamily = expected.family === found.format.family;
  if (!isOfFamily && !isTextUnder(expected, found.format)) throw mismatch('other', expected, hints, found.format);
  return { ...found, declared: expected };
}

/** Excel opens a page or a text that is called .xls, as web applications export them. */
const isTextUnder = (expected: Format, { container }: Format): boolean =>
  expected.name === 'xls' && ['html', 'mime', 'text'].includes(container);

function expectedFormat({ name, from }: Hints): Format | null {
  if (from !== undefined) return formatNamed(from);
  return name === undefined ? null : formatOfFileName(name);
}

async function recognise(document: SourceDocument, expected: Format | null, hints: Hints): Promise<Detection> {
  const { bytes } = document;
  if (isZip(bytes)) return formatOfPackage(document, subject(hints));
  if (isCfb(bytes)) {
    const found = formatOfCompound(document.compound, expected);
    if (found) return found;
    throw new DocconvError('UNSUPPORTED_FORMAT.compound-file', { subject: subject(hints) });
  }
  if (expected === PRINTED_PDF && isPdf(bytes)) return unencrypted(PRINTED_PDF);
  const byMagic = formatOfSignature(bytes);
  if (byMagic) return unencrypted(byMagic);
  const picture = foreignPicture(bytes);
  if (picture)
    throw new DocconvError('UNSUPPORTED_FORMAT.picture', { subject: subject(hints), picture: LOST[picture].words });
  const sample = sampleText(bytes);
  const format = sample === null ? null : await requireTextFormat(sample, expected, hints);
  if (format && (format.container === 'text' || !isNoMarkup(bytes))) return unencrypted(format);
  if (expected) throw mismatch('damaged', expected, hints);
  throw new DocconvError('UNSUPPORTED_FORMAT.unknown', { subject: subject(hints) });
}

const unencrypted = (format: Format): Detection => ({ format, encryption: null });

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).toString('latin1').includes('%PDF-');
}

function formatOfSignature(bytes: Uint8Array): Format | null {
  if (isPdf(bytes)) throw new DocconvError('UNSUPPORTED_FORMAT.pdf');
  return formatOfMagic(bytes) ?? formatOfAncient(bytes);
}

async function requireTextFormat(sample: string, expected: Format | null, hints: Hints): Promise<Format> {
  const plain = plainUnder(expected);
  const found = (await formatOfText(sample, expected)) ?? (plain && (await formatOfText(sample, plain)));
  if (found) return found;
  if (expected) throw mismatch('text', expected, hints);
  throw new DocconvError(`UNSUPPORTED_FORMAT.${isMail(sample) ? 'mail' : 'text'}`, { subject: subject(hints) });
}

/** As what Word and Excel open a text that has the name of a document of theirs, and no markup. */
function plainUnder(expected: Format | null): Format | null {
  if (expected?.name === 'doc' || expected?.name === 'rtf') return formatNamed('txt');
  return expected?.name === 'xls' ? formatNamed('csv') : null;
}

/** A template may have the name of a document, and a document without macros the name of one with macros. */
function isAsDeclared(found: Format, expected: Format): boolean {
  const isSameKind = expected.container === found.container && expected.family === found.family;
  const hasSignature = found.container === 'magic';
  return expected.name === found.name || (isSameKind && !hasSignature && (expected.macros || !found.macros));
}

function mismatch(kind: 'damaged' | 'text' | 'other', expected: Format, hints: Hints, found?: Format): DocconvError {
  const id = `FORMAT_MISMATCH.${kind}${hints.from === undefined ? '' : '.from'}` as const;
  const { name = '', title: foundTitle = '', extensions: [extension = ''] = [] } = found ?? {};
  const ofExpected = { expected: expected.name, title: expected.title };
  const values = { ...ofExpected, subject: subject(hints), found: name, foundTitle, extension };
  return new DocconvError(id, values, { detail: { promised: expected.name } });
}

function subject({ name }: Hints): string {
  return name === undefined ? 'The document' : JSON.stringify(name);
}
