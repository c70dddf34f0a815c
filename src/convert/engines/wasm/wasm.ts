/** The wasm engine: LibreOffice as a WebAssembly package from npm. Needs no installed LibreOffice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from '../../../system/package.js';
import type { Engine, EngineStatus } from '../../engine.js';
import { type EngineHost, startEngineWorker } from '../engine-worker.js';
import { WASM_PACKAGE, wasmPackageFolder } from './wasm-package.js';

const MIB = 1024 ** 2;
/** LibreOffice's version in the package, which neither the package nor its LibreOfficeKit reports. */
const LIBREOFFICE = '24.8.8';
/**
 * Its list of services (soffice.data) has none of the component of forms; the libraries of some import filters are not in it. It
 * starts no program.
 */
const MISSING = ['Forms', 'import filters', 'Ghostscript'];

/** For a damaged document LibreOffice asks whether to repair it and waits for the answer (see LOAD_OPTIONS in emscripten.ts). */
const STALL_MS = 10_000;

export function wasmEngine(host: EngineHost): Engine {
  return {
    name: 'wasm',
    memory: { recycle: 2500 * MIB, typical: 1500 * MIB },
    status,
    handles: async () => status().available,
    start: (workspace, signal) => {
      const location = wasmPackageFolder()!;
      const settings = {
        entry: builtFile('convert/engines/wasm/wasm.worker.js'),
        status: status(),
        location,
        readable: [location],
        packedProfile: null, // its profile is in memory
        batch: 1,
        inspectsFirst: true,
        ...host,
        memoryLimit: Math.max(host.memoryLimit, 3500 * MIB),
        stallMs: STALL_MS,
      };
      return startEngineWorker(settings, workspace, signal);
    },
  };
}

function status(): EngineStatus {
  const location = wasmPackageFolder();
  if (!location) return { name: 'wasm', available: false, version: null, location, missing: [], note: NOT_INSTALLED };
  const { version } = JSON.parse(readFileSync(join(location, 'package.json'), 'utf8')) as { version: string };
  const note = `from ${WASM_PACKAGE} ${version}`;
  return { name: 'wasm', available: true, version: LIBREOFFICE, location, missing: MISSING, note };
}

const NOT_INSTALLED = `The optional package ${WASM_PACKAGE} is not installed: run docconv engine add.`;
