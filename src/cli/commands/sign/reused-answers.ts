import type { FetchAnswer, Fetcher, FetchRequest } from '../../../fetch/index.js';

/** Publishers renew revocation data every few hours: a few minutes change nothing. */
const REUSE_MS = 5 * 60_000;

/** The files of a batch share revocation data: the same request is not sent again within a few minutes, unless it failed. */
export function reusingAnswers(fetcher: Fetcher): Fetcher {
  const known = new Map<string, { answer: Promise<FetchAnswer>; until: number }>();
  const fetch = async (request: FetchRequest): Promise<FetchAnswer> => {
    const key = `${request.url} ${Buffer.from(request.body ?? []).toString('base64')}`;
    const earlier = known.get(key);
    if (earlier && earlier.until > Date.now()) return earlier.answer;
    const answer = fetcher.fetch(request);
    known.set(key, { answer, until: Date.now() + REUSE_MS });
    answer.catch(() => known.delete(key));
    return answer;
  };
  return { ...fetcher, fetch };
}
