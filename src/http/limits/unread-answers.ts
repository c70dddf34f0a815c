/**
 * Bounds the bytes of answers that clients have not read: their files stay on disk until then. No answer is refused for
 * that, as its work is done: when there are too many, the client with the most bytes loses its oldest one.
 */
import { Readable } from 'node:stream';
import type { App } from '../app.js';
import { onRequestEnd } from '../request-end.js';
import { clientIdOf } from './rate-limit.js';

export interface UnreadAnswer {
  readonly client: string;
  /** Bytes. */
  readonly size: number;
  /** Ends its connection. */
  cutOff(): void;
}

/** @param total bytes */
export function installUnreadAnswers(app: App, total: number): void {
  const answers = new UnreadAnswers(total);
  app.addHook('onSend', (request, reply, payload, done) => {
    // results of jobs have a budget of their own; what is in memory already is small
    if (request.end || !request.byteUsage || !(payload instanceof Readable)) return done();
    const size = Number(reply.getHeader('content-length') ?? 0);
    const answer = { client: clientIdOf(request), size, cutOff: () => request.raw.socket.destroy() };
    answers.add(answer);
    onRequestEnd(request, () => answers.remove(answer));
    done();
  });
}

export class UnreadAnswers {
  readonly #answers = new Set<UnreadAnswer>(); // the oldest first
  readonly #total: number;
  #size = 0;

  constructor(total: number) {
    this.#total = total;
  }

  add(answer: UnreadAnswer): void {
    while (this.#size + this.#counted(answer) > this.#total) {
      const oldest = this.#oldestOfLargest(answer);
      this.remove(oldest);
      oldest.cutOff();
    }
    this.#answers.add(answer);
    this.#size += this.#counted(answer);
  }

  remove(answer: UnreadAnswer): void {
    if (this.#answers.delete(answer)) this.#size -= this.#counted(answer);
  }

  /** Half of the total at most: a large answer does not end those of all others. */
  #counted({ size }: UnreadAnswer): number {
    return Math.min(size, this.#total / 2);
  }

  /** @param added counts as one of its client */
  #oldestOfLargest(added: UnreadAnswer): UnreadAnswer {
    const sizes = new Map<string, number>();
    for (const answer of [...this.#answers, added])
      sizes.set(answer.client, (sizes.get(answer.client) ?? 0) + this.#counted(answer));
    const held = [...this.#answers].filter(({ size }) => size > 0);
    const largest = Math.max(...held.map(({ client }) => sizes.get(client)!));
    return held.find(({ client }) => sizes.get(client) === largest)!;
  }
}
