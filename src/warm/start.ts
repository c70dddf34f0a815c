/** Starts an engine in the background. Nothing waits for it, so that its failure costs nothing. */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import type { ConverterSettings } from '../convert/settings.js';
import { builtFile } from '../system/package.js';
import { engineEnvironment } from './folder.js';

export interface EngineParameters {
  socket: string;
  /** With absolute paths: the engine runs in the root folder. */
  settings: ConverterSettings;
  /** packageStamp() of the caller. */
  stamp: string;
  /** Milliseconds without a document until it ends. */
  idleMs: number;
  /** Milliseconds between two checks that its socket and docconv are the same. */
  checkMs: number;
}

export const PERIODS = { idleMs: 300_000, checkMs: 60_000 };

/** An engine that did not start is not started again for so long. */
const PAUSE_MS = 300_000;

/** Where an engine writes why it ended, if it failed. */
export const errorFile = (socket: string): string => socket.replace(/\.sock$/, '.error');

/** Of several that are started at once, one stays. */
export function startEngine(parameters: EngineParameters, env: NodeJS.ProcessEnv): void {
  const failed = statSync(errorFile(parameters.socket), { throwIfNoEntry: false });
  if (failed && Date.now() - failed.mtimeMs < PAUSE_MS) return;
  const child = spawn(process.execPath, [builtFile('warm/engine.worker.js'), JSON.stringify(parameters)], {
    cwd: '/',
    detached: true, // a session of its own, which Ctrl-C and the end of the terminal do not reach
    stdio: 'ignore',
    env: engineEnvironment(env),
  });
  child.on('error', () => {});
  child.unref();
}
