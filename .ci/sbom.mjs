/**
 * `node .ci/sbom.mjs`: the packages that users get, as CycloneDX. `npm sbom --omit dev` leaves out those on which a package for
 * developers depends as well, so that the choice is made here, from the lock file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const nameOf = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const needed = new Set(
  Object.entries(packages).flatMap(([path, { dev, name = nameOf(path), version }]) =>
    dev ? [] : [`${name}@${version}`],
  ),
);
const isNeeded = component => needed.has(`${component.name}@${component.version}`);

const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const shell = process.platform === 'win32';
const bill = JSON.parse(execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 26, shell }));
const { components = [], dependencies = [] } = bill;
const kept = components.filter(isNeeded);
const references = new Set([bill.metadata.component, ...kept].map(component => component['bom-ref']));
const edges = dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(one => references.has(one)) }));
console.log(JSON.stringify({ ...bill, components: kept, dependencies: edges }, null, 2));
