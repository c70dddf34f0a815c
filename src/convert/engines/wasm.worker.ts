/** The worker process of the WASM engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWorker } from '../../isolation/index.js';
import { openWasmKit } from './emscripten.js';
import type { EngineConfig } from './engine-worker.js';
import { convertByKit } from './kit.js';

runWorker(async ({ location, profile }: EngineConfig) => {
  const settings = readFileSync(join(profile, 'user', 'registrymodifications.xcu'));
  const [kit, files] = await openWasmKit(location, fs => {
    fs.mkdirTree('/instdir/user/user');
    fs.writeFile('/instdir/user/registrymodifications.xcu', settings);
    fs.writeFile('/instdir/user/user/registrymodifications.xcu', settings);
  });
  return convertByKit(kit, files);
});
