/** Content negotiation as far as it matters here: may this answer be of this type? (RFC 9110, 12.5.1) */

import { HttpProblem } from '../problem.js';
import type { Guard } from './limits.js';

/** An onRequest hook: 406 where the caller's Accept excludes the one type that the route answers with. */
export function answersWith(type: string): Guard {
  return async request => {
    if (accepts(request.headers.accept, type)) return;
    throw new HttpProblem('not_acceptable', `This answers with ${type}: leave out Accept, or add that type to it.`);
  };
}

/** The most specific range that matches decides; a quality of 0 excludes. */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const matching = header
    .split(',')
    .map(parseRange)
    .filter(({ range }) => covers(range, type));
  const best = matching.sort((a, b) => specificity(b.range) - specificity(a.range))[0];
  return best !== undefined && best.quality > 0;
}

function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase());
  const quality = parameters.find(parameter => parameter.startsWith('q='));
  return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
}

function covers(range: string, type: string): boolean {
  return range === type || range === '*/*' || range === `${type.split('/')[0]}/*`;
}

function specificity(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}
