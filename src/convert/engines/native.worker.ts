/** The worker process of the native engine. */
import { runEngineWorker } from './document-worker.js';
import { convertByKit, diskFiles } from './kit.js';
import { openKit } from './lok.js';

runEngineWorker(async ({ location }, profile) => convertByKit(openKit(location, profile), diskFiles()));
