/** Every problem that the description lists for an operation is provoked there, and its answer is as described. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/http/problem-table.js';
import { REFUSALS } from '../refusals.js';
import { type Started, startServer } from '../started.js';
import { type Described, readDescription } from './described.js';
import { type Answered, PROVOKE, plain, type Sent, send, type Target } from './provoked.js';

/** Codes that no request to this server causes, with where they are provoked or why they cannot be. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  internal: 'a fault of the service itself, which no request may cause',
  shutting_down: 'while the service ends: lifecycle.long.test.ts',
  deadline_exceeded: 'needs a deadline that ends: limits/slow.long.test.ts',
  disk_full: 'needs a full disk: keys/store/local.test.ts',
  overloaded: 'needs a used budget: limits/budget.test.ts',
  queue_full: 'needs a full queue: jobs/job-cases.ts',
  store_busy: 'needs a store that another process locks: replicas.long.test.ts',
  store_unavailable: 'needs a database that is away: replicas.long.test.ts',
  not_ready: 'needs an engine or a store that fails: access.long.test.ts',
  no_engine: 'needs a machine without LibreOffice: access.long.test.ts',
  trust_unavailable: 'needs damaged lists: trust/trust-damage.long.test.ts',
  engine_crashed: 'needs an engine that crashes: engine-crash.long.test.ts',
  worker_compromised: 'needs an attack on a worker: jobs/killed.long.test.ts',
  check_crashed: 'needs a process that crashes: lifecycle.long.test.ts',
  conversion_timeout: 'needs a slow document: lifecycle.long.test.ts',
  conversion_failed: 'needs a document that the engine alone refuses, none of which is known',
  document_limit: 'needs a costly document: signatures/service/verifier.long.test.ts',
  encryption_unsupported: 'needs a document with such encryption: convert/input/decrypt.test.ts',
  password_needed: 'needs an encrypted document: page/use.long.test.ts',
  wrong_password: 'needs an encrypted document: page/use.long.test.ts',
  not_permitted: 'needs a protected document: sign/permissions.test.ts',
  has_warnings: 'needs a document with warnings: convert/warnings.test.ts',
  pdfa_invalid: 'needs a document that breaks PDF/A: convert/output/pdfa.test.ts',
  pdf_signed: 'needs a signed PDF: http/merge.test.ts',
  fetch_failed: 'needs a server of documents: verify.test.ts',
  fetch_timeout: 'needs a server of documents: verify.test.ts',
  'rotateKey not_found': 'needs a key that ends while its own request runs',
  'convertDocument not_found': 'needs a job that is removed while a request waits for it',
  'verifyDocument not_found': 'needs a job that is removed while a request waits for it',
  precondition_failed: 'needs the result of an earlier job: jobs/job-cases.ts',
  range_not_satisfiable: 'needs the result of an earlier job: jobs/job-cases.ts',
  'testWebhook url_forbidden': 'needs a name whose address changes between two look-ups',
  job_expired: 'needs an earlier job: jobs/job-cases.ts',
};

/** They take several requests. */
const OF_SEQUENCES = ['rate_limited', 'job_not_ready', 'job_cancelled', 'idempotency_mismatch'];

/** Of no operation: other methods are none, nobody receives the answer to a cancelled request, and mails are sent after the answer. */
/** `signing_failed`: of a route that this server has no key for, http/sign/sign.long.test.ts. */
const UNDESCRIBED = ['method_not_allowed', 'cancelled', 'signing_failed', 'mail_failed'];

/** The result of a job is the answer of the operation that made it, which is provoked there. */
const OF_EARLIER_REQUEST = 'getJobResult';

let server: Started;
let strict: Started;
let described: Described;
let targets: Target[];
beforeAll(async () => {
  server = await startServer({ maxUpload: 200_000, maxJson: 300_000, uploadTimeoutMs: 2_000 });
  const limits = { convertPerMinute: 1, verifyPerMinute: 1, jobRequestsPerMinute: 1, codeAttemptsPerMinute: 1 };
  strict = await startServer(limits);
  described = await readDescription(server.url);
  targets = Object.entries(described.description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { method: method.toUpperCase(), path: path.replace(/\{\w+\}/, 'none'), operation };
    }),
  );
});
afterAll(async () => {
  await server?.stop();
  await strict?.stop();
});

const targetsWith = (code: string) =>
  targets.filter(({ operation: { responses } }) =>
    Object.values(responses).some(response => response['x-problem-codes']?.includes(code)),
  );

function expectAsDescribed({ method }: Target, { path }: Sent, answered: Answered, code: string): void {
  const problem = JSON.parse(answered.body);
  expect([method, path.slice(0, 60), answered.status, problem.code]).toEqual([
    method,
    path.slice(0, 60),
    PROBLEMS[code as keyof typeof PROBLEMS].status,
    code,
  ]);
  described.expectDescribed(method, path, answered);
}

describe('every problem that is described', () => {
  it.each(Object.keys(PROVOKE))('%s is answered as described', { timeout: 60_000 }, async code => {
    const requests = targetsWith(code).map(async target => {
      const pair = `${target.operation.operationId} ${code}`;
      const sent = ELSEWHERE[pair] ? null : PROVOKE[code]!(target);
      if (sent === null) return expect(isElsewhere(target, code), pair).toBe(true);
      if (target.operation.operationId === OF_EARLIER_REQUEST && !ownCode(target, code)) return;
      expectAsDescribed(target, sent, await send(server.url, server.key, sent), code);
    });
    expect(requests.length).toBeGreaterThan(0);
    await Promise.all(requests);
  });

  it('rate_limited is answered as described', { timeout: 180_000 }, async () => {
    for (const target of targetsWith('rate_limited')) {
      const sent = plain(target);
      let answered = await send(strict.url, strict.key, sent);
      for (let tries = 0; answered.status !== 429 && tries < 70; tries++)
        answered = await send(strict.url, strict.key, sent);
      expectAsDescribed(target, sent, answered, 'rate_limited');
    }
  });

  it('of jobs is answered as described', { timeout: 60_000 }, async () => {
    const target = (id: string) => targets.find(({ operation }) => operation.operationId === id)!;
    const sendTo = async (id: string, headers: Record<string, string> = {}, job = 'none') => {
      const sent = plain(target(id), { path: target(id).path.replace('none', job), headers });
      const answered = await send(server.url, server.key, sent);
      described.expectDescribed(sent.method, sent.path, answered);
      return { status: answered.status, ...(answered.body && JSON.parse(answered.body)) };
    };
    const async = { prefer: 'respond-async', 'idempotency-key': 'a' };
    const jobs = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      const headers = { ...async, 'idempotency-key': key };
      jobs.push(await sendTo('verifyDocument', headers));
    }
    expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'queued'));
    const { id } = jobs.at(-1);
    expect(await sendTo('getJobResult', {}, id)).toMatchObject({ status: 409, code: 'job_not_ready' });
    await sendTo('removeJob', {}, id);
    expect(await sendTo('getJobResult', {}, id)).toMatchObject({ status: 410, code: 'job_cancelled' });
    expect(await sendTo('convertDocument', async)).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });

  it('is provoked here, or elsewhere for a reason', () => {
    const all = targets.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(response => response['x-problem-codes'] ?? []),
    );
    const reached = [...Object.keys(PROVOKE), ...OF_SEQUENCES, ...Object.keys(ELSEWHERE)];
    expect([...new Set(all)].filter(code => !reached.includes(code))).toEqual([]);
    expect(Object.keys(PROBLEMS).filter(code => !all.includes(code))).toEqual(UNDESCRIBED);
    expect(Object.keys(ELSEWHERE).filter(code => PROVOKE[code])).toEqual([]);
  });
});

/** problems.test.ts has a row for it. */
function isElsewhere({ path, operation }: Target, code: string): boolean {
  const isOf = (of: string) => of.split('?')[0]!.replace(/\/keys\/\w+/, '/keys/none') === path;
  if (ELSEWHERE[`${operation.operationId} ${code}`]) return true;
  return path.endsWith('/result') || REFUSALS.some(([, , known, of]) => known === code && isOf(of));
}

/** Of the request itself, and not of the job whose result it asks for. */
function ownCode({ operation }: Target, code: string): boolean {
  return operation.operationId !== OF_EARLIER_REQUEST || !OF_JOBS.has(code);
}

const OF_JOBS = new Set([
  'format_mismatch',
  'option_unsupported',
  'unsupported_format',
  'not_a_pdf',
  'empty_document',
  'corrupt_document',
  'url_forbidden',
  'undecodable_document',
]);
