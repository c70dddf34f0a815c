/** Requirements of existing fields (/SV), certification (DocMDP) and locks (FieldMDP): met, or refused with the reason. */
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../src/pdf/index.js';
import { createIdentity, type SignOptions, sign } from '../../src/sign/index.js';
import { check } from '../../src/signatures/index.js';
import { formPdf, OBJECTS as O } from '../helpers/form-pdf.js';
import { createPki, type KeyType } from '../helpers/pki.js';
import { document } from './documents.js';

const anna = createIdentity('Anna');
const bob = createIdentity('Bob');
const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`;
const ANNA = hex(anna.certificate.der);
const BOB = hex(bob.certificate.der);

function withSeed(seed: string): Buffer {
  return document({
    catalog: '/AcroForm<</Fields[5 0 R]>>',
    page: '/Annots[5 0 R]',
    more: { 5: `<</FT/Sig/T(Here)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R/SV ${seed}>>` },
  });
}

describe('a field with requirements', () => {
  it.each<[seed: string, options: SignOptions, message: RegExp]>([
    ['<</Ff 1/Filter/Other.Handler>>', {}, /signature handler Other\.Handler/],
    ['<</Ff 1>>', {}, /signature handler/],
    ['<</Ff 2/SubFilter[/adbe.pkcs7.detached]>>', {}, /format adbe\.pkcs7\.detached/],
    ['<</Ff 4/V 9>>', {}, /does not know/],
    ['<</Ff 64/DigestMethod[(SHA1)(RIPEMD160)]>>', {}, /digest SHA1, RIPEMD160/],
    ['<</Ff 8/Reasons[(I agree)(I wrote it)]>>', {}, /only these reasons: I agree, I wrote it/],
    ['<</Ff 8/Reasons[(I agree)]>>', { reason: 'I do' }, /only these reasons/],
    ['<</Ff 8/Reasons[(.)]>>', { reason: 'I do' }, /permits no reason/],
    ['<</Ff 8>>', { reason: 'I do' }, /permits no reason/],
    ['<</Ff 16/LegalAttestation[(None)]>>', { certify: 'fill' }, /legal attestation/],
    ['<</Ff 32/AddRevInfo true>>', {}, /revocation data/],
    ['<</Ff 128/LockDocument/true>>', {}, /locks the document/],
    ['<</Ff 128/LockDocument/true>>', { certify: 'fill' }, /--certify no-changes/],
    ['<</Ff 128/LockDocument/false>>', { certify: 'no-changes' }, /does not lock the document/],
    ['<</Ff 256/AppearanceFilter(A)>>', {}, /appearance/],
    ['<</Ff 1024>>', {}, /does not know/],
    ['<</MDP<</P 0>>>>', { certify: 'fill' }, /permits no certification/],
    ['<</MDP<</P 2>>>>', {}, /--certify fill/],
    ['<</MDP<</P 2>>>>', { certify: 'no-changes' }, /--certify fill/],
    ['<</MDP<</P 7>>>>', {}, /does not know/],
    ['<</TimeStamp<</Ff 1/URL(http://tsa.example/)>>>>', {}, /timestamp of http:\/\/tsa\.example\//],
    [`<</Cert<</Ff 1/Subject[${BOB}]>>>>`, {}, /certificate of another signer/],
    ['<</Cert<</Ff 1>>>>', {}, /certificate of another signer/],
    ['<</Cert<</Ff 8/SubjectDN[<</CN(Bob)>>]>>>>', {}, /certificate of another signer/],
    ['<</Cert<</Ff 8/SubjectDN[<</CN(Anna)/O(Acme)>>]>>>>', {}, /certificate of another signer/],
    [`<</Cert<</Ff 2/Issuer[${BOB}]>>>>`, {}, /another issuer/],
    ['<</Cert<</Ff 4/OID[(1.2.3.4)]>>>>', {}, /policies: 1\.2\.3\.4/],
    ['<</Cert<</Ff 32/KeyUsage[(0)(XX1)]>>>>', {}, /another key usage: 0, XX1/],
    ['<</Cert<</Ff 64/URL(https://sign.example/)/URLType/ASSP>>>>', {}, /the service https:\/\/sign\.example\/ signs/],
    ['<</Cert<</Ff 128>>>>', {}, /does not know/],
    ['7', {}, /damaged/],
    ['<</Ff 1/Ff 0>>', {}, /damaged/],
    ['<</Cert(none)>>', {}, /damaged/],
  ])('%s refuses what does not meet them', async (seed, options, message) => {
    await expect(sign(withSeed(seed), anna, { field: 'Here', ...options })).rejects.toMatchObject({
      code: 'NOT_PERMITTED',
      message: expect.stringMatching(message),
    });
  });

  it.each<[seed: string, options: SignOptions]>([
    ['<</Ff 3/Filter/Adobe.PPKLite/SubFilter[/adbe.pkcs7.detached/ETSI.CAdES.detached]>>', {}],
    ['<</Filter/Other/SubFilter[/Other]/DigestMethod[(SHA1)]/Reasons[(A)]/V 9/AddRevInfo true>>', { reason: 'B' }],
    ['<</Ff 64/DigestMethod[(SHA1)(SHA256)]>>', {}],
    ['<</Ff 8/Reasons[(I agree)]>>', { reason: 'I agree' }],
    ['<</Ff 8/Reasons[(.)]>>', {}],
    ['<</Ff 16>>', {}],
    ['<</Ff 128/LockDocument/false>>', { certify: 'fill' }],
    ['<</Ff 128/LockDocument/true>>', { certify: 'no-changes' }],
    ['<</Ff 128/LockDocument/auto>>', {}],
    ['<</Ff 128>>', { certify: 'no-changes' }],
    ['<</MDP<</P 0>>>>', {}],
    ['<</MDP<</P 2>>>>', { certify: 'fill' }],
    ['<</TimeStamp<</Ff 0/URL(http://tsa.example/)>>>>', {}],
    [`<</Cert<</Ff 1/Subject[${BOB}${ANNA}]>>>>`, {}],
    ['<</Cert<</Ff 64/URL(https://ca.example/)>>>>', {}],
    ['<</Cert<</Ff 64/URL(https://ca.example/)/URLType/Browser>>>>', {}],
    ['<</Cert<</Ff 8/SubjectDN[<</CN(Bob)>><</CN(Anna)>>]>>>>', {}],
    [`<</Cert<</Ff 2/Issuer[${ANNA}]>>>>`, {}],
    ['<</Cert<</Ff 32/KeyUsage[(11XXX0)]>>>>', {}],
    [`<</Cert<</Subject[${BOB}]/OID[(1.2)]/KeyUsage[(0)]/Ff 0>>>>`, {}],
  ])('%s is signed with what meets them', async (seed, options) => {
    const result = await check(await sign(withSeed(seed), anna, { field: 'Here', ...options }));
    expect(result.valid, result.reason).toBe(true);
  });
});

describe('a field that requires a longer digest', () => {
  it.each<[key: KeyType, options: SignOptions, algorithm: string]>([
    ['P-256', {}, 'ECDSA P-256'],
    ['RSA-2048', {}, 'RSASSA-PKCS1-v1_5'],
    ['RSA-2048', { pss: true }, 'RSASSA-PSS'],
    ['RSAPSS-2048', {}, 'RSASSA-PSS'],
  ])('is signed with it by a key of the type %s and %j', async (key, options, algorithm) => {
    const now = new Date();
    const signer = createPki({ ann: { key, keyUsage: ['digitalSignature'] } }, now).id('ann');
    const identity = { ...signer, others: [] };
    const pdf = withSeed('<</Ff 64/DigestMethod[(SHA512)(RIPEMD160)]>>');
    const { signers } = await check(await sign(pdf, identity, { field: 'Here', ...options }));
    expect(signers).toMatchObject([{ intact: true, digestAlgorithm: 'SHA-512', signatureAlgorithm: algorithm }]);
  });
});

describe('a certification', () => {
  it.each(['no-changes', 'fill', 'annotate'] as const)('with %s is valid and says what it permits', async certify => {
    const signed = await sign(formPdf().bytes, anna, { certify });
    const result = await check(signed);
    expect(result.valid, result.reason).toBe(true);
    expect(result.signer).toMatchObject({ intact: true, kind: 'certification' });
    const again = sign(signed, bob);
    if (certify === 'no-changes') await expect(again).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
    else expect((await check(await again)).valid).toBe(true);
  });

  it('is refused in a document that has a signature', async () => {
    const signed = await sign(document(), anna);
    await expect(sign(signed, bob, { certify: 'fill' })).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
  });

  it('keeps other entries of /Perms, and the form in the catalog', async () => {
    const original = document({ catalog: '/Perms<</Other 1>>/AcroForm<</Fields[]/NeedAppearances false>>' });
    const { latest } = await openPdf(await sign(original, anna, { certify: 'fill' }));
    expect([...(latest.getDict(latest.root, 'Perms')?.entries.keys() ?? [])]).toEqual(['Other', 'DocMDP']);
    const form = latest.getDict(latest.root, 'AcroForm');
    expect(latest.getArray(form, 'Fields')?.items).toHaveLength(1);
    expect(form?.get('NeedAppearances')).toBe(false);
  });
});

describe('a lock', () => {
  const filled = async (signed: Buffer) => {
    const text = signed.toString('latin1');
    expect(text).toContain('/T(Name)');
    return check(signed);
  };

  it.each<[lock: SignOptions['lock'], locked: boolean]>([
    ['all', true],
    [{ only: ['Approval'] }, true],
    [{ only: ['Name', 'Amount'] }, false],
    [{ except: ['Approval'] }, false],
    [{ except: ['Name'] }, true],
  ])('%j is in the signature, and docconv refuses what it forbids', async (lock, locked) => {
    const signed = await sign(formPdf().bytes, anna, { lock: lock! });
    expect((await filled(signed)).valid).toBe(true);
    const again = sign(signed, bob, { field: 'Approval' });
    if (locked) await expect(again).rejects.toThrow(/locks the field Approval/);
    else expect((await check(await again)).valid).toBe(true);
  });

  it('of a field that does not exist is refused', async () => {
    const promise = sign(formPdf().bytes, anna, { lock: { only: ['Nmae'] } });
    await expect(promise).rejects.toMatchObject({ code: 'OPTION_INVALID', message: expect.stringMatching(/Nmae/) });
  });

  it('of the field itself is not replaced by another one', async () => {
    const form = formPdf().save(draft =>
      draft.edit(O.approval, body => body.replace('/FT/Sig', '/FT/Sig/Lock<</Action/All>>')),
    );
    const promise = sign(form.bytes, anna, { field: 'Approval', lock: { only: ['Name'] } });
    await expect(promise).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});
