/** The texts about verifications in English. */
import { CHANGES } from './changes.js';
import { FAULTS } from './faults.js';
import { QUALIFICATION } from './qualification.js';
import { REPORT } from './report.js';
import { RULES } from './rules.js';
import { USER_INTERFACE } from './user-interface.js';
import { VERDICT } from './verdict.js';

export const VERIFICATION = {
  language: 'en',
  ...VERDICT,
  ...RULES,
  ...FAULTS,
  ...CHANGES,
  ...QUALIFICATION,
  ...REPORT,
  ...USER_INTERFACE,
} as const;
