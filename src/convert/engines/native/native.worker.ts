/** The worker process of the native engine. */
import { dirname, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runEngineWorker } from '../document-worker.js';
import { provideFonts } from '../fonts/fonts.js';
import { installedFonts } from '../fonts/installed-fonts.js';
import { convertByKit, diskFiles } from '../libreofficekit.js';
import { providePrograms } from '../programs.js';
import { provideLayouts } from './layouts.js';
import { openKit } from './lok.js';

/**
 * Bytecode that a function runs before V8 optimises it. By default, 15 times less, the optimisation of docconv's own code
 * takes a twentieth of the processor time of the small documents that a worker converts in its life.
 */
const INTERRUPT_BUDGET = 1_000_000;

setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);

runEngineWorker(async ({ location, fonts, engine }, profile) => {
  Object.assign(
    process.env,
    provideLayouts(dirname(location), resolve('layouts')),
    provideFonts(fonts, resolve('fonts'), engine.version),
    providePrograms(resolve('programs')),
  );
  const kit = await openKit(location, profile);
  return convertByKit({ kit, files: diskFiles(), profile, fonts: installedFonts(location, fonts) });
});
