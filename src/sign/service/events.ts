/**
 * What docconv and a signing process tell each other. The process parses the PDF; docconv has the key and the network. Each
 * answer of the process is either its result or a question, and the next request has the answer to that.
 */
import type { ErrorCode } from '../../errors.js';
import {
  type Accept,
  collect,
  ProtocolError,
  readCount,
  readList,
  readName,
  readObject,
  readRecord,
  readText,
} from '../../isolation/index.js';
import type { PortableTrust } from '../../trust/index.js';
import { isShowable, type VisibleSignature } from '../appearance/index.js';
import { BASELINE_LEVELS, type BaselineLevel } from '../levels.js';
import type { SignOptions } from '../sign.js';

/** Trusted certificates are the blobs of the configuration. */
export interface WorkerConfig {
  readonly places: Omit<PortableTrust, 'certificates'>;
}

/** Options of sign() that are plain data. */
export interface ServedSignOptions
  extends Pick<
    SignOptions,
    'level' | 'allowLowerLevel' | 'reason' | 'location' | 'name' | 'contact' | 'field' | 'certify' | 'lock' | 'password'
  > {
  readonly visible?: Pick<VisibleSignature, 'page' | 'rect' | 'text'>;
}

export type SigningStep =
  /** The document is the first blob; then follow the image, if there is one, the certificate of the signer and those of its issuers. */
  | {
      readonly step: 'begin';
      readonly options: ServedSignOptions;
      readonly hasImage: boolean;
      /** Without credentials; null: there is none. */
      readonly authority: { readonly url: string; readonly policy?: string } | null;
    }
  /** The answer is the blob. */
  | { readonly step: 'answer' }
  | { readonly step: 'refusal'; readonly code: ErrorCode; readonly message: string };

/** In JSON, with one blob: data to sign, the body of a request, or the signed PDF. */
export type SigningEvent =
  | { readonly event: 'sign' }
  | { readonly event: 'timestamp' }
  | ({ readonly event: 'fetch' } & FetchQuestion)
  | ({ readonly event: 'layout' } & LayoutQuestion)
  | ({ readonly event: 'done' } & Outcome);

/** For certificates and revocation data. */
export interface FetchQuestion {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** The answer is the PDF of the sheet with this text, see textSheet(). */
export interface LayoutQuestion {
  readonly text: string;
  readonly widths: readonly number[];
}

export interface Outcome {
  readonly level: BaselineLevel;
  /** Why it is lower than the one asked for; null: it is not. */
  readonly reason: string | null;
}

export type ReceivedEvent = SigningEvent & { readonly blob: Uint8Array };

const EVENTS: ReadonlySet<SigningEvent['event']> = new Set(['sign', 'timestamp', 'fetch', 'layout', 'done']);
const METHODS: ReadonlySet<'GET' | 'POST'> = new Set(['GET', 'POST']);
const HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type']);
const LEVELS: ReadonlySet<BaselineLevel> = new Set(BASELINE_LEVELS);
export const MAX_REASON = 2000;
const MAX = {
  url: 2048,
  header: 200,
  question: 100_000,
  answer: 64 << 20,
  timeoutMs: 60_000,
  text: 100_000, // a template of 1,000 characters has 166 fields of 200
  columns: 20,
  width: 100,
};
/** Two copies of it are in memory. */
const MAX_PDF = 1 << 30;

export const acceptEvent: Accept<ReceivedEvent> = (value, [size, ...others]) => {
  if (size === undefined || others.length > 0) throw new ProtocolError('not one blob');
  const event = readName((value as Partial<SigningEvent> | null)?.event, EVENTS);
  if (event === 'done') return withBlob(outcomeOf(value), readCount(size, MAX_PDF));
  return withBlob(read(event, value), readCount(size, MAX.question));
};

function read(event: Exclude<SigningEvent['event'], 'done'>, value: unknown): SigningEvent {
  if (event === 'fetch') return questionOf(value);
  return event === 'layout' ? layoutOf(value) : { event };
}

function layoutOf(value: unknown): SigningEvent {
  const { text, widths } = readObject(value, ['event', 'text', 'widths']);
  const columns = readList(widths, MAX.columns).map(width => readCount(width, MAX.width));
  return { event: 'layout', text: shownText(text), widths: columns };
}

/** As it is: a signature must not show another text. */
function shownText(text: unknown): string {
  if (typeof text !== 'string' || text.length > MAX.text || !isShowable(text))
    throw new ProtocolError('a text that no visible signature has');
  return text;
}

function withBlob(message: SigningEvent, size: number): ReturnType<Accept<ReceivedEvent>> {
  const { bytes, sink } = collect(size);
  return { message: { ...message, blob: bytes }, sinks: [sink] };
}

function outcomeOf(value: unknown): SigningEvent {
  const { level, reason } = readObject(value, ['event', 'level', 'reason']);
  return {
    event: 'done',
    level: readName(level, LEVELS),
    reason: reason === null ? null : readText(reason, MAX_REASON),
  };
}

function questionOf(value: unknown): SigningEvent {
  const names = ['event', 'url', 'method', 'headers', 'maxBytes', 'timeoutMs'] as const;
  const { url, method, headers, maxBytes, timeoutMs } = readObject(value, names);
  return {
    event: 'fetch',
    url: readText(url, MAX.url),
    method: readName(method, METHODS),
    headers: headersOf(headers),
    maxBytes: readCount(maxBytes, MAX.answer),
    timeoutMs: readCount(timeoutMs, MAX.timeoutMs),
  };
}

function headersOf(value: unknown): Record<string, string> {
  const entries = Object.entries(readRecord(value));
  if (!entries.every(([name]) => HEADERS.has(name))) throw new ProtocolError('an unexpected header');
  return Object.fromEntries(entries.map(([name, text]) => [name, readText(text, MAX.header)]));
}
