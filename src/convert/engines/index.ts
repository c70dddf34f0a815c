/** The list of engines. A new one is a file in this folder and a line below. */
import { join } from 'node:path';
import { homeFolder } from '../../system/files/home-folder.js';
import type { Engine } from '../engine.js';
import type { EngineName } from '../engine-name.js';
import { DEFAULTS, type EngineSettings } from '../settings.js';
import type { EngineHost } from './engine-worker.js';
import { fontFolders } from './fonts/fonts.js';
import { findLibreOffice } from './locate.js';
import { nativeEngine } from './native/native.js';
import { sofficeEngine } from './soffice/soffice.js';
import { wasmEngine } from './wasm/wasm.js';

export function engines(settings: Partial<EngineSettings>): Record<EngineName, Engine> {
  const { libreoffice = null, cache = userCache(), memoryLimit, cpuLimit, fonts = [] } = { ...DEFAULTS, ...settings };
  const installation = findLibreOffice(libreoffice);
  const host: EngineHost = { installation, cache, memoryLimit, cpuLimit, fonts: fontFolders(fonts) };
  return { native: nativeEngine(host), soffice: sofficeEngine(host), wasm: wasmEngine(host) };
}

/** For users of the library; the command line passes the folder that DOCCONV_HOME sets. */
function userCache(): string {
  return join(homeFolder(), '.cache', 'docconv');
}
