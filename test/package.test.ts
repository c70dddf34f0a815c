/** What package.json promises to users: the versions that were tested, on every Node that it names. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

interface Locked {
  version: string;
  integrity?: string;
  dev?: boolean;
  engines?: { node?: string };
}

interface Semver {
  subset(range: string, of: string): boolean;
}

const { subset }: Semver = createRequire(import.meta.url)('semver');
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = json('package.json');
const packages: Record<string, Locked> = json('package-lock.json').packages;

it('names no Node that a dependency of users refuses', () => {
  const refused = Object.entries(packages).filter(
    ([, { dev, engines }]) => !dev && engines?.node && !subset(manifest.engines.node, engines.node),
  );
  expect(refused).toEqual([]);
});

it('supports the Node of the container file, in its newest version', () => {
  const [, major] = /^FROM node:(\d+)-/m.exec(readFileSync('deploy/container/Containerfile', 'utf8')) ?? [];
  expect(subset(`>=${major}.99 <${Number(major) + 1}`, manifest.engines.node)).toBe(true);
});

it('contains its dependencies, except those that differ by system, of which it names one version', () => {
  const names = Object.keys(manifest.dependencies);
  const fetched = { ...manifest.optionalDependencies, koffi: manifest.dependencies.koffi };
  expect(manifest.bundleDependencies).toEqual(names.filter(name => !(name in fetched)));
  for (const [name, range] of Object.entries(fetched)) expect(packages[`node_modules/${name}`]?.version).toBe(range);
});

it('has no script that npm runs where it is installed', () => {
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(scripts.filter(name => name in manifest.scripts)).toEqual([]);
});

it('has the hash of every package of the lock file, on every platform', () => {
  const fetched = Object.entries(packages).filter(([path]) => path !== '');
  expect(fetched.length).toBeGreaterThan(500);
  expect(fetched.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path)).toEqual(
    [],
  );
});

const checkBinaries = (...folder: string[]) =>
  spawnSync(process.execPath, ['.ci/binaries.mjs', ...folder], { encoding: 'utf8' });

it('runs the binaries that were tested', () => expect(checkBinaries()).toMatchObject({ status: 0, stderr: '' }));

it('runs no WebAssembly that was not tested', () => {
  const tested = readFileSync('.ci/binaries.mjs', 'utf8');
  const runtime = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev && existsSync(path));
  const binaries = runtime.flatMap(([folder]) =>
    readdirSync(folder, { recursive: true })
      .map(name => join(folder, String(name)))
      .filter(
        path => path.endsWith('.wasm') && path.lastIndexOf('node_modules') === folder.lastIndexOf('node_modules'),
      ),
  );
  expect(binaries.length).toBeGreaterThan(5);
  const isDecoder = (path: string) => /^node_modules\/@jsquash\/\w+\/codec\/dec\//.test(path); // docconv only encodes
  const untested = binaries.filter(
    path => !isDecoder(path) && !tested.includes(`'${path.slice('node_modules/'.length)}'`),
  );
  expect(untested).toEqual([]);
});

it('is not built with another binary', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-binaries-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = '@neslinesli93/qpdf-wasm/dist/qpdf.wasm';
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), 'another');
  expect(checkBinaries(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining(path) });
});

it('contains the documentation, the security policy and the list of licences', () => {
  const names = ['docs', 'SECURITY.md', 'LICENSES.md'];
  expect(manifest.files).toEqual(expect.arrayContaining(names));
  expect(names.filter(name => !existsSync(name))).toEqual([]);
});
