/** The installation folder and version of docconv, both from source and from the bundle. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of docconv's package.json. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** Absolute path of a file in dist/, both from source and from the bundle. */
export function builtFile(path: string): string {
  return join(packageRoot(), 'dist', path);
}

/** Set by the build: inside the sandbox of the verification process, package.json cannot be read. */
declare const DOCCONV_VERSION: string | undefined;
let version = typeof DOCCONV_VERSION === 'string' ? DOCCONV_VERSION : undefined;

export function packageVersion(): string {
  version ??= (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
  return version;
}
