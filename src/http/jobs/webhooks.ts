/** Sends the webhooks of ended jobs, and tells what became of them in log and metrics. */
import { type JobBackend, type SenderSettings, startWebhookSender, type Tried } from '../../jobs/index.js';
import type { App } from '../app.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ServerServices } from '../services.js';

/** Returns a function that ends it; null when this server makes no requests (fetchUrls). */
export function startWebhooks(
  app: App,
  { fetcher, webhookKeys: keys, settings: { publicUrl } }: ServerServices,
  { store: { deliveries }, mayWork }: JobBackend & Required<Pick<SenderSettings, 'mayWork'>>,
  metrics: Metrics,
): ((graceMs: number) => Promise<void>) | null {
  if (!fetcher) return null;
  const onTry = ({ delivery, outcome, reason }: Tried) => {
    metrics.webhook(outcome);
    const { id, job, url, tries } = delivery;
    const { origin } = new URL(url); // the rest may contain a secret of the receiver
    app.log.info({ webhook: id, job, origin, tries, outcome, reason }, 'webhook');
  };
  const onError = (err: Error) => app.log.warn({ err }, 'webhook');
  const sender = startWebhookSender({ deliveries, fetcher, keys, publicUrl, mayWork, onTry, onError });
  return graceMs => sender.close(graceMs);
}
