/** The processes of the engines, from /proc: also of those that have no socket yet, or none any more. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { listIfPossible } from '../system/files/files.js';
import type { EngineParameters } from './start.js';

interface EngineProcess {
  pid: number;
  /** The path of its socket. */
  socket: string;
}

/** Of this user, with sockets in `folder`. None where there is no /proc: only Linux has engines. */
export function engineProcesses(folder: string): EngineProcess[] {
  const processIds = listIfPossible('/proc').map(Number).filter(Number.isInteger);
  const found = processIds.flatMap(pid => {
    const socket = socketOf(pid);
    return socket === null ? [] : [{ pid, socket }];
  });
  return found.filter(({ socket }) => dirname(socket) === folder);
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
