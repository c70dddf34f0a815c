/** The texts about verifications in English. */
import { changeTexts } from './changes.js';
import { faultTexts } from './faults.js';
import { keyTexts } from './keys.js';
import { qualificationTexts } from './qualification.js';
import { reportTexts } from './report.js';
import { ruleTexts } from './rules.js';
import { userInterfaceTexts } from './user-interface.js';
import { verdictTexts } from './verdict.js';

/** Functions, because many processes need none of these texts: V8 does not compile what is not called. */
export const verificationTexts = () =>
  ({
    language: 'en',
    ...verdictTexts(),
    ...ruleTexts(),
    ...faultTexts(),
    ...changeTexts(),
    ...keyTexts(),
    ...qualificationTexts(),
    ...reportTexts(),
    ...userInterfaceTexts(),
  }) as const;
