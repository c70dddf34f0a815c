/** The worker process of the native engine. */
import { runWorker } from '../../isolation/index.js';
import type { EngineConfig } from './engine-worker.js';
import { convertByKit } from './kit.js';
import { openKit } from './lok.js';

runWorker(async ({ location, profile }: EngineConfig) => convertByKit(openKit(location, profile)));
