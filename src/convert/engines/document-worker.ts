/**
 * What every engine does in its worker process, around the engine's own part: it detects, decrypts and inspects each
 * document, and completes its PDF. A document is hostile before any engine reads it, so that all of this runs in the
 * sandbox, under the limits of the worker and within the time limit of the document.
 */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RequestHandler, runWorker } from '../../isolation/worker.js';
import { defer } from '../../system/deferred.js';
import type { EngineCalls } from './engine-calls.js';
import type { EngineConfig, EngineRequest, EngineResult } from './messages.js';
import { packProfile, writeProfile } from './profile.js';

/**
 * Starts the engine with the profile in this folder. `inspected` resolves when the first document needs the engine or is
 * refused; soon, where none has come: an engine whose start keeps this thread busy waits for it.
 */
type OpenEngine = (config: EngineConfig, profile: string, inspected: Promise<unknown>) => Promise<EngineCalls>;

/** Runs this process as the worker of an engine. */
export function runEngineWorker(open: OpenEngine): void {
  runWorker<EngineConfig, EngineRequest, EngineResult | object>(async (config, [packed]) => {
    const profile = join(process.cwd(), 'profile');
    writeProfile(profile, packed ?? null);
    const documents = import('./convert-documents.js'); // loaded while the engine starts
    let inspected = Promise.resolve();
    const engine = open(
      config,
      profile,
      documents.then(nextTurn).then(() => inspected),
    );
    const handle: RequestHandler<EngineRequest, EngineResult | object> = async (request, blobs, ready) => {
      const needed = defer<void>();
      inspected = needed.promise;
      const started = () => {
        needed.resolve();
        return ready.then(() => engine);
      };
      try {
        const { convertAll } = await documents;
        if (request.kind === 'convert') return await convertAll(started, config, request.documents, blobs);
        await started();
        return { result: {}, blobs: [packProfile(profile)] };
      } finally {
        needed.resolve();
      }
    };
    return { handle, ready: Promise.all([engine, documents]) };
  });
}
