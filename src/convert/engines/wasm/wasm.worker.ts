/** The worker process of the WASM engine. */
import { posix } from 'node:path';
import { tellInspected } from '../../../isolation/worker.js';
import { runEngineWorker } from '../document-worker.js';
import { once } from '../fonts/installed-fonts.js';
import { convertByKit } from '../libreofficekit.js';
import { profileFiles } from '../profile.js';
import { openWasmKit, type WasmModule } from './emscripten.js';
import { mountedFontNames, mountFonts } from './wasm-fonts.js';

/** The second is that of LibreOfficeKit. */
const USER_FOLDERS = ['/instdir/user', '/instdir/user/user'] as const;

runEngineWorker(async ({ location, fonts }, _profile, inspected) => {
  await inspected;
  tellInspected();
  let mounted: WasmModule['FS'];
  const [kit, files] = await openWasmKit(location, fs => {
    mounted = fs;
    for (const user of USER_FOLDERS) writeProfile(fs, user);
    mountFonts(fs, fonts);
  });
  const names = once(() => mountedFontNames(mounted, fonts));
  return convertByKit({ kit, files, profile: USER_FOLDERS[0], fonts: names });
});

function writeProfile(fs: WasmModule['FS'], user: string): void {
  for (const [name, content] of profileFiles()) {
    const path = posix.join(user, name);
    fs.mkdirTree(posix.dirname(path));
    fs.writeFile(path, Buffer.from(content));
  }
}
