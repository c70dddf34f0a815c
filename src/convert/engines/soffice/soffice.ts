/** The soffice engine: one LibreOffice process per call, for systems and documents that the native engine cannot handle. */
import { DocconvError } from '../../../errors.js';
import { builtFile } from '../../../system/package.js';
import type { Engine, EngineStatus } from '../../engine.js';
import { type EngineHost, startEngineWorker } from '../engine-worker.js';
import { installedStatus } from '../installed-status.js';
import { foldersOf, type Installation, installedButUnusable, whyNotFound } from '../locate.js';
import { packedProfilePath } from '../profile-cache.js';

const MIB = 1024 ** 2;
/** Documents per soffice call: its start takes ten times as long as a small document. */
const BATCH = 16;

export function sofficeEngine({ installation, cache, ...limits }: EngineHost): Engine {
  return {
    name: 'soffice',
    memory: { recycle: 300 * MIB, typical: 400 * MIB },
    status: () => statusOf(installation),
    handles: async () => problemOf(installation) === null,
    problem: () => unusedInstallation(installation),
    start: (workspace, signal) => {
      const { soffice, program, stamp } = installation!;
      const settings = {
        entry: builtFile('convert/engines/soffice/soffice.worker.js'),
        status: statusOf(installation),
        location: soffice,
        readable: foldersOf(program),
        permits: { sockets: true }, // it creates one to find another instance with the same profile
        packedProfile: packedProfilePath(cache, 'soffice', stamp),
        batch: BATCH,
        ...limits,
      };
      return startEngineWorker(settings, workspace, signal);
    },
  };
}

const statusOf = (installation: Installation | null): EngineStatus =>
  installedStatus('soffice', installation, installation?.soffice, problemOf(installation));

function problemOf(installation: Installation | null): string | null {
  if (!installation) return whyNotFound();
  // soffice-launcher.sh gives it docconv's profile, without which it would run macros
  return process.platform === 'win32' ? 'LibreOffice as a process is not supported on Windows.' : null;
}

/** Where no engine uses the LibreOffice that is installed. */
function unusedInstallation(installation: Installation | null): DocconvError | null {
  const why = installation ? problemOf(installation) : installedButUnusable();
  return why === null ? null : DocconvError.received('NO_ENGINE', why, { detail: { engine: 'soffice' } });
}
