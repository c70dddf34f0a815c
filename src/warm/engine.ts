/**
 * The engine in the background: a converter with one worker behind a socket in the private folder of its user. It ends
 * when it has been idle, when docconv is another version, and when its socket is gone.
 */
import { rmSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { type Converter, createConverter } from '../convert/index.js';
import { DEFAULTS } from '../convert/settings.js';
import { DocconvError, toDocconvError } from '../errors.js';
import { type Accept, Channel, collect } from '../isolation/channel.js';
import { completeFailure } from '../isolation/index.js';
import { defer } from '../system/deferred.js';
import { requirePrivateFolder } from '../system/files/files.js';
import { acquireLock } from '../system/files/lock.js';
import { WarmConnection } from './client.js';
import { errorFile, lockFile, packageStamp, stampOf } from './folder.js';
import { removeRemains } from './list.js';
import { LONGEST_WAIT_MS, Mutex } from './mutex.js';
import { type Answer, type Greeting, PROTOCOL, type Request } from './protocol.js';
import type { EngineParameters } from './start.js';

/** For the request of a caller that is stopped meanwhile. */
const REQUEST_MS = 10_000;

/** What may be due to the engine itself, its age or its surroundings: the caller tries again without it. */
const FAULTS: readonly string[] = [
  'ENGINE_CRASHED',
  'ENGINE_FAILED',
  'NO_ENGINE',
  'ISOLATION_INCOMPLETE',
  'QUEUE_FULL',
  'CLOSED',
  'CANCELLED',
  'DISK_FULL',
  'INTERNAL',
];

export class WarmEngine {
  readonly #parameters: EngineParameters;
  readonly #converter: Converter;
  readonly #server: Server;
  readonly #mutex = new Mutex();
  readonly #ended = defer<void>();
  readonly #started = Date.now();
  #converted = 0;
  #active = 0;
  readonly #ending = new AbortController();
  #socketStamp = '';
  /** An engine that does not start: the caller tries again without this process, and says so. */
  #problem: DocconvError | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(parameters: EngineParameters) {
    this.#parameters = parameters;
    // the worker lives as long as the engine
    this.#converter = createConverter({ ...parameters.settings, workers: 1, idleMs: parameters.idleMs * 2 });
    this.#converter.onEngineSkipped(problem => {
      this.#problem = problem;
    });
    this.#server = createServer(socket => void this.#serve(socket));
  }

  /** Resolves when the engine has ended; at once if another one runs. */
  async run(): Promise<void> {
    try {
      if (!(await this.#listen())) return;
      const checks = setInterval(() => this.#endIfReplaced(), this.#parameters.checkMs);
      this.#awaitIdle();
      await this.#ended.promise;
      clearInterval(checks);
    } finally {
      await this.#converter.close();
      removeRemains(dirname(this.#parameters.socket));
    }
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Refuses further documents; ends when the running one is finished. */
  end(): void {
    if (this.#isEnding) return;
    this.#ending.abort();
    clearTimeout(this.#idle);
    // closing removes the socket of this path, which may be another engine's meanwhile
    if (this.#ownsSocket()) this.#server.close();
    if (this.#active === 0) this.#ended.resolve();
  }

  /** False when another engine listens, or is about to. The lock: a socket that is in the way is removed by one only. */
  async #listen(): Promise<boolean> {
    const { socket } = this.#parameters;
    requirePrivateFolder(dirname(socket));
    const lock = await acquireLock(lockFile(socket), 0).catch(() => null);
    if (!lock) return false;
    try {
      const other = await WarmConnection.open(socket);
      other?.close();
      if (other) return false;
      if (!(await this.#warmUp())) return false;
      rmSync(socket, { force: true });
      await new Promise<void>((resolve, reject) => this.#server.once('error', reject).listen(socket, resolve));
      this.#socketStamp = stampOf(socket);
      rmSync(errorFile(socket), { force: true });
      return true;
    } finally {
      lock.release();
    }
  }

  /** Starts the worker, and proves that it converts. False when the engine is stopped meanwhile. */
  async #warmUp(): Promise<boolean> {
    const { signal } = this.#ending;
    try {
      await this.#converter.convert({ bytes: Buffer.from('{\\rtf1 docconv}'), name: 'warm.rtf' }, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (this.#problem) throw this.#problem;
    return !signal.aborted;
  }

  async #serve(socket: Socket): Promise<void> {
    this.#active++;
    clearTimeout(this.#idle);
    const gone = new AbortController();
    const channel = new Channel(socket, socket, { violation: () => socket.destroy(), closed: () => gone.abort() });
    try {
      channel.send(this.#greeting());
      const answer = await this.#receiveAndAnswer(channel, gone.signal);
      if (answer) await sendAll(socket, channel, answer);
    } catch {
      // the caller is gone, or sent what is no request
    } finally {
      socket.destroy();
      this.#active--;
      if (this.#active === 0) this.#awaitIdle();
    }
  }

  #greeting(): Greeting {
    return { protocol: PROTOCOL, pid: process.pid, started: this.#started, converted: this.#converted };
  }

  /** Null when the caller is gone. */
  async #receiveAndAnswer(channel: Channel, gone: AbortSignal): Promise<Sent | null> {
    const turn = { begun: null as Promise<boolean> | null };
    const hasTurn = () => {
      turn.begun ??= this.#mutex.acquire(gone);
      return turn.begun;
    };
    const timer = setTimeout(() => channel.destroy(), LONGEST_WAIT_MS + REQUEST_MS);
    try {
      const received = await channel.receive(this.#accept(hasTurn));
      clearTimeout(timer);
      if (!received) return null;
      if (!received.bytes) return refused('the document is too large');
      if (!(await hasTurn())) return refused('the engine is busy');
      return await this.#convert(received.request, received.bytes, gone);
    } finally {
      clearTimeout(timer);
      if (await turn.begun) this.#mutex.release();
    }
  }

  /** A document is read when its turn comes, so that those that wait take no memory. What is refused is not kept. */
  #accept(hasTurn: () => Promise<boolean>): Accept<Received> {
    return (header, sizes) => {
      const [size = 0, ...others] = sizes;
      const isTooLarge = others.length > 0 || size > (this.#parameters.settings.maxBytes ?? DEFAULTS.maxBytes);
      const { bytes, sink } = collect(isTooLarge ? 0 : size);
      const keep = async (chunk: Uint8Array) => {
        if (!isTooLarge && (await hasTurn())) await sink(chunk);
      };
      return {
        message: { request: header as Request, bytes: isTooLarge ? null : bytes },
        sinks: sizes.map(() => keep),
      };
    };
  }

  async #convert(request: Request, bytes: Uint8Array, signal: AbortSignal): Promise<Sent> {
    this.#endIfReplaced();
    if (this.#isEnding) return refused('the engine ends');
    const source = request.name === null ? { bytes } : { bytes, name: request.name };
    try {
      const { files, to, engine, warnings, milliseconds } = await this.#converter.convert(source, {
        ...request.options,
        signal,
      });
      if (this.#problem) throw this.#problem;
      this.#converted++;
      const facts = { to, engine, warnings, milliseconds };
      const answer: Answer = { type: 'converted', facts, pages: files.map(({ page }) => page) };
      return { answer, blobs: files.map(file => file.bytes) };
    } catch (thrown) {
      const error = thrown instanceof DocconvError ? thrown : toDocconvError(thrown);
      if (FAULTS.includes(error.code)) return refused(`${error.code}: ${error.message}`);
      return { answer: { type: 'failed', failure: completeFailure(error) }, blobs: [] };
    }
  }

  #endIfReplaced(): void {
    if (!this.#ownsSocket() || packageStamp() !== this.#parameters.stamp) this.end();
  }

  #ownsSocket(): boolean {
    return (
      statSync(this.#parameters.socket, { throwIfNoEntry: false }) !== undefined &&
      stampOf(this.#parameters.socket) === this.#socketStamp
    );
  }

  #awaitIdle(): void {
    clearTimeout(this.#idle);
    if (this.#isEnding) this.#ended.resolve();
    else this.#idle = setTimeout(() => this.end(), this.#parameters.idleMs);
  }
}

interface Received {
  request: Request;
  /** Null: larger than it may be. */
  bytes: Uint8Array | null;
}

interface Sent {
  answer: Answer;
  blobs: readonly Uint8Array[];
}

const refused = (why: string): Sent => ({ answer: { type: 'refused', why }, blobs: [] });

/** Resolves when the caller has everything, or is gone. */
async function sendAll(socket: Socket, channel: Channel, { answer, blobs }: Sent): Promise<void> {
  try {
    channel.send(answer, blobs);
  } catch {
    channel.send(refused('the answer is too large').answer);
  }
  socket.setTimeout(REQUEST_MS, () => socket.destroy());
  await new Promise<void>(resolve => {
    socket.once('close', resolve);
    socket.end();
    if (socket.destroyed) resolve();
  });
}
