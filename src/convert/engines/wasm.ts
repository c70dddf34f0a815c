/** The embedded engine: LibreOffice as WebAssembly from npm, in a forked child. Works wherever Node does. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Engine, EngineStatus } from '../engine.js';
import { startEngineWorker, workerEntry } from './engine-worker.js';
import type { NativeSettings } from './native.js';

const MIB = 1024 ** 2;
const PACKAGE = '@matbee/libreoffice-converter';
/** What the package carries (its own version says nothing of LibreOffice's); its kit does not tell either. */
const LIBREOFFICE = '24.8.8';
/** Functions are compiled when first called; checking all 147 MB of them beforehand would cost another second. */
const V8_FLAGS = ['--wasm-lazy-validation'];

/** Of damaged documents it asks what to do (see LOAD_OPTIONS), and waits; a sound one never lets it rest. */
const STALL_MS = 10_000;

export function wasmEngine({ memoryLimit, cpuLimit }: Pick<NativeSettings, 'memoryLimit' | 'cpuLimit'>): Engine {
  return {
    name: 'wasm',
    memory: { recycle: 2500 * MIB, limit: Math.max(memoryLimit, 3500 * MIB), typical: 1500 * MIB },
    status,
    handles: async () => status().available,
    start: (workspace, signal) => {
      const location = packageFolder()!;
      const settings = {
        entry: workerEntry('wasm'),
        nodeFlags: V8_FLAGS,
        location,
        readable: [location],
        warmProfile: null, // its profile lies in memory
        batch: 1,
        memoryLimit: Math.max(memoryLimit, 3500 * MIB),
        cpuLimit,
        stallMs: STALL_MS,
      };
      return startEngineWorker(settings, workspace, signal);
    },
  };
}

function status(): EngineStatus {
  const location = packageFolder();
  if (!location) {
    const note = `The package ${PACKAGE} is not installed (npm leaves optional packages out when asked to).`;
    return { name: 'wasm', available: false, version: null, location, note };
  }
  const { version } = JSON.parse(readFileSync(join(location, 'package.json'), 'utf8')) as { version: string };
  return { name: 'wasm', available: true, version: LIBREOFFICE, location, note: `from ${PACKAGE} ${version}` };
}

function packageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  } catch {
    return null;
  }
}
