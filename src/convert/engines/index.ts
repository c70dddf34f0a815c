/** The engines there are. A new one is one file here and one line below. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Engine, EngineName } from '../engine.js';
import { DEFAULTS } from '../settings.js';
import { findLibreOffice } from './locate.js';
import { nativeEngine } from './native.js';
import { sofficeEngine } from './soffice.js';
import { wasmEngine } from './wasm.js';

export interface EngineSettings {
  /** LibreOffice's folder; null looks in the usual places. */
  libreoffice: string | null;
  /** Folder for what is kept between runs: warm profiles, what an engine can do. */
  cache: string;
  /** Bytes of memory that one document may make a worker use. */
  memoryLimit: number;
  /** Seconds of processor time that one document may take. */
  cpuLimit: number;
}

export function engines(settings: Partial<EngineSettings>): Record<EngineName, Engine> {
  const { libreoffice = null, cache = userCache(), memoryLimit, cpuLimit } = { ...DEFAULTS, ...settings };
  const host = { installation: findLibreOffice(libreoffice), cache, memoryLimit, cpuLimit };
  return { native: nativeEngine(host), soffice: sofficeEngine(host), wasm: wasmEngine(host) };
}

/** For library users who name none; the command line and the service hand in the folder that DOCCONV_HOME moves. */
function userCache(): string {
  return join(homedir(), '.cache', 'docconv');
}
