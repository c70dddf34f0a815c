/** What hostile workers attack: the library in this process, or conversion or verification by `docconv serve`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openLocalKeys } from '../../../src/keys/index.js';
import { hasEnded } from '../processes.js';
import type { Scene } from './scene.js';

export interface Document {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type EngineName = 'native' | 'soffice';

export interface Subject {
  /** Process that starts the workers. */
  readonly pid: number;
  /** Engines that can be chosen for a document. */
  readonly engines: readonly EngineName[];
  /** The PDF. Rejects with an error that has a code. */
  convert(document: Document, engine: EngineName): Promise<Uint8Array>;
  /** Resident memory in bytes. */
  memory(): number;
  close(): Promise<void>;
}

export const SUBJECTS = {
  library: openLibrary,
  service: (scene: Planted) => openService(scene, convertBy),
  verification: (scene: Planted) => openService(scene, verifyBy),
};

export type SubjectName = keyof typeof SUBJECTS;

type Planted = Omit<Scene, 'parent'>;
type Post = (url: string, key: string, document: Document) => Promise<Uint8Array>;

/** Milliseconds. Attacks that wait take 3 s, those with many processes 6 s. */
export const TIMEOUT_MS = 12_000;
const MAX_BYTES = 64 * 1024 ** 2;
const WORKERS = 2;

async function openLibrary({ product, temporary, cache, memoryLimit }: Planted): Promise<Subject> {
  const { createConverter } = await import(pathToFileURL(join(product, 'dist', 'index.js')).href);
  const converter = createConverter({ temporary, cache, memoryLimit, workers: WORKERS, maxBytes: MAX_BYTES });
  return {
    pid: process.pid,
    engines: ['native', 'soffice'],
    convert: async (document, engine) => (await converter.convert(document, { engine, timeoutMs: TIMEOUT_MS })).pdf,
    memory: () => process.memoryUsage.rss(),
    close: () => converter.close(),
  };
}

async function openService(scene: Planted, post: Post): Promise<Subject> {
  const home = join(scene.base, 'docconv');
  mkdirSync(home);
  const limits = [
    '--timeout',
    String(TIMEOUT_MS / 1000),
    '-j',
    String(WORKERS),
    '--convert-rate',
    '0',
    '--verify-rate',
    '0',
  ];
  const server = spawn(process.execPath, [join(scene.product, 'bin/docconv.js'), 'serve', '--port', '0', ...limits], {
    env: {
      ...process.env,
      DOCCONV_HOME: home,
      DOCCONV_MEMORY: String(scene.memoryLimit / 1024 ** 2),
      DOCCONV_CHECK_MEMORY: String(scene.memoryLimit / 1024 ** 2),
      DOCCONV_CHECK_TIMEOUT: String(TIMEOUT_MS / 1000),
      TMPDIR: scene.temporary,
    },
  });
  process.on('exit', () => server.kill('SIGKILL'));
  let messages = '';
  server.stderr.on('data', chunk => {
    messages += chunk;
  });
  server.stdout.resume();
  while (!/listens on \S+\s/.test(messages)) {
    if (hasEnded(server)) throw new Error(messages);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  const url = /listens on (\S+)/.exec(messages)![1];
  const keys = await openLocalKeys({ data: join(home, 'data'), config: home });
  const { key } = await keys.redeemCode(await keys.issueCode({ email: 'stage@example.org' }));
  return {
    pid: server.pid!,
    engines: ['native'],
    convert: document => post(url!, key, document),
    memory: () => residentMemory(server.pid!),
    async close() {
      if (hasEnded(server))
        throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}: ${messages}`);
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function convertBy(url: string, key: string, { name, bytes }: Document): Promise<Uint8Array> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${key}` };
  const response = await successful(await fetch(`${url}/v1/convert`, { method: 'POST', headers, body }));
  return new Uint8Array(await response.arrayBuffer());
}

/** The hostile verifier's PDF is a member of its result. */
async function verifyBy(url: string, _key: string, { bytes }: Document): Promise<Uint8Array> {
  const body = JSON.stringify({ document: { base64: Buffer.from(bytes).toString('base64') } });
  const headers = { 'content-type': 'application/json' };
  const response = await successful(await fetch(`${url}/v1/verify`, { method: 'POST', headers, body }));
  return Buffer.from(((await response.json()) as { pdf: string }).pdf);
}

async function successful(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  throw Object.assign(new Error(detail), { code });
}

/** proc(5): VmRSS in kB. */
function residentMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
