/** JSON bodies are held in memory whole, and more than once while they are read: so many bytes of them at a time. */

import { callerOf, type Guard } from '../plugins/limits.js';
import { atEnd } from '../plugins/response-end.js';
import { HttpProblem } from '../problem.js';
import { createShares } from './shares.js';

/** Bodies up to this size are always let in: nobody can keep them out by sending large ones slowly. */
const SMALL = 1e6;
/** 30 bodies of 60 MB at once took 2 GB. */
const LARGE_AT_ONCE = 4;
/** Of them, so that one client alone cannot keep the others out. */
const FOR_ONE_CLIENT = 2;

/** An onRequest hook. @param maxBytes of one body */
export function bodyBudget(maxBytes: number): Guard {
  const shares = createShares(LARGE_AT_ONCE * maxBytes, FOR_ONE_CLIENT * maxBytes);
  return async request => {
    const announced = request.headers['content-length'];
    const size = announced === undefined ? maxBytes : Math.min(Number(announced), maxBytes);
    if (size <= SMALL) return;
    const give = shares.take(callerOf(request), size);
    if (!give) throw new HttpProblem('overloaded', undefined, RETRY);
    atEnd(request, give);
  };
}

const RETRY = { headers: { 'retry-after': '2' } };
