/** Each rule: what it allows, at which level, and its nearest neighbours that nothing allows. */
import { describe, expect, test } from 'vitest';
import { CHANGE_RULES } from '../../../src/signatures/changes/rules/index.js';
import { formPdf, sign } from '../../helpers/form-pdf.js';
import { ALLOWED, ANNOTATIONS, REMOVALS } from './allowed.js';
import { FORBIDDEN } from './forbidden.js';
import { judgeFirst } from './judging.js';

const approved = formPdf().save(sign());
const certified = {
  1: formPdf().save(sign({ docMDP: 1 })),
  2: formPdf().save(sign({ docMDP: 2 })),
  3: formPdf().save(sign({ docMDP: 3 })),
};
const LEVELS = [1, 2, 3] as const;
/** From which level of DocMDP on a class is allowed (ISO 32000-2, Table 257). */
const NEEDED = { none: 1, archival: 1, 'form-filling': 2, annotations: 3, content: 4 };

describe('allowed', () => {
  for (const { rule, what, class: kind, edit } of [...ALLOWED, ...ANNOTATIONS, ...REMOVALS]) {
    test(`${rule}: ${what}`, async () => {
      expect(await judgeFirst(approved.save(edit))).toMatchObject({ after: kind, allowed: true });
      for (const level of LEVELS) {
        const verdict = await judgeFirst(certified[level].save(edit));
        expect([level, verdict.after, verdict.allowed]).toEqual([level, kind, level >= NEEDED[kind]]);
      }
    });
  }
});

describe('not allowed at any level', () => {
  for (const { near, what, edit } of FORBIDDEN) {
    test(`beside ${near}: ${what}`, async () => {
      for (const pdf of [approved, certified[1], certified[2], certified[3]]) {
        const verdict = await judgeFirst(pdf.save(edit));
        expect(verdict.allowed).toBe(false);
        expect(verdict.changes.filter(change => !change.allowed).length).toBeGreaterThan(0);
      }
    });
  }
});

describe('the list of rules', () => {
  test('names each rule once, with its clause and what it allows', () => {
    const ids = CHANGE_RULES.map(rule => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const rule of CHANGE_RULES) expect([rule.clause, rule.allows].every(text => text.length > 10)).toBe(true);
  });

  test('has a test for each: here, or where documents are signed again', () => {
    const tested = [...ALLOWED, ...ANNOTATIONS, ...REMOVALS].map(edit => edit.rule);
    const bySigning = [
      'timestamp-field-added',
      'signature-field-added',
      'timestamp-filled',
      'signature-field-signed',
      'validation-data-removed',
    ];
    expect([...tested, ...bySigning]).toEqual(expect.arrayContaining(CHANGE_RULES.map(rule => rule.id)));
  });

  test('nothing has changed where an update only writes the same again', async () => {
    const again = approved.save(draft => {
      const numbers = Object.keys(draft.objects).map(Number);
      for (const num of numbers.filter(found => !String(draft.get(found)).includes('/ByteRange')))
        draft.set(num, draft.get(num));
    });
    expect(await judgeFirst(again)).toMatchObject({ after: 'none', allowed: true, changes: [] });
  });
});
