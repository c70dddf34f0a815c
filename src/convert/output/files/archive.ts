/** Receives one file as it is, and several images as one ZIP archive, which is written while they arrive. */
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Sink } from '../../../isolation/index.js';
import type { OutputReceiver, SentFile } from '../../engine.js';
import { directoryOf, localHeader, type PartSize } from '../../input/zip-write.js';
import { pathOfImage } from '../../outputs.js';

export class ArchiveReceiver implements OutputReceiver {
  files: readonly SentFile[] = [];
  #parts: { name: string; offset: number; part: PartSize }[] = [];
  #file: FileHandle | null = null;
  #end = 0;
  #failure: unknown = null;

  /** @param path of a file that does not exist yet; @param extension of the images, without the dot */
  constructor(
    private readonly path: string,
    private readonly extension: string,
  ) {}

  receive(files: readonly SentFile[]): Sink[] {
    this.files = files;
    this.#parts = [];
    this.#end = 0;
    if (files.length === 1) return [chunk => this.#try(() => this.#append(chunk))];
    const name = `page.${this.extension}`;
    return files.map(({ page, size }) => this.#partSink(pathOfImage(name, page!, files), size));
  }

  /** Images are compressed already, so that they are stored; their checksum is in the header in front of them. */
  #partSink(name: string, size: number): Sink {
    const part = { size, crc: 0 };
    let offset = -1;
    let received = 0;
    return chunk =>
      this.#try(async () => {
        if (offset < 0) {
          offset = this.#end;
          this.#parts.push({ name, offset, part });
          await this.#append(localHeader(name, part));
        }
        part.crc = crc32(chunk, part.crc);
        received += chunk.byteLength;
        await this.#append(chunk);
        if (received === size) await this.#write(localHeader(name, part), offset);
      });
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#write(bytes, this.#end);
    this.#end += bytes.byteLength;
  }

  /** Exclusive, so that a link of this name is not followed; a second attempt writes from the beginning again. */
  async #write(bytes: Uint8Array, position: number): Promise<void> {
    this.#file ??= await open(this.path, 'wx');
    await this.#file.write(bytes, 0, bytes.byteLength, position);
  }

  /** Errors are kept for close(): the worker is not at fault. */
  async #try(step: () => Promise<void>): Promise<void> {
    if (this.#failure === null) await step().catch(error => this.#keep(error));
  }

  #keep(error: unknown): void {
    this.#failure ??= error;
  }

  /** Completes the archive. Rejects with the error of the file system when it is not complete. */
  async close(): Promise<void> {
    if (this.#parts.length > 0) await this.#try(() => this.#append(directoryOf(this.#parts, this.#end)));
    if (this.files[0]?.size === 0) await this.#try(() => this.#append(new Uint8Array()));
    await this.#try(async () => this.#file?.truncate(this.#end));
    await this.#file?.close().catch(error => this.#keep(error));
    if (this.#failure !== null) throw this.#failure;
  }
}
