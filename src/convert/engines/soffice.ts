/** The soffice engine: one LibreOffice process per call, for systems and document families where the library fails. */
import { dirname } from 'node:path';
import type { Engine, EngineStatus } from '../engine.js';
import { startEngineWorker, workerEntry } from './engine-worker.js';
import type { NativeSettings } from './native.js';
import { warmProfilePath } from './profile.js';

const MIB = 1024 ** 2;
/** Documents per soffice call: a start costs ten times a small document, a batch shares it. */
const BATCH = 16;

export function sofficeEngine({ installation, cache, memoryLimit, cpuLimit }: NativeSettings): Engine {
  return {
    name: 'soffice',
    memory: { recycle: 300 * MIB, limit: memoryLimit, typical: 400 * MIB },
    status: () => statusOf(installation),
    handles: async () => installation !== null,
    start: (workspace, signal) => {
      const { soffice, program, stamp } = installation!;
      const settings = {
        entry: workerEntry('soffice'),
        location: soffice,
        readable: [dirname(program)],
        sockets: ['/tmp'], // by which one soffice finds another of the same profile
        warmProfile: warmProfilePath(cache, stamp),
        batch: BATCH,
        memoryLimit,
        cpuLimit,
      };
      return startEngineWorker(settings, workspace, signal);
    },
  };
}

function statusOf(installation: NativeSettings['installation']): EngineStatus {
  return {
    name: 'soffice',
    available: installation !== null,
    version: installation?.version ?? null,
    location: installation?.soffice ?? null,
    note: installation ? null : 'LibreOffice is not installed, or not where it usually is.',
  };
}
