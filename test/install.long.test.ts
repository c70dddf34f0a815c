/** The installation of docs/operation.md: what npm packs in a clone, installed, converts a document and names what is missing. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WASM_PACKAGE } from '../src/convert/engines/wasm.js';
import { describeTools } from './helpers/requires.js';

const run = promisify(execFile);
/** What npm takes from the environment, such as an option of this run, would change the installation. */
const ENV = { PATH: process.env.PATH, HOME: process.env.HOME };

describeTools('an installation from a clone', ['git'], () => {
  let folder: string;
  let prefix: string;
  const shell = (script: string, cwd: string) =>
    run('sh', ['-ec', script], { cwd, env: { ...ENV, npm_config_prefix: prefix, npm_config_prefer_offline: 'true' } });
  const docconv = (...args: string[]) =>
    run(join(prefix, 'bin', 'docconv'), args, { cwd: folder, env: { ...ENV, DOCCONV_HOME: join(folder, 'home') } });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docconv-install-'));
    prefix = join(folder, 'prefix');
    const clone = join(folder, 'clone');
    mkdirSync(prefix);
    const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
    const files = stdout.split('\0').filter(path => path !== '' && !path.startsWith('test/'));
    for (const path of files) cpSync(path, join(clone, path));
    symlinkSync(resolve('node_modules'), join(clone, 'node_modules')); // of npm ci
    await shell(documented(/^(npm pack && .*?) *(?:#|$)/m), clone);
    rmSync(clone, { recursive: true });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('converts with the embedded engine', async () => {
    await docconv('convert', resolve('examples/report.docx'), '-o', 'a.pdf', '--engine', 'wasm');
    expect(readFileSync(join(folder, 'a.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });

  it('is complete without the embedded engine, and says so', async () => {
    await shell(documented(/`(rm -r .*?)`/), folder);
    const { stdout } = await docconv('doctor', '--json').catch(({ stdout }) => ({ stdout }));
    const wasm = JSON.parse(stdout).engines.find(({ name }: { name: string }) => name === 'wasm');
    expect(wasm).toMatchObject({ available: false, note: expect.stringContaining(`${WASM_PACKAGE} is not installed`) });
  });
});

function documented(command: RegExp): string {
  const [, found] = command.exec(readFileSync('docs/operation.md', 'utf8')) ?? [];
  if (found === undefined) throw new Error(`docs/operation.md has no command like ${command}`);
  return found;
}
