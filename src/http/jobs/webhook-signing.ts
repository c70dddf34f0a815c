/** The secrets that sign the webhooks of an account. */
import { type PostSettings, secretBytes, secretText } from '../../jobs/index.js';
import type { ServerServices } from '../services.js';

type Services = Pick<ServerServices, 'keys' | 'webhookKeys'>;

/** One for each key of the service, and twice as many for a day after the account has replaced its secret. */
export function webhookSigning({ keys, webhookKeys }: Services): PostSettings['secretsOf'] {
  return async account => {
    const { rotations, formerUntil } = await keys.webhookSecrets(account);
    const valid = formerUntil === null ? [rotations] : [rotations, rotations - 1];
    return valid.flatMap(number => webhookKeys.map(key => secretBytes(key, account, number)));
  };
}

/** The present secret, in the form that receivers configure. */
export function presentSecret({ webhookKeys }: Services, account: string, rotations: number): string {
  return secretText(secretBytes(webhookKeys[0]!, account, rotations));
}
