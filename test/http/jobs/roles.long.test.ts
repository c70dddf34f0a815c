/** `docconv serve --workers 0` and `docconv work` as users start them: workers that are killed, stopped, or not there. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { docconvResident, newHome } from '../../helpers/cli.js';
import { describeWith, program } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { type Served, serve, work } from '../served.js';
import { signedPdf } from '../signed.js';

vi.setConfig({ testTimeout: 300_000 }); // the lock of a killed worker lasts 25 s, and the documents take long

const GENEROUS = { timeout: 120_000, interval: 50 };
const LATER = { prefer: 'respond-async' };

/** Takes several seconds: there is time to end the worker that converts it. */
const LONG = Array.from({ length: 20_000 }, (_, i) => `${i},alpha ${i},beta ${i * 7},${i / 3},gamma`).join('\n');
const SHORT = 'a,b\n1,2';

/** A server that accepts requests only, and two workers; each has files of its own, as on machines of their own. */
async function startService() {
  const variables = await storeVariables();
  const shared = { ...variables, DOCCONV_TIMEOUT: '600', DOCCONV_DEADLINE: '600', DOCCONV_WORKERS: '1' };
  const environment = () => ({ ...shared, DOCCONV_HOME: newHome() });
  const api = await serve(environment(), '--workers', '0', '--grace', '600');
  const created = await docconvResident(['keys', 'create', 'ann@example.org', '--json'], { env: environment() });
  const { apiKey } = JSON.parse(created.out);
  const postgres = openPostgres(variables.DOCCONV_STORE!);
  onTestFinished(() => postgres.close());

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${api.url}${path}`, { ...init, headers: { authorization: `Bearer ${apiKey}`, ...init.headers } });
  const convert = (text: string, headers: Record<string, string> = {}) => {
    const body = new FormData();
    body.append('file', new Blob([text]), 'table.csv');
    return call('/v1/convert', { method: 'POST', headers, body });
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  const jobOf = async (self: string): Promise<any> => (await call(self)).json();
  return {
    api,
    call,
    convert,
    jobOf,
    async startWorker(...argv: string[]) {
      const worker = await work(environment(), '--metrics-port', '0', ...argv);
      await expect.poll(async () => (await fetch(`${worker.url}/readyz`)).status, GENEROUS).toBe(200);
      return worker;
    },
    /** Its address, when a worker has begun it. */
    async begin(text: string): Promise<string> {
      const accepted = await convert(text, LATER);
      expect(accepted.status).toBe(202);
      const self = accepted.headers.get('location')!;
      await expect.poll(async () => (await jobOf(self)).status, GENEROUS).toBe('running');
      return self;
    },
    succeeded: (self: string) => expect.poll(async () => (await jobOf(self)).status, GENEROUS).toBe('succeeded'),
    async attempts(): Promise<number[]> {
      const rows = await postgres.query<{ attempts: number }>('SELECT attempts FROM docconv.jobs');
      return rows.map(({ attempts }) => attempts);
    },
  };
}

async function metricOf(worker: Served, name: string): Promise<number> {
  const [, url = ''] = /metrics on (\S+)/.exec(worker.messages()) ?? [];
  const text = await (await fetch(url)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** The one that converts, and the other. */
async function busyFirst(workers: readonly Served[]): Promise<[Served, Served]> {
  const busy = () => Promise.all(workers.map(worker => metricOf(worker, 'docconv_workers_busy')));
  let counts = await busy();
  while (counts.every(count => count === 0)) counts = await busy();
  return counts[0] === 1 ? [workers[0]!, workers[1]!] : [workers[1]!, workers[0]!];
}

describeWith('one server for requests and two workers', [postgresql, program('soffice.bin')], () => {
  test('convert and verify, as jobs and while the client waits', async () => {
    const { api, call, convert, startWorker, succeeded } = await startService();
    await Promise.all([startWorker(), startWorker()]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => convert(SHORT)));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    const accepted = await convert(SHORT, LATER);
    expect(accepted.status).toBe(202);
    const self = accepted.headers.get('location')!;
    await succeeded(self);
    expect((await call(`${self}/result`)).status).toBe(200);
    const verify = (headers: Record<string, string>) =>
      call('/v1/verify', {
        method: 'POST',
        headers: { 'content-type': 'application/pdf', ...headers },
        body: new Uint8Array(signedPdf()),
      });
    expect(await (await verify({})).json()).toMatchObject({ verdict: expect.any(String) });
    const later = await verify(LATER);
    expect(later.status).toBe(202);
    await succeeded(later.headers.get('location')!);
    expect(api.messages()).toContain('all documents wait for docconv work');
  });

  test('a job whose worker is killed is done by the other', async () => {
    const { startWorker, begin, succeeded, attempts } = await startService();
    const workers = await Promise.all([startWorker(), startWorker()]);
    const self = await begin(LONG);
    const [killed, other] = await busyFirst(workers);
    killed.process.kill('SIGKILL');
    await succeeded(self);
    expect(await attempts()).toEqual([2]);
    expect(await metricOf(other, 'docconv_jobs_at_once')).toBeGreaterThan(0);
  });

  test('SIGTERM: the worker finishes the job that it has', async () => {
    const { startWorker, begin, jobOf, attempts } = await startService();
    const worker = await startWorker('--grace', '600');
    const self = await begin(LONG);
    expect(await worker.stop()).toBe(0);
    expect((await jobOf(self)).status).toBe('succeeded');
    expect(await attempts()).toEqual([1]);
  });

  test('SIGTERM without time to finish: the other does the job, and the attempt does not count', async () => {
    const { api, startWorker, begin, jobOf, succeeded, attempts } = await startService();
    const worker = await startWorker('--grace', '0');
    const self = await begin(LONG);
    expect(await worker.stop()).toBe(0);
    expect((await jobOf(self)).status).toBe('queued');
    const { checks } = (await (await fetch(`${api.url}/readyz`)).json()) as { checks: object };
    expect(checks).toMatchObject({ jobs: { status: 'failing', atOnce: 0, queued: 1 } });
    await startWorker();
    await succeeded(self);
    expect(await attempts()).toEqual([1]);
  });

  test('SIGTERM: the server finishes requests that wait for a worker', async () => {
    const { api, startWorker, convert } = await startService();
    const worker = await startWorker();
    const answer = convert(LONG);
    await busyFirst([worker, worker]);
    const stopped = api.stop();
    expect((await answer).status).toBe(200);
    expect(await stopped).toBe(0);
  });
});
