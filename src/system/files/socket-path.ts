/** Paths of unix sockets. Node cuts a longer one without an error, and opens what remains of it. */
import { DocconvError } from '../../errors.js';

/** Bytes of sun_path, without the zero at its end. */
const MAX_BYTES = process.platform === 'linux' ? 107 : 103;

export function isSocketPath(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_BYTES;
}

/** Throws USAGE for one that is too long, and on Windows, which does not protect them by permissions of files. */
export function requireSocketPath(path: string): void {
  if (process.platform === 'win32') throw new DocconvError('USAGE.socket-on-windows', { path });
  if (isSocketPath(path)) return;
  throw new DocconvError('USAGE.socket-path-too-long', { limit: MAX_BYTES, path });
}
