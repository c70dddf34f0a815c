/** All documents, by theme. */
import { COMPOUND } from './compound.js';
import type { CostlyDocument } from './document.js';
import { ENCRYPTED } from './encrypted.js';
import { MARKUP } from './markup.js';
import { PACKAGES } from './packages.js';
import { PLAIN } from './plain.js';

export const COSTLY_DOCUMENTS: Readonly<Record<string, readonly CostlyDocument[]>> = {
  markup: MARKUP,
  plain: PLAIN,
  packages: PACKAGES,
  compound: COMPOUND,
  encrypted: ENCRYPTED,
};
