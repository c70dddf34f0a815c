/** Where `docconv trust update` and the timer of the server read the trusted lists: the network, or a mirror. */
import type { Config } from '../../config/index.js';
import { createFetcher } from '../../fetch/index.js';
import { type ListSource, mirrorSource, networkSource } from '../../trust/update/index.js';

/** Rejects when the mirror cannot be read. The operator named it: it may have a private address. */
export async function listSource(
  { trustMirror, allowPrivateUrls }: Pick<Config, 'trustMirror' | 'allowPrivateUrls'>,
  timeoutMs: number,
  proxies: NodeJS.ProcessEnv,
): Promise<ListSource> {
  const allowPrivate = allowPrivateUrls || trustMirror !== null;
  const fetcher = createFetcher({ allowPrivate, proxies });
  return trustMirror === null ? networkSource(fetcher, timeoutMs) : mirrorSource(trustMirror, fetcher, timeoutMs);
}
