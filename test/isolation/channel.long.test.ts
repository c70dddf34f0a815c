/** The violations of the protocol that channel.test.ts leaves out. */
import { describeViolations, FURTHER_VIOLATIONS } from './violations.js';

describeViolations(FURTHER_VIOLATIONS);
