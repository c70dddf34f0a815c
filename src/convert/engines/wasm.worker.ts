/** The child process of the WASM engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveWorker } from '../../isolation/index.js';
import { openWasmKit } from './emscripten.js';
import { kitSession } from './kit.js';

serveWorker(async hello => {
  const settings = readFileSync(join(hello.profile, 'user', 'registrymodifications.xcu'));
  const [kit, files] = await openWasmKit(hello.location, fs => {
    fs.mkdirTree('/instdir/user/user');
    fs.writeFile('/instdir/user/registrymodifications.xcu', settings);
    fs.writeFile('/instdir/user/user/registrymodifications.xcu', settings);
  });
  return kitSession(kit, files);
});
