/** Shared libraries, loaded by koffi. */
import koffi from 'koffi';

export type NativeLibrary = ReturnType<typeof koffi.load>;

const loaded: NativeLibrary[] = [];

/**
 * The library stays loaded until the process ends. koffi unloads a library as soon as no function refers to it that
 * was found by name: pointers to functions that the library returned would lead nowhere. Throws where it cannot be loaded.
 */
export function loadLibrary(path: string, options: Parameters<typeof koffi.load>[1] = {}): NativeLibrary {
  const library = koffi.load(path, options);
  loaded.push(library);
  return library;
}
