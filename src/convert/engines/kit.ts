/** The calls of LibreOfficeKit that a conversion needs; implemented for the native library and for the WASM module. */

import type { RequestHandler } from '../../isolation/index.js';
import type { ConvertRequest } from '../engine.js';
import type { ConvertFailures } from './engine-worker.js';

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

/** Copies files to and from the kit's file system, where it is not the real one. */
export interface Files {
  copyIn(path: string): void;
  copyOut(path: string): void;
}

export function convertByKit(kit: Kit, files?: Files): RequestHandler<ConvertRequest[], ConvertFailures> {
  return async requests => {
    const failures: ConvertFailures = [];
    for (const request of requests) failures.push(await convertOne(kit, request, files));
    return { result: failures };
  };
}

async function convertOne(kit: Kit, job: ConvertRequest, files?: Files): Promise<string | null> {
  files?.copyIn(job.input);
  const document = kit.load(job.input, [kit.loadOptions, job.importOptions].filter(Boolean).join(','));
  if (!document) return kit.lastError() || 'the document could not be loaded';
  try {
    await kit.pause?.();
    if (!kit.saveAsPdf(document, job.output, job.exportOptions)) return kit.lastError() || 'no PDF was written';
    files?.copyOut(job.output);
    return null;
  } finally {
    kit.close(document);
    await kit.pause?.();
  }
}
