/** Makes a job of a request: its id, its fingerprint, and its documents in the store. */
import { createHmac, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import {
  announcementOf,
  type Job,
  type JobBackend,
  type JobDocument,
  type JobLimits,
  jobIdOf,
  type NewJob,
  newJobId,
  type Room,
} from '../../jobs/index.js';
import { inBlocks } from '../../system/blocks.js';
import { apiKeyOf } from '../plugins/auth.js';
import { badParameter, HttpProblem } from '../problem.js';
import type { ServerSettings } from '../services.js';
import type { ReceivedDocument } from '../upload/document.js';
import type { Order } from '../work/work.js';
import { preferenceOf } from './preference.js';
import type { WebhookCheck } from './webhook-check.js';

export type Submitted = Pick<Order, 'kind' | 'parameters' | 'documents'>;

interface SubmissionParts {
  readonly settings: ServerSettings;
  readonly checkWebhook: WebhookCheck;
}

/** What was saved, or the job that had its id already. */
export interface Saved {
  readonly job: Job;
  readonly isNew: boolean;
}

/**
 * Resolves when the job is saved. Throws idempotency_mismatch, invalid_multipart, webhook_undeliverable, OVERLOADED and
 * QUEUE_FULL.
 */
export async function submit(
  request: FastifyRequest,
  submitted: Submitted,
  backend: JobBackend,
  { settings: { jobs: limits }, checkWebhook }: SubmissionParts,
): Promise<Saved> {
  const account = apiKeyOf(request).email;
  const { kind } = submitted;
  const { webhook = null, ...parameters } = submitted.parameters;
  requireSmall(parameters);
  const key = idempotencyKeyOf(request);
  const known = key === null ? null : await findKnown(account, key, backend);
  if (known) return { job: await requireSame(known.job, submitted, known.secret), isNew: false };
  if (webhook !== null) await checkWebhook(webhook, WEBHOOK);

  const [secret] = backend.secrets as [Buffer];
  const id = key === null ? newJobId() : idOf(account, key, secret);
  const fingerprint = key === null ? '' : await fingerprintOf(submitted, secret);
  const saved = await save(
    { id, kind, account, fingerprint, parameters, webhook },
    submitted.documents,
    backend,
    limits,
  );
  if (!saved.isNew) await requireSame(saved.job, submitted, secret);
  return saved;
}

/** Bytes of the options of a job: queued jobs have them in memory. */
const MAX_OPTIONS = 64 * 1024;

function requireSmall(parameters: Submitted['parameters']): void {
  const size = Object.values(parameters).reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  if (size > MAX_OPTIONS)
    throw new HttpProblem(
      'invalid_multipart',
      `The fields of a job have more than ${MAX_OPTIONS / 1024} KiB. Send the form without "Prefer: respond-async".`,
    );
}

/**
 * The job with an Idempotency-Key, and the secret that made its id: while the secret of the store is replaced, servers
 * begin with different ones.
 */
async function findKnown(
  account: string,
  key: string,
  { store, secrets }: JobBackend,
): Promise<{ job: Job; secret: Buffer } | null> {
  for (const secret of secrets) {
    const job = await store.find(idOf(account, key, secret));
    if (job && job.state !== 'expired') return { job, secret };
  }
  return null;
}

/** Saves the documents and the job. Throws OVERLOADED and QUEUE_FULL. */
export async function save(
  given: Omit<NewJob, 'documents'>,
  received: readonly ReceivedDocument[],
  backend: JobBackend,
  { perAccount, inAll }: ServerSettings['jobs'],
): Promise<Saved> {
  const limits = { perAccount, inAll };
  const room = await backend.documents.roomForJoined(received.reduce((sum, { size }) => sum + size, 0));
  return room ? saveTogether(given, received, room, backend, limits) : saveBefore(given, received, backend, limits);
}

async function saveTogether(
  given: Omit<NewJob, 'documents'>,
  received: readonly ReceivedDocument[],
  { bytesPerAccount, settle }: Room,
  { store }: JobBackend,
  limits: JobLimits,
): Promise<Saved> {
  let isNew = false;
  try {
    const documents = received.map(({ name, size }) => ({ id: randomUUID(), name, size }));
    const contents = await Promise.all(received.map(document => document.read()));
    const saved = await store.add({ ...given, documents }, limits, { contents, bytesPerAccount });
    isNew = saved.isNew;
    return saved;
  } finally {
    settle(isNew);
  }
}

async function saveBefore(
  given: Omit<NewJob, 'documents'>,
  received: readonly ReceivedDocument[],
  backend: JobBackend,
  limits: JobLimits,
): Promise<Saved> {
  const { store, documents } = backend;
  const stored = await putAll(received, given.account, backend);
  const saved = await store.add({ ...given, documents: stored }, limits).catch(async thrown => {
    // after any other error the job may be saved: the store removes documents without a job later
    if (thrown instanceof DocconvError && thrown.code === 'QUEUE_FULL') await documents.remove(idsOf(stored));
    throw thrown;
  });
  if (!saved.isNew) await documents.remove(idsOf(stored));
  return saved;
}

/** The upkeep announces a job later whose announcement fails. */
export async function announce({ job, isNew }: Saved, { dispatcher }: JobBackend): Promise<void> {
  await dispatcher.announce({ ...announcementOf(job), isNew });
}

/** A guard: what only jobs have is an error otherwise, since ignoring it could convert a document twice. */
export async function requireNoIdempotencyKey({ headers }: FastifyRequest): Promise<void> {
  if (headers['idempotency-key'] === undefined) return;
  const message =
    'The header Idempotency-Key is for jobs: send "Prefer: respond-async" (with "wait=30" to get the result in the same answer) or omit the header.';
  throw new HttpProblem('invalid_request', message);
}

export const NOT_A_JOB = 'it is for jobs. Send the header "Prefer: respond-async", or omit it.';

/** Throws invalid_parameter. */
export function requireNoWebhook({ webhook }: Readonly<Record<string, string>>, why: string): void {
  if (webhook !== undefined) throw badParameter(WEBHOOK, `"webhook" is not possible: ${why}`);
}

const WEBHOOK = { parameter: 'webhook' };

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !preferenceOf(request).respondAsync) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new HttpProblem('invalid_request', 'The header Idempotency-Key must have 1 to 255 characters of ASCII.');
}

async function requireSame(job: Job, submitted: Submitted, secret: Buffer): Promise<Job> {
  if (job.fingerprint === (await fingerprintOf(submitted, secret))) return job;
  throw new HttpProblem('idempotency_mismatch');
}

async function putAll(
  received: readonly ReceivedDocument[],
  account: string,
  { documents }: JobBackend,
): Promise<JobDocument[]> {
  const stored: JobDocument[] = [];
  try {
    for (const document of received) {
      const { name, size } = document;
      const id = await documents.put(() => inBlocks(chunksOf(document)), { account, size, isResult: false });
      stored.push({ id, name, size });
    }
    return stored;
  } catch (thrown) {
    await documents.remove(idsOf(stored)).catch(() => {}); // the sweep removes them
    throw thrown;
  }
}

function idsOf(documents: readonly JobDocument[]): string[] {
  return documents.map(({ id }) => id);
}

/** The file is opened when the first block is read: never when the document is refused. */
async function* chunksOf({ source }: ReceivedDocument): AsyncGenerator<Uint8Array> {
  if ('path' in source) yield* createReadStream(source.path) as AsyncIterable<Uint8Array>;
  else yield source.bytes;
}

/** Of everything that the result depends on. With a secret, since passwords are a part of it. */
async function fingerprintOf({ kind, parameters, documents }: Submitted, secret: Buffer): Promise<string> {
  const given = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = documents.map(({ name, size }) => [name, size]);
  const hash = createHmac('sha256', secret).update(JSON.stringify(['fingerprint', kind, given, names]));
  for (const document of documents) for await (const block of inBlocks(chunksOf(document))) hash.update(block);
  return hash.digest('base64url');
}

function idOf(account: string, key: string, secret: Buffer): string {
  return jobIdOf(
    createHmac('sha256', secret)
      .update(JSON.stringify(['id', account, key]))
      .digest('base64url'),
  );
}
