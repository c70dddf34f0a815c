/** API keys, and the e-mailed codes that are exchanged for them. */
import { createHmac } from 'node:crypto';
import type { Postgres } from '../postgres/index.js';
import { authenticationOn } from './authentication.js';
import { codesOn } from './codes.js';
import { invitationsOn } from './invitations.js';
import type { CodeLimits, Keys } from './keys.js';
import { managementOn } from './management.js';
import { registrationPolicy } from './registration-policy.js';
import { openPepper } from './secrets.js';
import { openLocalStore } from './store/local-store.js';
import { openPostgresStore } from './store/postgres-store.js';
import type { KeyStore } from './store/store.js';
import { webhookSecretsOn } from './webhook-secrets.js';

export type { AuditEvent, SigningDetails } from './audit.js';
export {
  type AuthenticatedKey,
  CODE_TRIES,
  type CodeLimits,
  GRACE_HOURS,
  type KeyInfo,
  type Keys,
  MAX_KEY_DAYS,
  type WebhookSecrets,
} from './keys.js';
export { isWellFormedCode } from './secrets.js';

/** The key that signs the webhooks of this machine: 32 bytes, from the secret in its file `pepper`. */
export function localWebhookKey(config: string): Buffer {
  return createHmac('sha256', openPepper(config)).update('webhooks').digest();
}

/** The rules for keys, the same on every store. */
interface KeyRules {
  limits?: Partial<CodeLimits>;
  /** Who may register without an invitation: see registrationPolicy(). */
  registration?: string;
  /** Longest lifetime of new keys, 0 for no limit. */
  keyDays?: number;
}

interface LocalKeysSettings extends KeyRules {
  /** Folder of `keys.json`, `codes.json` and `audit.jsonl`. */
  data: string;
  /** Folder of the file `pepper`. */
  config: string;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

/** The keys of this machine, which `docconv serve` and `docconv register` share. Rejects with CONFIG_INVALID. */
export async function openLocalKeys({ data, config, now = Date.now, ...rules }: LocalKeysSettings): Promise<Keys> {
  return keysOn(() => ({ store: openLocalStore(data, now), pepper: openPepper(config) }), rules);
}

interface SharedKeysSettings extends KeyRules {
  postgres: Postgres;
  /** HMAC key for codes, the same on every machine. */
  pepper: Uint8Array;
}

/** The keys of all docconvs on one database. Rejects with CONFIG_INVALID. */
export async function openSharedKeys({ postgres, pepper, ...rules }: SharedKeysSettings): Promise<Keys> {
  return keysOn(() => ({ store: openPostgresStore(postgres), pepper }), rules);
}

interface OpenStore {
  store: KeyStore;
  pepper: Uint8Array;
}

/** The store is opened after the rules were checked. */
function keysOn(open: () => OpenStore, rules: KeyRules): Keys {
  const { limits = {}, registration = 'open', keyDays = 0 } = rules;
  const mayRegister = registrationPolicy(registration);
  const { store, pepper } = open();
  return {
    ...codesOn({ store, pepper, limits, mayRegister, keyDays }),
    ...authenticationOn(store),
    ...managementOn({ store, keyDays }),
    ...invitationsOn(store),
    ...webhookSecretsOn(store),
    auditLog: limit => store.events(limit),
    ping: () => store.ping(),
  };
}
