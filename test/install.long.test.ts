/** The installation of docs/operation.md: what npm packs in a clone, installed, converts a document and names what is missing. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TESTED_VERSION, WASM_PACKAGE } from '../src/convert/engines/wasm/wasm-package.js';
import { describeTools } from './helpers/requires.js';

const run = promisify(execFile);
/** What npm takes from the environment, such as an option of this run, would change the installation. */
const ENV = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  npm_config_cafile: process.env.npm_config_cafile,
};

describeTools('an installation from a clone', ['git'], () => {
  let folder: string;
  let prefix: string;
  let printed: string;
  const shell = (script: string, cwd: string) =>
    run('sh', ['-ec', script], {
      cwd,
      env: {
        ...ENV,
        PATH: `${join(prefix, 'bin')}:${ENV.PATH}`,
        npm_config_prefix: prefix,
        npm_config_prefer_offline: 'true',
      },
    });
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
    await run('cp', ['-a', '--reflink=auto', resolve('node_modules'), join(clone, 'node_modules')]); // of npm ci
    const { stdout: out, stderr } = await shell(documented(/^(npm pack && .*?) *(?:#|$)/m), clone);
    printed = out + stderr;
    rmSync(clone, { recursive: true });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the versions that were tested, and no others', () => {
    const installed = versionsBelow(join(prefix, 'lib', 'node_modules', 'docconv'));
    expect(installed.length).toBeGreaterThan(100);
    const tested = testedVersions();
    expect(installed.filter(version => !tested.has(version))).toEqual([]);
  });

  it('runs no script of docconv, and suits this Node', () => {
    expect(printed).not.toMatch(/EBADENGINE|docconv@\S+ \(/);
  });

  it('converts with the embedded engine', async () => {
    await docconv('convert', resolve('examples/report.docx'), '-o', 'a.pdf', '--engine', 'wasm');
    expect(readFileSync(join(folder, 'a.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });

  it('is complete without the embedded engine, and says so', async () => {
    await shell(documented(/`(docconv engine remove --yes)`/), folder);
    const { stdout } = await docconv('doctor', '--json').catch(({ stdout }) => ({ stdout }));
    const wasm = JSON.parse(stdout).engines.find(({ name }: { name: string }) => name === 'wasm');
    expect(wasm).toMatchObject({ available: false, note: expect.stringContaining(`${WASM_PACKAGE} is not installed`) });
  });

  it('gets the embedded engine again, and only the tested one', async () => {
    const { stdout } = await run('npm', ['pack', '--silent', `${WASM_PACKAGE}@${TESTED_VERSION}`], {
      cwd: folder,
      env: ENV,
    });
    const file = join(folder, stdout.trim());
    const changed = join(folder, 'changed.tgz');
    writeFileSync(changed, readFileSync(file).subarray(0, -9));
    const refused = await docconv('engine', 'add', changed).catch(error => error);
    expect(refused).toMatchObject({ code: 6, stderr: expect.stringContaining('Nothing was installed') });
    await docconv('engine', 'add', file);
    await docconv('convert', resolve('examples/report.docx'), '-o', 'b.pdf', '--engine', 'wasm');
    expect(readFileSync(join(folder, 'b.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });
});

function documented(command: RegExp): string {
  const [, found] = command.exec(readFileSync('docs/operation.md', 'utf8')) ?? [];
  if (found === undefined) throw new Error(`docs/operation.md has no command like ${command}`);
  return found;
}

/** `name version` of each installed package. */
function versionsBelow(folder: string): string[] {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  const entries = readdirSync(modules).filter(name => !name.startsWith('.'));
  const names = entries.flatMap(name =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map(each => `${name}/${each}`) : [name],
  );
  return names.flatMap(name => {
    const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
    return [`${name} ${version}`, ...versionsBelow(join(modules, name))];
  });
}

function testedVersions(): Set<string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
  return new Set(Object.entries(packages).map(([path, { version }]) => `${nameOf(path)} ${version}`));
}
