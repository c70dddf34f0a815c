/** The loop of `docconv watch`: lists the folder, converts complete documents in parallel, and moves them. */
import { extname, join } from 'node:path';
import type { ConvertOptions, FileConversion } from '../../../convert/index.js';
import { outputOf, pathOfImage } from '../../../convert/outputs.js';
import type { WrittenFile } from '../../../convert/settings.js';
import { DocconvError, type ErrorCode, toDocconvError } from '../../../errors.js';
import { pause } from '../../../system/deferred.js';
import { readError } from '../../../system/files/file-errors.js';
import { fittingPath } from '../../../system/files/long-names.js';
import { packageVersion } from '../../../system/package.js';
import { type DocumentConverter, documentsAtOnce } from '../convert/conversion.js';
import { shortName } from '../convert/outputs.js';
import type { ConvertReport } from '../convert/report.js';
import type { WatchFolders } from './folders.js';
import type { Found, Inbox } from './inbox.js';

interface WatchSettings {
  options: ConvertOptions;
  /** Between two listings of the folder. */
  intervalMs: number;
  /** Ends when no document is left. */
  once: boolean;
  /** When it is aborted, running conversions finish, and no other begins. */
  signal: AbortSignal;
  /** Messages name files below it by their relative path. */
  cwd: string;
}

/** Errors of this machine or the server: the document stays where it is, and is tried again. */
const NOT_THE_DOCUMENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
  'OUTPUT_EXISTS',
  'OUTPUT_UNWRITABLE',
  'DISK_FULL',
  'NO_ENGINE',
  'ISOLATION_INCOMPLETE',
  'QUEUE_FULL',
  'OVERLOADED',
  'CLOSED',
  'CANCELLED',
  'REMOTE_REFUSED',
  'REMOTE_UNREACHABLE',
  'KEY_MISSING',
  'KEY_INVALID',
  'KEY_NOT_PERMITTED',
  'RATE_LIMITED',
]);

const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 300_000;

export class Watch {
  readonly #running = new Map<string, Promise<void>>();
  /** Documents to be tried again, by name. `at`: milliseconds on a monotonic clock. */
  readonly #retries = new Map<string, { at: number; waitMs: number }>();
  #cannotList = false;

  constructor(
    private readonly folders: WatchFolders,
    private readonly inbox: Inbox,
    private readonly converter: DocumentConverter,
    private readonly report: ConvertReport,
    private readonly settings: WatchSettings,
  ) {}

  /** Resolves when it was interrupted, or with `once` when no document is left that could be converted. */
  async run(): Promise<void> {
    const { intervalMs, once, signal } = this.settings;
    const places = documentsAtOnce(this.converter);
    let ready: Found[] = [];
    let listAt = 0;
    while (!signal.aborted) {
      if (performance.now() >= listAt) {
        ready = await this.#list();
        listAt = performance.now() + intervalMs;
      }
      while (this.#running.size < places && ready.length > 0) this.#start(ready.shift()!);
      if (once && this.#running.size === 0 && this.#isFinished()) break;
      await this.#untilNextStep(listAt, ready.length > 0);
    }
    await Promise.all(this.#running.values());
  }

  #isFinished(): boolean {
    return this.inbox.names.every(name => this.#retries.has(name));
  }

  get running(): number {
    return this.#running.size;
  }

  /** Until a listing is due, a conversion has ended while others are ready, or the process is interrupted. */
  async #untilNextStep(listAt: number, areReady: boolean): Promise<void> {
    const woken = new AbortController();
    const stop = () => woken.abort();
    this.settings.signal.addEventListener('abort', stop, { once: true });
    const listing = pause(Math.max(0, listAt - performance.now()), woken.signal);
    await Promise.race([listing, ...(areReady ? this.#running.values() : [])]);
    this.settings.signal.removeEventListener('abort', stop);
    stop();
  }

  /** Complete documents that are neither being converted nor waiting for another attempt. */
  async #list(): Promise<Found[]> {
    try {
      const found = await this.inbox.list();
      this.#cannotList = false;
      const names = new Set(this.inbox.names);
      for (const name of this.#retries.keys()) if (!names.has(name)) this.#retries.delete(name);
      return found.filter(({ name }) => !this.#running.has(name) && !this.#isWaiting(name));
    } catch (cause) {
      const error = readError(cause, this.inbox.folder);
      if (this.settings.once) throw error;
      if (!this.#cannotList) this.report.failed(this.inbox.folder, error);
      this.#cannotList = true; // a network file system may come back
      return [];
    }
  }

  #isWaiting(name: string): boolean {
    const retry = this.#retries.get(name);
    return retry !== undefined && (this.settings.once || performance.now() < retry.at);
  }

  #start(found: Found): void {
    const { name } = found;
    const work = this.#convert(found)
      .catch(thrown => this.#retryLater(name, toDocconvError(thrown)))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, work);
  }

  /** Rejects where the document is not at fault. */
  async #convert(found: Found): Promise<void> {
    const { name } = found;
    const { extensions } = outputOf(this.settings.options);
    const temporary = this.folders.temporaryResult(extensions[0]!);
    const source = { path: join(this.folders.paths.input, name) };
    const outcome = await this.converter
      .convertToFile(source, temporary, this.settings.options)
      .catch(thrown => toDocconvError(thrown));
    const written = outcome instanceof DocconvError ? [] : outcome.files;
    if (!(await this.folders.isUnchanged(found))) return this.folders.discard(written.map(({ path }) => path));
    if (outcome instanceof DocconvError) return this.#refuse(found, outcome);
    const wanted = fittingPath(name.slice(0, name.length - extname(name).length), `.${extensions[0]!}`);
    const files = await this.#publish(outcome, wanted);
    const movedTo = await this.folders.moveToDone(found);
    this.#retries.delete(name);
    const output = files.length === 1 ? files[0]!.path : join(this.folders.paths.output, wanted);
    const result = { input: { name }, output, name: shortName(output, this.settings.cwd) };
    this.report.converted(result, { ...outcome, files }, { movedTo });
  }

  /** Images of several pages get the numbers of the pages, as `docconv convert` names them. */
  async #publish({ files }: FileConversion, wanted: string): Promise<WrittenFile[]> {
    const published: WrittenFile[] = [];
    for (const { page, path } of files) {
      const name = page === null ? wanted : pathOfImage(wanted, page, files);
      published.push({ page, path: await this.folders.publish(path, name) });
    }
    return published;
  }

  async #refuse(found: Found, error: DocconvError): Promise<void> {
    if (NOT_THE_DOCUMENT.has(error.code)) throw error;
    const { code, message, detail } = error;
    const reason = {
      document: found.name,
      error: { code, message, detail },
      at: new Date().toISOString(),
      docconv: packageVersion(),
    };
    const movedTo = await this.folders.moveToFailed(found, reason);
    this.#retries.delete(found.name);
    this.report.failed(found.name, error, { movedTo });
  }

  #retryLater(name: string, error: DocconvError): void {
    const waitMs = Math.min(LAST_RETRY_MS, 2 * (this.#retries.get(name)?.waitMs ?? FIRST_RETRY_MS / 2));
    this.#retries.set(name, { at: performance.now() + waitMs, waitMs });
    this.report.failed(name, error, this.settings.once ? {} : { retryInSeconds: waitMs / 1000 });
  }
}
