/** The native engine: the installed LibreOffice, loaded as a library into a worker process that stays warm. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DocconvError } from '../../../errors.js';
import { builtFile } from '../../../system/package.js';
import type { Engine, EngineStatus } from '../../engine.js';
import type { Family } from '../../formats.js';
import { type EngineHost, startEngineWorker } from '../engine-worker.js';
import { installedStatus } from '../installed-status.js';
import { foldersOf, type Installation, whyNotFound } from '../locate.js';
import { packedProfilePath } from '../profile-cache.js';
import { familyTrials } from './families.js';

const MIB = 1024 ** 2;

export function nativeEngine({ installation, cache, ...limits }: EngineHost): Engine {
  const status = statusOf(installation);
  let problem: DocconvError | null = null;
  const engine: Engine = {
    name: 'native',
    memory: { recycle: 700 * MIB, typical: 300 * MIB },
    status: () => status,
    handles: family => handles(family),
    problem: () => problem,
    start: (workspace, signal) => {
      const { program, library, stamp } = installation!;
      const settings = {
        entry: builtFile('convert/engines/native/native.worker.js'),
        status,
        location: library!,
        readable: foldersOf(program),
        permits: { pairs: true }, // by which it connects the programs that draw EPS pictures
        packedProfile: packedProfilePath(cache, 'native', stamp),
        batch: 1,
        ...limits,
      };
      return startEngineWorker(settings, workspace, signal);
    },
  };
  const handles = familyTrials(engine, installation?.stamp ?? '', cache, ASSUMED, found => {
    problem = found;
  });
  return engine;
}

/** Works with every LibreOffice; the other families, of which one may not be installed, are tried once. */
const ASSUMED: readonly Family[] = ['writer'];

const statusOf = (installation: Installation | null): EngineStatus =>
  installedStatus('native', installation, installation?.program, problemOf(installation));

function problemOf(installation: Installation | null): string | null {
  if (!installation) return whyNotFound();
  if (process.platform === 'win32') return 'LibreOffice as a library is not supported on Windows.';
  if (!installation.library) return 'This LibreOffice has no library that can be loaded.';
  return koffiLoads() ? null : 'The koffi package has no binary for this system.';
}

function koffiLoads(): boolean {
  try {
    return existsSync(createRequire(import.meta.url).resolve('koffi'));
  } catch {
    return false;
  }
}
