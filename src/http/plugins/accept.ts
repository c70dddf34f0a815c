/** Content negotiation (RFC 9110, 12.5.1). */
import type { FastifyRequest } from 'fastify';
import type { Guard } from '../limits/rate-limit.js';
import { HttpProblem } from '../problem.js';

/** An onRequest hook: 406 when the Accept header excludes all media types that the route can respond with. */
export function requireAccept(...types: string[]): Guard {
  return async request => checkAccept(request, ...types);
}

/** Throws not_acceptable unless the Accept header permits one of the types. */
export function checkAccept({ headers }: FastifyRequest, ...types: string[]): void {
  if (types.some(type => accepts(headers.accept, type))) return;
  const response = types.join(' or ');
  const message = `The response is ${response}, which the Accept header excludes: omit the header, or add this type.`;
  throw new HttpProblem('not_acceptable', message);
}

/** The most specific matching range decides; a quality of 0 excludes. */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const matching = header
    .split(',')
    .map(parseRange)
    .filter(({ range }) => includes(range, type));
  const best = matching.sort((a, b) => specificity(b.range) - specificity(a.range))[0];
  return best !== undefined && best.quality > 0;
}

function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase());
  const quality = parameters.find(parameter => parameter.startsWith('q='));
  return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
}

function includes(range: string, type: string): boolean {
  return range === type || range === '*/*' || range === `${type.split('/')[0]}/*`;
}

function specificity(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}
