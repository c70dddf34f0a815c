/** `sign` refuses where earlier signatures forbid another one, and `check` accepts every file that `sign` produces. */
import { describe, expect, it } from 'vitest';
import { createIdentity, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { formPdf, OBJECTS as O, type SigningOptions, sign as signForm } from '../helpers/form-pdf.js';
import { createPki } from '../helpers/pki.js';

const pki = createPki({ root: {}, ann: { issuer: 'root', subject: 'CN=Ann' } });
const bob = createIdentity('Bob');

/** Signed by Ann. `lock`: the /Lock of the field that she signed. */
function earlier({ lock, ...options }: SigningOptions & { lock?: string }): Buffer {
  const field = `<</Type/Annot/Subtype/Widget/FT/Sig/T(First)/Rect[0 0 0 0]/P 3 0 R${lock ? `/Lock<<${lock}>>` : ''}>>`;
  const form = formPdf().save(draft => {
    const added = draft.add(field);
    draft.append(O.form, 'Fields', `${added} 0 R`).append(O.page, 'Annots', `${added} 0 R`);
  });
  const existing = Math.max(...Object.keys(form.objects).map(Number));
  return form.save(signForm({ make: bytes => pki.cms('ann', bytes, {}), existing, ...options })).bytes;
}

const CERTIFIED = /certified so that no changes are permitted/;
const FORBIDDEN = /earlier signature permits no further changes/;
const LOCKED = /earlier signature locks the field/;

describe('another signature', () => {
  it.each<[what: string, options: Parameters<typeof earlier>[0], field: string | undefined, message: RegExp]>([
    ['DocMDP with /P 1', { docMDP: 1 }, undefined, CERTIFIED],
    ['DocMDP with /P 1, in an existing field', { docMDP: 1 }, 'Approval', CERTIFIED],
    ['DocMDP with an unknown /P of 9', { docMDP: 9 }, undefined, CERTIFIED],
    ['DocMDP with an unknown /P of 0', { docMDP: 0 }, undefined, CERTIFIED],
    ['DocMDP with a /P that is no number', { docMDP: '/Two' }, undefined, CERTIFIED],
    ['a /Lock of all fields', { lock: '/Action/All' }, undefined, LOCKED],
    ['a /Lock of the new field', { lock: '/Action/Include/Fields[(Signature1)]' }, undefined, LOCKED],
    ['a /Lock of the named field', { lock: '/Action/Include/Fields[(Approval)]' }, 'Approval', LOCKED],
    ['a /Lock of all fields but others', { lock: '/Action/Exclude/Fields[(Name)]' }, 'Approval', LOCKED],
    ['a /Lock with /P 1', { lock: '/Action/Include/Fields[]/P 1' }, undefined, FORBIDDEN],
    ['a /Lock with an unknown /P', { lock: '/Action/Include/Fields[]/P 7' }, undefined, FORBIDDEN],
    ['FieldMDP over all fields', { fieldMDP: '/Action/All' }, 'Approval', LOCKED],
    ['FieldMDP with /P 1', { fieldMDP: '/Action/Include/Fields[]/P 1' }, undefined, FORBIDDEN],
  ])('is refused after %s', async (_, options, field, message) => {
    const promise = sign(earlier(options), bob, field === undefined ? {} : { field });
    await expect(promise).rejects.toMatchObject({ code: 'NOT_PERMITTED', message: expect.stringMatching(message) });
  });

  it.each<[what: string, options: Parameters<typeof earlier>[0], field: string | undefined]>([
    ['an approval signature', {}, undefined],
    ['DocMDP without /P, which means 2', { docMDP: 'null' }, undefined],
    ['DocMDP with /P 2', { docMDP: 2 }, undefined],
    ['DocMDP with /P 2, in an existing field', { docMDP: 2 }, 'Approval'],
    ['DocMDP with /P 3', { docMDP: 3 }, undefined],
    ['a /Lock of another field', { lock: '/Action/Include/Fields[(Name)]' }, undefined],
    ['a /Lock of all fields but the new one', { lock: '/Action/Exclude/Fields[(Signature1)]' }, undefined],
    ['a /Lock of another field with /P 2', { lock: '/Action/Include/Fields[(Name)]/P 2' }, 'Approval'],
    ['FieldMDP over another field', { fieldMDP: '/Action/Include/Fields[(Name)]' }, 'Approval'],
  ])('is made after %s, and the earlier one stays valid', async (_, options, field) => {
    const before = earlier(options);
    expect((await check(before, { at: pki.now })).valid).toBe(true);
    const result = await check(await sign(before, bob, field === undefined ? {} : { field }), { at: pki.now });
    expect(result.signers.map(({ changesAllowed }) => changesAllowed)).toEqual([true, true]);
    expect(result.signers.map(({ intact }) => intact)).toEqual([true, true]);
    expect(result.document.changes.every(({ allowed }) => allowed)).toBe(true);
  });
});
