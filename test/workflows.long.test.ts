/** What runs at GitHub: cannot be run here, but names only what exists. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(path, 'utf8');
const yamlFiles = readdirSync('.github', { recursive: true, encoding: 'utf8' }).filter(name => /\.ya?ml$/.test(name));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(yamlFiles)('.github/%s', name => {
  it('can be parsed', () => expect(parse(read(join('.github', name)))).toBeTypeOf('object'));
});

interface Workflow {
  permissions: object;
  jobs: Record<string, { steps: { run?: string; uses?: string }[]; strategy?: { matrix: Record<string, string[]> } }>;
}

const workflowFiles = yamlFiles.filter(name => name.startsWith('workflows'));

describe.each(workflowFiles)('.github/%s', name => {
  const workflow = parse(read(join('.github', name))) as Workflow;
  const commands = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

  it('names scripts and files that exist', () => {
    const words = commands.join('\n').matchAll(/\.ci\/[\w.-]+|examples\/[\w.-]+|(?<=npm run )[\w:]+|(?<=npm )test\b/g);
    const named = [...words].map(([word]) => word);
    expect(named).not.toEqual([]);
    expect(named.filter(word => !existsSync(word) && !(word in scripts))).toEqual([]);
  });

  it('has no more rights than it names', () => expect(workflow.permissions).toBeDefined());
});

it('the scripts of package.json need no shell of Unix', () => {
  const inShell = /[^&]&[^&]|[;|$`'<>]|\bwait\b|\bexport\b|^\w+=/;
  expect(Object.entries(scripts).filter(([, script]) => inShell.test(script))).toEqual([]);
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('.ci/parallel.mjs', () => {
  it.each([
    ['succeeds with all of its scripts', 0, 'one two'],
    ['fails with one of them', 1, 'one bad two'],
  ])('%s', (_name, status, names) => {
    const folder = newFolder();
    const one = 'node --eval 0';
    const run = `node ${JSON.stringify(resolve('.ci/parallel.mjs'))} ${names}`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { one, two: one, bad: 'exit 3', run } }));
    expect(spawnSync('npm', ['run', 'run'], { cwd: folder, shell: process.platform === 'win32' }).status).toBe(status);
  });
});

describe('.ci/results.mjs skips', () => {
  const skips = (titles: Record<string, string>, system = 'ubuntu-24.04') => {
    const folder = newFolder();
    const assertionResults = Object.entries(titles).map(([fullName, status]) => ({ fullName, status }));
    const results = { numPassedTests: 1, testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] };
    writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
    const args = ['.ci/results.mjs', 'skips', join(folder, 'results.json'), system];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { status, out: stdout + stderr };
  };

  it.each([
    'fonts (fc-list is not installed)',
    'merges (fast) (this is not root, nothing else)',
    'preflight (Apache PDFBox Preflight is not installed (libpdfbox2-java))',
    'the corpus (there is no corpus folder pdf/signed; set DOCCONV_CORPUS)',
  ])('accepts "%s"', title => {
    expect(skips({ [title]: 'skipped', 'another test': 'passed' })).toMatchObject({ status: 0 });
  });

  it.each(['fonts (curl is not installed)', 'fonts', 'not Linux (this is not Linux)', 'fonts (fc-list)'])(
    'refuses "%s" on Ubuntu',
    title => expect(skips({ [title]: 'skipped' })).toMatchObject({ status: 1, out: expect.stringContaining(title) }),
  );

  it('accepts on macOS what Linux alone has', () => {
    expect(skips({ 'Landlock (this is not Linux)': 'pending' }, 'macos-15-intel')).toMatchObject({ status: 0 });
  });

  it('refuses a system without a list, and results that do not exist', () => {
    expect(skips({}, 'plan9')).toMatchObject({ status: 1, out: expect.stringContaining('plan9') });
    const { status } = spawnSync(process.execPath, ['.ci/results.mjs', 'skips', 'no-such-file', 'ubuntu-24.04']);
    expect(status).toBe(1);
  });

  it('has a list for each system of the matrix', () => {
    const { jobs } = parse(read('.github/workflows/test.yml')) as Workflow;
    const systems = jobs.systems!.strategy!.matrix.system!;
    expect(systems.length).toBeGreaterThan(3);
    for (const system of systems) expect(skips({}, system)).toMatchObject({ status: 0 });
  });
});

describe('.ci/results.mjs sum', () => {
  it('tells what was skipped, and why, and what was repeated, and ends with the numbers of all suites', () => {
    const folder = newFolder();
    const write = (name: string, titles: Record<string, string>) => {
      const assertionResults = Object.entries(titles).map(([fullName, status]) => ({ fullName, status }));
      const count = (status: string) => Object.values(titles).filter(value => value === status).length;
      const isFailed = count('failed') > 0;
      const testResults = [{ name: resolve('a.test.ts'), status: isFailed ? 'failed' : 'passed', assertionResults }];
      const results = { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults };
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(results));
    };
    const skipped = {
      'fonts (qpdf is not installed)': 'skipped',
      'merges (fast) (qpdf is not installed, this is not root)': 'skipped',
      'Landlock (this is not Linux)': 'pending',
    };
    write('test', { ...skipped, 'is slow': 'failed', 'is quick': 'passed' });
    write('test-repeated', { 'is slow': 'passed' });
    write('long', { 'is long': 'passed' });
    const { stdout } = spawnSync(process.execPath, ['.ci/results.mjs', 'sum', folder, 'test=0', 'long=0']);
    expect(stdout.toString().split('\n')).toEqual([
      'test: 3 skipped: 2 as qpdf is not installed, 1 as this is not Linux',
      'test: 1 failed and repeated',
      'passed only when repeated: a.test.ts: is slow',
      '3 passed, 0 failed',
      '',
    ]);
  });
});
