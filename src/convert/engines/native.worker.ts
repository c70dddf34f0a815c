/** The worker process of the native engine. */
import { dirname, resolve } from 'node:path';
import { runEngineWorker } from './document-worker.js';
import { convertByKit, diskFiles } from './kit.js';
import { provideLayouts } from './layouts.js';
import { openKit } from './lok.js';

runEngineWorker(async ({ location }, profile) => {
  Object.assign(process.env, provideLayouts(dirname(location), resolve('layouts')));
  return convertByKit(openKit(location, profile), diskFiles());
});
