/** What a route does with its documents: the same for a request that waits and for a job. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JobKind } from '../../jobs/index.js';
import type { ReceivedDocument } from '../upload/document.js';

export interface Order {
  readonly kind: JobKind;
  /** For the fair distribution of workers, see clientIdOf(). */
  readonly client: string;
  /** By name, as the client sent them. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly documents: readonly [ReceivedDocument, ...ReceivedDocument[]];
  /** It waits for a worker as long as it takes; otherwise a full queue refuses it. */
  readonly isJob: boolean;
  /** Counts bytes of intermediate files. Throws OVERLOADED. */
  take(bytes: number): void;
}

export interface Answer {
  readonly body: Readable | Buffer;
  /** Bytes. */
  readonly size: number;
  readonly name: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** Rejects with the problem to answer with. @param output an unused path, which the caller removes */
export type Work = (order: Order, output: string, signal: AbortSignal) => Promise<Answer>;

export function sendAnswer({ body, size, headers }: Omit<Answer, 'name'>, reply: FastifyReply): FastifyReply {
  return reply.headers(headers).header('cache-control', 'no-store').header('content-length', size).send(body);
}
