/** .ci/release.mjs, in a repository of a small package. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeTools } from './helpers/requires.js';

const run = promisify(execFile);
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New: signing.\n\n## 0.1.0\n\nThe first release.\n';

describeTools('a release', ['git'], () => {
  let folder: string;
  const inside = (program: string, ...args: string[]) => run(program, args, { cwd: folder });
  const release = (...args: string[]) => inside('node', '.ci/release.mjs', ...args);
  const refused = async (...args: string[]) => (await release(...args).catch(error => error)).stderr;
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docconv-release-'));
    mkdirSync(join(folder, '.ci'));
    for (const name of ['release.mjs', 'binaries.mjs', 'sbom.mjs'])
      cpSync(join('.ci', name), join(folder, '.ci', name));
    write('package.json', JSON.stringify({ name: 'docconv', version: '0.1.0', license: 'MIT' }));
    write('LICENSE', 'MIT');
    write('CHANGELOG.md', CHANGELOG);
    await inside('npm', 'install', '--package-lock-only');
    await inside('git', 'init', '--quiet', '--initial-branch=main');
    for (const [name, value] of [['user.name', 'A'], ['user.email', 'a@example.org']]) // biome-ignore format: pairs
      await inside('git', 'config', name!, value!);
    await commit();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function commit(): Promise<void> {
    await inside('git', 'add', '--all');
    await inside('git', 'commit', '--quiet', '--message', 'Change');
  }

  it('is refused for another version, branch, or state of the checkout', async () => {
    expect(await refused('prepare', '1.2')).toContain('not a version');
    write('LICENSE', 'changed');
    expect(await refused('prepare', '0.2.0')).toContain('Commit or remove');
    await inside('git', 'checkout', '--quiet', 'LICENSE');
    await inside('git', 'checkout', '--quiet', '-b', 'other');
    expect(await refused('prepare', '0.2.0')).toContain('main');
    await inside('git', 'checkout', '--quiet', 'main');
    expect(await refused('build', join(folder, 'out'))).toContain('not the commit of the tag');
  });

  it('is a commit and a tag with the dated changes', async () => {
    await release('prepare', '0.2.0');
    const { stdout } = await inside('git', 'show', '--no-patch', '--format=%s', 'v0.2.0^{commit}');
    expect(stdout).toBe('Release 0.2.0\n');
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      /^## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- New: signing\.$/m,
    );
    expect(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).version).toBe('0.2.0');
    expect(await refused('prepare', '0.2.0')).toContain('v0.2.0 exists');
    expect(await refused('prepare', '0.3.0')).toContain('nothing under "Unreleased"');
  });

  it('consists of files whose sums are right', async () => {
    const out = join(folder, '..', `${folder.split('/').pop()}-out`);
    await release('build', out);
    expect(readdirSync(out).sort()).toEqual([
      'LICENSE',
      'SHA256SUMS',
      'docconv-0.2.0.cdx.json',
      'docconv-0.2.0.tgz',
      'notes.md',
    ]);
    expect(readFileSync(join(out, 'notes.md'), 'utf8')).toBe('- New: signing.\n');
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(sums).toHaveLength(4);
    for (const [sum, name] of sums.map(line => line.split('  ')))
      expect(
        createHash('sha256')
          .update(readFileSync(join(out, name!)))
          .digest('hex'),
      ).toBe(sum);
    rmSync(out, { recursive: true });
  });
});

// by `npm sbom`, which the npm 9 of Debian 13 does not have
it('the bill of materials has the hash and licence of each package of users, and no other', async () => {
  const { stdout } = await run(process.execPath, ['.ci/sbom.mjs'], { maxBuffer: 2 ** 26 });
  const { bomFormat, components } = JSON.parse(stdout);
  expect(bomFormat).toBe('CycloneDX');
  const complete = (components as Component[]).filter(({ hashes, licenses }) => hashes?.length && licenses?.length);
  const named = complete.map(({ name, version }) => `${name}@${version}`);
  const packages: Record<string, Locked> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const needed = Object.entries(packages).flatMap(([path, { dev, version }]) =>
    dev || path === '' ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
  );
  expect(needed.length).toBeGreaterThan(200);
  expect(new Set(named)).toEqual(new Set(needed));
});

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly unknown[];
  readonly licenses?: readonly unknown[];
}
