/** A received document: in memory while it is small, otherwise in a file with mode 0600. */
import { type FileHandle, open, readFile, unlink } from 'node:fs/promises';
import { DocconvError } from '../../errors.js';
import { fittingName } from '../../system/files/long-names.js';
import { removeUnsafe } from '../../text.js';
import type { ByteUsage } from '../limits/byte-budget.js';

export interface ReceivedDocument {
  /** The client's name of the file, made safe. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** For a converter. */
  readonly source: { path: string; name: string } | { bytes: Uint8Array; name: string };
  /** All bytes. Call it when they are used, not before: a document that waits must not take memory. */
  read(): Promise<Uint8Array>;
}

/** Bytes of a document in memory. */
const SMALL = 64 * 1024;

/** Receives the bytes of one document. */
export class DocumentWriter {
  #size = 0;
  readonly #blocks: Uint8Array[] = [];
  #file: FileHandle | null = null;
  #name = 'document';
  #onDiscard = () => {};

  constructor(
    private readonly path: string,
    private readonly usage: Pick<ByteUsage, 'take'>,
    private readonly maxBytes: number,
  ) {}

  set name(name: string) {
    this.#name = safeFileName(name);
  }

  /** What the document occupies besides its bytes; released with it. */
  holds(release: () => void): void {
    this.#onDiscard = release;
  }

  /** Keeps the block. Throws TOO_LARGE, OVERLOADED, and errors of the file system. */
  async write(block: Uint8Array): Promise<void> {
    this.#size += block.length;
    if (this.#size > this.maxBytes) throw tooLarge(this.maxBytes);
    this.usage.take(block.length);
    this.#blocks.push(block);
    if (this.#size > SMALL) await this.#flush();
  }

  /** May be called more than once. */
  async finish(): Promise<ReceivedDocument> {
    const { path } = this;
    const [name, size] = [this.#name, this.#size];
    if (size <= SMALL) {
      const bytes = Buffer.concat(this.#blocks);
      return { name, size, source: { bytes, name }, read: async () => bytes };
    }
    await this.#close();
    return { name, size, source: { path, name }, read: () => readFile(path) };
  }

  async discard(): Promise<void> {
    this.#onDiscard();
    this.#blocks.length = 0;
    if (this.#size <= SMALL) return;
    await this.#close().catch(() => {});
    await unlink(this.path).catch(() => {}); // it could not be created, or was removed with the folder
  }

  async #flush(): Promise<void> {
    this.#file ??= await open(this.path, 'wx', 0o600);
    for (const block of this.#blocks.splice(0)) await this.#file.writeFile(block); // at the current position
  }

  async #close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

export function tooLarge(limit: number, areSeveral = false): DocconvError {
  const id = areSeveral ? 'TOO_LARGE.uploads' : 'TOO_LARGE.upload';
  return new DocconvError(id, { limit: Math.floor(limit / 1e6) }, { detail: { limit } });
}

/**
 * The client's file name is untrusted: returns its last path segment without control, separator and bidirectional
 * characters; 'document' if nothing remains.
 */
export function safeFileName(name: string | undefined): string {
  const unescaped = (name ?? '').replaceAll('%22', '"'); // as browsers write it (WHATWG HTML, 4.10.21.8)
  const last = unescaped.split(/[/\\]/).at(-1) ?? '';
  return fittingName(removeUnsafe(last).trim()) || 'document';
}
