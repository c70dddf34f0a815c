/** `docconv convert`, interrupted by a signal or killed: no process and no file remains. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pageCount } from '../helpers/pdf-text.js';
import { childrenOf, descendantsOf, processesOf } from '../helpers/processes.js';
import { describeWith, linux, program } from '../helpers/requires.js';
import { eventually } from '../isolation/pool.helper.js';

const root = mkdtempSync(join(tmpdir(), 'docconv-interrupted-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Takes LibreOffice about a millisecond a paragraph. */
function longText(paragraphs: number): Uint8Array {
  const lines = Array.from({ length: paragraphs }, (_, i) => `Paragraph ${i} has some words to lay out.\\par\n`);
  return Buffer.from(`{\\rtf1\\ansi ${lines.join('')}}`);
}

const ENDLESS = longText(100_000);
const OLD_PDF = '%PDF-1.4 of yesterday';

class Run {
  readonly folder = mkdtempSync(join(root, 'run-'));
  /** Unique, so that every process or file whose environment or name contains it belongs to this run. */
  readonly temporary = join(this.folder, 'tmp');
  /** Standard output. */
  out = '';
  readonly #child: ChildProcess;
  readonly #exited: Promise<[code: number | null, signal: string | null]>;

  constructor(document: Uint8Array) {
    mkdirSync(this.temporary);
    writeFileSync(join(this.folder, 'long.rtf'), document);
    writeFileSync(join(this.folder, 'long.pdf'), OLD_PDF);
    this.#child = spawn(process.execPath, [resolve('bin/docconv.js'), 'convert', 'long.rtf', '--json'], {
      cwd: this.folder,
      env: { ...process.env, TMPDIR: this.temporary, DOCCONV_HOME: join(root, 'home') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child.stdout!.on('data', text => {
      this.out += text;
    });
    this.#exited = once(this.#child, 'close') as Promise<[number | null, string | null]>;
  }

  /** Resolves when the engine has the document: the private folder of its worker has a folder for it. */
  async untilBusy(): Promise<void> {
    const isBusy = () =>
      descendantsOf(this.#child.pid!).some(({ pid }) =>
        entriesOf(`/proc/${pid}/cwd`).some(name => /^document-\d+$/.test(name)),
      );
    expect(await eventually(isBusy, 30_000)).toBe(true);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The worker's process as this one sees it: the outermost of its sandbox. */
  killWorker(): void {
    const worker = childrenOf(this.#child.pid!).find(({ command }) => command.includes('native.worker.js'));
    process.kill(worker!.pid, 'SIGKILL');
  }

  async ended(): Promise<{ code: number | null; signal: string | null }> {
    const [code, signal] = await this.#exited;
    return { code, signal };
  }

  get pdf(): Uint8Array {
    return readFileSync(join(this.folder, 'long.pdf'));
  }

  /** What of it is left: processes, temporary files, half-written ones. Empty within `ms`, or what stays. */
  async leavings(ms: number): Promise<string[]> {
    const left = () => [
      ...processesOf(this.temporary).map(({ command }) => command),
      ...readdirSync(this.temporary),
      ...readdirSync(this.folder).filter(name => !['long.rtf', 'long.pdf', 'tmp'].includes(name)),
    ];
    await eventually(() => left().length === 0, ms);
    return left();
  }
}

/** Empty for a folder that is gone. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

describeWith('an interrupted conversion', [linux, program('soffice.bin')], () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)('by %s ends at once with %i, and leaves the old PDF and nothing else', async (signal, code) => {
    const run = new Run(ENDLESS);
    await run.untilBusy();
    run.kill(signal);
    expect(await run.ended()).toEqual({ code, signal: null });
    expect(JSON.parse(run.out)).toEqual({ error: { code: 'CANCELLED', message: 'Cancelled.' } });
    expect(await run.leavings(20_000)).toEqual([]);
    expect(Buffer.from(run.pdf).toString()).toBe(OLD_PDF);
  });

  test('by SIGKILL leaves no process and no file', async () => {
    const run = new Run(ENDLESS);
    await run.untilBusy();
    run.kill('SIGKILL');
    expect(await run.ended()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await run.leavings(20_000)).toEqual([]);
    expect(Buffer.from(run.pdf).toString()).toBe(OLD_PDF);
  });

  test('in its worker only is tried again, and succeeds', async () => {
    const run = new Run(longText(2000));
    await run.untilBusy();
    run.killWorker();
    expect(await run.ended()).toEqual({ code: 0, signal: null });
    expect(await pageCount(run.pdf)).toBeGreaterThan(30);
    expect(await run.leavings(20_000)).toEqual([]);
  });
});
