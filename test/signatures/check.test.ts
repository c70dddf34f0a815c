/** check() from bytes to result, with PDFs that the tests sign. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CheckOptions, check, type Signer, type VerificationResult } from '../../src/signatures/index.js';
import { trustStoreOf } from '../../src/trust/index.js';
import { octetString } from '../helpers/pki/der.js';
import { createPki, type Digest, NOW, type Row, signWith } from '../helpers/pki.js';
import { blankPdf, OBJECTS, type SignOptions, type TestPdf } from '../helpers/signed-pdf.js';

const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  ann: { issuer: 'ca', subject: 'C=DE,O=Acme,E=ann@acme.example,CN=Ann' },
  bob: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Bob' },
  // the key of Ann, another name
  borrowed: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Borrowed', keyOf: 'ann' },
  rsa: { issuer: 'ca', key: 'RSA-2048' },
  tsa: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true },
});
const byAnn = (bytes: Buffer) => pki.cms('ann', bytes);
const signed = (options: Partial<SignOptions> = {}) => blankPdf().sign({ make: byAnn, ...options });
const TRUSTED: CheckOptions = { at: NOW, trust: trustStoreOf([pki.certificate('root')]) };
const see = (pdf: TestPdf | Buffer, options: CheckOptions = { at: NOW }): Promise<VerificationResult> =>
  check('revisions' in pdf ? pdf.bytes : pdf, options);
const first = async (pdf: TestPdf | Buffer, options?: CheckOptions): Promise<Signer> =>
  (await see(pdf, options)).signers[0]!;
const failing = ({ findings }: Signer) =>
  findings.filter(({ outcome, level }) => outcome === 'fail' && level === 'fail').map(({ rule }) => rule);

describe('a signature over the whole file', () => {
  test('is valid without trust anchors, and the reason states that the identity was not verified', async () => {
    const result = await see(signed());
    expect(result).toMatchObject({
      valid: true,
      reason: expect.stringMatching(/^Signed by “Ann”; .*identity was not/),
    });
    expect(result.signer).toMatchObject({
      field: 'Signature1',
      kind: 'signature',
      name: 'Ann',
      organization: 'Acme',
      email: 'ann@acme.example',
      country: 'DE',
      subFilter: 'ETSI.CAdES.detached',
      level: 'PAdES-BASELINE-B',
      signedAt: '2026-06-01T11:00:00.000Z',
      signedAtSource: 'claimed',
      digestAlgorithm: 'SHA-256',
      signatureAlgorithm: 'ECDSA P-256',
      intact: true,
      coverage: 'file',
      revision: 2,
      changesAfter: 'none',
      changesAllowed: true,
      trusted: false,
      trustAnchor: null,
      indication: 'INDETERMINATE',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    });
  });

  test('passes with a trusted root and revocation data', async () => {
    const crls = [pki.crl('ca'), pki.crl('root')];
    const make = (bytes: Buffer) => pki.cms('ann', bytes, { archival: { crls } });
    const result = await see(signed({ make, subFilter: 'adbe.pkcs7.detached' }), TRUSTED);
    expect(result).toMatchObject({ valid: true });
    expect(result.signer).toMatchObject({
      trusted: true,
      trustAnchor: 'O=Test,CN=root',
      indication: 'TOTAL_PASSED',
      subIndication: null,
      revocation: { status: 'good', source: 'crl', embedded: true, revokedAt: null },
    });
    expect(result.signer?.chain.map(({ issuer }) => issuer)).toEqual([
      'O=Test,CN=ca',
      'O=Test,CN=root',
      'O=Test,CN=root',
    ]);
  });

  test('the result describes the document', async () => {
    const pdf = signed();
    const { document } = await see(pdf);
    expect(document).toMatchObject({
      size: pdf.bytes.length,
      sha256: createHash('sha256').update(pdf.bytes).digest('hex'),
      pdfVersion: '1.7',
      pages: 1,
      revisions: 2,
      encrypted: false,
      signatures: 1,
      timestamps: 0,
      docMDP: null,
      changes: [],
    });
  });

  test('a PDF without signatures is not valid, with a reason of its own', async () => {
    expect(await see(blankPdf())).toMatchObject({
      valid: false,
      reason: 'This PDF is not signed.',
      signers: [],
      signer: null,
    });
  });
});

describe('sub filters', () => {
  const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest();
  const bare = (bytes: Buffer) => octetString(signWith(pki.id('rsa').key, bytes, { digest: 'SHA-1' }).value);
  const certificate = `<${Buffer.from(pki.id('rsa').der).toString('hex')}>`;
  const rows: [string, Partial<SignOptions>][] = [
    ['adbe.pkcs7.detached', {}],
    ['adbe.pkcs7.sha1', { make: bytes => pki.cms('ann', sha1(bytes), { content: true }) }],
    ['adbe.x509.rsa_sha1', { make: bare, entries: { Cert: certificate } }],
    ['ETSI.CAdES.detached', {}],
    ['ETSI.RFC3161', { make: bytes => pki.timestamp('tsa', bytes), type: 'DocTimeStamp' }],
  ];
  test.each(rows)('%s is intact', async (subFilter, options) => {
    expect(await first(signed({ subFilter, ...options }))).toMatchObject({ intact: true, coverage: 'file', subFilter });
  });
  test.each(rows)('%s is not intact when a byte of the page was changed', async (subFilter, options) => {
    const { bytes } = signed({ subFilter, ...options });
    bytes.write('Jello', bytes.indexOf('Hello'));
    expect(await first(bytes)).toMatchObject({
      intact: false,
      indication: 'TOTAL_FAILED',
      subIndication: 'HASH_FAILURE',
    });
  });
  test.each(['adbe.pkcs7.unknown', 'ETSI.CAdES', null])('%s is decoded, but its status is open', async subFilter => {
    const result = await see(signed({ subFilter }));
    const signer = result.signers[0]!;
    expect(result.valid).toBe(false);
    expect(signer).toMatchObject({
      intact: true,
      name: 'Ann',
      indication: 'INDETERMINATE',
      subIndication: 'SIG_CONSTRAINTS_FAILURE',
    });
    expect(failing(signer)).toContain('signature-encoding');
    if (subFilter) expect(result.reason).toContain(subFilter);
  });
  test.each<[what: string, make: SignOptions['make']]>([
    ['that is not CMS', () => Buffer.from('another encoding')],
    ['with the digest as its content', bytes => pki.cms('ann', sha1(bytes), { content: true })],
    ['with two signers', bytes => pki.cms('ann', bytes, { signerInfos: 2 })],
  ])('an unknown encoding with a message %s is not malformed', async (_, make) => {
    const signer = await first(signed({ subFilter: 'Example.signature', make }));
    expect(`${signer.indication} ${signer.subIndication}`).toBe('INDETERMINATE SIG_CONSTRAINTS_FAILURE');
  });
  test('an unknown encoding does not excuse changed bytes', async () => {
    const { bytes } = signed({ subFilter: 'Example.signature' });
    bytes.write('Jello', bytes.indexOf('Hello'));
    expect(await first(bytes)).toMatchObject({ intact: false, subIndication: 'HASH_FAILURE' });
  });
  test.each(['PBAD.PAdES', 'PBAD_PAdES'])('%s of ICP-Brasil is a detached message', async subFilter => {
    const result = await see(signed({ subFilter }));
    expect(result).toMatchObject({ valid: true, signer: { intact: true, subFilter, level: 'PDF-NOT-ETSI' } });
    const { bytes } = signed({ subFilter });
    bytes.write('Jello', bytes.indexOf('Hello'));
    expect(await first(bytes)).toMatchObject({ intact: false, subIndication: 'HASH_FAILURE' });
  });
});

describe('algorithms', () => {
  const keys = [
    'RSA-2048',
    'P-256',
    'P-384',
    'P-521',
    'brainpoolP256r1',
    'brainpoolP512r1',
    'Ed25519',
    'DSA-2048',
  ] as const;
  const table = createPki(
    Object.fromEntries([['root', {}], ...keys.map(key => [key, { issuer: 'root', key } as Row])]),
  );
  const digests: Digest[] = ['SHA-1', 'SHA-256', 'SHA-512', 'SHA3-256'];
  test.each([
    ...keys
      .filter(key => !['Ed25519', 'DSA-2048'].includes(key))
      .flatMap(key => digests.map(digest => [key, digest] as const)),
    ['DSA-2048', 'SHA-256'] as const,
  ])('%s with %s is intact', async (key, digest) => {
    const signer = await first(signed({ make: bytes => table.cms(key, bytes, { digest }) }));
    expect(signer).toMatchObject({ intact: true, digestAlgorithm: digest });
  });
  test.each([
    ['Ed25519', { digest: 'SHA-512' }],
    ['RSA-2048', { scheme: { pss: {} } }],
    ['RSA-2048', { scheme: { pss: { mgf1: 'SHA-1', saltLength: 20 } } }],
    ['P-256', { scheme: { plain: true } }],
  ] as const)('%s with %j is intact', async (key, options) => {
    expect(await first(signed({ make: bytes => table.cms(key, bytes, options) }))).toMatchObject({ intact: true });
  });
  test('SHA-1 in MGF1 is noted, and does not make RSASSA-PSS weak', async () => {
    const noted = async (mgf1: Digest) => {
      const make = (bytes: Uint8Array) => table.cms('RSA-2048', bytes, { scheme: { pss: { mgf1 } } });
      const { valid, signer } = await see(signed({ make }));
      return { valid, note: signer!.findings.find(({ rule }) => rule === 'mask-digest') };
    };
    expect(await noted('SHA-1')).toMatchObject({
      valid: true,
      note: { outcome: 'fail', level: 'inform', message: expect.stringContaining('SHA-1') },
    });
    expect(await noted('SHA-256')).toMatchObject({ valid: true, note: { outcome: 'pass' } });
  });
  test('SHA-1 is too weak to be valid without proof of its age', async () => {
    const result = await see(signed({ make: bytes => pki.cms('ann', bytes, { digest: 'SHA-1' }) }));
    expect(result.valid).toBe(false);
    expect(result.signer).toMatchObject({ intact: true, subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' });
  });
});

describe('a message that violates a rule is never valid; intact still reports the cryptographic result', () => {
  const other = pki.id('bob');
  test.each<[string, Parameters<typeof pki.cms>[2], boolean, string, string]>([
    ['two signers', { signerInfos: 2 }, true, 'one-signer', 'TOTAL_FAILED FORMAT_FAILURE'],
    ['no signer', { signerInfos: 0 }, false, 'one-signer', 'TOTAL_FAILED FORMAT_FAILURE'],
    ['content of its own', { content: true }, true, 'detached', 'TOTAL_FAILED FORMAT_FAILURE'],
    ['empty content', { content: Buffer.alloc(0) }, true, 'detached', 'TOTAL_FAILED FORMAT_FAILURE'],
    ['no content type', { contentTypeAttribute: null }, true, 'content-type', 'TOTAL_FAILED FORMAT_FAILURE'],
    ['no digest', { messageDigest: null }, false, 'message-digest', 'TOTAL_FAILED FORMAT_FAILURE'],
    ['another digest', { messageDigest: Buffer.alloc(32) }, false, 'digest', 'TOTAL_FAILED HASH_FAILURE'],
    [
      'a reference to another certificate',
      { essCertificate: other },
      true,
      'signing-certificate',
      'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
    ],
    [
      'signed with another key',
      { namedSigner: other, certificates: [other], ess: false },
      false,
      'signature',
      'TOTAL_FAILED SIG_CRYPTO_FAILURE',
    ],
    ['no certificate', { certificates: [] }, false, 'signer-certificate', 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE'],
  ])('%s', async (_, options, intact, rule, status) => {
    const result = await see(signed({ make: bytes => pki.cms('ann', bytes, options) }));
    const signer = result.signers[0]!;
    expect(result.valid).toBe(false);
    expect(signer.intact).toBe(intact);
    expect(failing(signer)).toContain(rule);
    expect(`${signer.indication} ${signer.subIndication}`).toBe(status);
  });
  test.each<[string, Parameters<typeof pki.cms>[2]]>([
    ['attributes signed in another order', { disorder: 'signed' }],
    ['attributes sent in another order', { disorder: 'sent' }],
    ['a signer identified by its key', { bySubjectKey: true }],
    ['a signer identified by its key, without an ESS attribute', { bySubjectKey: true, ess: false }],
    ['indefinite lengths', { ber: true }],
    ['trailing zeros', { padding: 40 }],
    ['an ESS attribute of version 1', { ess: 1 }],
  ])('%s is allowed', async (_, options) => {
    expect((await see(signed({ make: bytes => pki.cms('ann', bytes, options) }))).valid).toBe(true);
  });
  test('of several certificates with the key of the signer, one that is added to the file later is not in question', async () => {
    const make = (bytes: Buffer) => pki.cms('ann', bytes, { bySubjectKey: true, ess: false });
    const result = await see(signed({ make }).withStore({ certificates: [pki.id('borrowed').der] }));
    expect(result).toMatchObject({ valid: true, signer: { name: 'Ann', intact: true } });
  });
  test('of several certificates with the key of the signer in the file, none is chosen', async () => {
    const make = (bytes: Buffer) => pki.cms('ann', bytes, { bySubjectKey: true, ess: false, certificates: [] });
    const store = { certificates: [pki.id('borrowed').der, pki.id('ann').der] };
    const result = await see(signed({ make }).withStore(store));
    expect(result).toMatchObject({
      verdict: 'indeterminate',
      reason: expect.stringContaining('several certificates'),
      signers: [{ name: null, organization: null, intact: true }],
    });
  });
  test.each([
    ['x', Buffer.from('x')],
    ['zeros and a byte', Buffer.from('0000000000ff', 'hex')],
    ['spaces', Buffer.from('    ')],
    ['another message', Buffer.from(pki.cms('bob', Buffer.from('data')))],
  ])('%s after the message is a warning', async (_, trailing) => {
    const result = await see(signed({ make: bytes => pki.cms('ann', bytes, { trailing }) }));
    expect(result).toMatchObject({ valid: true, signer: { name: 'Ann', intact: true } });
    expect(result.signer?.findings).toContainEqual(
      expect.objectContaining({ rule: 'no-trailing-bytes', outcome: 'fail', level: 'warn' }),
    );
  });
});

describe('the byte range and the position in the file', () => {
  const moved = (change: (range: number[]) => number[]) => signed({ range: change });
  test.each<[string, () => TestPdf | Buffer, Partial<Signer>, string]>([
    [
      'a gap that is too large',
      () => moved(([a, b, c, d]) => [a!, b! - 10, c!, d!]),
      { coverage: 'unclear', intact: true },
      'byte-range-gap',
    ],
    [
      'a start after the first byte',
      () => moved(([, b, c, d]) => [9, b! - 9, c!, d!]),
      { coverage: 'unclear', intact: true },
      'byte-range',
    ],
    [
      'an end before the end of the file',
      () => moved(([a, b, c, d]) => [a!, b!, c!, d! - 20]),
      { coverage: 'from-start', intact: true },
      'byte-range-end',
    ],
    [
      'an end beyond the end of the file',
      () => moved(([a, b, c, d]) => [a!, b!, c!, d! + 20]),
      { coverage: 'unclear' },
      'byte-range',
    ],
    ['two numbers', () => moved(([a, b]) => [a!, b!]), { coverage: 'unclear', intact: true }, 'byte-range'],
    [
      'six numbers',
      () => moved(([a, b, c, d]) => [a!, b!, c!, 5, c! + 5, d! - 5]),
      { coverage: 'unclear', intact: true },
      'byte-range',
    ],
    [
      'a placeholder',
      () => signed({ make: () => new Uint8Array() }),
      { intact: false, coverage: 'file' },
      'signature-filled',
    ],
    [
      'a message that is not CMS',
      () => signed({ make: () => Buffer.from('not CMS') }),
      { intact: false },
      'message-readable',
    ],
    [
      'an entry that occurs twice',
      () => signed({ entries: { Reason: '(a)/Reason(b)' } }),
      { intact: true },
      'signature-keys-once',
    ],
    [
      'bytes after the end',
      () => Buffer.concat([signed().bytes, Buffer.from('more')]),
      { intact: true },
      'no-stray-bytes',
    ],
  ])('%s is never valid', async (_, make, expected, rule) => {
    const result = await see(make());
    expect(result.valid).toBe(false);
    expect(result.signers[0]).toMatchObject({
      indication: 'TOTAL_FAILED',
      subIndication: 'FORMAT_FAILURE',
      ...expected,
    });
    expect(failing(result.signers[0]!)).toContain(rule);
  });

  test('white space after the end is tolerated', async () => {
    const spaced = Buffer.concat([signed().bytes, Buffer.from('\r\n \n')]);
    expect(await see(spaced)).toMatchObject({ valid: true, signer: { coverage: 'file' } });
  });

  test('two fields that share a signature are two signers', async () => {
    const alias = { [OBJECTS.form]: '<</Fields[6 0 R 9 0 R]/SigFlags 3>>', 9: '<</FT/Sig/T(Alias)/V 7 0 R>>' };
    const { signers } = await see(signed({ also: alias }));
    expect(signers.map(({ field, intact }) => [field, intact])).toEqual([
      ['Signature1', true],
      ['Alias', true],
    ]);
  });
});

describe('facts are read from the signed revision', () => {
  const value = (pdf: TestPdf) => {
    const text = pdf.bytes.toString('latin1');
    const start = text.lastIndexOf('7 0 obj') + '7 0 obj\n'.length;
    return text.slice(start, text.indexOf('\nendobj', start));
  };
  test('a reason that was changed later is reported as signed, and fails', async () => {
    const pdf = signed({ entries: { Reason: '(Approved)', Location: '(Bonn)', ContactInfo: '(ann)' } });
    const forged = pdf.revise({ 7: value(pdf).replace('(Approved)', '(Rejected)') });
    const signer = await first(forged);
    expect(signer).toMatchObject({ statedReason: 'Approved', location: 'Bonn', contact: 'ann', revision: 2 });
    expect(failing(signer)).toContain('signature-unchanged');
  });
  test('a field that was emptied later is still a signer, and fails', async () => {
    const { signers } = await see(signed().revise({ [OBJECTS.form]: '<</Fields[]/SigFlags 3>>' }));
    expect(signers).toHaveLength(1);
    expect(failing(signers[0]!)).toContain('signature-unchanged');
  });
  test('a copy of the dictionary with the same bytes is the same signature', async () => {
    const pdf = signed();
    expect(failing(await first(pdf.revise({ 7: value(pdf) })))).not.toContain('signature-unchanged');
  });
});

describe('certification', () => {
  test.each([1, 2, 3] as const)('DocMDP %i makes it a certification', async docMDP => {
    const result = await see(signed({ docMDP }));
    expect(result.signer).toMatchObject({ kind: 'certification', docMDP });
    expect(result.document.docMDP).toBe(docMDP);
  });
  test('without /Perms it is an ordinary signature', async () => {
    const Reference = '[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</P 1>>>>]';
    expect(await first(signed({ entries: { Reference } }))).toMatchObject({ kind: 'signature', docMDP: null });
  });
  test('a certification without a field is found, and fails', async () => {
    const pdf = signed({ docMDP: 2, also: { [OBJECTS.form]: '<</Fields[]>>' } });
    const signer = await first(pdf);
    expect(signer).toMatchObject({ field: '/Perms/DocMDP', kind: 'certification', intact: true });
    expect(failing(signer)).toContain('signature-in-field');
  });
});

describe('several revisions', () => {
  test('each signature covers its own revision', async () => {
    const result = await see(signed().sign({ make: bytes => pki.cms('bob', bytes) }));
    expect(result.signers.map(({ name, coverage, revision, intact }) => [name, coverage, revision, intact])).toEqual([
      ['Ann', 'revision', 2, true],
      ['Bob', 'file', 3, true],
    ]);
    expect(result.signer?.name).toBe('Bob');
  });

  test('a document timestamp proves the time of the earlier revisions', async () => {
    const stamped = signed().timestamp(bytes => pki.timestamp('tsa', bytes));
    const { signers, document, signer } = await see(stamped);
    expect(signers.map(({ kind, level }) => [kind, level])).toEqual([
      ['signature', 'PAdES-BASELINE-T'],
      ['timestamp', null],
    ]);
    expect(document).toMatchObject({ signatures: 1, timestamps: 1 });
    expect(signer?.name).toBe('Ann');
    expect(signers[1]).toMatchObject({
      name: 'tsa',
      signedAtSource: 'timestamp',
      signedAt: '2026-06-01T11:00:00.000Z',
    });
  });

  describe('a key that occurs twice in the dictionary of a later timestamp', () => {
    const stamped = (entries: Record<string, string>, options: Partial<SignOptions> = {}) =>
      signed().timestamp(bytes => pki.timestamp('tsa', bytes), { ...options, entries: { M: null, ...entries } });
    test.each([
      ['the same /Type', { Reason: '(a)/Type/DocTimeStamp' }],
      ['another /Type', { Reason: '(a)/Type/Sig' }],
    ])('%s is a note, as /SubFilter decides', async (_, entries) => {
      const { valid, signers } = await see(stamped(entries));
      expect(valid).toBe(true);
      expect(signers.map(({ kind, intact, changesAfter }) => [kind, intact, changesAfter])).toEqual([
        ['signature', true, 'archival'],
        ['timestamp', true, 'none'],
      ]);
      expect(signers[1]!.findings).toContainEqual(
        expect.objectContaining({ rule: 'type-stated-once', outcome: 'fail', level: 'inform' }),
      );
    });
    test.each([
      ['/Reason', { Reason: '(a)/Reason(b)' }],
      ['/SubFilter', { Reason: '(a)/SubFilter/ETSI.RFC3161' }],
      ['/Type and /Filter', { Reason: '(a)/Type/DocTimeStamp/Filter/Adobe.PPKLite' }],
    ])('%s fails there, and the earlier signature is still evaluated', async (_, entries) => {
      const { valid, signers } = await see(stamped(entries));
      expect(valid).toBe(false);
      expect(failing(signers[0]!)).not.toContain('later-revisions-readable');
      expect(signers[0]).toMatchObject({ changesAfter: 'archival', changesAllowed: true });
      expect(failing(signers[1]!)).toContain('signature-keys-once');
    });
    test('/Type of a signature fails there', async () => {
      const { signers } = await see(signed().sign({ make: byAnn, entries: { Reason: '(a)/Type/Sig' } }));
      expect(signers[0]).toMatchObject({ changesAllowed: true });
      expect(failing(signers[1]!)).toContain('signature-keys-once');
    });
    test.each<[what: string, pdf: () => TestPdf]>([
      [
        'in the dictionary of an existing signature',
        () => signed().revise({ 7: '<</A 1/A 2/ByteRange[]/Contents<00>>>' }),
      ],
      ['inside an entry', () => stamped({ Reason: '(a)/Prop_Build<</App<</A 1/A 2>>>>' })],
      [
        'in a dictionary that has no /Contents',
        () => signed().revise({ 20: '<</A 1/A 2/ByteRange[]>>', 5: '<</Fields[6 0 R]/SigFlags 3/X 20 0 R>>' }),
      ],
    ])('%s is still doubtful', async (_, pdf) => {
      const { valid, signers } = await see(pdf());
      expect(valid).toBe(false);
      expect(failing(signers[0]!)).toContain('later-revisions-readable');
    });
  });
});
