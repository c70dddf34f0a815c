/** The calls of LibreOfficeKit that a conversion needs; implemented for the native library and for the WASM module. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import nodePath, { join, type PlatformPath, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NeedsNewProcess, type OutgoingBlob, retire } from '../../isolation/worker.js';
import type { Family } from '../formats.js';
import { bytesOf } from '../output/blob.js';
import type { Export } from '../outputs.js';
import type { EngineCalls, EngineDocument, EngineOutcome } from './engine-calls.js';

/** A loaded document; 0 or null means that loading failed. */
export type DocumentHandle = unknown;

export interface Kit {
  /** For every document, separated by commas: LOK takes the options that it knows, the import filter gets the others. */
  loadOptions: string;
  /** `asProgram`: see EngineDocument; ignored where the library has no call for it. */
  load(path: string, options: string, asProgram?: boolean): DocumentHandle;
  /** False: not in time, or LibreOffice lacks what this needs. */
  updateIndexes(document: DocumentHandle): boolean;
  save(document: DocumentHandle, path: string, output: Export): boolean;
  close(document: DocumentHandle): void;
  /** Of all documents so far, none of which is open; false: LibreOffice keeps them. Absent where it always does. */
  forgetAuthors?(): boolean;
  lastError(): string;
  /** Has to run between two calls. */
  pause?(): Promise<void>;
}

/** The kit's file system: the real one, or one in memory. */
export interface Files {
  /** How its paths are written. */
  paths: PlatformPath;
  /** Absolute path of a new file with these bytes, in a folder of its own. */
  write(name: string, bytes: Uint8Array): string;
  /** What the engine wrote to a path beside one of write(). */
  read(path: string): OutgoingBlob;
  /** Names of the files in a folder of write(). */
  list(folder: string): readonly string[];
  exists(path: string): boolean;
  /** Deletes all files of the calls so far. */
  clean(): void;
}

/** Below the working directory, which is the private folder of the worker. `folder`: a new one, which clean() deletes. */
export function diskFiles(): Files & { folder(): string } {
  let used: string[] = [];
  const folder = () => {
    const path = resolve(`document-${used.length}`); // the same for every document that is alone: it is in its links
    mkdirSync(path, { mode: 0o700 });
    used.push(path);
    return path;
  };
  return {
    paths: nodePath,
    folder,
    write(name, bytes) {
      const path = join(folder(), name);
      writeFileSync(path, bytes);
      return path;
    },
    read: path => ({ path }),
    list: folder => readdirSync(folder),
    exists: existsSync,
    clean() {
      for (const path of used) rmSync(path, { recursive: true, force: true });
      used = [];
    },
  };
}

/** No input has this name: see inputFileName(). */
const OUTPUT = '-converted';

/**
 * Where LibreOffice writes the fonts of documents, below its profile, and loads them from. It creates the folder for the
 * first one; soffice empties it at its end.
 */
export const DOCUMENT_FONTS = 'user/temp/embeddedfonts/fromdocs';

interface KitProcess {
  kit: Kit;
  files: Files;
  /** LibreOffice's profile, in `files`. */
  profile: string;
  /** See EngineCalls. */
  fonts: EngineCalls['fonts'];
}

export function convertByKit({ kit, files, profile, fonts }: KitProcess): EngineCalls {
  const requireLocale = oneLocaleOf(['calc', 'impress', 'draw']);
  const requireNoText = kit.forgetAuthors ? () => {} : noTextBeforeAuthors();
  return {
    fonts,
    async convert(documents) {
      const outcomes: EngineOutcome[] = [];
      for (const document of documents) {
        requireLocale(document);
        requireNoText(document);
        if (document.traces?.some(trace => trace !== 'authors' || !kit.forgetAuthors)) retire();
        outcomes.push(await convertOne(kit, files, document));
        // of a document that brings fonts in a way that was not recognised
        if (files.exists(files.paths.join(profile, DOCUMENT_FONTS)) || kit.forgetAuthors?.() === false) retire();
      }
      return outcomes;
    },
    contentOf: ({ bytes, file }) => (file === undefined ? bytes : bytesOf(files.read(file))),
    clean: () => files.clean(),
  };
}

/**
 * For each of these families the locale of its first document stays in effect: Calc compares texts by the order of letters
 * that it has there, and Impress takes the distance of tabs from it. Throws NeedsNewProcess for a document of another one.
 */
function oneLocaleOf(families: readonly Family[]): (document: EngineDocument) => void {
  const locales = new Map<Family, string>();
  return ({ family, locale }) => {
    if (!families.includes(family)) return;
    if ((locales.get(family) ?? locale) !== locale) throw new NeedsNewProcess();
    locales.set(family, locale);
  };
}

/**
 * Every text adds authors to the list, at least one without a name. Throws NeedsNewProcess for a text with authors after
 * another one.
 */
function noTextBeforeAuthors(): (document: EngineDocument) => void {
  let isUsed = false;
  return ({ family, traces, file }) => {
    if (family !== 'writer') return;
    const isAgain = file !== undefined; // to explain a failure
    if (isUsed && !isAgain && traces?.includes('authors')) throw new NeedsNewProcess();
    isUsed = true;
  };
}

async function convertOne(kit: Kit, files: Files, document: EngineDocument): Promise<EngineOutcome> {
  const input = fileOf(files, document);
  // without one LibreOffice reports an invalid language, with a stack trace that takes longer than setting it again
  const language = `Language=${document.locale}`;
  const { dirname, join } = files.paths;
  const output = join(dirname(input), `${OUTPUT}.${document.export.extension}`);
  const options = [document.importOptions, language, kit.loadOptions].filter(Boolean).join(',');
  const handle = kit.load(input, options, document.loadsAsProgram);
  if (!handle) return { failure: kit.lastError() || 'the document could not be loaded' };
  try {
    await kit.pause?.();
    if (document.updatesIndexes && !kit.updateIndexes(handle)) return { failure: 'the indexes were not updated' };
    if (!kit.save(handle, output, document.export)) return { failure: kit.lastError() || 'nothing was written' };
    return { written: files.read(output), pictures: picturesOf(output, files) };
  } finally {
    kit.close(handle);
    await kit.pause?.();
  }
}

/** A large document is not kept in memory beside what LibreOffice makes of it. */
function fileOf(files: Files, document: EngineDocument): string {
  const isLarge = document.bytes.length > LARGE;
  const file = writeOnce(files, document);
  if (isLarge) collectGarbage();
  return file;
}

/** In a function of its own: V8 keeps the arguments of calls as long as the function that makes them runs. */
function writeOnce(files: Files, document: EngineDocument): string {
  document.file ??= files.write(document.name, document.bytes);
  document.bytes = NOTHING;
  return document.file;
}

const LARGE = 8 * 1024 ** 2;
const NOTHING = new Uint8Array();

/** The pictures that LibreOffice wrote beside an HTML page. */
export function picturesOf(page: string, files: Pick<Files, 'paths' | 'list' | 'read'>): Map<string, OutgoingBlob> {
  const { basename, dirname, extname, join } = files.paths;
  const folder = dirname(page);
  const prefix = `${basename(page, extname(page))}_html_`;
  const names = extname(page) === '.html' ? files.list(folder).filter(name => name.startsWith(prefix)) : [];
  return new Map(names.map(name => [name, files.read(join(folder, name))]));
}

let collect: (() => void) | null = null;

function collectGarbage(): void {
  collect ??= exposed();
  collect();
}

/** Only new contexts get the function of a flag that is set while the process runs. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
