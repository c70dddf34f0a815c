/** A case: edits of one signed document, and the edits of which it is made. */
import { type Edit, type FormPdf, formPdf } from '../../../helpers/form-pdf.js';
import type { Body } from '../../../helpers/pdf-writer.js';

export interface EffectiveCase {
  readonly what: string;
  /** Objects of the document when it is signed. */
  readonly signed?: Readonly<Record<number, Body>>;
  /** Where the order of annotations is unknown, any is permitted that alters nothing. */
  readonly after?: 'archival';
  /** The edits with an effect that are permitted without certification; default: none of them. */
  readonly permitted?: (what: string) => boolean;
  /** Without an effect. */
  readonly same: Readonly<Record<string, Edit>>;
  /** With an effect. */
  readonly other: Readonly<Record<string, Edit>>;
}

export const documentOf = ({ signed = {} }: EffectiveCase): FormPdf => formPdf({}, signed);

export const enter =
  (num: number, entries: string): Edit =>
  draft =>
    void draft.enter(num, entries);
export const replace =
  (num: number, from: string, to: string): Edit =>
  draft =>
    void draft.edit(num, body => body.replace(from, to));
export const all =
  (...edits: Edit[]): Edit =>
  draft => {
    for (const edit of edits) edit(draft);
  };
export const set =
  (num: number, body: Body): Edit =>
  draft =>
    void draft.set(num, body);

const ANNOTS = '/Annots[10 0 R 11 0 R 12 0 R 13 0 R 20 0 R]';
export const RESOURCES = '/Resources<</Font<</F1 7 0 R>>>>';
export const page = (entries: string, parent = 2): string =>
  `<</Type/Page/Parent ${parent} 0 R/Contents 5 0 R${ANNOTS}${entries}>>`;
export const second = (entries: string, parent = 2): string =>
  `<</Type/Page/Parent ${parent} 0 R/Contents 8 0 R${entries}>>`;
