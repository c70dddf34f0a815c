/**
 * LibreOffice has liblangtag validate the language of its first document, which reads a registry of 1 MB for that: 50 ms,
 * a third of the time of a small document. Here another thread has it read, while LibreOffice starts.
 */
import { promisify } from 'node:util';
import { loadLibrary, type NativeLibrary } from '../../../system/native-library.js';

const LIBRARY = 'liblangtag.so.1';

/** Nothing is gained where LibreOffice brings a liblangtag of its own. */
export async function readLanguages(): Promise<void> {
  const library = loaded();
  if (!library) return;
  library.func('void lt_db_initialize()')(); // keeps what is read
  const tag: unknown = library.func('void *lt_tag_new()')();
  await promisify(library.func('int lt_tag_parse(void *tag, const char *text, void *error)').async)(tag, 'en-US', null);
  await promisify(library.func('void *lt_tag_canonicalize(void *tag, void *error)').async)(tag, null);
}

function loaded(): NativeLibrary | null {
  try {
    return loadLibrary(LIBRARY, { lazy: true });
  } catch {
    return null;
  }
}
