/** Attacks on the CMS message of a signature and its cryptography. */
import { constants, createHash, privateEncrypt } from 'node:crypto';
import type { VerificationResult } from '../../../src/signatures/index.js';
import { octetString, oid, sequence, time } from '../../helpers/pki/der.js';
import { digest, digestAlgorithm } from '../../helpers/pki/keys.js';
import { attribute, createPki, NOW } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import type { Row, RowAttack } from './attack.js';
import { by, type CmsOptions, cms, type Name, pki } from './documents.js';
import { twins } from './twins.js';

const FORMAT = 'TOTAL_FAILED FORMAT_FAILURE';
const WEAK = 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE';

const message = (
  what: string,
  options: CmsOptions,
  rule: string,
  expected = FORMAT,
  signer: Name = 'ann',
): RowAttack => ({
  what,
  clean: cms({}, signer),
  attacked: cms(options, signer),
  expected,
  rule,
});
const broken = { breaksCryptography: true } as const;

/** At a time when SHA-1 was secure: adbe.pkcs7.sha1 permits only SHA-1. */
const then = createPki({ root: {}, ann: { issuer: 'root' } }, new Date('2011-06-01T12:00:00Z'));
const sha1Content = (of: (bytes: Buffer) => Buffer) => () => ({
  bytes: blankPdf().sign({
    subFilter: 'adbe.pkcs7.sha1',
    entries: { M: '(D:20110601110000Z)' },
    make: bytes => then.cms('ann', createHash('sha1').update(of(bytes)).digest(), { content: true }),
  }).bytes,
  options: { at: then.now },
});

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const PKCS7 = 'adbe.pkcs7.detached';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNATURE_POLICY = '1.2.840.113549.1.9.16.2.15';
const AN_HOUR_AGO = new Date(NOW.getTime() - 3_600_000);
const signingTime = (...times: Date[]): Uint8Array => attribute('1.2.840.113549.1.9.5', ...times.map(time));
const other = (byte: number): Uint8Array => sequence(sequence(sequence(octetString(Buffer.alloc(32, byte)))));
const reference = (...values: Uint8Array[]): Uint8Array => attribute('1.2.840.113549.1.9.16.2.47', ...values);
/** The signing-certificate attribute of this version (RFC 5035, 5.4). */
function ess(version: 1 | 2, der: Uint8Array): Uint8Array {
  const hash = octetString(digest(version === 1 ? 'SHA-1' : 'SHA-256', der));
  return attribute(`1.2.840.113549.1.9.16.2.${version === 1 ? 12 : 47}`, sequence(sequence(sequence(hash))));
}
const unidentified = (what: string, ...extraSigned: Uint8Array[]): RowAttack =>
  message(what, { ess: false, extraSigned }, 'signing-certificate', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND');
const isLevel =
  (level: string) =>
  ({ signer }: VerificationResult) =>
    signer?.level === level;

export const MESSAGES: readonly Row[] = [
  {
    number: 15,
    name: 'content inside the message',
    twin: cms({ digest: 'SHA-512' }),
    attacks: [
      message('the document itself', { content: true }, 'detached'),
      {
        ...message('another document, whose digest is signed', {}, 'detached'),
        attacked: () =>
          blankPdf().sign({ make: () => pki.cms('ann', Buffer.from('another document'), { content: true }) }),
        ...broken,
      },
      {
        what: 'the SHA-1 of another document',
        clean: sha1Content(bytes => bytes),
        attacked: sha1Content(() => Buffer.from('another document')),
        expected: 'TOTAL_FAILED HASH_FAILURE',
        rule: 'digest',
        ...broken,
      },
    ],
  },
  {
    number: 16,
    name: 'signers',
    twin: cms({ certificates: [pki.id('ann'), pki.id('bob'), pki.id('ca')] }),
    attacks: [
      message('two', { signerInfos: 2 }, 'one-signer'),
      { ...message('none', { signerInfos: 0 }, 'one-signer'), ...broken },
    ],
  },
  {
    number: 17,
    name: 'signed attributes',
    twin: cms({ signingTime: AN_HOUR_AGO, policy: '1.2.3' }), // as /M
    attacks: [
      { ...message('no message digest', { messageDigest: null }, 'message-digest'), ...broken },
      message('no content type', { contentTypeAttribute: null }, 'content-type'),
      message('another content type', { contentTypeAttribute: SIGNED_DATA }, 'content-type'),
      {
        ...message('two message digests', {}, 'message-digest'),
        attacked: cms({ extraSigned: [attribute(MESSAGE_DIGEST, octetString(Buffer.alloc(32)))] }),
        ...broken,
      },
      message(
        'a type of content that is no document, in both places',
        { contentType: '1.2.840.113549.1.9.16.1.4' },
        'content-type',
      ),
      message(
        'a type of content that is no document, without signed attributes',
        { contentType: '1.2.840.113549.1.9.16.1.4', signedAttributes: false },
        'content-type',
      ),
      message('none, which CAdES requires', { signedAttributes: false }, 'message-digest'),
      {
        ...message('a type of content that is no document, as PKCS #7', {}, 'content-type'),
        clean: () => blankPdf().sign({ make: by({ signedAttributes: false }), subFilter: PKCS7 }),
        attacked: () =>
          blankPdf().sign({ make: by({ contentType: SIGNED_DATA, signedAttributes: false }), subFilter: PKCS7 }),
      },
      message('two content types', { extraSigned: [attribute(CONTENT_TYPE, oid('1.2.3'))] }, 'content-type'),
      ...[
        ['two signing times', { signingTime: AN_HOUR_AGO, extraSigned: [signingTime(AN_HOUR_AGO)] }],
        ['a signing time with two values', { extraSigned: [signingTime(AN_HOUR_AGO, NOW)] }],
        ['a signing time without a value', { extraSigned: [signingTime()] }],
        ['two policies', { policy: '1.2.3', extraSigned: [attribute(SIGNATURE_POLICY, sequence(oid('1.2.4')))] }],
      ].map(([what, options]) => message(what as string, options as CmsOptions, 'attributes-once')),
      message('another digest', { messageDigest: Buffer.alloc(32) }, 'digest', 'TOTAL_FAILED HASH_FAILURE'),
      message(
        'another order, signed in this order',
        { disorder: 'signed' },
        'signed-attributes-der',
        'valid, with a warning',
      ),
      message('another order, signed as DER', { disorder: 'sent' }, 'signed-attributes-der', 'valid, with a warning'),
    ].map(attack => (attack.rule === 'digest' ? { ...attack, ...broken } : attack)),
  },
  {
    number: 18,
    name: 'digest downgrade or mismatch',
    twin: cms({ digest: 'SHA-384' }, 'rsa'),
    attacks: [
      {
        ...message(
          'a weaker digest stated than signed',
          {},
          'algorithms-agree',
          'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE',
        ),
        attacked: () =>
          blankPdf().sign({
            make: bytes =>
              pki.cms('ann', bytes, { statedDigest: digestAlgorithm('SHA-1'), messageDigest: digest('SHA-1', bytes) }),
          }),
      },
      {
        ...message(
          'a stronger digest stated than signed',
          {},
          'algorithms-agree',
          'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE',
        ),
        attacked: () =>
          blankPdf().sign({
            make: bytes =>
              pki.cms('ann', bytes, {
                statedDigest: digestAlgorithm('SHA-512'),
                messageDigest: digest('SHA-512', bytes),
              }),
          }),
      },
      message('SHA-1 today', { digest: 'SHA-1' }, 'algorithm-strength', WEAK),
      message('MD5 today', { digest: 'MD5' }, 'algorithm-strength', WEAK, 'rsa'),
    ],
  },
  {
    number: 19,
    name: 'certificate substitution',
    twin: cms({ bySubjectKey: true }),
    attacks: [
      message(
        'another certificate for the same key',
        { namedSigner: pki.id('double'), certificates: [pki.id('double'), pki.id('ca')] },
        'signing-certificate',
        'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
      ),
      ...(['ann', 'double'] as const).map(first =>
        message(
          `two certificates with the key identifier of the signer, that of ${first} first`,
          {
            ess: false,
            bySubjectKey: true,
            certificates: [pki.id(first), pki.id('ann'), pki.id('double'), pki.id('ca')],
          },
          'signing-certificate',
          'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND',
        ),
      ),
      unidentified('two signing-certificate attributes', reference(other(1)), reference(other(2))),
      unidentified(
        'another certificate in version 1 of the attribute than in version 2',
        ess(1, pki.id('double').der),
        ess(2, pki.id('ann').der),
      ),
      unidentified(
        'another certificate in version 2 of the attribute than in version 1',
        ess(1, pki.id('ann').der),
        ess(2, pki.id('double').der),
      ),
      unidentified('a signing-certificate attribute without a value', reference()),
      unidentified('a signing-certificate attribute that cannot be read', reference(octetString(Buffer.alloc(32)))),
      {
        ...message('no signing-certificate attribute', { ess: false }, '', 'valid'),
        rule: null,
        also: isLevel('PDF-NOT-ETSI'),
      },
    ],
  },
  {
    number: 26,
    name: 'collisions',
    twin: () => twins('SHA-512').signed,
    attacks: [
      {
        what: 'another document with the same SHA-1 and the same signature',
        clean: () => twins('SHA-256').signed,
        attacked: () => twins('SHA-1').forged,
        expected: WEAK,
        rule: 'algorithm-strength',
      },
      {
        what: 'the same documents with SHA-256',
        clean: () => twins('SHA-256').signed,
        attacked: () => twins('SHA-256').forged,
        expected: 'TOTAL_FAILED HASH_FAILURE',
        rule: 'digest',
        ...broken,
      },
    ],
  },
  {
    number: 27,
    name: 'RSA padding',
    twin: cms({ digest: 'SHA-512' }, 'lowExponent'),
    attacks: [
      forged('made without the key: short padding, trailing garbage', cubeRootForgery),
      forged('short padding, trailing garbage', message => raw(padded(8, digestInfo(message), 0))),
      forged('garbage in the parameters of the digest algorithm', message =>
        raw(padded(8, digestInfo(message, octetString(Buffer.alloc(PARAMETERS))), 0)),
      ),
      forged('padding with other bytes than ff', message => raw(padded(RSA_BYTES, digestInfo(message), 0, 0xfe))),
    ],
  },
];

const RSA_BYTES = 256;
/** Fills a block of 2048 bits after eight bytes of padding. */
const PARAMETERS = 185;

function forged(what: string, signatureValue: (message: Uint8Array) => Uint8Array): RowAttack {
  return {
    ...message(what, { signatureValue }, 'signature', 'TOTAL_FAILED SIG_CRYPTO_FAILURE', 'lowExponent'),
    ...broken,
  };
}

/** RFC 8017, 9.2: the DigestInfo that follows the padding. */
function digestInfo(message: Uint8Array, parameters: Uint8Array = Buffer.from([5, 0])): Buffer {
  const algorithm = sequence(oid('2.16.840.1.101.3.4.2.1'), parameters);
  return Buffer.from(sequence(algorithm, octetString(digest('SHA-256', message))));
}

/** 00 01 ff ... 00 and the DigestInfo, which lax verifiers accept; `garbage` fills the rest of the block. */
function padded(ones: number, info: Buffer, garbage: number, fill = 0xff): Buffer {
  const room = RSA_BYTES - 3 - info.length;
  const head = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(Math.min(ones, room), fill), Buffer.from([0]), info]);
  return Buffer.concat([head, Buffer.alloc(RSA_BYTES - head.length, garbage)]);
}

/** The signature value that decrypts to this block, made with the key. */
const raw = (block: Buffer): Buffer =>
  privateEncrypt({ key: pki.id('lowExponent').key, padding: constants.RSA_NO_PADDING }, block);

/** Bleichenbacher, 2006: with exponent 3, the cube root of a block with trailing garbage is a signature; no key is needed. */
function cubeRootForgery(message: Uint8Array): Buffer {
  const lowest = toNumber(padded(8, digestInfo(message), 0));
  const highest = toNumber(padded(8, digestInfo(message), 0xff));
  const root = cubeRoot(highest);
  if (root ** 3n < lowest) throw new Error('no cube in the range');
  return Buffer.from(root.toString(16).padStart(2 * RSA_BYTES, '0'), 'hex');
}

const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** Rounded down, by Newton's method from above. */
function cubeRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 3));
  for (;;) {
    const next = (2n * root + value / root ** 2n) / 3n;
    if (next >= root) return root;
    root = next;
  }
}
