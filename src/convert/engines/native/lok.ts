/**
 * LibreOfficeKit through its C interface (LibreOfficeKit.h): two tables of function pointers, which only grow, so that
 * `nSize` tells whether a member exists. Calls block and convert one document at a time: only for worker processes.
 */
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import koffi, { type KoffiFunc } from 'koffi';
import { loadLibrary, type NativeLibrary } from '../../../system/native-library.js';
import { Stopwatch } from '../../../system/stopwatch.js';
import type { DocumentHandle, Kit } from '../libreofficekit.js';
import { authorsOf, functionOf } from './authors.js';
import { readLanguages } from './languages.js';

/** A function of a class table; its C prototype determines the arguments. */
type CFunction = KoffiFunc<(...args: unknown[]) => never>;

/** Position of a member in struct _LibreOfficeKitClass. */
const KIT = { getError: 3, documentLoadWithOptions: 4, freeError: 5 } as const;
/** Position of a member in struct _LibreOfficeKitDocumentClass. */
const DOCUMENT = { destroy: 1, saveAs: 2, postUnoCommand: 17 } as const;

koffi.config({ async_stack_size: koffi.config().sync_stack_size! }); // for the start of LibreOffice, 128 KiB by default
const POINTER_SIZE = koffi.sizeof('void *');
const LOAD = koffi.proto('void *docconv_load(void *kit, const char *url, const char *options)');
const SAVE = koffi.proto('int docconv_save(void *document, const char *url, const char *format, const char *options)');
const VOID = koffi.proto('void docconv_void(void *self)');
const COMMAND = koffi.proto(
  'void docconv_command(void *document, const char *name, const char *arguments, bool notifies)',
);
const FREE = koffi.proto('void docconv_free(void *text)');

/** Batch: no dialogs. Without MacroSecurityLevel LOK lowers the level of the profile to 1. */
const LOAD_OPTIONS = 'Batch=true,MacroSecurityLevel=3';

/** comphelper::LibreOfficeKit::setActive(bool) */
const SET_ACTIVE = 'void _ZN10comphelper14LibreOfficeKit9setActiveEb(bool active)';
/** SfxObjectShell::Current(), the document, and SfxObjectShell::SetModified(bool) */
const CURRENT_DOCUMENT = 'void *_ZN14SfxObjectShell7CurrentEv()';
const SET_MODIFIED = 'void _ZN14SfxObjectShell11SetModifiedEb(void *shell, bool modified)';
/** Application::AcquireSolarMutex(sal_uInt32) and ReleaseSolarMutex() */
const ACQUIRE_MUTEX = 'void _ZN11Application17AcquireSolarMutexEj(uint32_t count)';
const RELEASE_MUTEX = 'uint32_t _ZN11Application17ReleaseSolarMutexEv()';
/** Application::Reschedule(bool); needs the mutex, which it releases meanwhile */
const RESCHEDULE = 'bool _ZN11Application10RescheduleEb(bool all)';

/**
 * Loads LibreOffice into this process, in about 0.2 s with a warm page cache. It starts in another thread, and has a main
 * thread of its own in any case: this thread has time for something else. `library`: see locate.ts.
 */
export async function openKit(library: string, profile: string): Promise<Kit> {
  const program = dirname(library);
  const loaded = loadLibrary(library, { lazy: true }); // 5 ms less
  const hook = loaded.func('void *libreofficekit_hook_2(const char *program, const char *profile)');
  const started: Promise<unknown> = promisify(hook.async)(program, pathToFileURL(profile).href);
  const [kit] = await Promise.all([started, readLanguages()]);
  if (!kit) throw new Error(`LibreOfficeKit in ${program} did not start`);
  const asProgram = actsAsProgram(loaded);
  const mutex = mutexOf(loaded);
  const reschedule = functionOf(loaded, RESCHEDULE);
  const markUnchanged = unchanged(loaded);
  const clearAuthors = authorsOf(loaded, library);
  const load = member(kit, KIT.documentLoadWithOptions, LOAD);
  const lastError = lastErrorOf(kit);
  return {
    loadOptions: LOAD_OPTIONS,
    load: (file, options, loadsAsProgram = false) => {
      mutex.acquire();
      const open = () => load(kit, pathToFileURL(file).href, options);
      const document: DocumentHandle = loadsAsProgram || OPENS_DIALOG.test(file) ? asProgram(open) : open();
      if (!document) mutex.release();
      return document;
    },
    save: (document, file, { extension, options }) => {
      markUnchanged();
      return asProgram(() => saveAs(document, pathToFileURL(file).href, extension, options));
    },
    updateIndexes: document => reschedule !== null && updateIndexes(document, lastError, () => reschedule(true)),
    close: document => {
      member(document, DOCUMENT.destroy, VOID)(document);
      mutex.release();
    },
    forgetAuthors: () => {
      mutex.acquire();
      const forgotten = clearAuthors();
      mutex.release();
      return forgotten;
    },
    lastError,
  };
}

/** LibreOffice allocates the text for its caller, who gives it back. */
function lastErrorOf(kit: unknown): () => string {
  const text = koffi.disposable('str', member(kit, KIT.freeError, FREE));
  const getError = member(kit, KIT.getError, koffi.proto('docconv_text', text, ['void *']));
  return () => getError(kit) ?? '';
}

/** Names of files for which an active kit opens a dialog in spite of import options. */
const OPENS_DIALOG = /\.(csv|tsv)$/i;

/**
 * Returns a function that runs a call with an inactive kit. LibreOffice behaves differently while the kit is active, as an
 * editor in a browser needs it: it leaves JPEG pictures out of PDFs whose images keep their resolution, and comments that a
 * sheet of OpenDocument shows. Inactive, it converts as the program does, but loads a document in almost twice the time, with
 * all windows. A LibreOffice without the function converts most documents nevertheless.
 */
function actsAsProgram(library: NativeLibrary): <Result>(call: () => Result) => Result {
  const setActive = functionOf(library, SET_ACTIVE);
  return call => {
    setActive?.(false);
    try {
      return call();
    } finally {
      setActive?.(true);
    }
  };
}

/**
 * Returns a function that marks the open document as unchanged. The layout of some fields changes it, and
 * saving a changed document sets the date, author and number of its last change, which other fields print.
 */
function unchanged(library: NativeLibrary): () => void {
  const current = functionOf(library, CURRENT_DOCUMENT);
  const setModified = functionOf(library, SET_MODIFIED);
  return () => {
    const shell = current?.();
    if (shell) setModified?.(shell, false);
  };
}

/**
 * The mutex that every call into LibreOffice takes. This thread keeps it while a document is open: LibreOffice's main
 * thread would otherwise paint the document's window between two calls, which takes a tenth of the time of a small document.
 */
function mutexOf(library: NativeLibrary): { acquire(): void; release(): void } {
  const acquire = functionOf(library, ACQUIRE_MUTEX);
  const release = functionOf(library, RELEASE_MUTEX);
  return acquire && release ? { acquire: () => acquire(1), release } : { acquire() {}, release() {} };
}

/**
 * LibreOffice executes a command later, in another thread: `execute` lets it do what is pending, and is false once nothing is.
 * It takes no command until that thread has activated the window of the document: `getError` tells.
 * False: it was not in time.
 */
function updateIndexes(document: DocumentHandle, getError: () => string, execute: () => boolean): boolean {
  const post = member(document, DOCUMENT.postUnoCommand, COMMAND);
  const waited = new Stopwatch();
  do {
    post(document, '.uno:UpdateAllIndexes', '', false);
    const isTaken = getError() === '';
    while (execute() && waited.clock() < COMMAND_MS);
    if (isTaken) return true;
  } while (waited.clock() < COMMAND_MS);
  return false;
}

const COMMAND_MS = 60_000;

function saveAs(document: DocumentHandle, url: string, format: string, options: string): boolean {
  return member(document, DOCUMENT.saveAs, SAVE)(document, url, format, options) !== 0;
}

/** The function at `position` of an object's class table, callable. */
function member(object: unknown, position: number, type: ReturnType<typeof koffi.proto>): CFunction {
  const table: unknown = koffi.decode(object, 'void *');
  const size = Number(koffi.decode(table, 'size_t'));
  if (size <= position * POINTER_SIZE) throw new Error('this LibreOffice is too old for docconv');
  return koffi.decode(koffi.decode(table, position * POINTER_SIZE, 'void *'), type);
}
