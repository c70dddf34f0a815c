/** The calls of LibreOfficeKit that a conversion needs; implemented for the native library and for the WASM module. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { OutgoingBlob } from '../../isolation/worker.js';
import type { EngineCalls, EngineDocument, EngineOutcome } from './document-worker.js';

/** A loaded document; 0 or null means that loading failed. */
export type DocumentHandle = unknown;

export interface Kit {
  /** For every document, separated by commas: LOK takes the options that it knows, the import filter gets the others. */
  loadOptions: string;
  load(path: string, options: string): DocumentHandle;
  saveAsPdf(document: DocumentHandle, path: string, options: string): boolean;
  close(document: DocumentHandle): void;
  lastError(): string;
  /** Has to run between two calls. */
  pause?(): Promise<void>;
}

/** The kit's file system: the real one, or one in memory. */
export interface Files {
  /** Absolute path of a new file with these bytes, in a folder of its own. */
  write(name: string, bytes: Uint8Array): string;
  /** What the engine wrote to a path beside one of write(). */
  read(path: string): OutgoingBlob;
  /** Deletes all files of the calls so far. */
  clean(): void;
}

/** Below the working directory, which is the private folder of the worker. */
export function diskFiles(): Files {
  let folders = 0;
  let used: string[] = [];
  return {
    write(name, bytes) {
      const folder = resolve(`document-${folders++}`);
      mkdirSync(folder);
      used.push(folder);
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    },
    read: path => ({ path }),
    clean() {
      for (const folder of used) rmSync(folder, { recursive: true, force: true });
      used = [];
    },
  };
}

/** No input has this name: inputs keep the extension of their format. */
const OUTPUT = 'converted.pdf';

export function convertByKit(kit: Kit, files: Files): EngineCalls {
  return {
    async convert(documents) {
      const outcomes: EngineOutcome[] = [];
      for (const document of documents) outcomes.push(await convertOne(kit, files, document));
      return outcomes;
    },
    clean: () => files.clean(),
  };
}

async function convertOne(kit: Kit, files: Files, document: EngineDocument): Promise<EngineOutcome> {
  const input = files.write(document.name, document.bytes);
  const output = join(dirname(input), OUTPUT);
  const handle = kit.load(input, [document.importOptions, kit.loadOptions].filter(Boolean).join(','));
  if (!handle) return { failure: kit.lastError() || 'the document could not be loaded' };
  try {
    await kit.pause?.();
    if (!kit.saveAsPdf(handle, output, document.exportOptions))
      return { failure: kit.lastError() || 'no PDF was written' };
    return { pdf: files.read(output) };
  } finally {
    kit.close(handle);
    await kit.pause?.();
  }
}
