/** What package.json promises to users: the versions that were tested, on every Node that it names. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

interface Locked {
  version: string;
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
