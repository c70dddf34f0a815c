/** Prepares a document for an engine: format recognised, decrypted, limits checked, translated, edited. */
import { DocconvError } from '../../errors.js';
import type { Format } from '../formats.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import { canonicalLocale, DEFAULT_LOCALE } from '../locale.js';
import type { PdfOptions } from '../options.js';
import { type HasQuirk, quirksOf } from '../quirks/index.js';
import type { QuirkId } from '../quirks/table.js';
import { Warnings } from '../warnings.js';
import { surveyCsv } from './csv.js';
import { type Detection, detectFormat, type Hints } from './detect.js';
import { hasUnknownEncoding, isUnread, looksForeign } from './detect-text.js';
import type { PrintedSheets } from './edit/document.js';
import { editDocument } from './edit/index.js';
import { inspect } from './inspect/index.js';
import { type DocumentContent, Survey } from './survey/index.js';
import { translate } from './translate/index.js';

export interface PrepareOptions extends Hints {
  /** Opens an encrypted document; ignored for others. */
  readonly password?: string | undefined;
  readonly limits?: Limits | undefined;
  /** For the edits that options ask for. */
  readonly pdf?: PdfOptions | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Components that the engine's LibreOffice lacks: see EngineStatus. */
  readonly missing?: readonly string[] | undefined;
  /** The faults of the engine's LibreOffice; by default all. */
  readonly quirks?: HasQuirk | undefined;
  /** Receives what the PDF will show in another way than the document. */
  readonly warnings?: Warnings | undefined;
}

export interface PreparedDocument {
  readonly format: Format;
  /** What the engine reads: the same bytes, or the decrypted or edited document. */
  readonly bytes: Uint8Array;
  /** What the PDF has to show. */
  readonly content: DocumentContent;
  /** Language and country: those of the options, else of the document, else the default. */
  readonly locale: string;
  /** See EditableDocument. */
  readonly printed: PrintedSheets | null;
  /** See Survey. */
  readonly embedsFonts: boolean;
}

/**
 * Throws EMPTY_FILE, UNSUPPORTED_FORMAT, FORMAT_MISMATCH, CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD,
 * ENCRYPTION_UNSUPPORTED or LIMIT_EXCEEDED.
 */
export async function prepareDocument(bytes: Uint8Array, options: PrepareOptions = {}): Promise<PreparedDocument> {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const detection = await detectFormat(bytes, options, limits);
  if (detection.encryption === null) return preparePlain(bytes, detection, options, limits);
  const { decrypt } = await import('./decrypt/index.js');
  const plain = await decrypt(bytes, detection.encryption, options.password, limits, options.signal);
  // encryption can hide anything, so the decrypted document is recognised and inspected like any other
  return preparePlain(plain, await detectFormat(plain, options, limits), options, limits);
}

async function preparePlain(
  bytes: Uint8Array,
  { format, encryption, unlisted, declared }: Detection,
  options: PrepareOptions,
  limits: Limits,
): Promise<PreparedDocument> {
  const { warnings = new Warnings(), missing = [], quirks = quirksOf(null), signal } = options;
  if (!format || encryption !== null)
    throw new DocconvError('ENCRYPTION_UNSUPPORTED', 'The document is encrypted twice.');
  const has = (quirk: QuirkId) => quirks(quirk, format);
  const survey = new Survey(format);
  await inspect(bytes, format, limits, { survey, signal });
  survey.report(warnings, { has, missing, options: options.pdf ?? {} });
  if (declared) warnings.add('format_mismatch', { declared: declared.name, found: format.name });
  if (hasUnknownEncoding(bytes, format) && looksForeign(bytes))
    warnings.add('encoding_unknown', { read: 'Windows-1252' });
  const translation = await translate(bytes, format, limits, warnings);
  // inspected like every document of that format
  if (translation)
    return preparePlain(translation.bytes, { format: translation.format, encryption: null }, options, limits);
  const content = survey.content();
  const pdf = options.pdf ?? {};
  const locale = canonicalLocale(pdf.locale ?? content.language ?? '') ?? DEFAULT_LOCALE;
  const edited = await editDocument(
    bytes,
    { format, options: pdf, has, unlisted: unlisted ?? NONE, survey, isUnread: isUnread(bytes, format), locale },
    limits,
  );
  const isCsv = format.container === 'text' && format.family === 'calc';
  return {
    format: isCsv ? surveyCsv(edited.bytes, format, { options: { ...pdf, locale }, has, warnings }) : format,
    content,
    locale,
    embedsFonts: survey.embedsFonts,
    ...edited,
  };
}

const NONE: ReadonlyMap<string, string> = new Map();
