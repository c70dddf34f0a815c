/** API keys and the e-mailed codes that lead to them. */
import { createKeys } from './issue.js';
import type { Keys, LocalKeysSettings } from './keys.js';
import { openLocalStore } from './local.js';
import { openPepper } from './pepper.js';

export { normalizeEmail } from './address.js';
export { createKeys, type KeysSettings } from './issue.js';
export type { CodeRequest, IssuedCode, IssuedKey, KeyInfo, Keys, Limits, LocalKeysSettings } from './keys.js';
export { isWellFormedKey } from './secrets.js';
export type { CodeRecord, CodeRules, Full, KeyRecord, KeyStore, Limit } from './store.js';

/** The keys of this machine: what `docconv serve` and `docconv register` share. */
export async function openLocalKeys({ data, config, ...rules }: LocalKeysSettings): Promise<Keys> {
  return createKeys({ store: await openLocalStore(data), pepper: openPepper(config), ...rules });
}
