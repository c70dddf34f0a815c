/** Where the files of a conversion go: into memory, to the disk, in files that docconv itself creates, or either. */
import { type FileHandle, open } from 'node:fs/promises';
import { collect, type Sink } from '../../../isolation/channel.js';
import type { OutputReceiver, SentFile } from '../../engine.js';
import type { ConvertedFile, WrittenFile } from '../../settings.js';
import type { ArchiveReceiver } from './archive.js';

export class MemoryReceiver implements OutputReceiver {
  files: readonly ConvertedFile[] = [];

  receive(files: readonly SentFile[]): Sink[] {
    const collected = files.map(({ page, size }) => ({ page, ...collect(size) }));
    this.files = collected.map(({ page, bytes }) => ({ page, bytes }));
    return collected.map(({ sink }) => sink);
  }
}

export class FileReceiver implements OutputReceiver {
  files: readonly SentFile[] = [];
  readonly #created = new Set<string>();
  readonly #open = new Set<FileHandle>();
  #failure: unknown = null;

  /** @param pathOf the path of a file that does not exist yet */
  constructor(private readonly pathOf: (file: SentFile) => string) {}

  /** Errors are kept for close(): the worker is not at fault. */
  receive(files: readonly SentFile[]): Sink[] {
    this.files = files;
    return files.map(file => this.#sinkOf(file));
  }

  #sinkOf(sent: SentFile): Sink {
    const path = this.pathOf(sent);
    let file: FileHandle | null = null;
    let position = 0;
    return async chunk => {
      if (this.#failure !== null) return;
      try {
        file ??= await this.#create(path);
        await file.write(chunk, 0, chunk.byteLength, position);
        position += chunk.byteLength;
        if (position === sent.size) await this.#close(file);
      } catch (error) {
        this.#failure ??= error;
      }
    };
  }

  /** Exclusive, so that a link of this name is not followed; a second attempt overwrites the file of the first. */
  async #create(path: string): Promise<FileHandle> {
    const file = await open(path, this.#created.has(path) ? 'w' : 'wx');
    this.#created.add(path);
    this.#open.add(file);
    return file;
  }

  async #close(file: FileHandle): Promise<void> {
    this.#open.delete(file);
    await file.close();
  }

  /** Rejects with the error of the file system when a file is not complete. */
  async close(): Promise<void> {
    for (const file of this.#open) await this.#close(file).catch(error => this.#keep(error));
    const empty = this.files.filter(({ size }) => size === 0).map(file => this.pathOf(file));
    for (const path of empty)
      await this.#create(path).then(
        file => this.#close(file),
        error => this.#keep(error),
      );
    if (this.#failure !== null) throw this.#failure;
  }

  #keep(error: unknown): void {
    this.#failure ??= error;
  }
}

/** Bytes of a file that is kept in memory: as many as a stream buffers that reads it. */
const SMALL = 64 * 1024;

/** A single small file is kept in memory; others go where `large` puts them. */
export class SpoolReceiver implements OutputReceiver {
  #memory: MemoryReceiver | null = null;

  /** @param path of what `large` writes */
  constructor(
    private readonly large: FileReceiver | ArchiveReceiver,
    private readonly path: string,
  ) {}

  get files(): readonly (ConvertedFile | WrittenFile)[] {
    return this.#memory?.files ?? this.large.files.map(({ page }) => ({ page, path: this.path }));
  }

  /** After an attempt that has written a file, the next one replaces it. */
  receive(files: readonly SentFile[]): Sink[] {
    const isSmall = files.length === 1 && files[0]!.size <= SMALL && this.large.files.length === 0;
    this.#memory = isSmall ? new MemoryReceiver() : null;
    return (this.#memory ?? this.large).receive(files);
  }

  /** Rejects with the error of the file system when a file is not complete. */
  async close(): Promise<void> {
    if (!this.#memory) await this.large.close();
  }
}
