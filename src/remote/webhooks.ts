/** The webhooks of an account at a server: what became of them, and the secret that signs them. */
import { text } from 'node:stream/consumers';
import { DocconvError } from '../errors.js';
import type { Exchange } from './exchange.js';
import { pagesOf } from './pages.js';

/** As the server describes it; there may be further members. */
export interface RemoteDelivery {
  id: string;
  job: string;
  /** Of the event. */
  type: string;
  url: string;
  status: string;
  attempts: number;
  createdAt: string;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: string | null;
  deliveredAt: string | null;
}

export interface RemoteWebhookTest {
  delivered: boolean;
  status: number | null;
  error: string | null;
  milliseconds: number;
}

export interface RemoteWebhookSecret {
  secret: string;
  rotatedAt: string | null;
  /** Until when the former one signs as well. */
  formerUntil: string | null;
}

interface Call {
  signal?: AbortSignal | undefined;
}

const DELIVERIES = '/v1/webhooks/deliveries';

export class RemoteWebhooks {
  constructor(
    private readonly server: string,
    private readonly exchange: Exchange,
  ) {}

  /** The newest first. @param status null: any */
  async *deliveries(status: string | null, { signal }: Call = {}): AsyncGenerator<RemoteDelivery> {
    const page = (path: string) => this.#ask('GET', path, { signal });
    for await (const delivery of pagesOf(DELIVERIES, 'deliveries', status, page)) {
      if (typeof (delivery as RemoteDelivery | null)?.id !== 'string') throw this.#unreadable();
      yield delivery as RemoteDelivery;
    }
  }

  async resend(id: string, { signal }: Call = {}): Promise<RemoteDelivery> {
    const path = `${DELIVERIES}/${encodeURIComponent(id)}/resend`;
    return (await this.#ask('POST', path, { signal })) as unknown as RemoteDelivery;
  }

  async test(url: string, { signal }: Call = {}): Promise<RemoteWebhookTest> {
    return (await this.#ask('POST', '/v1/webhooks/test', { signal, content: { url } })) as unknown as RemoteWebhookTest;
  }

  async secret({ signal }: Call = {}): Promise<RemoteWebhookSecret> {
    return this.#secretOf(await this.#ask('GET', '/v1/webhook-secret', { signal }));
  }

  async rotate({ signal }: Call = {}): Promise<RemoteWebhookSecret> {
    return this.#secretOf(await this.#ask('POST', '/v1/webhook-secret/rotate', { signal }));
  }

  async #ask(method: 'GET' | 'POST', path: string, { signal, content }: Call & { content?: object }) {
    const bytes = content && Buffer.from(JSON.stringify(content));
    const sent = await this.exchange.send({
      ...{ method, path, signal },
      headers: { accept: 'application/json', ...(bytes && { 'content-type': 'application/json' }) },
      ...(bytes && { body: () => bytes }),
    });
    const received = await text(sent.body);
    try {
      return JSON.parse(received) as Record<string, unknown>;
    } catch {
      throw this.#unreadable();
    }
  }

  #secretOf(answer: Record<string, unknown>): RemoteWebhookSecret {
    if (typeof answer.secret !== 'string' || !/^[\w+/=]{1,200}$/.test(answer.secret)) throw this.#unreadable();
    return answer as unknown as RemoteWebhookSecret;
  }

  #unreadable(): DocconvError {
    return new DocconvError('REMOTE_REFUSED.webhooks-unreadable', { server: this.server });
  }
}
