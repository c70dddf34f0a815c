/** The engine in the background: when it ends, what it refuses, and that a caller can cancel. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineStates, packageStamp, stopEngines, WarmConnection } from '../../src/warm/index.js';
import { startEngine } from '../../src/warm/start.js';
import { documents } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';
import { descendantsOf, processesOf } from '../helpers/processes.js';
import { describeWith } from '../helpers/requires.js';
import { NEEDED, WarmHome } from './warm.helper.js';

interface Ways {
  idleMs?: number;
  checkMs?: number;
  stamp?: string;
}

const NOTHING = { name: null, options: {}, timeoutMs: 60_000, signal: undefined };

/** Starts an engine; resolves to the path of its socket when it answers. */
async function start(home: WarmHome, { idleMs = 60_000, checkMs = 60_000, stamp = packageStamp() }: Ways = {}) {
  mkdirSync(home.engines, { recursive: true, mode: 0o700 });
  const socket = join(home.engines, 'engine.sock');
  const settings = { cache: join(home.path, 'cache'), maxBytes: 10_000_000 };
  startEngine({ socket, settings, stamp, idleMs, checkMs }, { ...process.env, ...home.env });
  return socket;
}

/** Tried again, as an engine may answer too late on a busy machine. */
async function openAt(socket: string): Promise<WarmConnection> {
  for (let i = 0; i < 10; i++) {
    const connection = await WarmConnection.open(socket);
    if (connection) return connection;
  }
  throw new Error('no engine answers');
}

/** The private folder of the worker has a folder for the document. */
const isConverting = (pid: number): boolean =>
  descendantsOf(pid).some(child => entriesOf(`/proc/${child.pid}/cwd`).some(name => /^document-\d+$/.test(name)));

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // a process that is gone
  }
}

describeWith('an engine in the background', NEEDED, () => {
  test('ends when it is idle, and leaves no process and no file', async () => {
    const home = new WarmHome();
    const socket = await start(home, { idleMs: 1500 });
    await home.untilRunning();
    const { bytes, text } = documents.rtf();
    const result = await (await openAt(socket)).convert({ ...NOTHING, bytes });
    if (typeof result === 'string') throw new Error(result);
    await expectPdf(result.files[0]!.bytes, text);
    await expect.poll(() => processesOf(home.path), { timeout: 30_000 }).toEqual([]);
    expect(home.files()).toEqual([]);
  });

  test('ends at a check when docconv has changed, and refuses documents until then', async () => {
    const home = new WarmHome();
    const socket = await start(home, { stamp: 'an earlier installation' });
    await home.untilRunning();
    const { bytes } = documents.rtf();
    expect(await (await openAt(socket)).convert({ ...NOTHING, bytes })).toBe('the engine ends');
    await expect.poll(() => processesOf(home.path), { timeout: 30_000 }).toEqual([]);
    await start(home, { stamp: 'an earlier installation', checkMs: 100 });
    await expect.poll(() => processesOf(home.path), { timeout: 30_000 }).toEqual([]);
    expect(home.files()).toEqual([]);
  });

  test('of several that start at once, one stays', async () => {
    const home = new WarmHome();
    await Promise.all(Array.from({ length: 4 }, () => start(home)));
    await home.untilRunning();
    const engines = () => processesOf(home.engines).filter(({ command }) => command.includes('engine.worker.js'));
    await expect.poll(engines, { timeout: 30_000 }).toHaveLength(1);
  });

  test('is shown and stopped while it starts', async () => {
    const home = new WarmHome();
    const socket = await start(home);
    const engines = () => processesOf(socket).filter(({ command }) => command.includes('engine.worker.js'));
    await expect.poll(engines, { timeout: 30_000 }).toHaveLength(1);
    const pid = engines()[0]!.pid;
    process.kill(pid, 'SIGSTOP'); // it does not finish its start meanwhile
    expect(await engineStates(home.engines)).toEqual([{ pid, ready: false }]);
    expect((await home.run(['warm', 'status'])).out).toBe(`process ${pid}, starts or ends\n`);
    process.kill(pid, 'SIGCONT');
    expect(await stopEngines(home.engines)).toBe(1);
    await expect.poll(() => processesOf(home.path), { timeout: 30_000 }).toEqual([]);
    expect(home.files()).toEqual([]);
  });

  test('is killed by `stop` when it does not react', async () => {
    const home = new WarmHome();
    await start(home);
    const { pid } = await home.untilRunning();
    process.kill(pid, 'SIGSTOP');
    expect(await stopEngines(home.engines, 1000)).toBe(1);
    await expect.poll(() => processesOf(home.path), { timeout: 30_000 }).toEqual([]);
    expect(home.files()).toEqual([]);
  });

  test('removes what killed engines left, and nothing else', async () => {
    const home = new WarmHome();
    await start(home, { idleMs: 1500 });
    const left = ['a.sock', 'a.lock', 'a.lock.claim-x', 'a.lock.break-x', 'a.error'];
    for (const name of [...left, 'b.error', 'note.txt']) writeFileSync(join(home.engines, name), 'killed');
    utimesSync(join(home.engines, 'a.error'), 1, 1);
    await expect.poll(() => processesOf(home.path), { timeout: 50_000 }).toEqual([]);
    expect(home.files().sort()).toEqual(['b.error', 'note.txt']);
  });

  test('stops a document whose caller is gone, and takes the next one', async () => {
    const home = new WarmHome();
    const socket = await start(home);
    const { pid } = await home.untilRunning();
    const lines = Array.from({ length: 100_000 }, (_, i) => `Paragraph ${i} has some words to lay out.\\par\n`);
    const bytes = Buffer.from(`{\\rtf1\\ansi ${lines.join('')}}`);
    const caller = new AbortController();
    const cancelled = (await openAt(socket)).convert({ ...NOTHING, bytes, signal: caller.signal });
    await expect.poll(() => isConverting(pid), { timeout: 30_000 }).toBe(true);
    caller.abort(new Error('interrupted'));
    await expect(cancelled).rejects.toThrow('interrupted');
    await expect.poll(() => isConverting(pid), { timeout: 30_000 }).toBe(false);
    const next = await (await openAt(socket)).convert({ ...NOTHING, bytes: documents.rtf().bytes });
    expect(typeof next === 'string' ? next : next.files).toHaveLength(1);
  });

  test('refuses what is larger than it may be', async () => {
    const home = new WarmHome();
    const socket = await start(home);
    await home.untilRunning();
    const bytes = new Uint8Array(10_000_001);
    expect(await (await openAt(socket)).convert({ ...NOTHING, bytes })).toBe('the document is too large');
  });

  test('does not start again soon after it failed, and its reason is shown', async () => {
    const home = new WarmHome();
    mkdirSync(home.engines, { recursive: true, mode: 0o700 });
    const socket = join(home.engines, 'engine.sock');
    const settings = { engine: 'native', libreoffice: home.path, cache: join(home.path, 'cache') } as const;
    const parameters = { socket, settings, stamp: packageStamp(), idleMs: 60_000, checkMs: 60_000 };
    startEngine(parameters, process.env);
    await expect.poll(() => home.files(), { timeout: 30_000 }).toEqual(['engine.error']);
    expect((await home.run(['warm', 'status'])).out).toMatch(/^not started: /);
    await expect.poll(() => processesOf(socket), { timeout: 30_000 }).toEqual([]);
    startEngine(parameters, process.env);
    expect(processesOf(socket)).toEqual([]);
  });
});
