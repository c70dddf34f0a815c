import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPdf, signatureFields } from '../../src/pdf/index.js';
import { createIdentity, type SignOptions, selfTestSignatures, sign } from '../../src/sign/index.js';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { describeCorpus, describeTools } from '../helpers/requires.js';
import { DOCUMENTS, document, MISSING } from './documents.js';

const anna = createIdentity('Anna Exämple');
const bob = createIdentity('Bob');
const WORDS = { reason: 'Ich (stimme) zu: 東京', location: 'Köln', contact: 'anna@example.org', name: 'A. Exämple' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docconv-sign-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const facts = ({ signers }: VerificationResult) =>
  signers.map(({ name, intact, coverage, revision }) => ({ name, intact, coverage, revision }));

describe.each(Object.entries(DOCUMENTS))('a PDF with %s', (_, original) => {
  it('is signed by an appended update, and the signature is valid', async () => {
    const signed = await sign(original, anna, WORDS);
    expect(signed.subarray(0, original.length).equals(original)).toBe(true);
    const result = await check(signed);
    expect(result.valid, result.reason).toBe(true);
    expect(result.signer).toMatchObject({
      name: 'Anna Exämple',
      subFilter: 'ETSI.CAdES.detached',
      coverage: 'file',
      intact: true,
      statedReason: WORDS.reason,
      location: WORDS.location,
      contact: WORDS.contact,
      signatureAlgorithm: expect.stringContaining('ECDSA'),
    });
    const pdf = await openPdf(signed);
    expect(pdf.recovered).toBe(false);
    expect(pdf.notes.map(({ code }) => code)).toEqual((await openPdf(original)).notes.map(({ code }) => code));
  });

  it('is signed twice, and the first signature still covers what it signed', async () => {
    const first = await sign(original, anna);
    const second = await sign(first, bob);
    expect(second.subarray(0, first.length).equals(first)).toBe(true);
    const result = await check(second);
    expect(result.valid, result.reason).toBe(true);
    expect(facts(result)).toEqual([
      { name: 'Anna Exämple', intact: true, coverage: 'revision', revision: 2 },
      { name: 'Bob', intact: true, coverage: 'file', revision: 3 },
    ]);
  });

  it('is not intact after one byte was changed', async () => {
    const signed = await sign(original, anna);
    signed[original.indexOf('0.5 g') + 2]! ^= 1;
    const result = await check(signed);
    expect(result.valid).toBe(false);
    expect(result.signer).toMatchObject({ intact: false, subIndication: 'HASH_FAILURE' });
  });
});

describe('unchanged parts', () => {
  it('keeps every value of the objects that are rewritten', async () => {
    const original = DOCUMENTS['a form in the catalog']!;
    const { latest } = await openPdf(await sign(original, anna));
    const page = latest.resolve(latest.getArray(latest.getDict(latest.root, 'Pages'), 'Kids')?.items[0]);
    expect(latest.getName(page as never, 'Tab s')).toBe('A');
    expect(latest.getText(latest.getDict(latest.root, 'AcroForm'), 'DA')).toBe('/Helv 0 Tf');
    expect(latest.getArray(page as never, 'Annots')?.items).toHaveLength(2);
  });

  it('leaves the objects missing that a trailer names', async () => {
    const { latest } = await openPdf(await sign(document({ trailer: `/${MISSING}` }), anna));
    const named = latest.getArray(latest.trailer, 'AdditionalStreams')!.items.slice(1);
    expect(named.map(item => latest.resolve(item))).toEqual([null, null]);
  });

  it('signs a PDF whose cross-reference lists objects that do not exist', async () => {
    const original = document({ misplaced: { 8: 20, 9: 9_999_999 } });
    const result = await check(await sign(await sign(original, anna), bob));
    expect(result.valid, result.reason).toBe(true);
  });

  it('gives the new field an unused name', async () => {
    const once = await sign(document(), anna);
    const { latest } = await openPdf(await sign(once, bob));
    expect(signatureFields(latest).map(({ name }) => name)).toEqual(['Signature1', 'Signature2']);
  });
});

describe('an empty signature field', () => {
  const lock = '/Lock<</Type/SigFieldLock/Action/Include/Fields[(Name)]>>';
  const original = document({
    catalog: '/AcroForm<</Fields[5 0 R]>>',
    page: '/Annots[5 0 R]',
    more: { 5: `<</FT/Sig/T(Here)/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R${lock}>>` },
  });

  it('is signed when it is named, and the signature repeats its lock', async () => {
    const signed = await sign(original, anna, { field: 'Here' });
    const [field] = signatureFields((await openPdf(signed)).latest);
    expect(field?.name).toBe('Here');
    expect(signed.toString('latin1')).toMatch(/FieldMDP.*\/Action \/Include \/Fields \[<4e616d65>\]/);
    expect((await check(signed)).signer).toMatchObject({ field: 'Here', intact: true, coverage: 'file' });
  });

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])(
    'is found by a name with accents, as is a field to lock, where the PDF has it in %s and the option in %s',
    async (form, typedForm) => {
      const [name, group] = ['Prüfer', 'Größe'].map(text => text.normalize(form));
      const [typed, typedGroup] = ['Prüfer', 'Größe'].map(text => text.normalize(typedForm));
      const text = (value: string) => `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
      const pdf = document({
        catalog: '/AcroForm<</Fields[5 0 R 6 0 R]>>',
        more: {
          5: `<</FT/Sig/T${text(name!)}>>`,
          6: `<</T${text(group!)}/Kids[7 0 R]>>`,
          7: '<</FT/Tx/T(x)/Parent 6 0 R>>',
        },
      });
      const signed = await sign(pdf, anna, { field: typed!, lock: { only: [`${typedGroup}.x`, typed!] } });
      expect(await check(signed)).toMatchObject({ valid: true, signer: { field: name } });
      const written = /Action \/Include \/Fields \[([^\]]*)\]/.exec(signed.toString('latin1'))![1]!;
      const hex = [...written.matchAll(/<([^>]*)>/g)].map(match => match[1]);
      expect(hex).toEqual([`${group}.x`, name!].map(value => text(value).slice(1, -1)));
    },
  );

  it.each([
    ['All', '', 'NOT_PERMITTED'],
    ['Include', '/Fields[(Other)]', null],
    ['Exclude', '/Fields[(Other)]', 'NOT_PERMITTED'],
    ['Exclude', '/Fields[(Signature1)]', null],
  ])('that locks %s%s permits another signature only in an unlocked field', async (action, fields, code) => {
    const locking = original.toString('latin1').replace(/\/Lock<<.*?>>/, found => {
      return `/Lock<</Action/${action}${fields}>>`.padEnd(found.length);
    });
    const signed = await sign(Buffer.from(locking, 'latin1'), bob, { field: 'Here' });
    if (code) await expect(sign(signed, anna)).rejects.toMatchObject({ code });
    else expect((await check(await sign(signed, anna))).valid).toBe(true);
  });

  it.each([
    ['does not exist', 'Missing', /no empty signature field Missing.*Here/],
    ['is signed already', 'Signature1', /no empty|already signed/],
    ['is no object of its own', 'Direct', /Direct cannot be signed: it is no indirect object/],
    ['had a signature that was removed', 'Cut', /Cut is already signed/],
  ])('is refused when it %s', async (_, field, message) => {
    const cut = document({ catalog: '/AcroForm<</Fields[5 0 R]>>', more: { 5: '<</FT/Sig/T(Cut)/V 99 0 R>>' } });
    const direct = document({ catalog: '/AcroForm<</Fields[<</FT/Sig/T(Direct)>>]>>' });
    const pdf =
      field === 'Direct'
        ? direct
        : field === 'Signature1'
          ? await sign(original, bob)
          : field === 'Cut'
            ? cut
            : original;
    await expect(sign(pdf, anna, { field })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringMatching(message),
    });
  });
});

describe('sign refuses', () => {
  it.each([
    ['level', { level: 'X' }],
    ['level', { level: 'lta' }],
    ['certify', { certify: 'all' }],
    ['--lock', { lock: {} }],
    ['--lock', { lock: { only: [] } }],
    ['--lock', { lock: { only: ['Name'], except: ['Name'] } }],
    ['--lock', { lock: 'none' }],
  ])('a value of %s that callers without types may give: %j', async (option, options) => {
    await expect(sign(document(), anna, options as SignOptions)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining(`of ${option} is invalid`),
    });
  });

  it('a time that is none', async () => {
    await expect(sign(document(), anna, { at: new Date(Number.NaN) })).rejects.toThrow('not a valid date');
  });

  const certified = document({
    catalog: '/Perms<</DocMDP 5 0 R>>',
    more: {
      5: '<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1/V/1.2>>>>]>>',
    },
  });
  it.each<[what: string, pdf: Uint8Array, code: string]>([
    ['a PDF certified against any change', certified, 'NOT_PERMITTED'],
    [
      'a PDF with an unused signature placeholder',
      document({ more: { 5: '<</ByteRange [0 /********** /********** /**********]/Contents <00>>>' } }),
      'CORRUPT_DOCUMENT',
    ],
    ['a PDF without a page', document({ page: '/Type/Pages/Kids[]' }), 'CORRUPT_DOCUMENT'],
    [
      'a hybrid cross-reference',
      document({ xref: 'hybrid', more: { 5: '<</A 1>>' }, packed: [5] }),
      'CORRUPT_DOCUMENT',
    ],
    ['a PDF without its cross-reference', document().subarray(0, -60), 'CORRUPT_DOCUMENT'],
    ['a text', Buffer.from('hello'), 'NOT_A_PDF'],
  ])('%s', async (_, pdf, code) => {
    await expect(sign(pdf, anna)).rejects.toMatchObject({ code });
  });

  it('anything, with a certificate that has expired or is not yet valid', async () => {
    const in2 = new Date(Date.now() + 2 * 365 * 86_400_000);
    await expect(sign(document(), anna, { at: in2 })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    await expect(sign(document(), anna, { at: new Date(0) })).rejects.toThrow(/not valid before/);
  });
});

describeTools('encrypted PDFs', ['qpdf', 'pdfsig'], () => {
  it.each([
    ['RC4 with 40 bits', ['40', '--']],
    ['RC4 with 128 bits', ['128', '--use-aes=n', '--']],
    ['AES with 128 bits', ['128', '--use-aes=y', '--']],
    ['AES with 256 bits', ['256', '--']],
    ['AES with 256 bits and object streams', ['256', '--', '--object-streams=generate']],
  ])('are signed with %s, and the entries of the signature are encrypted', async (name, how) => {
    const plain = join(folder, 'plain.pdf');
    const locked = join(folder, `${name}.pdf`);
    writeFileSync(plain, DOCUMENTS['a form in the catalog']!);
    execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', 'user', 'owner', ...how, plain, locked]);
    const signed = await sign(locked, anna, { ...WORDS, password: 'user' });
    const result = await check(signed, { password: 'user' });
    expect(result.valid, result.reason).toBe(true);
    expect(result.signer).toMatchObject({ statedReason: WORDS.reason, location: WORDS.location });
    expect(signed.includes(Buffer.from(`\ufeff${WORDS.location}`, 'utf16le').swap16())).toBe(false);
    writeFileSync(locked, signed);
    expect(pdfsig(locked, '-upw', 'user')).toContain('Signature is Valid');
    const text = execFileSync('qpdf', ['--password=user', '--qdf', '--object-streams=disable', locked, '-'], {
      encoding: 'latin1',
    });
    expect(text).toContain('Anna \\(A.\\)'); // the field, untouched
  });

  it('need their password', async () => {
    const locked = join(folder, 'AES with 256 bits.pdf');
    await expect(sign(locked, anna)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' });
    await expect(sign(locked, anna, { password: 'x' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  });
});

describeTools('according to pdfsig and qpdf', ['pdfsig', 'qpdf'], () => {
  it.each(Object.entries(DOCUMENTS))('a signed PDF with %s is valid', async (_, original) => {
    const file = join(folder, 'signed-twice.pdf');
    writeFileSync(file, await sign(await sign(original, anna), bob));
    const text = pdfsig(file);
    expect(text.match(/Signature is Valid/g)).toHaveLength(2);
    expect(text).toContain('Total document signed');
    expect(spawnSync('qpdf', ['--check', file]).status).toBe(0);
  });
});

function pdfsig(file: string, ...options: string[]): string {
  return execFileSync('pdfsig', ['-nocert', ...options, file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

describeCorpus('documents of the corpus', 'signed', corpus => {
  it.each(['minimal-two-fields-signed-twice.pdf', 'pdfa2a-rgb.pdf'])(
    '%s keeps its signatures and gets one more',
    async name => {
      const before = await check(join(corpus, name));
      const after = await check(await sign(join(corpus, name), anna));
      expect(after.signers.map(({ intact }) => intact)).toEqual([...before.signers.map(({ intact }) => intact), true]);
      expect(readFileSync(join(corpus, name)).length).toBe(before.document.size);
    },
  );
});

describe('the self-test', () => {
  it('passes with check()', async () => {
    await expect(selfTestSignatures(pdf => check(pdf))).resolves.toBeUndefined();
  });

  it('fails if the verification accepts or rejects everything', async () => {
    await expect(selfTestSignatures(async () => ({ valid: true, reason: '' }))).rejects.toThrow(/was not detected/);
    await expect(selfTestSignatures(async () => ({ valid: false, reason: 'no' }))).rejects.toThrow(
      /a new signature was not valid: no/,
    );
  });
});
