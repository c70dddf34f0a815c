/** The system's programs that build a sandbox. */
import { join } from 'node:path';
import { isExecutable } from '../../system/files/files.js';

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

/** Absolute, whatever PATH says. A missing program keeps its bare name: starting it fails. */
export function tool(name: string): string {
  return FOLDERS.map(folder => join(folder, name)).find(isExecutable) ?? name;
}

export function hasTool(name: string): boolean {
  return isExecutable(tool(name));
}
