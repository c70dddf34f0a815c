/**
 * Keeps the code that V8 compiles for later starts, as module.enableCompileCache() does in Node 22.8, which replaces this
 * file when docconv no longer supports Node 20. It saves a third of the time of a short `docconv check`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { replaceFile } from '../system/files/files.js';

type Wrapper = (
  exports: object,
  require: (id: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void;

const MONTH_MS = 30 * 24 * 3_600_000;
const DIGEST_BYTES = 32;

export class CodeCache {
  readonly #folder: string;
  readonly #modules = new Map<string, { exports: object }>();
  readonly #notCached = new Map<string, Script>();

  /** @param folder only this user may write to it: its files are executed */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The exports of a CommonJS file of dist/. The files that it requires by relative paths are loaded in the same way. */
  load(path: string): object {
    const known = this.#modules.get(path);
    if (known) return known.exports;
    const module = { exports: {} };
    this.#modules.set(path, module);
    const requirePackage = createRequire(path);
    const require = (id: string) => (id.startsWith('.') ? this.load(resolve(dirname(path), id)) : requirePackage(id));
    const run = this.#compile(path).runInThisContext() as Wrapper;
    run(module.exports, require, module, path, dirname(path));
    return module.exports;
  }

  /**
   * Adds the code of this process, with the functions that it has used so far. Never throws: only later starts gain. Nothing
   * is flushed to the disk, for which the end of the process would wait: what a power failure damages is not used.
   */
  async save(): Promise<void> {
    try {
      for (const [path, script] of this.#notCached) {
        const data = script.createCachedData();
        const content = Buffer.concat([digestOf(data), data]);
        await replaceFile(this.#fileOf(path), async file => writeFileSync(file, content, { mode: 0o600 }));
      }
      if (this.#notCached.size > 0) this.#removeOld();
    } catch {}
  }

  #compile(path: string): Script {
    const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`;
    const cachedData = isNamedByContent(path) ? this.#read(path) : null;
    const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
    const isCached = script.cachedDataRejected === false; // V8 rejects the code of another version, or of other flags
    if (isNamedByContent(path) && !isCached) this.#notCached.set(path, script);
    return script;
  }

  /** Null also for a file that was damaged: V8 would crash. */
  #read(path: string): Buffer | null {
    try {
      const content = readFileSync(this.#fileOf(path));
      const data = content.subarray(DIGEST_BYTES);
      return digestOf(data).equals(content.subarray(0, DIGEST_BYTES)) ? data : null;
    } catch {
      return null;
    }
  }

  #fileOf(path: string): string {
    return join(this.#folder, `${basename(path)}-${process.version}-${process.arch}`);
  }

  /** The files of earlier versions of docconv and Node. */
  #removeOld(): void {
    for (const name of readdirSync(this.#folder)) {
      const file = join(this.#folder, name);
      if (statSync(file).mtimeMs < Date.now() - MONTH_MS) rmSync(file);
    }
  }
}

/** The build puts a hash of its content into the name of each chunk; V8 compares only the length of the source. */
function isNamedByContent(path: string): boolean {
  return basename(dirname(path)) === 'chunks';
}

function digestOf(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
