/**
 * Makes a release. docs/releases.md says when, and what else belongs to it.
 *   prepare VERSION   writes the version and the section of CHANGELOG.md, commits both, and sets the tag vVERSION
 *   build FOLDER      in the checkout of a tag, after `npm ci`: writes what is published into FOLDER, which must not exist
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireBinaries } from './binaries.mjs';

const run = (program, ...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const manifest = () => JSON.parse(readFileSync('package.json', 'utf8'));

const [command, argument] = process.argv.slice(2);
if (command === 'prepare' && argument) prepare(argument);
else if (command === 'build' && argument) build(resolve(argument));
else fail('Usage: release.mjs prepare VERSION | build FOLDER');

function prepare(version) {
  if (!/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version)) fail(`${version} is not a version like 1.2.3 or 1.2.3-rc.1.`);
  if (run('git', 'branch', '--show-current').trim() !== 'main') fail('Releases are made from the branch main.');
  if (run('git', 'status', '--porcelain') !== '') fail('Commit or remove your changes first: git status.');
  if (run('git', 'tag', '--list', `v${version}`) !== '') fail(`The tag v${version} exists.`);
  datedChangelog(version);
  run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts', '--allow-same-version');
  run('git', 'commit', '--quiet', '--all', '--message', `Release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `docconv ${version}`);
  console.log(`Tagged v${version}. Publish it: git push origin main v${version}`);
}

/** "Unreleased" becomes the section of the version. */
function datedChangelog(version) {
  if (sectionOf('Unreleased') === '') fail('CHANGELOG.md has nothing under "Unreleased".');
  const date = new Date().toISOString().slice(0, 10);
  const text = readFileSync('CHANGELOG.md', 'utf8');
  writeFileSync('CHANGELOG.md', text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`));
}

function sectionOf(heading) {
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const section = sections.find(text => text.split(/[ \n]/, 1)[0] === heading);
  return section?.slice(section.indexOf('\n')).trim() ?? '';
}

function build(folder) {
  const { version } = manifest();
  const tags = run('git', 'tag', '--points-at', 'HEAD').split('\n');
  if (!tags.includes(`v${version}`)) fail(`This is not the commit of the tag v${version}.`);
  if (run('git', 'status', '--porcelain') !== '') fail('The checkout has changes: git status.');
  if (existsSync(folder)) fail(`${folder} exists.`);
  requireBinaries();
  mkdirSync(folder, { recursive: true });
  run('npm', 'pack', '--pack-destination', folder);
  writeFileSync(join(folder, `docconv-${version}.cdx.json`), run('node', '.ci/sbom.mjs'));
  copyFileSync('LICENSE', join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'notes.md'), `${sectionOf(version)}\n`);
  const builds = ['deploy/debian/build', 'deploy/container/build'].filter(existsSync);
  // the Debian package of the npm package, and the image of the Debian package; each prints the path that it wrote
  builds.reduce((made, script) => run(script, made, folder).trim(), join(folder, `docconv-${version}.tgz`));
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(folder));
}

/** As sha256sum writes them. */
function sumsOf(folder) {
  const names = readdirSync(folder).sort();
  const sum = name =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return names.map(name => `${sum(name)}  ${name}\n`).join('');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
