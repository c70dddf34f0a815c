/** Where lists come from: the network, a mirror, or an exported set. They are verified in each case. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError, toDocconvError } from '../../errors.js';
import type { Fetcher } from '../../fetch/index.js';
import { readError } from '../../system/files/file-errors.js';
import type { ListState } from '../store/state.js';

export interface Fetched {
  readonly bytes: Uint8Array;
  readonly etag: string | null;
}

export interface ListSource {
  /** `known`: the copy that is loaded. Null: it is the same. Rejects with the errors of a Fetcher or of reading files. */
  fetch(url: string, known: Pick<ListState, 'sha256' | 'etag'> | null, signal?: AbortSignal): Promise<Fetched | null>;
}

export const MAX_BYTES = 20 * 1024 * 1024;

/** `timeoutMs`: for each list. */
export function networkSource(fetcher: Fetcher, timeoutMs: number): ListSource {
  const request = (url: string, signal?: AbortSignal) => ({ url, timeoutMs, ...(signal && { signal }) });
  return {
    async fetch(url, known, signal) {
      if (known && known.etag === null && (await announcedDigest(url, signal)) === known.sha256) return null;
      const headers = known?.etag ? { 'if-none-match': known.etag } : {};
      const wanted = { ...request(url, signal), headers, maxBytes: MAX_BYTES };
      const { status, body, etag } = await fetcher.fetch(wanted).catch(thrown => {
        throw networkFault(thrown, url);
      });
      return status === 304 ? null : { bytes: body, etag };
    },
  };

  /** Beside many lists there is a small file with their digest (TS 119 612, 6.1). */
  async function announcedDigest(url: string, signal?: AbortSignal): Promise<string | null> {
    try {
      const { body } = await fetcher.fetch({ ...request(digestUrl(url), signal), maxBytes: 1024 });
      return /[0-9a-f]{64}/i.exec(Buffer.from(body).toString('latin1'))?.[0].toLowerCase() ?? null;
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      return null; // most lists have none
    }
  }
}

function digestUrl(text: string): string {
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/\.[^./]*$/, '')}.sha2`;
  return url.href;
}

/** Name of a file in a mirror; nothing that leads out of its folder. */
const FILE_NAME = /^[\w-][\w.-]{0,199}$/;

/**
 * `place`: a folder or an http(s) URL with a file `index.json`, an object from the URL of each list to the name of a file.
 * Rejects when it cannot be read.
 */
export async function mirrorSource(place: string, fetcher: Fetcher, timeoutMs: number): Promise<ListSource> {
  const read = /^https?:\/\//i.test(place) ? fromServer : fromFolder;
  const files = parseIndex(await read('index.json'), place);
  return {
    async fetch(url, _known, signal) {
      const name = files.get(url);
      if (name === undefined) throw new DocconvError('FETCH_FAILED.not-in-mirror', { mirror: place, url }, FINAL);
      return { bytes: await read(name, signal), etag: null };
    },
  };

  async function fromServer(name: string, signal?: AbortSignal): Promise<Uint8Array> {
    const url = new URL(name, place.endsWith('/') ? place : `${place}/`).href;
    return (await fetcher.fetch({ url, maxBytes: MAX_BYTES, timeoutMs, ...(signal && { signal }) })).body;
  }

  function fromFolder(name: string): Promise<Uint8Array> {
    const path = join(place, name);
    return readFile(path).catch(cause => {
      throw readError(cause, path);
    });
  }
}

function parseIndex(bytes: Uint8Array, place: string): Map<string, string> {
  try {
    const rows = Object.entries(JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>);
    if (rows.every(([, name]) => typeof name === 'string' && FILE_NAME.test(name)))
      return new Map(rows as [string, string][]);
  } catch {
    // the error below
  }
  throw new DocconvError('OPTION_INVALID.mirror-index', { file: join(place, 'index.json') });
}

/** Lists by URL, as readExport() returns them. */
export function memorySource(lists: ReadonlyMap<string, Uint8Array>): ListSource {
  return {
    async fetch(url) {
      const bytes = lists.get(url);
      if (!bytes) throw new DocconvError('FETCH_FAILED.not-in-export', { url }, FINAL);
      return { bytes, etag: null };
    },
  };
}

const FINAL = { detail: { retryable: false } };

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Why a list could not be fetched from the network, as the user of this machine can change it: DNS, proxy, TLS, mirror. */
export function networkFault(thrown: unknown, url: string): DocconvError {
  const error = toDocconvError(thrown);
  const cause = error.cause as NodeJS.ErrnoException & { readonly hostname?: string };
  const options = { cause: thrown, detail: error.detail };
  const host = new URL(url).hostname;
  if (isOfDns(cause)) return new DocconvError('FETCH_FAILED.list-name', { name: cause.hostname ?? host }, options);
  if (error.code === 'FETCH_TIMEOUT')
    return new DocconvError('FETCH_TIMEOUT.list', { problem: error.message }, options);
  if (error.code !== 'FETCH_FAILED' || !cause) return error; // the server has answered
  if (CERTIFICATE.test(cause.code ?? ''))
    return new DocconvError('FETCH_FAILED.list-certificate', { host, reason: cause.message }, options);
  return new DocconvError('FETCH_FAILED.list-connection', { problem: error.message }, options);
}

/** Of the server, or of the proxy. A fetcher for public addresses does not tell a name without an address from a private one. */
const isOfDns = (cause: NodeJS.ErrnoException | undefined): boolean =>
  /^(getaddrinfo|query)/.test(cause?.syscall ?? '');

const CERTIFICATE = /CERT|SIGNATURE|ALTNAME/;
