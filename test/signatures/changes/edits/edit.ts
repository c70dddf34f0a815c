/** Helpers for edits of a form. */
import type { ChangeClass } from '../../../../src/signatures/index.js';
import { type Draft, type Edit, OBJECTS as O } from '../../../helpers/form-pdf.js';
import { stream } from '../../../helpers/pdf-writer.js';

export interface AllowedEdit {
  /** Id of the rule that permits it. */
  readonly rule: string;
  readonly what: string;
  readonly class: ChangeClass;
  readonly edit: Edit;
}

export interface ForbiddenEdit {
  /** Id of the rule whose permitted edits are most similar. */
  readonly near: string;
  readonly what: string;
  readonly edit: Edit;
}

export const dss = (draft: Draft, entries = '') => {
  const certificate = draft.add(stream('certificate'));
  const store = draft.add(`<</Type/DSS/Certs[${certificate} 0 R]${entries}>>`);
  draft.set(O.catalog, draft.text(O.catalog).replace(/\/DSS \d+ 0 R/, ''));
  draft.enter(O.catalog, `/DSS ${store} 0 R`);
};

export const annotate = (draft: Draft, entries: string, page: number = O.page) => {
  const annotation = draft.add(`<</Type/Annot/P ${page} 0 R${entries}>>`);
  draft.append(page, 'Annots', `${annotation} 0 R`);
  return annotation;
};

export const signatureField = (draft: Draft, entries: string) => {
  const field = draft.add(`<</Type/Annot/Subtype/Widget/T(Field${draft.next})/P 3 0 R${entries}>>`);
  draft.append(O.form, 'Fields', `${field} 0 R`).append(O.page, 'Annots', `${field} 0 R`);
};

export const value = (draft: Draft, num: number, text: string) =>
  draft.edit(num, body => body.replace(/\/V\([^)]*\)/, `/V(${text})`));

/** A name that is not yet used in this draft. */
export const fresh = (draft: Draft) => `N${draft.next}x${Object.keys(draft.changed).length}`;

export const enterOnce = (draft: Draft, num: number, entries: string) =>
  void (draft.text(num).includes(entries) || draft.enter(num, entries));
