/** Client of a docconv server: convert() and verify() like the local ones, registration, and management of API keys. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Conversion, ConvertOptions, EngineName, FileConversion, Merged, PdfOptions } from '../convert/index.js';
import type { FileOperations } from '../convert/operation-types.js';
import { DocconvError } from '../errors.js';
import type { KeyInfo } from '../keys/index.js';
import type { CheckOptions, CheckSource, VerificationResult } from '../signatures/index.js';
import { writeError } from '../system/files/file-errors.js';
import { replaceFile } from '../system/files/files.js';
import { Stopwatch } from '../system/stopwatch.js';
import { kebabCase } from '../text.js';
import { serverAddress } from './address.js';
import { unreadableAnswer } from './errors.js';
import { type Answer, type Exchange, openExchange } from './exchange.js';
import { type FormFile, formOf, type Upload } from './form.js';
import { readImages, writeImages } from './images.js';
import { type RemoteJob, RemoteJobs } from './jobs.js';
import { operationForm } from './operation-form.js';
import { Submission, type SubmissionTimes, type Work } from './submission.js';
import { readWarnings } from './warnings.js';
import { RemoteWebhooks } from './webhooks.js';

interface RemoteSettings {
  /** Any form that serverAddress() accepts, or `unix:/path/of/the.sock`. */
  server: string;
  apiKey?: string | null;
  /** Maximum number of connections. */
  connections?: number;
  /** Of requests without a signal of their own. */
  signal?: AbortSignal;
  times?: SubmissionTimes;
}

/** The server decides on everything else. */
interface RemoteConvertOptions extends Pick<ConvertOptions, 'to' | 'pdf' | 'from' | 'password' | 'signal'> {
  /** On the PDF; not when documents are merged. */
  fileOperations?: FileOperations;
  /** Receives the bytes of all files sent so far and in total. */
  onUpload?: (sent: number, total: number) => void;
  /** Receives how many jobs of the server are before this one, while it is queued. */
  onQueued?: (position: number) => void;
}

/** A merge has one password for all documents. */
interface RemoteMergeOptions extends Omit<RemoteConvertOptions, 'to' | 'fileOperations'> {
  /** File name of the merged PDF, for `{name}`; by default that of the output, or "merged.pdf". */
  name?: string;
}

/** A server does not tell the parts of a merged PDF. */
export type RemoteMergeFacts = Omit<Merged, 'parts' | 'pdf'>;

type RemoteCheckOptions = Pick<CheckOptions, 'password' | 'at' | 'signal'>;

interface RemoteKey extends KeyInfo {
  /** True for the key that authenticated the request. */
  current: boolean;
}

interface RotatedKey extends Pick<KeyInfo, 'email' | 'name' | 'expiresAt' | 'formerUntil'> {
  apiKey: string;
  keyId: string;
}

/** Methods reject with REMOTE_UNREACHABLE, REMOTE_REFUSED, or the error of the same operation on this machine. */
export class Remote {
  readonly server: string;
  /** How many documents callers should convert in parallel. */
  readonly workers: number;
  readonly jobs: RemoteJobs;
  readonly webhooks: RemoteWebhooks;
  readonly #exchange: Exchange;
  readonly #times: SubmissionTimes | undefined;

  constructor({ server, apiKey = null, connections = 8, signal, times }: RemoteSettings) {
    this.server = serverAddress(server);
    this.workers = Math.ceil(connections / 3);
    this.#exchange = openExchange({ server: this.server, apiKey, connections, signal });
    this.jobs = new RemoteJobs(this.server, this.#exchange);
    this.webhooks = new RemoteWebhooks(this.server, this.#exchange);
    this.#times = times;
  }

  /** Streams into a temporary file beside `output`, which is renamed when it is complete. Several images: as Converter. */
  convertToFile(source: Upload, output: string, options: RemoteConvertOptions = {}): Promise<FileConversion> {
    return this.#convert([source], options, async ({ body, headers }) => {
      const facts = conversionFacts(headers, options);
      if (!isArchive(headers)) return { ...facts, files: await writeOutput(body, output, options) };
      const images = buffer(body).then(bytes => writeImages(bytes, output));
      return { ...facts, files: await images.catch(failedWriting(output, options)) };
    });
  }

  convert(source: Upload, options: RemoteConvertOptions = {}): Promise<Conversion> {
    return this.#convert([source], options, async ({ body, headers }) => {
      const bytes = await buffer(body);
      const files = isArchive(headers) ? await readImages(bytes) : [{ page: null, bytes: new Uint8Array(bytes) }];
      return { ...conversionFacts(headers, options), files, pdf: files[0]!.bytes };
    });
  }

  /** Resolves as soon as the server has accepted the documents as a job. `name`: of the merged PDF, if they are merged. */
  async submit(sources: readonly Upload[], options: RemoteConvertOptions & { name?: string } = {}): Promise<RemoteJob> {
    const work = await this.#work(sources, options, async () => {}, options.name);
    return new Submission(this.#exchange, this.jobs, work, this.#times).accepted();
  }

  /** As `mergeToFile` of a converter. All documents are in one request. */
  async mergeToFile(
    sources: readonly Upload[],
    output: string,
    options: RemoteMergeOptions = {},
  ): Promise<RemoteMergeFacts & Pick<FileConversion, 'files'>> {
    return this.#merge(sources, { name: basename(output), ...options }, async body => ({
      files: await writeOutput(body, output, options),
    }));
  }

  async merge(
    sources: readonly Upload[],
    options: RemoteMergeOptions = {},
  ): Promise<RemoteMergeFacts & Pick<Merged, 'pdf'>> {
    return this.#merge(sources, options, async body => ({ pdf: new Uint8Array(await buffer(body)) }));
  }

  /** Streams the document. Rejects with REMOTE_REFUSED if the server takes no forms or states no verdict: it is older. */
  async verify(source: CheckSource, options: RemoteCheckOptions = {}): Promise<VerificationResult> {
    const { password, at, signal } = options;
    const fields = { ...(password !== undefined && { password }), ...(at && { at: at.toISOString() }) };
    const form = await formOf([fileOf(source)], fields);
    const older = () => this.#isOlder();
    const call = { method: 'POST', path: '/v1/verify', headers: form.headers, body: form.body, signal } as const;
    const result = await this.#exchange.ask<VerificationResult>(call).catch(error => {
      throw error.detail?.status === 415 ? older() : error;
    });
    if (result.verdict) return result;
    throw older();
  }

  /** `expiresIn` is the lifetime of the code in seconds. Rejects with RATE_LIMITED rather than wait for a minute. */
  register(email: string): Promise<{ status: 'code_sent'; email: string; expiresIn: number }> {
    return this.#exchange.ask({ method: 'POST', path: '/v1/auth/register', content: { email }, maxRetryMs: 10_000 });
  }

  verifyEmail(
    email: string,
    code: string,
    { name, days }: { name?: string | undefined; days?: number | undefined } = {},
  ): Promise<{ apiKey: string; keyId: string; email: string; createdAt: string }> {
    const options = { ...(name !== undefined && { name }), ...(days !== undefined && { expiresInDays: days }) };
    return this.#exchange.ask({ method: 'POST', path: '/v1/auth/verify', content: { email, code, ...options } });
  }

  /** `all`: of all addresses. Rejects with KEY_NOT_PERMITTED unless the key of this client is an admin key. */
  async keys(all = false): Promise<RemoteKey[]> {
    const path = `/v1/keys${all ? '?all=true' : ''}`;
    const { keys } = await this.#exchange.ask<{ keys?: RemoteKey[] }>({ method: 'GET', path });
    if (Array.isArray(keys)) return keys;
    throw unreadableAnswer(this.server);
  }

  /** The key that this client uses. Rejects with KEY_INVALID. */
  async whoami(): Promise<RemoteKey> {
    const own = (await this.keys()).find(key => key.current);
    if (own) return own;
    throw new DocconvError('REMOTE_REFUSED.key-not-returned', { server: this.server });
  }

  /** False if the owner of the key has no active key with this id. */
  renameKey(id: string, name: string): Promise<boolean> {
    return this.#changeKey({ method: 'PATCH', path: keyPath(id), content: { name } });
  }

  /** False if the owner of the key has no active key with this id. */
  revokeKey(id: string): Promise<boolean> {
    return this.#changeKey({ method: 'DELETE', path: keyPath(id) });
  }

  /** The key with this id must be the one that this client uses. Rejects with KEY_NOT_PERMITTED. */
  rotateKey(id: string, graceHours: number): Promise<RotatedKey> {
    return this.#exchange.ask({ method: 'POST', path: `${keyPath(id)}/rotate?graceHours=${graceHours}` });
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  /** Rejects with REMOTE_REFUSED if the server does not merge: it is older. */
  #merge<Written>(
    sources: readonly Upload[],
    { name = 'merged.pdf', ...options }: RemoteMergeOptions,
    write: (body: Body) => Promise<Written>,
  ) {
    const read = async ({ body, headers }: Answer) => {
      const pages = Number(headers['docconv-pages'] ?? Number.NaN);
      if (!Number.isInteger(pages)) throw this.#isOlder();
      return { to: 'pdf' as const, pages, warnings: readWarnings(headers['docconv-warning']), ...(await write(body)) };
    };
    return this.#convert(sources, options, read, name);
  }

  #isOlder(): DocconvError {
    return new DocconvError('REMOTE_REFUSED.older-server', { server: this.server });
  }

  /** `merged`: name of the merged PDF, if the documents are merged. */
  async #convert<Facts extends object>(
    sources: readonly Upload[],
    options: RemoteConvertOptions,
    read: Work<Facts>['read'],
    merged?: string,
  ): Promise<Facts & { milliseconds: number }> {
    const time = new Stopwatch();
    const work = await this.#work(sources, options, read, merged);
    const facts = await new Submission(this.#exchange, this.jobs, work, this.#times).result();
    return { ...facts, milliseconds: Math.round(time.clock()) };
  }

  async #work<Result>(
    sources: readonly Upload[],
    { to = 'pdf', pdf = {}, fileOperations, from, password, signal, onUpload, onQueued }: RemoteConvertOptions,
    read: Work<Result>['read'],
    merge?: string,
  ): Promise<Work<Result>> {
    const operations = fileOperations && operationForm(fileOperations);
    const files = [...sources, ...(operations?.files ?? [])];
    const fields = {
      ...operations?.fields,
      ...fieldsOf({ ...pdf, ...(to !== 'pdf' && { to }) }),
      ...(from !== undefined && { from }),
      ...(password !== undefined && { password }),
      ...(merge !== undefined && { merge }),
    };
    return { path: '/v1/convert', form: await formOf(files, fields, onUpload), read, signal, onQueued };
  }

  async #changeKey(call: Parameters<Exchange['send']>[0]): Promise<boolean> {
    try {
      const { body } = await this.#exchange.send(call);
      await buffer(body);
      return true;
    } catch (thrown) {
      if (thrown instanceof DocconvError && thrown.detail.status === 404) return false;
      throw thrown;
    }
  }
}

function keyPath(id: string): string {
  return `/v1/keys/${encodeURIComponent(id)}`;
}

/** Form fields have the names of the command line's flags without dashes. */
function fieldsOf(pdf: PdfOptions): Record<string, string> {
  const given = Object.entries(pdf).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [kebabCase(name), [value].flat().join(',')]));
}

type Headers = Answer['headers'];
type Body = Answer['body'];

const isArchive = (headers: Headers): boolean => headers['content-type'] === 'application/zip';

function conversionFacts(headers: Headers, { to = 'pdf' }: RemoteConvertOptions) {
  const name = String(headers['docconv-engine'] ?? 'unknown');
  const engine = name === 'none' ? null : (name as EngineName);
  return { to, engine, warnings: readWarnings(headers['docconv-warning']) };
}

async function writeOutput(body: Body, output: string, options: RemoteConvertOptions) {
  const write = (temporary: string) => writeFile(temporary, body, { flag: 'wx' });
  await replaceFile(output, write, options.signal).catch(failedWriting(output, options));
  return [{ page: null, path: output }];
}

function failedWriting(output: string, { signal }: RemoteConvertOptions) {
  return (cause: NodeJS.ErrnoException): never => {
    throw signal?.aborted ? new DocconvError('CANCELLED.plain', {}, { cause }) : writeError(cause, output);
  };
}

function fileOf(source: CheckSource): FormFile {
  if (typeof source === 'string') return { path: source };
  return source instanceof Uint8Array ? { bytes: source } : { access: source };
}
