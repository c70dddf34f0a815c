/** Each rule: what it permits at which level, and the most similar edits that are not permitted. */
import { describe, expect, test } from 'vitest';
import { message } from '../../../src/messages/index.js';
import { CHANGE_RULES } from '../../../src/signatures/changes/rules/index.js';
import { formPdf, sign } from '../../helpers/form-pdf.js';
import { ALLOWED, ANNOTATIONS, REMOVALS } from './allowed.js';
import { assessFirst } from './assess.js';
import { FORBIDDEN } from './forbidden.js';

const approved = formPdf().save(sign());
const certified = {
  1: formPdf().save(sign({ docMDP: 1 })),
  2: formPdf().save(sign({ docMDP: 2 })),
  3: formPdf().save(sign({ docMDP: 3 })),
};
const LEVELS = [1, 2, 3] as const;
/** The lowest level of DocMDP at which a class is permitted (ISO 32000-2, Table 257). */
const NEEDED = { none: 1, archival: 1, 'form-filling': 2, annotations: 3, content: 4 };

describe('permitted', () => {
  for (const { rule, what, class: kind, edit } of [...ALLOWED, ...ANNOTATIONS, ...REMOVALS]) {
    test(`${rule}: ${what}`, async () => {
      expect(await assessFirst(approved.save(edit))).toMatchObject({ after: kind, allowed: true });
      for (const level of LEVELS) {
        const verdict = await assessFirst(certified[level].save(edit));
        expect([level, verdict.after, verdict.allowed]).toEqual([level, kind, level >= NEEDED[kind]]);
      }
    });
  }
});

describe('not permitted at any level', () => {
  for (const { near, what, edit } of FORBIDDEN) {
    test(`similar to ${near}: ${what}`, async () => {
      for (const pdf of [approved, certified[1], certified[2], certified[3]]) {
        const verdict = await assessFirst(pdf.save(edit));
        expect(verdict.allowed).toBe(false);
        expect(verdict.changes.filter(change => !change.allowed).length).toBeGreaterThan(0);
      }
    });
  }
});

describe('the list of rules', () => {
  test('has each rule once, with its clause and what it permits', () => {
    const ids = CHANGE_RULES.map(rule => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { clause, id } of CHANGE_RULES)
      expect([clause, message(`permits.${id}`)].every(text => text.length > 10)).toBe(true);
  });

  test('has a test for each rule, here, in signing.test.ts, flags.test.ts, field-looks/ or the attacks', () => {
    const tested = [...ALLOWED, ...ANNOTATIONS, ...REMOVALS].map(edit => edit.rule);
    const bySigning = [
      'timestamp-field-added',
      'signature-field-added',
      'timestamp-filled',
      'signature-field-signed',
      'field-signed-invisibly',
      'validation-data-removed',
    ];
    const byFieldLooks = ['field-value-repeated', 'field-scrolled'];
    const byFlags = ['annotation-unlocked'];
    const byAttacks = ['xfa-filled', 'original-kept'];
    expect([...tested, ...bySigning, ...byFieldLooks, ...byFlags, ...byAttacks]).toEqual(
      expect.arrayContaining(CHANGE_RULES.map(rule => rule.id)),
    );
  });

  test('an update that rewrites equal objects is no change', async () => {
    const again = approved.save(draft => {
      const numbers = Object.keys(draft.objects).map(Number);
      for (const num of numbers.filter(found => !String(draft.get(found)).includes('/ByteRange')))
        draft.set(num, draft.get(num));
    });
    expect(await assessFirst(again)).toMatchObject({ after: 'none', allowed: true, changes: [] });
  });
});
