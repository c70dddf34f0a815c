/** Lists of a server, page by page. */
import type { Exchange } from './exchange.js';

/** Of one request: the most that a server sends. */
const PAGE = 1000;

/** @param name of the list in the answer @param status null: any; servers of earlier versions refuse others */
export async function* pagesOf(
  path: string,
  name: string,
  status: string | null,
  exchange: Exchange,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown> {
  let cursor: unknown = null;
  do {
    const query = new URLSearchParams({
      limit: String(PAGE),
      ...(status !== null && { status }),
      ...(typeof cursor === 'string' && { cursor }),
    });
    const request = { method: 'GET', path: `${path}?${query}`, signal } as const;
    const answer = await exchange.ask<Record<string, unknown>>(request);
    yield* Array.isArray(answer[name]) ? answer[name] : [null]; // what reads the entries refuses it
    cursor = answer.next;
  } while (typeof cursor === 'string');
}
