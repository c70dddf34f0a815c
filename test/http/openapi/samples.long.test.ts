/** The code samples of /openapi.json run as they are, against the server that states them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { describeWith, program, pythonWith } from '../../helpers/requires.js';
import { startReceiver } from '../../jobs/webhooks/receiver.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';

interface Sample {
  lang: 'shell' | 'javascript' | 'python';
  label: string;
  source: string;
}
interface Operation {
  'x-codeSamples': Sample[];
}

const python = pythonWith('requests');

const RUN: Readonly<Record<Sample['lang'], (source: string) => [string, string[]]>> = {
  shell: source => ['bash', ['-ec', source]],
  javascript: source => [process.execPath, ['--input-type=module', '-e', source]],
  python: source => [python.command, ['-c', source]],
};

/** What the response is known by, for each operation that has one. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'get /v1/auth/register': /code_sent/,
  'post /v1/auth/register': /code_sent/,
  'get /v1/auth/verify': /dck_/,
  'post /v1/auth/verify': /dck_/,
  'get /v1/keys': /owner@example\.org/,
  'post /v1/verify': /Anna Example/,
  'get /openapi.json': /openapi/,
  'get /healthz': /alive/,
  'get /readyz': /ready/,
};

describeWith('code samples', [program('bash'), program('curl'), python], () => {
  let server: Started;
  let operations: [string, Operation][];
  let samples = 0;
  beforeAll(async () => {
    server = await startServer({ fetcher: createFetcher({ allowPrivate: true }) });
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
    );
  });
  afterAll(() => server.stop());

  /** Every sample has a folder with the documents that it sends. */
  async function run({ lang, source }: Sample, key: string): Promise<{ out: string; folder: string }> {
    const folder = mkdtempSync(join(server.folder, 'sample-'));
    writeFileSync(join(folder, 'report.docx'), readFileSync(resolve('examples/report.docx')));
    writeFileSync(join(folder, 'signed.pdf'), signedPdf());
    const [command, args] = RUN[lang](source);
    const env = { ...process.env, DOCCONV_API_KEY: key };
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env });
    return { out: stdout, folder };
  }

  /** The values that a reader has to fill in. */
  async function filledIn(operation: string, sample: Sample): Promise<Sample & { key: string }> {
    const address = `sample${++samples}@example.org`; // the number of codes for one address is limited
    let source = sample.source.replaceAll('you@example.org', address);
    let key = server.key;
    if (source.includes('CODE')) source = source.replace('CODE', await newCode(server, address));
    if (operation.includes('{id}')) {
      key = await server.issueKey(address);
      const id = await newIdFor(operation, server, key);
      source = source.replace('/ID', `/${id}`);
    }
    if (operation === 'post /v1/webhooks/test')
      source = source.replace('https://example.org/docconv-events', (await startReceiver()).url);
    return { ...sample, source, key };
  }

  it('exist for every operation in three languages', () => {
    expect(operations.length).toBeGreaterThan(10);
    for (const [name, operation] of operations)
      expect([name, operation['x-codeSamples'].map(({ label }) => label)]).toEqual([
        name,
        ['curl', 'JavaScript', 'Python'],
      ]);
  });

  it('run', { timeout: 300_000 }, async () => {
    for (const [name, operation] of operations) {
      for (const sample of operation['x-codeSamples']) {
        const { key, ...given } = await filledIn(name, sample);
        const { out, folder } = await run(given, key).catch(error => {
          throw new Error(`${name} in ${sample.label}: ${error.stderr ?? error.message}\n${given.source}`);
        });
        if (PRINTED[name]) expect(out, `${name} in ${sample.label}`).toMatch(PRINTED[name]);
        if (name === 'post /v1/convert')
          expect(readFileSync(join(folder, 'report.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
      }
    }
  });

  it('fail with the problem in their message', async () => {
    const [, convert] = operations.find(([name]) => name === 'post /v1/convert')!;
    for (const sample of convert['x-codeSamples']) {
      const error = await run(sample, 'dck_wrong').then(
        () => null,
        thrown => thrown as { stderr: string; stdout: string },
      );
      if (sample.lang !== 'shell') expect(error?.stderr, sample.label).toContain('key_invalid');
      expect(error, sample.label).not.toBeNull();
    }
  });
});

async function newCode(server: Started, address: string): Promise<string> {
  await fetch(`${server.url}/v1/auth/register?email=${address}`);
  await expect.poll(() => server.lastMail()).toContain(address);
  return /^ {4}([A-Z0-9]{8})\s*$/m.exec(server.lastMail())![1]!;
}

function newIdFor(operation: string, server: Started, key: string): Promise<string> {
  if (operation.includes('/jobs/')) return newJob(server, key);
  return operation.includes('/deliveries/') ? newDelivery(server, key) : idOf(server, key);
}

/** A webhook of a job that has succeeded. */
async function newDelivery(server: Started, key: string): Promise<string> {
  const { url } = await startReceiver();
  await newJob(server, key, `?webhook=${encodeURIComponent(url)}`);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.url}/v1/webhooks/deliveries`, { headers });
  return ((await answer.json()) as { deliveries: { id: string }[] }).deliveries[0]!.id;
}

/** A job that has succeeded. */
async function newJob(server: Started, key: string, query = ''): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/pdf', prefer: 'respond-async' };
  const body = new Uint8Array(signedPdf());
  const answer = await fetch(`${server.url}/v1/verify${query}`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  const wait = { authorization: headers.authorization, prefer: 'wait=60' };
  const ended = (await (await fetch(`${server.url}/v1/jobs/${id}`, { headers: wait })).json()) as { status: string };
  expect(ended.status).toBe('succeeded');
  return id;
}

async function idOf(server: Started, key: string): Promise<string> {
  const answer = await fetch(`${server.url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
  const { keys } = (await answer.json()) as { keys: { id: string; current: boolean }[] };
  return keys.find(({ current }) => current)!.id;
}
