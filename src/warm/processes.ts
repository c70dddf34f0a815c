/** The processes of the engines, from /proc: also of those that have no socket yet, or none any more. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EngineParameters } from './start.js';

interface EngineProcess {
  pid: number;
  /** The path of its socket. */
  socket: string;
}

/** Of this user, with sockets in `folder`. */
export function engineProcesses(folder: string): EngineProcess[] {
  const found = processIds().flatMap(pid => {
    const socket = socketOf(pid);
    return socket === null ? [] : [{ pid, socket }];
  });
  return found.filter(({ socket }) => dirname(socket) === folder);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return []; // not Linux, which has no engines
  }
}

/** Null for what is no engine of this user. */
function socketOf(pid: number): string | null {
  try {
    const [, script = '', parameters = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (!script.endsWith('/warm/engine.worker.js') || statSync(`/proc/${pid}`).uid !== process.getuid?.()) return null;
    return (JSON.parse(parameters) as EngineParameters).socket;
  } catch {
    return null; // a process that has ended, or another program
  }
}
