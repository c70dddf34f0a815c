/** A pool of workers whose behaviour is the text of the document. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Engine, Job, JobResult } from '../../src/convert/engine.js';
import { startEngineWorker } from '../../src/convert/engines/engine-worker.js';
import { DEFAULT_LIMITS } from '../../src/convert/limits.js';
import { MemoryReceiver } from '../../src/convert/output/files/receiver.js';
import { DocconvError } from '../../src/errors.js';
import { WorkerPool, Workspace } from '../../src/isolation/index.js';

const MIB = 1024 ** 2;
export const ENTRY = fileURLToPath(new URL('../fixtures/worker.mjs', import.meta.url));

/** By location: for tests that reach a limit during the start. */
const LIMITS_OF_STARTS: Record<string, object> = {
  hang: { startMs: 2000, stallMs: 1000 },
  busy: { cpuLimit: 1 },
  'after inspection': { inspectsFirst: true },
};

/** @param location how the worker starts after it has accepted documents: see the fixture */
export function fakeEngine(entry = ENTRY, batch = 1, location = ''): Engine {
  const status = { name: 'native', available: true, version: null, location: null, missing: [], note: null } as const;
  const settings = { entry, status, location, readable: [], packedProfile: null, batch };
  const limits = { memoryLimit: 400 * MIB, cpuLimit: 2, fonts: [], stallMs: 3_000 };
  return {
    name: 'native',
    memory: { recycle: 1000 * MIB, typical: 50 * MIB },
    status: () => status,
    handles: async () => true,
    start: (workspace, signal) =>
      startEngineWorker({ ...settings, ...limits, ...LIMITS_OF_STARTS[location] }, workspace, signal),
  };
}

type Settings = ConstructorParameters<typeof WorkerPool<Job, JobResult>>[0];

const SETTINGS = { size: 1, queueLimit: 100, maxJobs: 100, maxAgeMs: 60_000, idleMs: 60_000, retryCrashes: true };
const ERRORS = {
  closed: () => DocconvError.received('CLOSED', 'closed'),
  queueFull: () => DocconvError.received('QUEUE_FULL', 'full'),
  timedOut: () => DocconvError.received('TIMEOUT', 'too late'),
};

export class PoolUnderTest {
  readonly workspace = new Workspace();
  readonly pool: WorkerPool<Job, JobResult>;

  constructor(settings: Partial<Settings> = {}, engine = fakeEngine()) {
    const start = (signal: AbortSignal) => engine.start(this.workspace, signal);
    const maxMemory = engine.memory.recycle;
    this.pool = new WorkerPool({ start, errors: ERRORS, maxMemory, ...SETTINGS, ...settings });
  }

  /** Converts a document with this behaviour, or with one for each attempt; resolves to the output. */
  async run(
    behaviour: string | readonly string[],
    timeoutMs = 20_000,
    signal = new AbortController().signal,
  ): Promise<string> {
    const receiver = new MemoryReceiver();
    const request = { name: 'in.txt', limits: DEFAULT_LIMITS, pdf: {}, family: 'writer' } as const;
    const attempts = [behaviour].flat().values();
    let current = '';
    const open = async () => {
      current = attempts.next().value ?? current;
      return Buffer.from(current);
    };
    await this.pool.run({ request, receiver, open }, timeoutMs, signal);
    return Buffer.from(receiver.files[0]!.bytes).toString();
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.workspace.close();
  }
}

/**
 * A pool whose workers start like this, the last way also for all further ones; `started()`: how many did. `delayMs`: before
 * the start of each worker but the first.
 */
export function poolWith(ways: readonly string[], settings: Partial<Settings> = {}, delayMs = 0) {
  const engines = ways.map(way => fakeEngine(ENTRY, 1, way));
  let count = 0;
  const start: (typeof engines)[number]['start'] = async (...args) => {
    const number = count++;
    if (number > 0 && delayMs > 0) await sleep(delayMs);
    return engines[Math.min(number, ways.length - 1)]!.start(...args);
  };
  const workers = new PoolUnderTest(settings, { ...engines[0]!, start });
  onTestFinished(() => workers.close());
  return { workers, started: () => count };
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
