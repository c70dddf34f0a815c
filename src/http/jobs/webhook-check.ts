/** Refuses the URL of a webhook to which nothing can ever be delivered, before a job is accepted that announces its end there. */
import { DocconvError, toDocconvError } from '../../errors.js';
import type { GuardedFetcher } from '../../fetch/index.js';
import { hasUnsafe } from '../../text.js';
import { HttpProblem } from '../problem.js';
import { PROBLEMS } from '../problem-table.js';

/** Throws webhook_undeliverable. @param place of the URL in the request */
export type WebhookCheck = (
  url: string,
  place: { readonly parameter: string } | { readonly pointer: string },
) => Promise<void>;

const LONGEST = 2048;
/** Longer than a name server takes that answers. */
const LOOKUP_MS = 3_000;

/**
 * A name that does not exist is refused as one with a private address is: otherwise clients could find out which names
 * exist in the network of the server. Without an answer of a name server, the webhook is accepted, since its tries last
 * for days.
 */
export function createWebhookCheck(fetcher: GuardedFetcher | null): WebhookCheck {
  return async (url, place) => {
    const detail = await faultOf(url, fetcher);
    if (detail === null) return;
    const message = `The webhook cannot be delivered. ${detail} ${PROBLEMS.webhook_undeliverable.remedy}`;
    throw new HttpProblem('webhook_undeliverable', message, { errors: [{ ...place, detail }] });
  };
}

async function faultOf(url: string, fetcher: GuardedFetcher | null): Promise<string | null> {
  if (url.length > LONGEST || hasUnsafe(url)) return new DocconvError('URL_FORBIDDEN.incomplete').message;
  try {
    await fetcher?.authorize({ url, timeoutMs: LOOKUP_MS });
    return null;
  } catch (thrown) {
    const { code, message } = toDocconvError(thrown);
    return code === 'URL_FORBIDDEN' ? message : null;
  }
}
