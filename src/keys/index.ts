/** API keys, and the e-mailed codes that are exchanged for them. */
import { authenticationOn } from './authentication.js';
import { codesOn } from './codes.js';
import { invitationsOn } from './invitations.js';
import type { CodeLimits, Keys } from './keys.js';
import { openLocalStore } from './local-store.js';
import { managementOn } from './management.js';
import { registrationPolicy } from './registration-policy.js';
import { openPepper } from './secrets.js';

export type { AuditEvent } from './audit.js';
export {
  type AuthenticatedKey,
  CODE_TRIES,
  type CodeLimits,
  GRACE_HOURS,
  type KeyInfo,
  type Keys,
  MAX_KEY_DAYS,
} from './keys.js';
export { isWellFormedCode } from './secrets.js';

interface LocalKeysSettings {
  /** Folder of `keys.json`, `codes.json` and `audit.jsonl`. */
  data: string;
  /** Folder of the file `pepper`. */
  config: string;
  limits?: Partial<CodeLimits>;
  /** Who may register without an invitation: see registrationPolicy(). */
  registration?: string;
  /** Longest lifetime of new keys, 0 for no limit. */
  keyDays?: number;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

/** The keys of this machine, which `docconv serve` and `docconv register` share. Rejects with CONFIG_INVALID. */
export async function openLocalKeys(settings: LocalKeysSettings): Promise<Keys> {
  const { data, config, limits = {}, registration = 'open', keyDays = 0, now = Date.now } = settings;
  const mayRegister = registrationPolicy(registration);
  const store = openLocalStore(data);
  const pepper = openPepper(config);
  return {
    ...codesOn({ store, pepper, limits, mayRegister, keyDays, now }),
    ...authenticationOn({ store, now }),
    ...managementOn({ store, keyDays, now }),
    ...invitationsOn({ store, now }),
    auditLog: limit => store.events(limit),
    ping: () => store.ping(),
  };
}
