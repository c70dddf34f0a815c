/** `docconv convert --warm` while engines are killed, replaced and busy: always the right PDF, and nothing on stderr. */
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopEngines } from '../../src/warm/index.js';
import { docconv } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';
import { isRunning, processesOf } from '../helpers/processes.js';
import { describeWith } from '../helpers/requires.js';
import { NEEDED, WarmHome } from './warm.helper.js';

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
  test(
    'with an engine that is killed at any moment',
    async () => {
      const home = new WarmHome();
      await home.start();
      let isOver = false;
      const killing = (async () => {
        let killed = 0;
        for (; !isOver; await sleep(Math.random() * 1000))
          for (const { pid } of await home.running()) killed += kill(pid);
        return killed;
      })();
      try {
        for (let i = 0; i < 30; i++) await convertAndCheck(home, i);
      } finally {
        isOver = true;
      }
      expect(await killing).toBeGreaterThan(3);
      await expect.poll(() => stopAll(home), { timeout: 60_000 }).toEqual([]);
      await expect.poll(() => readdir(home.temporary), { timeout: 30_000 }).toEqual([]);
    },
    LONG,
  );

  test(
    'with 20 callers at once, before an engine runs and after',
    async () => {
      const home = new WarmHome();
      await Promise.all(Array.from({ length: 20 }, (_, i) => convertAndCheck(home, i)));
      await home.untilRunning();
      await Promise.all(Array.from({ length: 20 }, (_, i) => convertAndCheck(home, i + 20)));
      await home.untilRunning();
    },
    LONG,
  );

  test.each(['package.json', 'dist/chunks', 'dist/warm/engine.worker.js'])(
    'after an upgrade of docconv that replaced %s',
    async replaced => {
      const home = new WarmHome();
      const copy = join(home.path, 'package');
      mkdirSync(copy);
      for (const name of ['bin', 'dist', 'package.json']) cpSync(name, join(copy, name), { recursive: true });
      symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
      const name = home.add(documents.txt());
      const convert = () =>
        docconv(['convert', name, '--warm', '--json'], {
          cwd: home.path,
          env: home.env,
          bin: join(copy, 'bin/docconv.js'),
        });
      await convert();
      const before = await home.untilRunning();
      replace(join(copy, replaced));
      const { code, out } = await convert();
      expect(code).toBe(0);
      expect(JSON.parse(out).warm).toBeUndefined();
      const successor = async () => (await home.running()).some(({ pid }) => pid !== before.pid);
      await expect.poll(successor, { timeout: 60_000 }).toBe(true);
      await expect.poll(() => isRunning(before.pid), { timeout: 120_000 }).toBe(false); // at a check, each minute
    },
    LONG,
  );
});

/** Resolves to the remaining processes: an engine that is about to start cannot be stopped yet. */
async function stopAll(home: WarmHome) {
  await stopEngines(home.engines);
  return processesOf(home.path);
}

/** As an installation does. */
function replace(path: string): void {
  cpSync(path, `${path}.new`, { recursive: true });
  rmSync(path, { recursive: true });
  renameSync(`${path}.new`, path);
}

function kill(pid: number): number {
  try {
    process.kill(pid, 'SIGKILL');
    return 1;
  } catch {
    return 0;
  }
}
