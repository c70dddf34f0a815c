/** Cases of fields that change after signing: a signed form, an edit, and whether the edit is permitted. */
import { expect, test } from 'vitest';
import {
  appearanceStream,
  type Draft,
  type Edit,
  type FormPdf,
  formPdf,
  OBJECTS as O,
  sign,
} from '../../../helpers/form-pdf.js';
import type { Body } from '../../../helpers/pdf-writer.js';
import { assessFirst } from '../assess.js';

export type Verdict = 'allowed' | 'warning' | 'forbidden';

export interface Case {
  readonly what: string;
  /** Objects of the form as signed, besides those of `formPdf`. */
  readonly signed?: Readonly<Record<number, Body>>;
  readonly edit: Edit;
  readonly verdict: Verdict;
}

const RECT = '[50 460 250 480]';
export const helv = (text: string, at = '2 5', size = 12) =>
  `/Tx BMC q BT /Helv ${size} Tf ${at} Td (${text}) Tj ET Q EMC`;

/** The field Amount with these entries besides type, name and place. */
export const amount = (entries: string, type = '/FT/Tx'): Record<number, Body> => ({
  [O.amount]: `<</Type/Annot/Subtype/Widget${type}/T(Amount)/Rect${RECT}/P 3 0 R/F 4${entries}>>`,
});

export const DA = '/DA(/Helv 12 Tf 0 g)';
export const AP = `/AP<</N ${O.amountAppearance} 0 R>>`;

/** Amount with this value and look. */
export const withLook = (value: string, content: string | null, entries = DA): Record<number, Body> => ({
  ...amount(`/V(${value})${entries}${content === null ? '' : AP}`),
  ...(content === null ? {} : { [O.amountAppearance]: appearanceStream(content) }),
});

export const form = (entries: string): Record<number, Body> => ({
  [O.form]: `<</Fields[10 0 R 11 0 R 12 0 R 13 0 R]/DR<</Font<</Helv 7 0 R>>>>/DA(/Helv 12 Tf 0 g)${entries}>>`,
});

/** A new appearance object with this content. */
export const look =
  (content: string, resources?: string): Edit =>
  draft =>
    show(draft, draft.add(resources === undefined ? appearanceStream(content) : appearanceStream(content, resources)));

export function show(draft: Draft, appearance: number): void {
  const body = draft.text(O.amount).replace(/\/AP<<.*?>>/, '');
  draft.set(O.amount, body).enter(O.amount, `/AP<</N ${appearance} 0 R>>`);
}

export const value =
  (text: string): Edit =>
  draft =>
    void draft.edit(O.amount, body => body.replace(/\/V\([^)]*\)/, `/V(${text})`));

export const replace =
  (num: number, from: string | RegExp, to: string): Edit =>
  draft =>
    void draft.edit(num, body => body.replace(from, to));

export const enter =
  (num: number, entries: string): Edit =>
  draft =>
    void draft.enter(num, entries);

export const both =
  (...edits: Edit[]): Edit =>
  draft => {
    for (const edit of edits) edit(draft);
  };

const signedWith = (objects: Readonly<Record<number, Body>>, options = {}): FormPdf =>
  formPdf({}, objects).save(sign(options));

/** Assessed after an approval and after certification; a forbidden edit also where all fields are locked. */
export function testCases(cases: readonly Case[]): void {
  for (const { what, signed = {}, edit, verdict } of cases) {
    test(`${verdict}: ${what}`, async () => {
      for (const options of [{}, { docMDP: 2 }, ...(verdict === 'forbidden' ? [{ docMDP: 3 }] : [])]) {
        const found = await assessFirst(signedWith(signed, options).save(edit));
        const warned = found.warnings.some(warning =>
          /the (?:appearance of the )?field (?:could not|shows|does not show) |the value is written as a text/.test(
            warning,
          ),
        );
        expect([found.allowed ? (warned ? 'warning' : 'allowed') : 'forbidden', found.changes]).toEqual([
          verdict,
          expect.anything(),
        ]);
      }
      if (verdict === 'allowed') return;
      for (const options of [{ fieldMDP: '/Action/All' }, { docMDP: 1 }])
        expect((await assessFirst(signedWith(signed, options).save(edit))).allowed).toBe(false);
    });
  }
}
