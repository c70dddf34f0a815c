/** The setting workers, of which 0 is for `docconv serve` only, and `docconv work`. */
import { expect, test } from 'vitest';
import { docconvResident, newHome } from '../helpers/cli.js';

const run = (line: string, env: Record<string, string> = {}) =>
  docconvResident(line.split(' '), { env: { DOCCONV_HOME: newHome(), ...env } });

test('a server that leaves the work to others, and one that does it, need a store', async () => {
  expect(await run('serve --workers 0 --port 0')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/With workers 0, docconv serve .*: set store .*, or workers to at least 1\./),
  });
  expect(await run('work --port 0')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/docconv work does the jobs of a store: set store/),
  });
});

test('nothing else takes 0 workers', async () => {
  const refused = { code: 2, out: '', err: expect.stringContaining('With workers 0 nothing is converted here') };
  expect(await run('convert --workers 0 README.md')).toMatchObject(refused);
  expect(await run('convert README.md', { DOCCONV_WORKERS: '0' })).toMatchObject(refused);
  expect(await run('convert --workers 0 README.md --server http://127.0.0.1:1')).toMatchObject(refused);
  expect(await run('work --workers 0 --store postgres://127.0.0.1:1/docconv')).toMatchObject({ code: 2 });
  expect(await run('convert --workers -1 README.md')).toMatchObject({ code: 2 });
});

test('work has no flags for clients', async () => {
  const { out } = await run('work --help');
  expect(out).toContain('--workers');
  for (const flag of ['--queue', '--verify-needs-key', '--convert-rate', '--trust-proxy', '--cors-origins'])
    expect(out).not.toContain(flag);
});

test('doctor needs an engine only where documents are converted', async () => {
  const none = { DOCCONV_ENGINE: 'native', DOCCONV_LIBREOFFICE: newHome() };
  const here = await run('doctor --json', none);
  expect([1, 4]).toContain(here.code);
  expect(JSON.parse(here.out).converts).toBe(true);
  const there = await run('doctor --json', { ...none, DOCCONV_WORKERS: '0' });
  expect([there.code, JSON.parse(there.out).converts]).toEqual([0, false]);
  expect((await run('doctor', { ...none, DOCCONV_WORKERS: '0' })).out).toContain('the setting workers is 0');
});
