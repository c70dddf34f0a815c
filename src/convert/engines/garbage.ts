/** Returns the memory of large buffers that are no longer used: V8 waits until much else is allocated. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

export function collectGarbage(): void {
  collect ??= exposed();
  collect();
}

/** Only new contexts get the function of a flag that is set while the process runs. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
