/** A pool of workers whose behaviour is the text of the document. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine, Job } from '../../src/convert/engine.js';
import { startEngineWorker } from '../../src/convert/engines/engine-worker.js';
import { DocconvError } from '../../src/errors.js';
import { WorkerPool, Workspace } from '../../src/isolation/index.js';

const MIB = 1024 ** 2;
const ENTRY = fileURLToPath(new URL('../fixtures/worker.mjs', import.meta.url));

export function fakeEngine(entry = ENTRY, batch = 1): Engine {
  const settings = { entry, location: '', readable: [], warmProfile: null, batch };
  const limits = { memoryLimit: 400 * MIB, cpuLimit: 3, stallMs: 3_000 };
  return {
    name: 'native',
    memory: { recycle: 1000 * MIB, typical: 50 * MIB },
    status: () => ({ name: 'native', available: true, version: null, location: null, note: null }),
    handles: async () => true,
    start: (workspace, signal) => startEngineWorker({ ...settings, ...limits }, workspace, signal),
  };
}

type Settings = ConstructorParameters<typeof WorkerPool<Job, null>>[0];

const SETTINGS = { size: 1, queueLimit: 100, maxJobs: 100, maxAgeMs: 60_000, idleMs: 60_000, retryCrashes: true };
const ERRORS = {
  closed: () => new DocconvError('CLOSED', 'closed'),
  queueFull: () => new DocconvError('QUEUE_FULL', 'full'),
  timedOut: () => new DocconvError('TIMEOUT', 'too late'),
};

export class PoolUnderTest {
  readonly workspace = new Workspace();
  readonly pool: WorkerPool<Job, null>;

  constructor(settings: Partial<Settings> = {}, engine = fakeEngine()) {
    const start = (signal: AbortSignal) => engine.start(this.workspace, signal);
    const maxMemory = engine.memory.recycle;
    this.pool = new WorkerPool({ start, errors: ERRORS, maxMemory, ...SETTINGS, ...settings });
  }

  /** Converts a document with this behaviour; resolves to the output. */
  async run(behaviour: string, timeoutMs = 20_000, signal = new AbortController().signal): Promise<string> {
    const job = await this.job(behaviour);
    await this.pool.run(job, timeoutMs, signal);
    return readFile(join(job.folder, 'out.pdf'), 'utf8');
  }

  async job(behaviour: string): Promise<Job> {
    const folder = await this.workspace.folder('job');
    await writeFile(join(folder, 'in.txt'), behaviour);
    const nothing = { importFilter: '', importOptions: '', exportFilter: '', exportOptions: '' };
    return { folder, request: { input: 'in.txt', output: 'out.pdf', ...nothing } };
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.workspace.close();
  }
}

/** Whether a process with this word in its command line exists, in any namespace. */
export function runs(word: string): boolean {
  const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return processes.some(pid => commandLine(pid).includes(word));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // has ended
  }
}

/** Waits until `condition` holds; false when it did not within `ms`. */
export async function eventually(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (await condition()) return true;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  return condition();
}
