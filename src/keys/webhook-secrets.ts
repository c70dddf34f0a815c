/** Which secrets of its webhooks an account has, on any store. The secrets themselves are derived from their numbers. */
import { DAY_MS } from '../system/day.js';
import { eventAt } from './audit.js';
import { iso } from './key-record.js';
import type { Keys, WebhookSecrets } from './keys.js';
import type { KeyStore, WebhookRotation } from './store/store.js';

/** How long events are signed with the former secret as well. */
const GRACE_MS = DAY_MS;

export function webhookSecretsOn(store: KeyStore): Pick<Keys, 'webhookSecrets' | 'rotateWebhookSecret'> {
  return {
    async webhookSecrets(email) {
      const { rotation, now } = await store.webhookRotation(email);
      return secretsOf(rotation, now);
    },
    async rotateWebhookSecret(email, actor) {
      const now = await store.now();
      const event = eventAt(now, 'webhook_secret_rotated', { email, ...actor });
      return secretsOf(await store.addWebhookRotation(email, iso(now), event), now);
    },
  };
}

function secretsOf(rotation: WebhookRotation | null, now: number): WebhookSecrets {
  if (!rotation) return { rotations: 0, rotatedAt: null, formerUntil: null };
  const { count: rotations, rotatedAt } = rotation;
  const formerEnd = Date.parse(rotatedAt) + GRACE_MS;
  return { rotations, rotatedAt, formerUntil: formerEnd > now ? iso(formerEnd) : null };
}
