/**
 * LibreOffice compiled to WebAssembly (@matbee/libreoffice-converter), loaded by the package's own loader. It avoids two
 * deadlocks of that build, both measured: main() starts on a thread and races the calls from here (`noInitialRun`), and
 * a call that needs more threads than the pool has never returns (a larger pool, and a pause for the event loop between
 * calls, in which finished threads return to the pool).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Files, Kit } from '../libreofficekit.js';
import { TESTED_VERSION } from './wasm-package.js';

/** Members of the Emscripten module; pointers are numbers. */
export interface WasmModule {
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
    readdir(path: string): string[];
    analyzePath(path: string): { exists: boolean };
    lookupPath(path: string): { node: WasmFile };
  };
  HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  _libreofficekit_hook(program: number): number;
  _lok_documentLoadWithOptions(kit: number, url: number, options: number): number;
  _lok_documentSaveAs(document: number, url: number, format: number, options: number): number;
  _lok_documentDestroy(document: number): void;
  _lok_getError(kit: number): number;
  _lok_documentGetView(document: number): number;
  _lok_documentSetView(document: number, view: number): void;
  _lok_documentPostUnoCommand(document: number, name: number, args: number, notifies: number): void;
  _lok_enableSyncEvents(): void;
  _lok_disableSyncEvents(): void;
}

/** A file of the module's memory file system. */
interface WasmFile {
  usedBytes: number;
  stream_ops: {
    read(stream: unknown, target: Int8Array, offset: number, length: number, position: number): number;
  };
}

export const POOL_AS_SHIPPED = 'pthreadPoolSize=4';

const PROGRAM = '/instdir/program';
const JOBS = '/tmp/jobs';
const POOL = 'pthreadPoolSize=12';
/** Milliseconds in which the messages of the threads are handled. */
const PAUSE_MS = 20;

/** Starts LibreOffice in this process, after `setUp` has prepared its file system. Takes 1.6 to 3 s and 1.2 GB. */
export async function openWasmKit(packageFolder: string, setUp: (fs: WasmModule['FS']) => void): Promise<[Kit, Files]> {
  const wasm = await loadModule(packageFolder);
  wasm.FS.mkdirTree(JOBS);
  setUp(wasm.FS);
  await sleep(PAUSE_MS);
  const kit = withStrings(wasm, [PROGRAM], program => wasm._libreofficekit_hook(program!));
  if (!kit) throw new Error('LibreOffice (WASM) did not start');
  await sleep(PAUSE_MS);
  return [kitOf(wasm, kit), filesOf(wasm)];
}

async function loadModule(packageFolder: string): Promise<WasmModule> {
  const require = createRequire(join(packageFolder, 'package.json'));
  widenThreadPool(require, join(packageFolder, 'wasm', 'soffice.cjs'));
  for (const flag of COMPILER) setFlagsFromString(flag);
  const loader = require('./wasm/loader.cjs') as { createModule(config: object): Promise<WasmModule> };
  return loader.createModule({
    noInitialRun: true,
    // without these two the loader copies each of them once or twice more
    wasmBinary: readWhole(join(packageFolder, 'wasm', 'soffice.wasm')),
    getPreloadedPackage: () => readWhole(join(packageFolder, 'wasm', 'soffice.data')),
  });
}

/**
 * V8 compiles a function quickly when it is first called, and optimises it later. By default it optimises so early that this
 * takes more processor time than the first 60 documents. Validating the module at once takes half a second.
 *
 * Each process compiles anew: Node cannot keep a compiled module. v8.serialize() writes an empty value for it, and what its
 * WebAssembly.compileStreaming() compiles is not kept either (nodejs/node#18265, #36671).
 */
const COMPILER = ['--wasm-tiering-budget=200000000', '--wasm-lazy-validation'];

/** A large file is read into a buffer of its own. */
function readWhole(path: string): ArrayBufferLike {
  return readFileSync(path).buffer;
}

/** The pool size is a constant of soffice.cjs; it is replaced in memory while the file is loaded. */
function widenThreadPool(require: NodeJS.Require, file: string): void {
  const { Module } = require('node:module') as { Module: { _extensions: Record<string, Loader> } };
  type Loader = (module: { _compile(code: string, file: string): void }, file: string) => void;
  const extensions = Module._extensions;
  const original = extensions['.cjs'] ?? extensions['.js']!;
  extensions['.cjs'] = (module, path) => {
    if (path !== file) return original(module, path);
    const code = readFileSync(path, 'utf8');
    if (!code.includes(POOL_AS_SHIPPED))
      throw new Error(`the WASM package differs from version ${TESTED_VERSION}: reinstall docconv`);
    module._compile(code.replace(POOL_AS_SHIPPED, POOL), path);
  };
}

/** Without Batch, with which this build fails on documents that it could repair. It has no macro interpreter. */
const LOAD_OPTIONS = 'MacroSecurityLevel=3';

function kitOf(wasm: WasmModule, kit: number): Kit {
  return {
    loadOptions: LOAD_OPTIONS,
    load: (path, options) =>
      withStrings(wasm, [url(path), options], (file, text) => wasm._lok_documentLoadWithOptions(kit, file!, text!)),
    save: (document, path, { extension, options }) =>
      withStrings(wasm, [url(path), extension, options], (file, format, text) =>
        wasm._lok_documentSaveAs(document as number, file!, format!, text!),
      ) !== 0,
    updateIndexes: document => {
      updateIndexes(wasm, document as number);
      return true;
    },
    close: document => wasm._lok_documentDestroy(document as number),
    lastError: () => takeString(wasm, wasm._lok_getError(kit)),
    pause: () => sleep(PAUSE_MS),
  };
}

/** No thread of this build executes commands later: they are executed by the call, and only with a current view. */
function updateIndexes(wasm: WasmModule, document: number): void {
  wasm._lok_documentSetView(document, wasm._lok_documentGetView(document));
  wasm._lok_enableSyncEvents();
  try {
    withStrings(wasm, ['.uno:UpdateAllIndexes', ''], (name, args) => {
      wasm._lok_documentPostUnoCommand(document, name!, args!, 0);
      return 0;
    });
  } finally {
    wasm._lok_disableSyncEvents();
  }
}

/** The module's memory file system; the real disk is not mounted. */
function filesOf({ FS }: WasmModule): Files {
  const used = new Set<string>();
  return {
    paths: posix,
    write(name, bytes) {
      const path = posix.join(JOBS, name);
      FS.writeFile(path, bytes);
      used.add(path);
      return path;
    },
    read(path) {
      used.add(path);
      return FS.readFile(path);
    },
    list: folder => FS.readdir(folder).filter(name => name !== '.' && name !== '..'),
    exists: path => FS.analyzePath(path).exists,
    clean() {
      for (const path of used) FS.unlink(path);
      used.clear();
    },
  };
}

const url = (path: string): string => `file://${encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F')}`;

function withStrings(wasm: WasmModule, texts: string[], call: (...pointers: number[]) => number): number {
  const pointers = texts.map(text => allocate(wasm, text));
  try {
    return call(...pointers);
  } finally {
    for (const pointer of pointers) wasm._free(pointer);
  }
}

function allocate(wasm: WasmModule, text: string): number {
  const bytes = Buffer.from(`${text}\0`);
  const pointer = wasm._malloc(bytes.length);
  wasm.HEAPU8.set(bytes, pointer); // not kept in a variable: the view changes when the memory grows
  return pointer;
}

/** LibreOffice allocated it for its caller. */
function takeString(wasm: WasmModule, pointer: number): string {
  if (!pointer) return '';
  const heap = wasm.HEAPU8;
  const text = Buffer.from(heap.slice(pointer, heap.indexOf(0, pointer))).toString();
  wasm._free(pointer);
  return text;
}
