/** API keys, and the e-mailed codes that are exchanged for them. */
import { createKeys } from './issue.js';
import type { Keys, LocalKeysSettings } from './keys.js';
import { openLocalStore } from './local-store.js';
import { openPepper } from './pepper.js';

export type { CodeLimits, IssuedCode, KeyInfo, Keys } from './keys.js';

/** The keys of this machine, which `docconv serve` and `docconv register` share. */
export async function openLocalKeys({ data, config, ...rules }: LocalKeysSettings): Promise<Keys> {
  return createKeys({ store: openLocalStore(data), pepper: openPepper(config), ...rules });
}
