/** Values and appearances of form fields: whether a field shows what it may show after a change. */
export { areAddedFontsUnused, isAddedDefaultReadable } from './added-fonts.js';
export { keepsDecoration } from './decoration-change.js';
export { fieldAgrees, isPushButton, isValueKnown, showTheSame } from './field-change.js';
export { defaultAppearanceAgrees, indicesOfFieldAgree, richTextOfFieldAgrees } from './style-change.js';
