/** The words of the reports, for the page: one wording for terminal, file and browser. Bundled for browsers. */
export { findingsThatMatter, findingTone, kindOf, signerRows, VERDICT_LOOK, whoSigned } from '../../report/words.js';
