/** The worker process of the native engine. */
import { dirname, resolve } from 'node:path';
import { runEngineWorker } from './document-worker.js';
import { provideFonts } from './fonts.js';
import { installedFonts } from './installed-fonts.js';
import { convertByKit, diskFiles } from './kit.js';
import { provideLayouts } from './layouts.js';
import { openKit } from './lok.js';
import { providePrograms } from './programs.js';

runEngineWorker(async ({ location, fonts }, profile) => {
  Object.assign(
    process.env,
    provideLayouts(dirname(location), resolve('layouts')),
    provideFonts(fonts, resolve('fonts')),
    providePrograms(resolve('programs')),
  );
  return convertByKit(await openKit(location, profile), diskFiles(), installedFonts(location, fonts));
});
