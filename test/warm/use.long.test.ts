/** `docconv convert --warm`: what users see. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requirePrivateFolder } from '../../src/system/files/files.js';
import { docconv } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { EXPENSIVE, recordingBuiltins } from '../helpers/isolation/builtins.js';
import { expectPdf } from '../helpers/pdf-text.js';
import { hasOpen, isRunning, processesOf } from '../helpers/processes.js';
import { describeWith } from '../helpers/requires.js';
import { lineOf, NEEDED, WarmHome } from './warm.helper.js';

describeWith('convert --warm', NEEDED, () => {
  test('starts an engine, and the next call uses it with the same result', async () => {
    const home = new WarmHome();
    const { text, ...docx } = documents.docx();
    const name = home.add(docx);
    const cold = await home.convert([name, '--warm', '-o', 'cold.pdf']);
    expect(lineOf(cold).warm).toBeUndefined();
    await home.untilRunning();
    const { env, loaded } = recordingBuiltins();
    const warm = await home.convertWarm([name, '-o', 'warm.pdf'], env);
    expect(loaded().filter(module => [...EXPENSIVE, 'http', 'net.isIP()'].includes(module))).toEqual([]);
    expect(lineOf(warm)).toMatchObject({ output: join(home.path, 'warm.pdf') });
    expect(lineOf(warm).warnings).toEqual(lineOf(cold).warnings);
    expect([warm.code, warm.err]).toEqual([cold.code, cold.err]);
    await expectPdf(home.read('warm.pdf'), text);
    await home.convertWarm([name, '--to', 'png', '-o', 'page.png']);
    expect(Buffer.from(home.read('page.png')).subarray(1, 4).toString()).toBe('PNG');
    const piped = await home.run(['convert', name, '--warm', '-q', '-o', '-']);
    await expectPdf(piped.bytes, text);
    expect(home.files().filter(file => file.endsWith('.sock'))).toHaveLength(1);
    expect((await home.running())[0]?.converted).toBeGreaterThan(1);
  });

  test('reports errors as without an engine', async () => {
    const home = new WarmHome();
    await home.start();
    home.add({ name: 'damaged.docx', bytes: documents.docx().bytes.subarray(0, 300) });
    home.add({ name: 'empty.docx', bytes: new Uint8Array() });
    for (const argv of [['damaged.docx'], ['empty.docx'], ['first.txt', '--from', 'nothing'], ['missing.docx']]) {
      const [cold, warm] = [await home.convert(argv), await home.convert([...argv, '--warm'])];
      expect(warm.code).not.toBe(0);
      expect(warm).toEqual(cold);
    }
    expect(home.files().filter(file => file.endsWith('.sock'))).toHaveLength(1);
  });

  test('starts none under CI, for several documents, and for root by the setting alone', async () => {
    const home = new WarmHome();
    const name = home.add(documents.txt());
    home.add({ ...documents.txt(), name: 'other.txt' });
    const isRoot = process.getuid?.() === 0;
    const ended = [
      await home.convert([name, '--warm'], { CI: '1' }),
      await home.convert([name, 'other.txt', '--warm']),
      await home.convert([name], isRoot ? { DOCCONV_WARM: 'on' } : {}),
    ];
    expect(ended.map(({ code, err }) => [code, err])).toEqual(Array(3).fill([0, '']));
    expect(home.files()).toEqual([]);
    expect(processesOf(home.path)).toEqual([]);
  });

  test('does not use a folder behind a link, and tells why under DOCCONV_DEBUG', async () => {
    const home = new WarmHome();
    mkdirSync(join(home.path, 'cache'));
    mkdirSync(join(home.path, 'other'), { mode: 0o700 });
    symlinkSync(join(home.path, 'other'), home.engines);
    const { code, err } = await home.convert([home.add(documents.txt()), '--warm'], { DOCCONV_DEBUG: '1' });
    expect(code).toBe(0);
    expect(err).toContain(`${home.engines} is not a folder of this user alone`);
    expect(home.files()).toEqual([]);
  });

  test('gives the engine no descriptor, variable or folder of the caller', async () => {
    const home = new WarmHome();
    const name = home.add(documents.txt());
    const held = join(home.path, 'held');
    const line = `exec 9>"${held}" 200>"${held}"; exec "$0" "$@"`;
    const argv = ['-c', line, process.execPath, resolve('bin/docconv.js'), 'convert', name, '--warm', '--json'];
    const env = { ...process.env, ...home.env, SECRET_OF_CALLER: 'x' };
    spawnSync('bash', argv, { cwd: home.path, env });
    const { pid } = await home.untilRunning();
    expect(existsSync(held)).toBe(true);
    expect(hasOpen(pid, held)).toBe(false);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('SECRET_OF_CALLER');
    expect(execFileSync('readlink', [`/proc/${pid}/cwd`]).toString()).toBe('/\n');
    expect(
      execFileSync('ps', ['-o', 'sid=', '-p', String(pid)])
        .toString()
        .trim(),
    ).toBe(String(pid));
  });

  test('leaves an engine that `warm status` shows and `warm stop` ends', async () => {
    const home = new WarmHome();
    expect((await home.run(['warm', 'status'])).out).toBe('No engine runs in the background.\n');
    const { pid } = await home.start();
    await home.convertWarm(['first.txt']);
    const shown = await home.run(['warm', 'status', '--json']);
    expect(JSON.parse(shown.out)).toMatchObject([{ pid, converted: expect.any(Number) }]);
    expect((await home.run(['warm', 'status'])).out).toMatch(
      /^process \d+, started \d+ min ago, documents converted: \d+\n$/,
    );
    const stopped = await home.run(['warm', 'stop']);
    expect(stopped).toMatchObject({ code: 0, err: 'Stopped: 1.\n' });
    expect(isRunning(pid)).toBe(false);
    expect(home.files()).toEqual([]);
  });
});

test.each([
  ['that others may write to', (folder: string) => chmodSync(folder, 0o777)],
  ['that others may read', (folder: string) => chmodSync(folder, 0o750)],
  ['of another user', (folder: string) => chownIfRoot(folder)],
])('sockets are not in a folder %s', (_, change) => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-warm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(() => requirePrivateFolder(folder)).not.toThrow();
  change(folder);
  expect(() => requirePrivateFolder(folder)).toThrow(`${folder} is not a folder of this user alone`);
});

test('--warm cannot be combined with --server', async () => {
  const { code, err } = await docconv([
    'convert',
    'package.json',
    '--from',
    'txt',
    '--warm',
    '--server',
    'http://[::1]:1',
    '-o',
    '/dev/null',
  ]);
  expect(code).toBe(2);
  expect(err).toContain('--warm cannot be combined with --server');
});

function chownIfRoot(folder: string): void {
  if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
  else chmodSync(folder, 0o755);
}
