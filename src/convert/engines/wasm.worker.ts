/** The worker process of the WASM engine. */
import { runEngineWorker } from './document-worker.js';
import { openWasmKit, type WasmModule } from './emscripten.js';
import { once } from './installed-fonts.js';
import { convertByKit } from './kit.js';
import { profileSettings } from './profile.js';
import { mountedFontNames, mountFonts } from './wasm-fonts.js';

runEngineWorker(async ({ location, fonts }) => {
  const settings = Buffer.from(profileSettings());
  let mounted: WasmModule['FS'];
  const [kit, files] = await openWasmKit(location, fs => {
    mounted = fs;
    fs.mkdirTree('/instdir/user/user');
    fs.writeFile('/instdir/user/registrymodifications.xcu', settings);
    fs.writeFile('/instdir/user/user/registrymodifications.xcu', settings);
    mountFonts(fs, fonts);
  });
  return convertByKit(
    kit,
    files,
    once(() => mountedFontNames(mounted, fonts)),
  );
});
