/** The native engine: the installed LibreOffice, loaded as a library into a forked child and kept warm there. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Engine, EngineStatus } from '../engine.js';
import type { Family } from '../formats.js';
import { startEngineWorker, workerEntry } from './engine-worker.js';
import { rememberedFamilies } from './families.js';
import type { Installation } from './locate.js';
import { lokLibraryPath } from './lok-library.js';
import { warmProfilePath } from './profile.js';

const MIB = 1024 ** 2;

export interface NativeSettings {
  installation: Installation | null;
  /** Folder for what is kept between runs. */
  cache: string;
  /** Bytes a busy worker may use. */
  memoryLimit: number;
  /** Seconds of processor time for each document. */
  cpuLimit: number;
}

export function nativeEngine({ installation, cache, memoryLimit, cpuLimit }: NativeSettings): Engine {
  const engine: Engine = {
    name: 'native',
    memory: { recycle: 700 * MIB, limit: memoryLimit, typical: 300 * MIB },
    status: () => statusOf(installation),
    handles: family => families.handles(family),
    start: (workspace, signal) => {
      const { program, stamp } = installation!;
      const settings = {
        entry: workerEntry('native'),
        location: program,
        readable: [dirname(program)],
        warmProfile: warmProfilePath(cache, stamp),
        batch: 1,
        memoryLimit,
        cpuLimit,
      };
      return startEngineWorker(settings, workspace, signal);
    },
  };
  const families = rememberedFamilies(engine, installation?.stamp ?? '', cache, ASSUMED);
  return engine;
}

/** Known to work wherever the kit starts at all; the others are tried once (7.4 without its user interface fails calc). */
const ASSUMED: readonly Family[] = ['writer'];

function statusOf(installation: Installation | null): EngineStatus {
  const found = {
    name: 'native' as const,
    version: installation?.version ?? null,
    location: installation?.program ?? null,
  };
  const note = obstacle(installation);
  return { ...found, available: note === null, note };
}

function obstacle(installation: Installation | null): string | null {
  if (!installation) return 'LibreOffice is not installed, or not where it usually is.';
  if (process.platform === 'win32') return 'LibreOffice as a library was not tried on Windows.';
  if (!lokLibraryPath(installation.program)) return 'This LibreOffice has no library that can be loaded.';
  return koffiLoads() ? null : 'The koffi package has no binary for this system.';
}

function koffiLoads(): boolean {
  try {
    return existsSync(createRequire(import.meta.url).resolve('koffi'));
  } catch {
    return false;
  }
}
