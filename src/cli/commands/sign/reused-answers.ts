import { type FetchAnswer, type Fetcher, type FetchRequest, requestKey } from '../../../fetch/index.js';
import { parseOcspResponse, parseServedCrl } from '../../../pki/index.js';

/** Publishers renew revocation data every few hours: a few minutes change nothing. */
const REUSE_MS = 5 * 60_000;
/** A CRL may have many megabytes. */
const MAX_ANSWERS = 16;

/** The files of a batch share revocation data: what is known is not asked again within a few minutes, and while it is current. */
export function reusingAnswers(fetcher: Fetcher): Fetcher {
  const known = new Map<string, { answer: FetchAnswer; until: number }>();
  const fetch = async (request: FetchRequest): Promise<FetchAnswer> => {
    const key = requestKey(request);
    const earlier = known.get(key);
    if (earlier && earlier.until > Date.now()) return earlier.answer;
    known.delete(key);
    const answer = await fetcher.fetch(request);
    const until = Math.min(Date.now() + REUSE_MS, currentUntil(answer.body));
    if (until > Date.now()) known.set(key, { answer, until });
    const [oldest] = known.keys();
    if (known.size > MAX_ANSWERS) known.delete(oldest!);
    return answer;
  };
  return { ...fetcher, fetch };
}

/** Milliseconds since 1970; 0: it is no revocation data, or an answer that says nothing. */
function currentUntil(body: Uint8Array): number {
  const updates =
    nextUpdates(parseServedCrl, crl => [crl.nextUpdate]) ??
    nextUpdates(parseOcspResponse, response => response.responses.map(one => one.nextUpdate));
  return Math.min(...(updates ?? [new Date(0)]).map(date => date?.getTime() ?? Number.POSITIVE_INFINITY));

  function nextUpdates<T>(parse: (der: Uint8Array) => T, of: (value: T) => readonly (Date | null)[]) {
    try {
      return of(parse(body));
    } catch {
      return null;
    }
  }
}
