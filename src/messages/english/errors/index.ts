/** The texts of errors in English, by code: each states what failed, why, and what to do next. */
import { documentErrors } from './documents.js';
import { fileErrors } from './files.js';
import { keyErrors } from './keys.js';
import { networkErrors } from './network.js';
import { processErrors } from './processes.js';
import { signatureErrors } from './signatures.js';
import { signingErrors } from './signing.js';
import { trustErrors } from './trust.js';
import { usageErrors } from './usage.js';

/** See verificationTexts(). */
export const errorTexts = () =>
  ({
    ...usageErrors(),
    ...fileErrors(),
    ...documentErrors(),
    ...processErrors(),
    ...networkErrors(),
    ...trustErrors(),
    ...keyErrors(),
    ...signatureErrors(),
    ...signingErrors(),
  }) as const;
