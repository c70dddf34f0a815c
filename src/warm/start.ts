/** Starts an engine in the background. Nothing waits for it, so that its failure costs nothing. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ConverterSettings } from '../convert/settings.js';
import { isLocked } from '../system/files/lock.js';
import { builtFile } from '../system/package.js';
import { ageOf, engineEnvironment, errorFile, lockFile, PAUSE_MS } from './folder.js';

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

/** Of several that are started at once, one stays. */
export function startEngine(parameters: EngineParameters, env: NodeJS.ProcessEnv): void {
  const { socket } = parameters;
  const hasFailed = existsSync(errorFile(socket)) && ageOf(errorFile(socket)) < PAUSE_MS;
  if (hasFailed || isLocked(lockFile(socket))) return;
  const child = spawn(process.execPath, [builtFile('warm/engine.worker.js'), JSON.stringify(parameters)], {
    cwd: '/',
    detached: true, // a session of its own, which Ctrl-C and the end of the terminal do not reach
    stdio: 'ignore',
    env: engineEnvironment(env),
  });
  child.on('error', () => {});
  child.unref();
}
