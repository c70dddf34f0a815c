/** Client of a docconv server: convert() and verify() like the local ones, registration, and management of API keys. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Conversion, ConvertOptions, EngineName, FileConversion, PdfOptions } from '../convert/index.js';
import { DocconvError } from '../errors.js';
import type { KeyInfo } from '../keys/index.js';
import type { CheckOptions, CheckSource, VerificationResult } from '../signatures/index.js';
import { replaceFile, writeError } from '../system/files.js';
import { serverAddress } from './address.js';
import { type Exchange, openExchange } from './exchange.js';
import { formOf, type Upload } from './form.js';
import { readImages, writeImages } from './images.js';
import { readWarnings } from './warnings.js';

interface RemoteSettings {
  /** Any form that serverAddress() accepts, or `unix:/path/of/the.sock`. */
  server: string;
  apiKey?: string | null;
  /** Maximum number of connections. */
  connections?: number;
}

/** The server decides on everything else. */
interface RemoteConvertOptions extends Pick<ConvertOptions, 'to' | 'pdf' | 'from' | 'password' | 'signal'> {
  /** Receives the bytes of the document sent so far and in total. */
  onUpload?: (sent: number, total: number) => void;
}

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
  readonly #exchange: Exchange;

  constructor({ server, apiKey = null, connections = 8 }: RemoteSettings) {
    this.server = serverAddress(server);
    this.workers = Math.ceil(connections / 3);
    this.#exchange = openExchange({ server: this.server, apiKey, connections });
  }

  /** Streams into a temporary file beside `output`, which is renamed when it is complete. Several images: as Converter. */
  async convertToFile(source: Upload, output: string, options: RemoteConvertOptions = {}): Promise<FileConversion> {
    const { body, isArchive, ...facts } = await this.#convert(source, options);
    const fail = (cause: NodeJS.ErrnoException) => {
      throw options.signal?.aborted ? new DocconvError('CANCELLED', 'Cancelled.', { cause }) : unwritten(output, cause);
    };
    if (isArchive) return { ...facts, files: await writeImages(await body.arrayBuffer(), output).catch(fail) };
    const write = (temporary: string) => pipeline(body, createWriteStream(temporary, { flags: 'wx' }));
    await replaceFile(output, write, options.signal).catch(fail);
    return { ...facts, files: [{ page: null, path: output }] };
  }

  async convert(source: Upload, options: RemoteConvertOptions = {}): Promise<Conversion> {
    const { body, isArchive, ...facts } = await this.#convert(source, options);
    const bytes = await body.arrayBuffer();
    const files = isArchive ? await readImages(bytes) : [{ page: null, bytes: new Uint8Array(bytes) }];
    return { ...facts, files, pdf: files[0]!.bytes };
  }

  /** Streams the document. Rejects with REMOTE_REFUSED if the server takes no forms or states no verdict: it is older. */
  async verify(source: CheckSource, options: RemoteCheckOptions = {}): Promise<VerificationResult> {
    const { password, at, signal } = options;
    const fields = { ...(password !== undefined && { password }), ...(at && { at: at.toISOString() }) };
    const form = await formOf(fileOf(source), fields);
    const headers = { ...form.headers, accept: 'application/json' };
    const older = () => new DocconvError('REMOTE_REFUSED', `${this.server} runs an older docconv: update it.`);
    const sent = this.#exchange.send({ method: 'POST', path: '/v1/verify', headers, body: form.body, signal });
    const { body } = await sent.catch(error => {
      throw error.detail?.status === 415 ? older() : error;
    });
    const result = (await body.json()) as VerificationResult;
    if (result.verdict) return result;
    throw older();
  }

  /** `expiresIn` is the lifetime of the code in seconds. Rejects with RATE_LIMITED rather than wait for a minute. */
  register(email: string): Promise<{ status: 'code_sent'; email: string; expiresIn: number }> {
    return this.#json('/v1/auth/register', { email }, { maxRetryMs: 10_000 });
  }

  verifyEmail(
    email: string,
    code: string,
    { name, days }: { name?: string | undefined; days?: number | undefined } = {},
  ): Promise<{ apiKey: string; keyId: string; email: string; createdAt: string }> {
    const options = { ...(name !== undefined && { name }), ...(days !== undefined && { expiresInDays: days }) };
    return this.#json('/v1/auth/verify', { email, code, ...options });
  }

  /** `all`: of all addresses. Rejects with KEY_NOT_PERMITTED unless the key of this client is an admin key. */
  async keys(all = false): Promise<RemoteKey[]> {
    const { body } = await this.#exchange.send({ method: 'GET', path: `/v1/keys${all ? '?all=true' : ''}` });
    return ((await body.json()) as { keys: RemoteKey[] }).keys;
  }

  /** The key that this client uses. Rejects with KEY_INVALID. */
  async whoami(): Promise<RemoteKey> {
    const own = (await this.keys()).find(key => key.current);
    if (own) return own;
    const message = `${this.server} did not return the key of this request. Is it a docconv server?`;
    throw new DocconvError('REMOTE_REFUSED', message);
  }

  /** False if the owner of the key has no active key with this id. */
  renameKey(id: string, name: string): Promise<boolean> {
    const bytes = Buffer.from(JSON.stringify({ name }));
    return this.#changeKey({ method: 'PATCH', path: keyPath(id), headers: JSON_BODY, body: () => bytes });
  }

  /** False if the owner of the key has no active key with this id. */
  revokeKey(id: string): Promise<boolean> {
    return this.#changeKey({ method: 'DELETE', path: keyPath(id) });
  }

  /** The key with this id must be the one that this client uses. Rejects with KEY_NOT_PERMITTED. */
  async rotateKey(id: string, graceHours: number): Promise<RotatedKey> {
    const path = `${keyPath(id)}/rotate?graceHours=${graceHours}`;
    const { body } = await this.#exchange.send({ method: 'POST', path });
    return (await body.json()) as RotatedKey;
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  async #convert(source: Upload, { to = 'pdf', pdf = {}, from, password, signal, onUpload }: RemoteConvertOptions) {
    const started = performance.now();
    const fields = {
      ...fieldsOf({ ...pdf, ...(to !== 'pdf' && { to }) }),
      ...(from !== undefined && { from }),
      ...(password !== undefined && { password }),
    };
    const form = await formOf(source, fields, onUpload);
    const { headers, body } = await this.#exchange.send({
      method: 'POST',
      path: '/v1/convert',
      headers: { ...form.headers, accept: '*/*' },
      body: form.body,
      signal,
    });
    return {
      body,
      isArchive: headers['content-type'] === 'application/zip',
      to,
      engine: String(headers['docconv-engine'] ?? 'unknown') as EngineName,
      warnings: readWarnings(headers['docconv-warning']),
      milliseconds: Math.round(performance.now() - started),
    };
  }

  async #changeKey(call: Parameters<Exchange['send']>[0]): Promise<boolean> {
    try {
      const { body } = await this.#exchange.send(call);
      await body.dump();
      return true;
    } catch (thrown) {
      if (thrown instanceof DocconvError && thrown.detail.status === 404) return false;
      throw thrown;
    }
  }

  async #json<Answer>(path: string, content: object, limits: { maxRetryMs?: number } = {}): Promise<Answer> {
    const bytes = Buffer.from(JSON.stringify(content));
    const headers = { ...JSON_BODY, accept: 'application/json' };
    const { body } = await this.#exchange.send({ method: 'POST', path, headers, body: () => bytes, ...limits });
    return (await body.json()) as Answer;
  }
}

const JSON_BODY = { 'content-type': 'application/json' };

function keyPath(id: string): string {
  return `/v1/keys/${encodeURIComponent(id)}`;
}

/** Form fields have the names of the command line's flags without dashes. */
function fieldsOf(pdf: PdfOptions): Record<string, string> {
  const given = Object.entries(pdf).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [kebab(name), [value].flat().join(',')]));
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function unwritten(output: string, cause: NodeJS.ErrnoException): DocconvError {
  if (!cause.code?.startsWith('UND_')) return writeError(cause, output);
  return new DocconvError('REMOTE_UNREACHABLE', `The response was interrupted: ${cause.message}.`, { cause });
}

function fileOf(source: CheckSource): Parameters<typeof formOf>[0] {
  if (typeof source === 'string') return { path: source };
  return source instanceof Uint8Array ? { bytes: source } : { access: source };
}
