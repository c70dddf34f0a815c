/** Node 20 has no cache of compiled code: a short run pays for its own optimisation, and ends before that pays back. */
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** Six times V8's own (67,584 bytes of bytecode): what runs for a second is optimised all the same. */
const INTERRUPT_BUDGET = 400_000;

/** A file with 25 signatures: an eighth less time on two cores. Newer ones have other compilers between, and the cache. */
export function optimizeLater(): void {
  if (!('enableCompileCache' in module)) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
