/**
 * Installs the package of `npm pack` with several versions of npm, globally and locally, complete and without the WebAssembly
 * engine: seconds, size, packages, warnings of npm, and packages in other versions than package-lock.json has.
 *   node bench/install.mjs [docconv-*.tgz]    without a file, this checkout is packed
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NETWORK_ENV, ROOT, scratch } from './lib.mjs';

const NPM_VERSIONS = [9, 10, 11];

const folder = scratch();
const tarball = process.argv[2] ? resolve(process.argv[2]) : pack();
const tested = testedVersions();
install(NPM_VERSIONS[0], 'local', 'warm'); // fills the cache of npm
for (const version of NPM_VERSIONS)
  for (const place of ['global', 'local']) print(version, place, install(version, place, `${version}-${place}`));

function pack() {
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, encoding: 'utf8' });
  return join(folder, name.trim());
}

/** Returns the folder of docconv, what npm printed, and seconds. */
function install(version, place, name) {
  const prefix = join(folder, name);
  mkdirSync(prefix);
  if (place === 'local') writeFileSync(join(prefix, 'package.json'), '{"private": true}');
  const options = place === 'global' ? ['--global', '--prefix', prefix] : [];
  const started = performance.now();
  const npm = spawnSync(npmOf(version), ['install', ...options, '--no-audit', '--no-fund', tarball], {
    cwd: prefix,
    env: { ...NETWORK_ENV, npm_config_cache: join(folder, 'cache') },
    encoding: 'utf8',
  });
  if (npm.status !== 0) throw new Error(npm.stderr);
  const modules = place === 'global' ? ['lib', 'node_modules'] : ['node_modules'];
  return { root: join(prefix, ...modules), printed: npm.stdout + npm.stderr, ms: performance.now() - started };
}

function npmOf(version) {
  const prefix = join(folder, `npm-${version}`);
  if (!existsSync(prefix))
    execFileSync('npm', ['install', '--silent', '--prefix', prefix, `npm@${version}`], {
      env: NETWORK_ENV,
    });
  return join(prefix, 'node_modules', '.bin', 'npm');
}

function print(version, place, { root, printed, ms }) {
  const packages = packagesBelow(root);
  const others = packages.filter(name => !tested.has(name));
  const warnings = printed.split('\n').filter(line => /^npm (warn|error)/i.test(line));
  const full = megabytes(root);
  const bin = join(root, 'docconv', 'bin', 'docconv.js');
  execFileSync(process.execPath, [bin, 'engine', 'remove', '--yes'], {
    env: { ...process.env, DOCCONV_HOME: join(folder, 'home') },
    stdio: 'ignore',
  });
  const npm = JSON.parse(readFileSync(join(folder, `npm-${version}`, 'node_modules', 'npm', 'package.json'), 'utf8'));
  console.log(
    `npm ${npm.version} ${place}: ${(ms / 1000).toFixed(1)} s, ${full} MB (${megabytes(root)} MB without the engine), ` +
      `${packages.length} packages, ${warnings.length} warnings, ${others.length} in other versions than tested`,
  );
  for (const line of [...warnings, ...others]) console.log(`  ${line}`);
}

function megabytes(path) {
  return Math.round(Number.parseInt(execFileSync('du', ['-sk', path], { encoding: 'utf8' }), 10) / 1000);
}

/** `name version` of each installed package but docconv itself. */
function packagesBelow(modules) {
  if (!existsSync(modules)) return [];
  const entries = readdirSync(modules).filter(name => !name.startsWith('.'));
  const names = entries.flatMap(name =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map(each => `${name}/${each}`) : [name],
  );
  return names.flatMap(name => {
    const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
    const own = name === 'docconv' ? [] : [`${name} ${version}`];
    return [...own, ...packagesBelow(join(modules, name, 'node_modules'))];
  });
}

function testedVersions() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const nameOf = path => path.replace(/^.*node_modules\//, '');
  return new Set(Object.entries(packages).map(([path, { version }]) => `${nameOf(path)} ${version}`));
}
