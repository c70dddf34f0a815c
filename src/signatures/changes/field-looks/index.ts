/** Values and appearances of form fields: whether a field shows what it may show after a change. */
export { areAddedFontsUnused, isAddedDefaultReadable, isFontUnselected } from './added-fonts.js';
export { isNameAsText, selectedState, showsValue as showsState } from './button-change.js';
export { decorationOf } from './decoration.js';
export { keepsBorder, keepsDecoration } from './decoration-change.js';
export {
  alignmentAgrees,
  defaultAppearanceAgrees,
  fieldAgrees,
  indicesOfFieldAgree,
  isFilled,
  isScrolled,
  isValueKnown,
  keepsSymbols,
  richTextOfFieldAgrees,
  showTheSame,
} from './field-change.js';
export { withoutMarkup } from './reader/rich-text.js';
export { controlsDirection, fieldValue, isListBox, readableValue, sameText, textIn, withoutSpace } from './values.js';
export { otherTextShown, textOfLook } from './widgets.js';
