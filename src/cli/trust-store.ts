/** Whom the person at the command line trusts: the anchors named by `--trust`, and those kept by `docconv trust add`. */
import type { TrustStore } from '../check/index.js';
import { DocconvError } from '../errors.js';
import type { Services } from './services.js';

export async function trustStore(names: readonly string[], _services: Services): Promise<TrustStore> {
  if (names.length > 0) throw new DocconvError('OPTION_UNSUPPORTED', '--trust is not built yet.');
  return { anchors: () => [] };
}
