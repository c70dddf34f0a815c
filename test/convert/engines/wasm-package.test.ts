/**
 * engines/wasm/emscripten.ts relies on internals of @matbee/libreoffice-converter, so that its version is pinned. These tests
 * fail after an update and name what to verify before the new version may be used.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POOL_AS_SHIPPED, type WasmModule } from '../../../src/convert/engines/wasm/emscripten.js';
import {
  TESTED_VERSION,
  WASM_INTEGRITY,
  WASM_PACKAGE,
  wasmPackageFolder,
} from '../../../src/convert/engines/wasm/wasm-package.js';
import { describeWith } from '../../helpers/requires.js';

const folder = wasmPackageFolder();
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

const MODULE_MEMBERS = Object.keys({
  FS: true,
  HEAPU8: true,
  _malloc: true,
  _free: true,
  _libreofficekit_hook: true,
  _lok_documentLoadWithOptions: true,
  _lok_documentSaveAs: true,
  _lok_documentDestroy: true,
  _lok_getError: true,
  _lok_documentGetView: true,
  _lok_documentSetView: true,
  _lok_documentPostUnoCommand: true,
  _lok_enableSyncEvents: true,
  _lok_disableSyncEvents: true,
} satisfies Record<keyof WasmModule, true>);

const ADVICE = `engines/wasm/emscripten.ts is written for ${WASM_PACKAGE} ${TESTED_VERSION}. To use another version:
1. wasm/soffice.cjs must still contain "${POOL_AS_SHIPPED}", read "noInitialRun" and export ${MODULE_MEMBERS.join(', ')};
2. wasm/loader.cjs must still export createModule(config) and pass the config to the module;
3. run test/convert/engines/engines.test.ts and bench/wasm-phases.mjs: no first conversion may hang;
4. set TESTED_VERSION in emscripten.ts, LIBREOFFICE in wasm.ts, and the exact version in package.json and its lock file.`;

it('the WASM package is pinned to the tested version', () => {
  const { packages } = json('package-lock.json');
  const versions = [
    json('package.json').optionalDependencies[WASM_PACKAGE],
    packages[''].optionalDependencies[WASM_PACKAGE],
    packages[`node_modules/${WASM_PACKAGE}`].version,
  ];
  expect(versions, ADVICE).toEqual([TESTED_VERSION, TESTED_VERSION, TESTED_VERSION]);
  expect(packages[`node_modules/${WASM_PACKAGE}`].integrity, ADVICE).toBe(WASM_INTEGRITY);
});

const installed = { missing: `${WASM_PACKAGE} is not installed`, met: folder !== null };

describeWith('the installed WASM package', [installed], () => {
  const read = (name: string) => readFileSync(join(folder!, 'wasm', name), 'utf8');

  it('has the tested version', () => {
    expect(json(join(folder!, 'package.json')).version, ADVICE).toBe(TESTED_VERSION);
  });

  it('has what emscripten.ts replaces and calls', () => {
    const code = read('soffice.cjs');
    const expected = [POOL_AS_SHIPPED, 'noInitialRun', ...MODULE_MEMBERS];
    expect(
      expected.filter(text => !code.includes(text)),
      ADVICE,
    ).toEqual([]);
    expect(read('loader.cjs'), ADVICE).toMatch(/createModule,/);
  });

  it('has no component of forms', () => {
    const data = readFileSync(join(folder!, 'wasm', 'soffice.data'));
    expect(data.includes('<implementation name="com.sun.star.comp.forms.'), 'see MISSING in wasm.ts').toBe(false);
    expect(data.includes('<implementation name="com.sun.star.comp.Math.')).toBe(true);
  });
});
