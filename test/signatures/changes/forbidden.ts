/** For each rule the most similar edits that are not permitted; those of a theme are in edits/. */
import { FORBIDDEN as ANNOTATIONS } from './edits/annotations.js';
import { FORBIDDEN as DOCUMENT } from './edits/document.js';
import type { ForbiddenEdit } from './edits/edit.js';
import { FORBIDDEN as FIELDS } from './edits/fields.js';
import { FORBIDDEN as FORM } from './edits/form.js';
import { FORBIDDEN as SIGNATURE_FIELDS } from './edits/signature-fields.js';
import { FORBIDDEN as STRUCTURE } from './edits/structure.js';

export const FORBIDDEN: readonly ForbiddenEdit[] = [
  ...DOCUMENT,
  ...FORM,
  ...FIELDS,
  ...SIGNATURE_FIELDS,
  ...STRUCTURE,
  ...ANNOTATIONS,
];
