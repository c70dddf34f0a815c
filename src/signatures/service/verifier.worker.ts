/** The worker process of the verification service: verifies one PDF at a time. */
import { toDocconvError } from '../../errors.js';
import { createFetcher, type FetcherSettings } from '../../fetch/index.js';
import { type RequestHandler, runWorker } from '../../isolation/worker.js';
import { escapeLines } from '../../text.js';
import { type PortableTrust, reopeningTrustStore, type TrustSource, withSources } from '../../trust/index.js';
import type { TrustRules } from '../options.js';
import type { Verdict } from '../result.js';
import { check } from '../validate.js';

/** Plain data: neither a trust store nor a fetcher can be sent to another process. Trusted certificates are its blobs. */
export interface WorkerConfig {
  /** How missing certificates and revocation data are fetched; null: not at all. */
  readonly online: Pick<FetcherSettings, 'allowPrivate'> | null;
  readonly places: Omit<PortableTrust, 'certificates'>;
  readonly rules: TrustRules;
}

/** The document is the blob of the request. */
export interface VerifyRequest {
  readonly password?: string;
  /** See CheckOptions. */
  readonly requireTrust?: boolean;
  readonly tolerateOverlays?: boolean;
  /** False: nothing is fetched for this document. By default as configured. */
  readonly online?: boolean;
  /** Milliseconds since 1970. */
  readonly at?: number;
  /** The sources of trust to use; by default all that are configured. */
  readonly sources?: readonly TrustSource[];
}

/** The VerificationResult is the blob of the answer. */
export interface VerifyResult {
  readonly verdict: Verdict;
}

runWorker<WorkerConfig, VerifyRequest, VerifyResult>(async ({ online, rules, places }, certificates) => {
  const useTrust = reopeningTrustStore({ certificates, ...places });
  const fetcher = online && createFetcher(online);
  const handle: RequestHandler<VerifyRequest, VerifyResult> = async (request, [document]) => {
    const { at, sources, online: wanted = true, ...options } = request;
    try {
      const settings = { ...(fetcher && wanted && { fetcher }), ...(at !== undefined && { at: new Date(at) }) };
      const result = await useTrust(all => {
        const trust = sources ? withSources(all, sources) : all;
        return check(document!, { trust, ...rules, ...settings, ...options });
      });
      return {
        result: { verdict: result.verdict },
        blobs: [new TextEncoder().encode(escapeLines(JSON.stringify(result)))],
      };
    } catch (thrown) {
      throw toDocconvError(thrown); // an error of check() is a result, too: the process stays usable
    }
  };
  return { handle };
});
