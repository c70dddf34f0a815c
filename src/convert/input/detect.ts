/** Recognises the format of a document: the bytes decide; the name and `--from` have to be of the same family. */
import { DocconvError } from '../../errors.js';
import { type Format, formatNamed, formatOfFileName, formatOfMagic, unsupportedFormat } from '../formats.js';
import { isCfb } from './cfb.js';
import { formatOfAncient, formatOfCompound } from './detect-legacy.js';
import { formatOfPackage } from './detect-package.js';
import { formatOfText, sampleText } from './detect-text.js';
import type { Detection, SourceDocument } from './document.js';
import { isZip } from './zip.js';

export interface Hints {
  /** The file's own name, for its extension; absent for standard input. */
  readonly name?: string | undefined;
  /** `--from`: overrides the name, but not the bytes. */
  readonly from?: string | undefined;
}

/** Throws EMPTY_FILE, UNSUPPORTED_FORMAT, FORMAT_MISMATCH, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. */
export async function detectFormat(document: SourceDocument, hints: Hints = {}): Promise<Detection> {
  if (document.bytes.length === 0) throw new DocconvError('EMPTY_FILE', `${subject(hints)} is empty.`);
  const expected = expectedFormat(hints);
  const found = await recognise(document, expected, hints);
  if (!found.format || !expected || isAsDeclared(found.format, expected)) return found;
  if (expected.family !== found.format.family) throw otherFamily(expected, found.format, hints);
  return { ...found, declared: expected };
}

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
    throw unsupportedFormat(`${subject(hints)} is an OLE compound file, but not a Word, Excel or PowerPoint document.`);
  }
  const byMagic = formatOfSignature(bytes);
  if (byMagic) return unencrypted(byMagic);
  const sample = sampleText(bytes);
  if (sample !== null) return unencrypted(await requireTextFormat(sample, expected, hints));
  if (expected) throw mismatch(expected, 'is damaged or has an unknown format', hints, '');
  throw unsupportedFormat(`${subject(hints)} is damaged or has a format that docconv does not support.`);
}

const unencrypted = (format: Format): Detection => ({ format, encryption: null });

function formatOfSignature(bytes: Uint8Array): Format | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) throw unsupportedFormat('This is a PDF already, so it is not converted.');
  return formatOfMagic(bytes) ?? formatOfAncient(bytes);
}

async function requireTextFormat(sample: string, expected: Format | null, hints: Hints): Promise<Format> {
  const found = await formatOfText(sample, expected);
  if (found) return found;
  if (expected) throw mismatch(expected, 'is plain text', hints, ' Rename it, or use --from txt.');
  throw unsupportedFormat(
    `${subject(hints)} is text, whose format cannot be detected from its bytes. Use --from txt, csv or html, or md for Markdown.`,
  );
}

/** A template may have the name of a document, and a document without macros the name of one with macros. */
function isAsDeclared(found: Format, expected: Format): boolean {
  const isSameKind = expected.container === found.container && expected.family === found.family;
  const hasSignature = found.container === 'magic';
  return expected.name === found.name || (isSameKind && !hasSignature && (expected.macros || !found.macros));
}

function otherFamily(expected: Format, found: Format, hints: Hints): DocconvError {
  const advice =
    hints.from === undefined
      ? ` Rename it to .${found.extensions[0]}, or use --from ${found.name}.`
      : ` Use --from ${found.name}, or omit --from.`;
  return mismatch(expected, `has the format ${found.name} (${found.title})`, hints, advice);
}

function mismatch(expected: Format, found: string, hints: Hints, advice: string): DocconvError {
  const source = hints.from === undefined ? 'its name indicates' : '--from is';
  const message = `${subject(hints)} ${found}, but ${source} ${expected.name} (${expected.title}).${advice}`;
  return new DocconvError('FORMAT_MISMATCH', message, { detail: { promised: expected.name } });
}

function subject({ name }: Hints): string {
  return name === undefined ? 'The document' : JSON.stringify(name);
}
