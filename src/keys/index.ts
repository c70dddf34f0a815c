/** API keys, and the e-mailed codes that are exchanged for them. */
import { createKeys, type KeyRules } from './issue.js';
import type { Keys } from './keys.js';
import { openLocalStore } from './local-store.js';
import { openPepper } from './secrets.js';

export type { CodeLimits, KeyInfo, Keys } from './keys.js';

interface LocalKeysSettings extends KeyRules {
  /** Folder of `keys.json` and `codes.json`. */
  data: string;
  /** Folder of the file `pepper`. */
  config: string;
}

/** The keys of this machine, which `docconv serve` and `docconv register` share. */
export async function openLocalKeys({ data, config, ...rules }: LocalKeysSettings): Promise<Keys> {
  return createKeys({ store: openLocalStore(data), pepper: openPepper(config), ...rules });
}
