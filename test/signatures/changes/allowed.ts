/** All edits that a rule permits; those of a theme are in edits/. */
import { ALLOWED as ANNOTATIONS, REMOVALS } from './edits/annotations.js';
import { ALLOWED as DOCUMENT } from './edits/document.js';
import type { AllowedEdit } from './edits/edit.js';
import { ALLOWED as FIELDS } from './edits/fields.js';
import { ALLOWED as FORM } from './edits/form.js';
import { ALLOWED as SIGNATURE_FIELDS } from './edits/signature-fields.js';
import { ALLOWED as STRUCTURE } from './edits/structure.js';

/** Archival changes and form-filling. */
export const ALLOWED: readonly AllowedEdit[] = [...DOCUMENT, ...FORM, ...FIELDS, ...SIGNATURE_FIELDS, ...STRUCTURE];
export { ANNOTATIONS, REMOVALS };
