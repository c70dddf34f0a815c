/**
 * The messages between docconv and its worker processes. Every domain uses the same envelope; the configuration, request
 * body and result inside are types of the domain. What a worker sends is validated before it is used.
 */
import { DocconvError, type ErrorCode, type ErrorDetail } from '../errors.js';
import { defer } from '../system/deferred.js';
import type { Accept } from './channel.js';
import { ProtocolError, readLines, readName, readObject, readText } from './schema.js';

/** Increase it with every change of a message: a worker file of another version then refuses to start. */
export const PROTOCOL_VERSION = 11;

/** The first message to a worker. */
export interface Hello<Config> {
  type: 'hello';
  version: number;
  config: Config;
}

export type ToWorker<Config, Body> = Hello<Config> | { type: 'request'; body: Body };

/** A request, or a part of it, failed with a DocconvError; the worker takes further requests. */
export interface Failure {
  code: ErrorCode;
  message: string;
  detail: ErrorDetail;
  /** Stack of the cause, for the log. */
  cause: string | null;
}

/**
 * `accepting`: requests may be sent; those that do not need the complete start are answered before `ready`. `inspected`: before
 * `ready`, at most once; from now on it starts, and no request takes its time. `last`: before the answer to a request, after
 * which it takes none. `unsuitable`: in place of an answer; it has not begun the request, which needs a process that has done
 * nothing before. `unusable`: it cannot start or cannot continue; it exits after this message.
 */
export type FromWorker = Signal | { type: 'response'; result: unknown } | { type: 'failure'; failure: Failure };

type Signal =
  | { type: 'accepting' }
  | { type: 'inspected' }
  | { type: 'ready' }
  | { type: 'last' }
  | { type: 'unsuitable' }
  | { type: 'unusable'; message: string };

/** A message of a worker after its validation. */
export type Answer<Result> = Signal | { type: 'response'; result: Result } | { type: 'failure'; error: DocconvError };

/** Characters of texts in a failure. */
const MAX = { message: 2000, cause: 8000, detail: 500 };
const MAX_DETAILS = 16;

export function completeFailure({ code, message, detail, cause }: DocconvError): Failure {
  return { code, message, detail, cause: cause instanceof Error ? (cause.stack ?? cause.message) : null };
}

/** With texts that are not too long for readFailure(). */
export function failureOf(error: DocconvError): Failure {
  const { code, message, detail, cause } = completeFailure(error);
  const cut = (value: ErrorDetail[string]) => (typeof value === 'string' ? value.slice(0, MAX.detail) : value);
  return {
    code,
    message: message.slice(0, MAX.message),
    detail: Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, cut(value)])),
    cause: cause?.slice(0, MAX.cause) ?? null,
  };
}

/** The error of a failure. `codes`: those that this kind of worker may report. */
export function readFailure(value: unknown, codes: ReadonlySet<ErrorCode>): DocconvError {
  const { code, message, detail, cause } = readObject(value, ['code', 'message', 'detail', 'cause']);
  return DocconvError.received(readName(code, codes), readText(message, MAX.message), {
    detail: readDetail(detail),
    ...(cause !== null && { cause: new Error(readLines(cause, MAX.cause)) }),
  });
}

export function readDetail(value: unknown): ErrorDetail {
  if (typeof value !== 'object' || value === null) throw new ProtocolError('details that are no object');
  const entries = Object.entries(value);
  if (entries.length > MAX_DETAILS) throw new ProtocolError('too many details');
  return Object.fromEntries(entries.map(([name, item]) => [readDetailName(name), readScalar(item)]));
}

function readDetailName(name: string): string {
  if (!/^[a-z][A-Za-z]{0,39}$/.test(name)) throw new ProtocolError('a detail with an unexpected name');
  return name;
}

function readScalar(value: unknown): ErrorDetail[string] {
  if (typeof value === 'string') return readText(value, MAX.detail);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  throw new ProtocolError('a detail that is not a plain value');
}

/** Validates the first answer to a hello. */
export const acceptStart: Accept<Answer<never>> = (header, sizes) =>
  typeOf(header) === 'accepting' ? readSignal('accepting', header, sizes) : acceptReady(header, sizes);

/** Validates the message that ends a start. */
const acceptReady: Accept<Answer<never>> = (header, sizes) => {
  const type = typeOf(header);
  if (type === 'unusable') return readUnusable(header, sizes);
  if (type !== 'ready') throw new ProtocolError('an answer before the start');
  return readSignal(type, header, sizes);
};

/** The request that was sent during the start and is not answered. */
export class EarlyRequest {
  readonly #inspected = defer<void>();
  #isInspected = false;
  #pending: { accept: Accept<Answer<unknown>>; resolve(answer: Answer<unknown>): void } | null = null;

  get isPending(): boolean {
    return this.#pending !== null;
  }

  /** Resolves when the worker reports that it starts from now on. */
  get inspected(): Promise<void> {
    return this.#inspected.promise;
  }

  /** Resolves to the answer that comes before `ready`. `accept`: see acceptAnswer(). */
  begin<Result>(accept: Accept<Answer<Result>>): Promise<Answer<Result>> {
    return new Promise(resolve => {
      this.#pending = { accept, resolve: answer => resolve(answer as Answer<Result>) };
    });
  }

  /** Validates what follows `accepting`. */
  readonly accept: Accept<Answer<unknown>> = (header, sizes) => {
    if (typeOf(header) === 'inspected' && !this.#isInspected) return readSignal('inspected', header, sizes);
    const isAnswer = ['response', 'failure'].includes(String(typeOf(header)));
    return (isAnswer && this.#pending ? this.#pending.accept : acceptReady)(header, sizes);
  };

  /** Takes what came before `ready`. */
  take(message: Answer<unknown>): void {
    if (message.type === 'inspected') {
      this.#isInspected = true;
      this.#inspected.resolve();
    } else this.end(message);
  }

  /** `answer`: null, when the start is complete before. */
  end(answer: Answer<unknown> | null): void {
    if (answer) this.#pending?.resolve(answer);
    this.#pending = null;
  }
}

function readSignal(type: Exclude<Signal['type'], 'unusable'>, header: unknown, sizes: readonly number[]) {
  readObject(header, ['type']);
  return withoutBlobs({ type }, sizes);
}

/** Validates the answer to a request; `acceptResult` validates the part of the domain. */
export function acceptAnswer<Result>(
  codes: ReadonlySet<ErrorCode>,
  acceptResult: Accept<Result>,
): Accept<Answer<Result>> {
  return (header, sizes) => {
    const type = typeOf(header);
    if (type === 'unusable') return readUnusable(header, sizes);
    if (type === 'last' || type === 'unsuitable') return readSignal(type, header, sizes);
    if (type === 'failure') {
      const { failure } = readObject(header, ['type', 'failure']);
      return withoutBlobs({ type, error: readFailure(failure, codes) }, sizes);
    }
    if (type !== 'response') throw new ProtocolError('an answer of an unknown type');
    const { message, sinks } = acceptResult(readObject(header, ['type', 'result']).result, sizes);
    if (sinks.length !== sizes.length) throw new ProtocolError('more or fewer blobs than expected');
    return { message: { type, result: message }, sinks };
  };
}

function typeOf(header: unknown): unknown {
  return (header as { type?: unknown }).type;
}

function readUnusable(header: unknown, sizes: readonly number[]) {
  const { message } = readObject(header, ['type', 'message']);
  return withoutBlobs({ type: 'unusable' as const, message: readLines(message, MAX.cause) }, sizes);
}

function withoutBlobs<Message>(message: Message, sizes: readonly number[]) {
  if (sizes.length > 0) throw new ProtocolError('blobs that were not asked for');
  return { message, sinks: [] };
}
