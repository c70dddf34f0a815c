/** What a document is. The bytes decide; the name and `--from` are promises that they have to keep. */
import { DocconvError } from '../../errors.js';
import { FORMATS, type Format, formatOfName, formatOfWord } from '../formats.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import { isCfb, readCfb } from './cfb.js';
import { isLegacyEncrypted } from './legacy.js';
import { formatOfPackage } from './package-format.js';
import { rootElement, sampleText, separatorOf, type TextSample } from './text.js';
import { isZip, readZip } from './zip.js';

export interface Hints {
  /** The file's own name, for its extension; absent for standard input. */
  readonly name?: string | undefined;
  /** `--from`: wins over the name, not over the bytes. */
  readonly from?: string | undefined;
}

/** `ooxml`: [MS-OFFCRYPTO] in a compound file; `odf`: ODF 1.3 part 2, 4; `legacy`: Office 97 binary files. */
export type Encryption = 'ooxml' | 'odf' | 'legacy';

export interface Detection {
  /** Null where encryption hides it and nothing promises it. */
  readonly format: Format | null;
  readonly encryption: Encryption | null;
}

/** Throws EMPTY_FILE, UNSUPPORTED_FORMAT, FORMAT_MISMATCH, CORRUPT_DOCUMENT or LIMIT_EXCEEDED. Reads, but runs nothing. */
export function detectFormat(bytes: Uint8Array, hints: Hints = {}, limits: Limits = DEFAULT_LIMITS): Detection {
  if (bytes.length === 0) throw new DocconvError('EMPTY_FILE', `${subject(hints)} is empty.`);
  const promised = promiseOf(hints);
  const found = recognise(bytes, promised, hints, limits);
  if (found.format && promised) requireKept(promised, found.format, hints);
  return found;
}

function promiseOf({ name, from }: Hints): Format | null {
  if (from !== undefined) return formatOfWord(from);
  return name === undefined ? null : formatOfName(name);
}

function recognise(bytes: Uint8Array, promised: Format | null, hints: Hints, limits: Limits): Detection {
  if (isZip(bytes)) return formatOfPackage(bytes, readZip(bytes, limits), subject(hints));
  if (isCfb(bytes)) return recogniseCompound(bytes, promised, hints);
  const magic = recogniseMagic(bytes);
  if (magic) return plain(magic);
  const sample = sampleText(bytes);
  if (sample) return plain(recogniseText(sample, promised, hints));
  throw unknownBytes(promised, hints);
}

const plain = (format: Format): Detection => ({ format, encryption: null });

function recogniseCompound(bytes: Uint8Array, promised: Format | null, hints: Hints): Detection {
  const file = readCfb(bytes);
  if (file.names.includes('EncryptionInfo') && file.names.includes('EncryptedPackage')) {
    return { format: promised?.container === 'ooxml' ? promised : null, encryption: 'ooxml' };
  }
  const format = FORMATS.find(row => row.container === 'cfb' && row.marks.some(mark => file.names.includes(mark)));
  if (!format) throw notSupported(`${subject(hints)} is a compound file, but no Word, Excel or PowerPoint document.`);
  return { format, encryption: isLegacyEncrypted(file, format) ? 'legacy' : null };
}

function recogniseMagic(bytes: Uint8Array): Format | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) throw notSupported('This is a PDF already: there is nothing to convert.');
  return FORMATS.find(row => row.container === 'magic' && row.marks.some(mark => head.startsWith(mark))) ?? null;
}

/** What text shows of itself; txt, csv and tsv show nothing, so that only a promise tells them apart. */
function recogniseText(sample: TextSample, promised: Format | null, hints: Hints): Format {
  const shown = formatOfMarkup(sample.text);
  if (shown) return withOptions(shown, sample);
  if (promised?.container === 'html' && /<[a-z!/][^<>]*>/i.test(sample.text)) return withOptions(promised, sample);
  if (promised?.container === 'text') return withOptions(promised, sample);
  if (promised) throw mismatch(promised, 'plain text', hints, ' Rename it, or say what it is with --from txt.');
  throw notSupported(`${subject(hints)} is text, and text does not say what it is: use --from txt, csv or html.`);
}

function formatOfMarkup(text: string): Format | null {
  const root = rootElement(text);
  const local = root?.replace(/^.*:/, '').toLowerCase();
  if (local === 'svg') return rowOf('svg');
  if (root === 'office:document') {
    const media = /\soffice:mimetype\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? '';
    return FORMATS.find(row => row.container === 'flat-odf' && row.marks.includes(media)) ?? null;
  }
  const looksHtml = local === 'html' || /^\uFEFF?\s*<(!doctype\s+html|html|head|body|title|table)[\s>]/i.test(text);
  return looksHtml ? rowOf('html') : null;
}

/** Text filters are told the encoding, and for CSV the separator: LibreOffice would guess by the machine's language. */
function withOptions(format: Format, { text, encoding }: TextSample): Format {
  if (format.container !== 'text') return format;
  if (format.family === 'writer') return { ...format, inputOptions: encoding.name };
  const separator = format.name === 'tsv' ? '\t' : separatorOf(text);
  return { ...format, inputOptions: `${separator.charCodeAt(0)},34,${encoding.csv},1` };
}

function rowOf(name: string): Format {
  return FORMATS.find(row => row.name === name)!;
}

/** A template under a document's name is fine, hidden macros and other kinds of file are not. */
function requireKept(promised: Format, found: Format, hints: Hints): void {
  const kin = promised.container === found.container && promised.family === found.family;
  if (promised.name === found.name || (kin && (promised.macros || !found.macros))) return;
  const advice =
    hints.from === undefined
      ? ` Rename it to .${found.extensions[0]}, or say --from ${found.name}.`
      : ` Leave --from out, or say --from ${found.name}.`;
  throw mismatch(promised, `${found.title} (${found.name})`, hints, advice);
}

function unknownBytes(promised: Format | null, hints: Hints): DocconvError {
  if (promised) return mismatch(promised, 'something else, or damaged from its first byte on', hints, '');
  return notSupported(`${subject(hints)} is no document that docconv knows.`);
}

function mismatch(promised: Format, found: string, hints: Hints, advice: string): DocconvError {
  const promise = hints.from === undefined ? 'its name says' : '--from says';
  const message = `${subject(hints)} is ${found}, but ${promise} ${promised.title} (${promised.name}).${advice}`;
  return new DocconvError('FORMAT_MISMATCH', message, { detail: { promised: promised.name } });
}

function notSupported(message: string): DocconvError {
  return new DocconvError('UNSUPPORTED_FORMAT', message);
}

function subject({ name }: Hints): string {
  return name === undefined ? 'The document' : JSON.stringify(name);
}
