/**
 * The authors of tracked changes and comments: Writer lists those of all documents of its process, and prints changes in
 * the colour that belongs to the place of their author in the list.
 */
import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { loadLibrary, type NativeLibrary } from '../../../system/native-library.js';

/** SfxApplication::GetModule(SfxToolsModule), which returns null until the module is loaded. */
const GET_MODULE = 'void *_ZN14SfxApplication9GetModuleE14SfxToolsModule(int module)';
const WRITER = 3;
/** SwModule::ClearRedlineAuthors() */
const CLEAR_AUTHORS = 'void _ZN8SwModule19ClearRedlineAuthorsEv(void *module)';

/**
 * Returns a function that empties the list, while no document is open; false: this LibreOffice has no functions for it.
 * `path`: of `library`.
 */
export function authorsOf(library: NativeLibrary, path: string): () => boolean {
  const getModule = functionOf(library, GET_MODULE);
  let clear: ReturnType<typeof functionOf>;
  return () => {
    const module = getModule?.(WRITER);
    if (!module) return getModule !== null;
    clear ??= functionOf(writerLibrary(path) ?? library, CLEAR_AUTHORS);
    clear?.(module);
    return clear !== null;
  };
}

/** A library of its own, which LibreOffice has loaded for the first text; null where it is a part of the other one. */
function writerLibrary(path: string): NativeLibrary | null {
  const writer = join(dirname(path), `libswlo${extname(path)}`);
  return existsSync(writer) ? loadLibrary(writer) : null;
}

/** Null: the library does not have it. */
export function functionOf(library: NativeLibrary, prototype: string): ReturnType<NativeLibrary['func']> | null {
  try {
    return library.func(prototype);
  } catch {
    return null;
  }
}
