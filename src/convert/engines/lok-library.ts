/** The library that carries LibreOfficeKit's hook: distributions merge LibreOffice into one, others do not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['libmergedlo.so', 'libsofficeapp.so', 'libmergedlo.dylib', 'libsofficeapp.dylib'];

export function lokLibraryPath(program: string): string | null {
  return NAMES.map(name => join(program, name)).find(existsSync) ?? null;
}
