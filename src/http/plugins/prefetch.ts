/** Two GETs of the e-mail flow do something: browsers must not run them ahead of time, nor other sites at all. */
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../problem.js';

export async function refusePrefetch({ headers }: FastifyRequest): Promise<void> {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']];
  const isAhead = purposes.some(purpose => /prefetch|prerender|preview/i.test(String(purpose ?? '')));
  if (isAhead || headers['sec-fetch-site'] === 'cross-site') throw new HttpProblem('prefetch_refused');
}
