/**
 * docconv's end of the pipe to a worker (frame.ts). The worker is not trusted: nothing is buffered beyond the limits, and
 * bytes that no request asked for are a violation.
 */
import type { FileHandle } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { DocconvError } from '../errors.js';
import { encodeHeader, LENGTH_BYTES, MAX_HEADER } from './frame.js';
import { ProtocolError, readCount, readList } from './schema.js';

/** Takes the bytes of one blob, in order. While a returned promise is pending, nothing more is read from the worker. */
export type Sink = (chunk: Uint8Array) => void | Promise<void>;

/** Bytes, or an open file of this size, which is never in memory as a whole. */
export type SentBlob = Uint8Array | SentFile;

interface SentFile {
  readonly file: FileHandle;
  readonly size: number;
  /** For messages. */
  readonly path: string;
}

/** Bytes that are read from a file at once. */
const CHUNK = 1024 ** 2;

/** What an expected header says, and where its blobs go: one sink for each. */
export interface Accepted<Message> {
  message: Message;
  sinks: readonly Sink[];
}

/** Validates a header without its `blobs`; `sizes` are those of the blobs in bytes. Throws a ProtocolError. */
export type Accept<Message> = (header: unknown, sizes: readonly number[]) => Accepted<Message>;

/** A sink that keeps a blob in memory. `bytes` are complete when the message is. */
export function collect(size: number): { bytes: Uint8Array; sink: Sink } {
  const bytes = Buffer.allocUnsafeSlow(size); // pages that are never written take no memory
  let at = 0;
  const sink = (chunk: Uint8Array) => {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  };
  return { bytes, sink };
}

interface ChannelEvents {
  /** Bytes arrived that no request asked for. */
  violation(error: ProtocolError): void;
  /** The worker closed its end, or has ended. May be called again. */
  closed(): void;
}

interface JsonLimits {
  /** Objects and lists within each other. */
  readonly depth: number;
  readonly values: number;
}

const MAX_BLOBS = 10_000;
/** The values are also the sizes of the blobs. */
const HEADER_LIMITS: JsonLimits = { depth: 16, values: 32_768 };

export class Channel {
  #receiving = false;
  #closed = false;
  #unread = false;
  #wake: (() => void) | null = null;

  constructor(
    private readonly answers: Readable,
    private readonly requests: Writable,
    private readonly events: ChannelEvents,
  ) {
    answers.on('readable', () => this.#onReadable());
    for (const stream of new Set([answers, requests])) {
      stream.on('error', ({ code }: NodeJS.ErrnoException) => {
        this.#unread ||= code === 'EPIPE' || code === 'ECONNRESET';
      });
      for (const end of ['end', 'error', 'close']) stream.on(end, () => this.#onEnd());
    }
  }

  /** The worker ended before it read all that was sent. */
  get unread(): boolean {
    return this.#unread;
  }

  /**
   * Sends a message. Bytes are queued and not copied; files are read as the worker takes them. When the worker ends
   * meanwhile, `closed` is called. Rejects when a file cannot be read: the worker then waits for the rest in vain.
   */
  send(header: object, blobs: readonly SentBlob[] = []): Promise<void> {
    this.#unread ||= this.#closed;
    const head = encodeHeader(
      header,
      blobs.map(blob => (blob instanceof Uint8Array ? blob.byteLength : blob.size)),
    );
    return this.#sendAll([head, ...blobs]);
  }

  async #sendAll(parts: readonly SentBlob[]): Promise<void> {
    for (const part of parts) {
      if (!(part instanceof Uint8Array)) await this.#sendFile(part);
      else if (part.byteLength > 0) this.requests.write(part);
    }
  }

  async #sendFile({ file, size, path }: SentFile): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, CHUNK));
    for (let at = 0; at < size && !this.requests.destroyed; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at);
      if (bytesRead === 0) throw new DocconvError('FILE_UNREADABLE.size-changed', { file: path });
      await new Promise(resolve => this.requests.write(buffer.subarray(0, bytesRead), resolve));
      at += bytesRead;
    }
  }

  /**
   * The next message; null when the worker ended before it was complete. Rejects with a ProtocolError, also for bytes
   * after the message unless `isFollowed` says that a further one is expected.
   */
  async receive<Message>(
    accept: Accept<Message>,
    isFollowed: (message: Message) => boolean = () => false,
  ): Promise<Message | null> {
    this.#receiving = true;
    let expectsMore = false;
    try {
      const length = (await this.#take(LENGTH_BYTES))?.readUInt32LE();
      if (length === undefined) return null;
      if (length === 0 || length > MAX_HEADER) throw new ProtocolError(`a header of ${length} bytes`);
      const bytes = await this.#take(length);
      if (!bytes) return null;
      const { header, sizes } = parseHeader(bytes);
      const { message, sinks } = accept(header, sizes);
      for (const [i, size] of sizes.entries()) if (!(await this.#pour(size, sinks[i]!))) return null;
      expectsMore = isFollowed(message);
      if (!expectsMore) this.#requireEmpty();
      return message;
    } finally {
      this.#receiving = expectsMore;
    }
  }

  destroy(): void {
    this.answers.destroy();
    this.requests.destroy();
  }

  /** Exactly `length` bytes; null when the worker ended before. */
  async #take(length: number): Promise<Buffer | null> {
    for (;;) {
      const bytes = this.answers.read(length) as Buffer | null;
      if (bytes) return bytes.length === length ? bytes : null; // fewer: the last ones of an ended stream
      if (!(await this.#more())) return null;
    }
  }

  async #pour(size: number, sink: Sink): Promise<boolean> {
    for (let left = size; left > 0; ) {
      const available = Math.min(left, this.answers.readableLength);
      const chunk = this.answers.read(available || undefined) as Buffer | null;
      if (chunk) {
        left -= chunk.length;
        await sink(chunk);
      } else if (!(await this.#more())) return false;
    }
    return true;
  }

  /** Waits for more bytes; false when there will be none. */
  async #more(): Promise<boolean> {
    if (this.#closed) return false;
    await new Promise<void>(resolve => {
      this.#wake = resolve;
    });
    return this.answers.readableLength > 0 || !this.#closed;
  }

  #onReadable(): void {
    if (this.#receiving) this.#resume();
    else if (this.answers.readableLength > 0) this.events.violation(new ProtocolError('bytes without a request'));
  }

  #onEnd(): void {
    this.#closed = true;
    this.#resume();
    this.events.closed();
  }

  #resume(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  #requireEmpty(): void {
    if (this.answers.readableLength > 0) throw new ProtocolError('bytes after the message');
  }
}

function parseHeader(bytes: Buffer): { header: unknown; sizes: readonly number[] } {
  const value = readJson(bytes, HEADER_LIMITS);
  if (typeof value !== 'object' || value === null) throw new ProtocolError('a header that is not an object');
  const { blobs, ...header } = value as Record<string, unknown>;
  return { header, sizes: readList(blobs, MAX_BLOBS).map(size => readCount(size, Number.MAX_SAFE_INTEGER)) };
}

/** Throws a ProtocolError for what is no JSON within the limits. */
export function readJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  const text = decode(bytes);
  requireSimple(text, limits);
  return parseJson(text);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ProtocolError('a header that is not UTF-8');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError('a header that is not JSON');
  }
}

/** JSON.parse takes 50 times as long for a megabyte of nested lists or of names as for one of text. */
function requireSimple(text: string, limits: JsonLimits): void {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) inString = !inString;
    else if (inString && code === BACKSLASH) i++;
    else if (inString) continue;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    else if (code === COMMA) values++;
    if (depth > limits.depth) throw new ProtocolError('a header with too many levels');
    if (values > limits.values) throw new ProtocolError('a header with too many values');
  }
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
