/** Memory that is in use, without garbage. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes on the heap of JavaScript. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
