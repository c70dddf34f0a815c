/** Where the PDF of a conversion goes: into memory, or into a file that docconv itself creates. */
import { type FileHandle, open } from 'node:fs/promises';
import { collect } from '../../isolation/index.js';
import { writeError } from '../../system/files.js';
import type { PdfReceiver } from '../engine.js';

export class MemoryReceiver implements PdfReceiver {
  pdf: Uint8Array = new Uint8Array();

  receive(size: number): (chunk: Uint8Array) => void {
    const { bytes, sink } = collect(size);
    this.pdf = bytes;
    return sink;
  }
}

export class FileReceiver implements PdfReceiver {
  #file: FileHandle | null = null;
  #failure: unknown = null;

  /** @param path of a file that does not exist yet; it is created when the PDF arrives */
  constructor(
    private readonly path: string,
    private readonly output: string,
  ) {}

  /** A second attempt begins again. Errors are kept for close(): the worker is not at fault. */
  receive(): (chunk: Uint8Array) => Promise<void> {
    let position = 0;
    return async chunk => {
      try {
        this.#file ??= await open(this.path, 'wx'); // exclusive: a link of this name is not followed
        if (position === 0) await this.#file.truncate();
        await this.#file.write(chunk, 0, chunk.byteLength, position);
        position += chunk.byteLength;
      } catch (error) {
        this.#failure ??= error;
      }
    };
  }

  /** Rejects with DISK_FULL or OUTPUT_UNWRITABLE, about the file that the user named, when the PDF is not complete. */
  async close(): Promise<void> {
    await this.#file?.close().catch(error => {
      this.#failure ??= error;
    });
    if (this.#failure !== null) throw writeError(this.#failure, this.output);
  }
}
