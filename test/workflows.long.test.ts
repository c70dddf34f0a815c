/** What runs at GitHub: cannot be run here, but names only what exists. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { describeWith, linux } from './helpers/requires.js';

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
    const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
    const result = spawnSync('npm', ['--silent', 'run', 'run'], options);
    expect(result.status).toBe(status);
    expect(result.stdout.trimEnd().endsWith('failed: npm run bad')).toBe(status === 1);
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
  const results = (tests: Record<string, string>, message = '') => {
    const assertionResults = Object.entries(tests).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: [] as string[],
    }));
    const count = (status: string) => Object.values(tests).filter(value => value === status).length;
    const isFailed = count('failed') > 0 || message !== '';
    const testResults = [
      { name: resolve('a.test.ts'), status: isFailed ? 'failed' : 'passed', message, assertionResults },
    ];
    return { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults };
  };
  const sum = (files: Record<string, object | string>, ...legs: string[]) => {
    const folder = newFolder();
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    const { stdout } = spawnSync(process.execPath, ['.ci/results.mjs', 'sum', folder, ...legs], { encoding: 'utf8' });
    return stdout.split('\n').slice(0, -1);
  };

  it('tells what was skipped, and why, and what was repeated, and ends with the numbers of all suites', () => {
    const skipped = {
      'fonts (qpdf is not installed)': 'skipped',
      'merges (fast) (qpdf is not installed, this is not root)': 'skipped',
      'Landlock (this is not Linux)': 'pending',
    };
    const files = {
      'test.json': results({ ...skipped, 'is slow': 'failed', 'is quick': 'passed' }),
      'test-repeated.json': results({ ...skipped, 'is slow': 'passed', 'is quick': 'passed' }),
      'long.json': results({ 'is long': 'passed' }),
    };
    expect(sum(files, 'test=0', 'long=0')).toEqual([
      'test: 3 skipped: 2 as qpdf is not installed, 1 as this is not Linux',
      'test: 1 failed and repeated',
      'passed only when repeated: a.test.ts: is slow',
      '3 passed, 0 failed',
    ]);
  });

  it('names each test that failed, also when repeated, with the first line of its error', () => {
    const failed = results({ 'a form has fields': 'failed', 'is quick': 'passed' });
    failed.testResults[0]!.assertionResults[0]!.failureMessages = [
      '\u001b[31mError: no fields\u001b[39m\n    at a.test.ts:4',
    ];
    const files = {
      'test.json': failed,
      'test-repeated.json': failed,
      'long.json': results({}, 'Cannot find b.js\nin a'),
    };
    expect(sum(files, 'test=1', 'long=1')).toEqual([
      'test: 1 failed and repeated',
      'failed: test: a.test.ts: a form has fields',
      '  Error: no fields',
      'failed: long: a.test.ts',
      '  Cannot find b.js',
      '1 passed, 2 failed',
    ]);
  });

  it('names errors outside of tests, which are repeated as well, with their file and message', () => {
    const outside = (message: string) => ({
      ...results({ 'is quick': 'passed' }),
      unhandledErrors: [{ file: resolve('a.test.ts'), message, place: 'at a.test.ts:4' }],
    });
    const once = { 'test.json': outside('kill ESRCH'), 'test-repeated.json': results({ 'is quick': 'passed' }) };
    expect(sum(once, 'test=0')).toEqual([
      'test: 1 failed and repeated',
      'passed only when repeated: a.test.ts: outside of a test: kill ESRCH',
      '1 passed, 0 failed',
    ]);
    const again = { 'test.json': outside('kill ESRCH'), 'test-repeated.json': outside('kill ESRCH') };
    expect(sum(again, 'test=1')).toEqual([
      'test: 1 failed and repeated',
      'failed: test: a.test.ts: outside of a test: kill ESRCH',
      '  at a.test.ts:4',
      '1 passed, 1 failed',
    ]);
  });

  it('names the steps that failed', () => {
    const log = '  passed: removal\n  FAILED: purge\nno such user\ndeb: 1 passed, 1 failed\n';
    expect(sum({ 'deb.log': log }, 'deb=1')).toEqual(['failed: deb: purge', '  no such user', '1 passed, 1 failed']);
  });

  it('shows the end of the output of a leg that failed without a failed test', () => {
    const log = `${'checked\n'.repeat(40)}lint: unused import\n\nfailed: npm run lint\n`;
    const lines = sum(
      { 'test.log': log, 'long.json': results({ 'is long': 'passed' }), 'long.log': 'Killed' },
      'test=1',
      'long=1',
    );
    expect(lines.slice(0, 2)).toEqual(['failed: test: no test, but:', '  checked']);
    expect(lines.slice(-5)).toEqual([
      '  lint: unused import',
      '  failed: npm run lint',
      'failed: long: no test, but:',
      '  Killed',
      '1 passed, 2 failed',
    ]);
    expect(lines.length).toBe(34);
  });
});

describeWith('.ci/suite', [linux], () => {
  const suite = (test: string) => {
    const folder = newFolder();
    for (const name of ['.ci', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
    const reporter = "[['./.ci/json-results.mjs', { outputFile: process.env.DOCCONV_TEST_RESULTS }]]";
    writeFileSync(
      join(folder, 'config.mjs'),
      `export default { test: { globals: true, isolate: false, maxWorkers: 1, reporters: ${reporter} } }`,
    );
    writeFileSync(join(folder, 'other.test.js'), `it('passes', () => {});`);
    writeFileSync(join(folder, 'a.test.js'), test);
    const command = ['npx', 'vitest', 'run', '--config', 'config.mjs'];
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status } = spawnSync('bash', ['.ci/suite', 'test', 'config.mjs', ...command], options);
    const sum = spawnSync(process.execPath, ['.ci/results.mjs', 'sum', '.', `test=${status}`], options);
    return { status, lines: sum.stdout.trim().split('\n') };
  };
  const FIRST_TIME = `(await import('node:fs')).existsSync('test.json') === false`;
  const OUTSIDE = `setTimeout(() => process.kill(4_000_001)); await new Promise(done => setTimeout(done, 50));`;
  const GONE = `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`;

  it.each([
    ['throws outside of its tests', OUTSIDE, 'kill ESRCH'],
    ['ends the process of the tests', GONE, 'Worker exited unexpectedly'],
  ])('repeats a file that %s', (_, code, message) => {
    const { status, lines } = suite(`it('is unlucky', async () => { if (${FIRST_TIME}) { ${code} } });`);
    expect(lines).toContainEqual(expect.stringMatching(`^passed only when repeated: a.test.js: .*${message}`));
    expect([status, lines.at(-1)]).toEqual([0, '2 passed, 0 failed']);
  });

  it('fails when the error comes again', () => {
    const { status, lines } = suite(`it('is broken', async () => { ${OUTSIDE} });`);
    expect(lines).toContain('failed: test: a.test.js: outside of a test: kill ESRCH');
    expect([status, lines.at(-1)]).toEqual([1, '2 passed, 1 failed']);
  });
});
