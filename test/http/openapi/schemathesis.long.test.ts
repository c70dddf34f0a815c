/**
 * schemathesis sends requests that follow the description, and others that break it, to a real server; with all its checks
 * on, no answer differs from the description.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeSchemathesis } from '../../helpers/requires.js';
import { type Started, startServer } from '../started.js';
import { readDescription } from './described.js';

const EXAMPLES = 20;
const TIMEOUT = 1_200_000;
/** They end keys, the one of the run among them. */
const ENDING_KEYS = ['revokeKey', 'rotateKey'];

interface Report {
  operations: { total: number; tested: number };
  test_cases: { generated: number; unique_failures: number; errored: number };
}

describeSchemathesis('schemathesis', command => {
  let server: Started;
  let operations: number;
  let file: string;
  beforeAll(async () => {
    const variables = { DOCCONV_CODES_PER_ADDRESS: '1000', DOCCONV_CODES_PER_CLIENT: '1000000' };
    server = await startServer({ fetcher: null, logLevel: 'warn' }, variables);
    const described = await readDescription(server.url);
    operations = described.operations.length;
    file = join(server.folder, 'openapi.json'); // from its URL, schemathesis would leave out the operation that describes
    writeFileSync(file, JSON.stringify(described.description));
  });
  afterAll(() => server?.stop());

  async function run(name: string, ...argv: string[]): Promise<Report> {
    const report = join(server.folder, `${name}.json`);
    const args = [
      ...['--config-file', resolve('test/http/openapi/schemathesis.toml'), 'run', file, '--url', server.url],
      ...['--checks', 'all', '--continue-on-failure', '--suppress-health-check', 'all', '--no-color'],
      ...['--max-examples', String(EXAMPLES), '--seed', '1', '--report', 'json', '--report-json-path', report],
      ...argv,
    ];
    const ended = promisify(execFile)(command, args, { cwd: server.folder, maxBuffer: 1 << 26 });
    const { stdout } = await ended.catch(({ stdout }: { stdout: string }) => ({ stdout }));
    const { operations: found, test_cases: cases } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    console.log(`${name}: ${found.tested} operations, ${cases.generated} cases, ${cases.unique_failures} failures`);
    expect([cases.unique_failures, cases.errored], stdout).toEqual([0, 0]);
    expect(server.log(), 'the service never failed').not.toMatch(/"level":50/);
    return { operations: found, test_cases: cases };
  }

  it('finds no fault without a key', { timeout: TIMEOUT }, async () => {
    const { operations: found, test_cases: cases } = await run('without a key');
    expect(found.tested).toBe(operations);
    expect(cases.generated).toBeGreaterThan(1_000);
  });

  it('finds no fault with a key', { timeout: TIMEOUT }, async () => {
    const names = ENDING_KEYS.flatMap(id => ['--exclude-operation-id', id]);
    const { operations: found } = await run('with a key', ...keyOf(server.key), ...names);
    expect(found.tested).toBe(operations - ENDING_KEYS.length);
  });

  it.each(ENDING_KEYS)('finds no fault of %s', { timeout: TIMEOUT }, async id => {
    const key = await server.issueKey(`${id}@example.org`);
    const { operations: found } = await run(id, ...keyOf(key), '--include-operation-id', id);
    expect(found.tested).toBe(1);
  });
});

const keyOf = (key: string) => ['--header', `Authorization: Bearer ${key}`];
