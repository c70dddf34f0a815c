/** Bounds the memory of JSON bodies: each is held completely, and more than once while it is parsed. */
import { onRequestEnd } from '../plugins/request-end.js';
import { HttpProblem } from '../problem.js';
import { clientIdOf, type Guard } from './rate-limit.js';

/** Bodies up to this many bytes are always accepted, so that slow large uploads cannot block them. */
const SMALL = 1e6;
/** Bodies of the maximum size in memory at once: 30 of 60 MB took 2 GB. */
const MAX_LARGE_BODIES = 4;
/** Of these, for one client. */
const MAX_LARGE_BODIES_PER_CLIENT = 2;

/** An onRequest hook: 503 when the memory for bodies is in use. @param maxBytes of one body */
export function limitBodyMemory(maxBytes: number): Guard {
  const quota = createQuota(MAX_LARGE_BODIES * maxBytes, MAX_LARGE_BODIES_PER_CLIENT * maxBytes);
  return async request => {
    const announced = request.headers['content-length'];
    const size = announced === undefined ? maxBytes : Math.min(Number(announced), maxBytes);
    if (size <= SMALL) return;
    const release = quota.take(clientIdOf(request), size);
    if (!release) throw new HttpProblem('overloaded', OVERLOADED, { headers: { 'retry-after': '2' } });
    onRequestEnd(request, release);
  };
}

const OVERLOADED = 'The service is receiving too many large documents. Try again later.';

/** An amount that is limited in total and per client. */
interface Quota {
  /** Returns the function that releases the amount; null when it is not available. */
  take(client: string, amount: number): (() => void) | null;
}

export function createQuota(total: number, perClient: number): Quota {
  const takenBy = new Map<string, number>();
  let taken = 0;
  return {
    take(client, amount) {
      const own = takenBy.get(client) ?? 0;
      if (taken + amount > total || own + amount > perClient) return null;
      taken += amount;
      takenBy.set(client, own + amount);
      return () => {
        taken -= amount;
        const rest = (takenBy.get(client) ?? 0) - amount;
        if (rest > 0) takenBy.set(client, rest);
        else takenBy.delete(client);
      };
    },
  };
}
