/** The texts of errors in English, by code: each states what failed, why, and what to do next. */
import { DOCUMENT_ERRORS } from './documents.js';
import { FILE_ERRORS } from './files.js';
import { KEY_ERRORS } from './keys.js';
import { NETWORK_ERRORS } from './network.js';
import { PROCESS_ERRORS } from './processes.js';
import { TRUST_ERRORS } from './trust.js';
import { USAGE_ERRORS } from './usage.js';

/** A function, because most processes need none of these texts. */
export const errorTexts = () =>
  ({
    ...USAGE_ERRORS,
    ...FILE_ERRORS,
    ...DOCUMENT_ERRORS,
    ...PROCESS_ERRORS,
    ...NETWORK_ERRORS,
    ...TRUST_ERRORS,
    ...KEY_ERRORS,
  }) as const;
