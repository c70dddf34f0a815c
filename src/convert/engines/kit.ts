/** LibreOfficeKit as both its hosts offer it (a native library, a WASM module): the calls that a conversion needs. */

import type { RequestHandler } from '../../isolation/index.js';
import type { ConvertRequest } from '../engine.js';
import type { ConvertFailures } from './engine-worker.js';

/** A loaded document; 0 or null means that loading failed. */
export type DocumentHandle = unknown;

export interface Kit {
  /** What every document is loaded with: a comma list of LOK's names; what is no known name goes to the import filter. */
  loadOptions: string;
  load(path: string, options: string): DocumentHandle;
  saveAsPdf(document: DocumentHandle, path: string, options: string): boolean;
  close(document: DocumentHandle): void;
  lastError(): string;
  /** What must happen between two calls into the engine. */
  pause?(): Promise<void>;
}

/** Brings a file into the kit's file system and the result out of it; the native kit sees the real one. */
export interface Files {
  bringIn(path: string): void;
  takeOut(path: string): void;
}

export function convertByKit(kit: Kit, files?: Files): RequestHandler<ConvertRequest[], ConvertFailures> {
  return async requests => {
    const failures: ConvertFailures = [];
    for (const request of requests) failures.push(await convertOne(kit, request, files));
    return failures;
  };
}

async function convertOne(kit: Kit, job: ConvertRequest, files?: Files): Promise<string | null> {
  files?.bringIn(job.input);
  const document = kit.load(job.input, [kit.loadOptions, job.importOptions].filter(Boolean).join(','));
  if (!document) return kit.lastError() || 'the document could not be loaded';
  try {
    await kit.pause?.();
    if (!kit.saveAsPdf(document, job.output, job.exportOptions)) return kit.lastError() || 'no PDF was written';
    files?.takeOut(job.output);
    return null;
  } finally {
    kit.close(document);
    await kit.pause?.();
  }
}
