/** The checks that decide whether a server is ready, in the order in which /readyz names them. */
import { join } from 'node:path';
import { NOT_PRIVATE } from '../../system/files/file-errors.js';
import { makePrivateFolder, requireWritable } from '../../system/files/files.js';
import type { Clock } from '../clock.js';
import type { ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import { type Check, failingWith, type Readiness, rememberedFor } from './readiness.js';

export const KEY_STORE_FAULT = 'the key store does not respond';

interface Checked {
  clock: Clock;
  folder: UploadFolder;
}

export function addChecks(
  readiness: Readiness,
  { keys, settings, probe }: ServerServices,
  { clock, folder }: Checked,
): void {
  readiness.addCheck(
    'keyStore',
    failingWith(KEY_STORE_FAULT, () => readiness.soon(keys.ping())),
  );
  readiness.addCheck('clock', clockCheck(clock, readiness));
  readiness.addCheck('temporaryFolder', writable(folder.newPath, 'the folder for temporary files'));
  const inStateFolder = () => {
    makePrivateFolder(settings.stateFolder);
    return join(settings.stateFolder, NAME);
  };
  if (settings.role !== 'work') readiness.addCheck('stateFolder', writable(inStateFolder, 'the state folder'));
  if (probe)
    readiness.addCheck(
      'conversion',
      failingWith('a test conversion failed', () => probe.run()),
    );
}

function clockCheck(clock: Clock, { soon }: Readiness): Check {
  return async () => {
    const skew = await soon(clock.measure()).catch(() => null); // keyStore tells that the store does not respond
    return skew && { fault: skew.fault, members: { secondsAhead: skew.seconds } };
  };
}

/** How long a result counts: everyone can ask for it. */
const FRESH_MS = 2_000;
/** As many bytes as a document has at least that goes to the disk. */
const TRIED_BYTES = 65_536;
const NAME = '.docconv-ready';

function writable(newPath: () => string, name: string): Check {
  return rememberedFor(FRESH_MS, async () => {
    try {
      await requireWritable(newPath(), TRIED_BYTES);
      return { fault: null };
    } catch (cause) {
      return { fault: `${name} cannot be written: ${reasonOf(cause)}`, cause };
    }
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'it is read-only',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  [NOT_PRIVATE]: 'another program has replaced it, or changed its rights',
};

/** Without the path, which a stranger must not see. */
function reasonOf(thrown: unknown): string {
  const { code = 'unknown error' } = thrown as NodeJS.ErrnoException;
  return REASONS[code] ?? code;
}
