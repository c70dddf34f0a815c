/** `docconv convert --warm` while engines are killed, replaced and busy: always the right PDF, and nothing on stderr. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopEngines } from '../../src/warm/index.js';
import { type EngineParameters, startEngine } from '../../src/warm/start.js';
import { docconv } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';
import { isRunning, processesOf, signalIfRunning } from '../helpers/processes.js';
import { describeWith } from '../helpers/requires.js';
import { lineOf, NEEDED, WarmHome } from './warm.helper.js';

const LONG = 600_000;

/** Converts a document of its own text, and checks the PDF. */
async function convertAndCheck(home: WarmHome, number: number): Promise<void> {
  const text = `Document number ${number}`;
  const name = home.add({ ...documents.docx(text), name: `${number}.docx` });
  const { code, err } = await home.convert([name, '--warm']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  await expectPdf(home.read(`${number}.pdf`), text);
}

describeWith('convert --warm', NEEDED, () => {
  test('has another engine for other settings', async () => {
    const home = new WarmHome();
    await home.start();
    const other = await home.convert(['first.txt', '--warm', '--timeout', '50']);
    expect(lineOf(other).warm).toBeUndefined();
    await home.untilRunning(2);
    await home.convertWarm(['first.txt', '--timeout', '50']);
  });

  test('goes on without an engine that is stopped, killed, or replaced by a file', async () => {
    const home = new WarmHome();
    const { pid } = await home.start();
    process.kill(pid, 'SIGSTOP');
    const stopped = await home.convert(['first.txt', '--warm']);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    const killed = await home.convert(['first.txt', '--warm']);
    const successor = await home.untilRunning();
    expect(successor.pid).not.toBe(pid);
    const [socket = ''] = home.files().filter(name => name.endsWith('.sock'));
    await home.run(['warm', 'stop']);
    writeFileSync(join(home.engines, socket), 'no socket');
    const replaced = await home.convert(['first.txt', '--warm']);
    for (const { code, err } of [stopped, killed, replaced]) expect({ code, err }).toEqual({ code: 0, err: '' });
    await home.untilRunning();
  });

  test(
    'converts although its engine is killed at any moment',
    async () => {
      const home = new WarmHome();
      await home.start();
      let isOver = false;
      let killed = 0;
      const killing = (async () => {
        for (; !isOver; await sleep(Math.random() * 1000))
          for (const { pid } of await home.running()) killed += Number(signalIfRunning(pid));
      })();
      try {
        for (let i = 0; i < 10 || killed < 4; i++) await convertAndCheck(home, i);
      } finally {
        isOver = true;
      }
      await killing;
      await expect.poll(() => stopAll(home)).toEqual([]);
      await expect.poll(() => readdir(home.temporary)).toEqual([]);
    },
    LONG,
  );

  test(
    'serves 10 callers at once before an engine runs, and 40 after, some of which are killed',
    async () => {
      const home = new WarmHome();
      await Promise.all(Array.from({ length: 10 }, (_, i) => convertAndCheck(home, i)));
      const parameters = await parametersOf(home);
      const name = home.add({ ...documents.docx('Killed'), name: 'killed.docx' });
      const killed = Array.from({ length: 6 }, (_, i) => killCaller(home, [name, '-o', `killed-${i}.pdf`]));
      const others = Array.from({ length: 40 }, (_, i) => convertAndCheck(home, i + 10));
      await Promise.all([...killed, ...others]);
      expect((await home.untilRunning()).converted).toBeGreaterThan(0);
      for (let i = 0; i < killed.length; i++) {
        const path = `killed-${i}.pdf`;
        if (existsSync(join(home.path, path))) await expectPdf(home.read(path), 'Killed');
      }
      await stopEngines(home.engines);
      startEngine({ ...parameters, idleMs: 2000 }, { ...process.env, ...home.env });
      await expect.poll(() => processesOf(home.path)).toEqual([]);
      expect(home.files()).toEqual([]);
    },
    LONG,
  );

  test(
    'starts a new engine after each upgrade of docconv',
    async () => {
      const home = new WarmHome();
      const copy = join(home.path, 'package');
      mkdirSync(copy);
      for (const name of ['bin', 'dist', 'package.json']) cpSync(name, join(copy, name), { recursive: true });
      symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
      const name = home.add(documents.txt());
      const bin = join(copy, 'bin/docconv.js');
      const convert = () => docconv(['convert', name, '--warm', '--json'], { cwd: home.path, env: home.env, bin });
      await convert();
      const former = [(await home.untilRunning()).pid];
      for (const replaced of ['package.json', 'dist/chunks', 'dist/warm/engine.worker.js']) {
        replace(join(copy, replaced));
        const { code, out } = await convert();
        expect(code).toBe(0);
        expect(JSON.parse(out).warm).toBeUndefined();
        const successors = async () => (await home.running()).filter(({ pid }) => !former.includes(pid));
        await expect.poll(successors).toHaveLength(1);
        former.push((await successors())[0]!.pid);
      }
      former.pop();
      await expect.poll(() => former.filter(isRunning), { timeout: 120_000 }).toEqual([]); // at a check, each minute
    },
    LONG,
  );
});

/** Resolves to the remaining processes: an engine that is about to start cannot be stopped yet. */
async function stopAll(home: WarmHome) {
  await stopEngines(home.engines);
  return processesOf(home.path);
}

/** What the command line gave to its engine. */
async function parametersOf(home: WarmHome): Promise<EngineParameters> {
  const { pid } = await home.untilRunning();
  const [, , json = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return JSON.parse(json) as EngineParameters;
}

/** Starts a conversion, and kills it at any moment. */
async function killCaller(home: WarmHome, argv: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [resolve('bin/docconv.js'), 'convert', '--warm', ...argv], {
    cwd: home.path,
    env: { ...process.env, ...home.env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await sleep(Math.random() * 5000);
  child.kill('SIGKILL');
  await ended;
}

/** As an installation does. */
function replace(path: string): void {
  cpSync(path, `${path}.new`, { recursive: true });
  rmSync(path, { recursive: true });
  renameSync(`${path}.new`, path);
}
