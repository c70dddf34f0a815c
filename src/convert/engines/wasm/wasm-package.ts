/** The package of the wasm engine. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

export const WASM_PACKAGE = '@matbee/libreoffice-converter';
/** Of the tested package, as in package-lock.json. */
export const WASM_INTEGRITY =
  'sha512-62S8uLiFvwbXiCu3IfkO1cDjTyZWUy5nlMsTrmj3l+G5zf5fQcgpvzfRDR9wId+bduarrv11ZDb8Olz5zj4zJA==';
/** Another version may differ in what emscripten.ts relies on: see test/convert/engines/wasm-package.test.ts. */
export const TESTED_VERSION = '2.7.2';

export function wasmPackageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${WASM_PACKAGE}/package.json`));
  } catch {
    return null;
  }
}
