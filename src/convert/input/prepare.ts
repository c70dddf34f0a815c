/** Prepares a document for an engine: format recognised, decrypted, limits checked, translated, edited. */
import { DocconvError } from '../../errors.js';
import type { Format } from '../formats.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import { canonicalLocale, DEFAULT_LOCALE } from '../locale.js';
import type { PdfOptions } from '../options.js';
import { localeWithPaper, paperWithoutSize } from '../paper.js';
import { type HasQuirk, quirksOf } from '../quirks/index.js';
import type { QuirkId } from '../quirks/table.js';
import { Warnings } from '../warnings.js';
import { prepareCsv } from './csv.js';
import { detectFormat, type Hints } from './detect.js';
import { doubtfulEncoding } from './detect-text.js';
import { type Detection, SourceDocument } from './document.js';
import { isPackage, type PrintedSheets } from './edit/document.js';
import { editDocument, isLaidOut } from './edit/index.js';
import { inspect } from './inspect/index.js';
import { unpackPicture } from './packed-picture.js';
import { type DocumentContent, Survey } from './survey/index.js';
import type { Fact } from './survey/surveyor.js';
import { TRACES, type Trace } from './traces.js';
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
  /** See EditContext; none by default. */
  readonly fonts?: (() => Promise<ReadonlySet<string>>) | undefined;
  /** Receives what the PDF will show in another way than the document. */
  readonly warnings?: Warnings | undefined;
}

export interface PreparedDocument {
  readonly format: Format;
  /** What the engine reads: the same bytes, or the decrypted or edited document. */
  readonly bytes: Uint8Array;
  /** What the PDF has to show. */
  readonly content: DocumentContent;
  /** Language and country: those of the options, else of the document or most letters of its slides, else the default. */
  readonly language: string;
  /** The same for the engine, maybe with another country: see localeWithPaper(). */
  readonly locale: string;
  /** See EditableDocument. */
  readonly printed: PrintedSheets | null;
  readonly traces: readonly Trace[];
  /** See EngineDocument. */
  readonly loadsAsProgram: boolean;
  /** False: it has no table of contents and no other index. */
  readonly mayHaveIndex: boolean;
}

/**
 * Throws EMPTY_FILE, UNSUPPORTED_FORMAT, FORMAT_MISMATCH, CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD,
 * ENCRYPTION_UNSUPPORTED or LIMIT_EXCEEDED.
 */
export async function prepareDocument(bytes: Uint8Array, options: PrepareOptions = {}): Promise<PreparedDocument> {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const document = new SourceDocument(withoutLead(await unpackPicture(bytes, limits)), limits);
  const detection = await detectFormat(document, options);
  if (detection.encryption === null) return prepare(document, detection, options);
  const { decrypt } = await import('./decrypt/index.js');
  const decrypted = await decrypt(document, detection.encryption, options.password, options.signal);
  // encryption can hide anything, so the decrypted document is recognised and inspected like any other
  const plain = new SourceDocument(decrypted, document.limits);
  return prepare(plain, await detectFormat(plain, options), options);
}

/** Blanks before Rich Text, for which LibreOffice takes it for plain text. */
const RTF_LEAD = /^(?:\xef\xbb\xbf)?[ \t\r\n]*(?=\{\\rt)/;
const LONGEST_LEAD = 1024;

function withoutLead(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, LONGEST_LEAD)).toString('latin1');
  const lead = RTF_LEAD.exec(head)?.[0];
  return lead ? bytes.subarray(lead.length) : bytes;
}

async function prepare(
  source: SourceDocument,
  { format, encryption, unlisted = new Map(), declared }: Detection,
  options: PrepareOptions,
): Promise<PreparedDocument> {
  const {
    warnings = new Warnings(),
    missing = [],
    quirks = quirksOf(null),
    pdf = {},
    signal,
    fonts = noFonts,
  } = options;
  if (!format || encryption !== null) throw new DocconvError('ENCRYPTION_UNSUPPORTED.twice');
  if (format.component !== null && missing.includes(format.component))
    throw new DocconvError('UNSUPPORTED_FORMAT.engine', { title: format.title, format: format.name });
  const has = (quirk: QuirkId) => quirks(quirk, format);
  const survey = new Survey(format);
  await inspect({ document: source, format, observer: survey, signal });
  survey.report(warnings, { has, missing, options: pdf });
  if (declared) warnings.add('format_mismatch', { declared: declared.name, found: format.name });
  if (isPackage(format)) reportRepeated(source.archive.repeated, warnings);
  const guessed = doubtfulEncoding(source.bytes, format);
  if (guessed !== null) warnings.add('encoding_unknown', { read: guessed });
  const translation = await translate(source, format, warnings);
  if (translation) {
    // inspected like every document of that format
    const translated = new SourceDocument(translation.bytes, source.limits);
    return prepare(translated, { format: translation.format, encryption: null }, options);
  }
  const { facts } = survey;
  const content = survey.content();
  const locale = canonicalLocale(pdf.locale ?? content.language ?? '') ?? DEFAULT_LOCALE;
  const ofLetters = spacingLocale(pdf, facts, has);
  const language = ofLetters ?? locale;
  const paper = paperWithoutSize(pdf);
  const context = { source, format, options: pdf, has, unlisted, facts, fonts, language, paper, warnings };
  const edited = await editDocument(context);
  const isCsv = format.container === 'text' && format.family === 'calc';
  return {
    ...edited,
    format,
    ...(isCsv ? prepareCsv(edited.bytes, format, { options: { ...pdf, locale }, has, warnings }) : {}),
    content,
    language,
    locale: ofLetters ?? localeWithPaper(locale, paper),
    traces: TRACES.filter(trace => facts.has(trace)),
    loadsAsProgram: facts.has('shownComments'),
    mayHaveIndex: facts.has('index'),
  };
}

/**
 * Impress puts space between East Asian and other letters, which PowerPoint does not, unless its locale is one of these. Numbers
 * have the same separators in them as in the default one.
 */
function spacingLocale(pdf: PdfOptions, facts: ReadonlySet<Fact>, has: (quirk: QuirkId) => boolean): string | null {
  if (pdf.locale !== undefined || !isLaidOut(pdf) || !has('scriptSpaces')) return null;
  if (facts.has('korean')) return 'ko-KR';
  return facts.has('japanese') ? 'ja-JP' : null;
}

const noFonts = async (): Promise<ReadonlySet<string>> => new Set();

function reportRepeated(parts: ReadonlySet<string>, warnings: Warnings): void {
  const [part] = parts;
  if (part !== undefined) warnings.add('parts_repeated', { part, count: parts.size });
}
