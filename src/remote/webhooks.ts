/** The webhooks of an account at a server: what became of them, and the secret that signs them. */
import { unreadableAnswer } from './errors.js';
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

export interface Call {
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
    for await (const delivery of pagesOf(DELIVERIES, 'deliveries', status, this.exchange, signal)) {
      if (typeof (delivery as RemoteDelivery | null)?.id !== 'string') throw unreadableAnswer(this.server);
      yield delivery as RemoteDelivery;
    }
  }

  resend(id: string, { signal }: Call = {}): Promise<RemoteDelivery> {
    const path = `${DELIVERIES}/${encodeURIComponent(id)}/resend`;
    return this.exchange.ask({ method: 'POST', path, signal });
  }

  test(url: string, { signal }: Call = {}): Promise<RemoteWebhookTest> {
    return this.exchange.ask({ method: 'POST', path: '/v1/webhooks/test', content: { url }, signal });
  }

  async secret({ signal }: Call = {}): Promise<RemoteWebhookSecret> {
    return this.#secretOf(await this.exchange.ask({ method: 'GET', path: '/v1/webhook-secret', signal }));
  }

  async rotate({ signal }: Call = {}): Promise<RemoteWebhookSecret> {
    return this.#secretOf(await this.exchange.ask({ method: 'POST', path: '/v1/webhook-secret/rotate', signal }));
  }

  #secretOf(answer: RemoteWebhookSecret): RemoteWebhookSecret {
    if (typeof answer.secret === 'string' && /^[\w+/=]{1,200}$/.test(answer.secret)) return answer;
    throw unreadableAnswer(this.server);
  }
}
