/**
 * Keys that something else holds: a token, a program, a service. Whatever such a source answers is verified with the public
 * key of the certificate before it is used: a source that is mistaken, or lies, never makes a signature that is not valid.
 */
import { DocconvError } from '../../errors.js';
import {
  type Certificate,
  encodeInteger,
  parseCertificate,
  type SignatureScheme,
  sequence,
  verifyWithScheme,
} from '../../pki/index.js';
import { issuersOf, publicKeyOf } from '../certificate-key.js';
import { DIGEST_NAMES, type SigningScheme } from '../scheme.js';
import type { Signer } from '../signer.js';

export interface ForeignKey {
  /** DER or PEM: the certificate of the key first, then others, of which those of its issuers are used. */
  readonly certificates: readonly Certificate[];
  /** A signature value over `data`; of ECDSA in DER, or as r and s. Calls do not overlap. */
  sign(data: Uint8Array, scheme: SignatureScheme, signal?: AbortSignal): Promise<Uint8Array>;
  close?(): Promise<void>;
}

/** @param source for messages, such as 'The token' */
export function signerOf(key: ForeignKey, source: string): Required<Signer> {
  const [certificate, ...others] = key.certificates;
  if (!certificate) throw new DocconvError('SIGNING_FAILED.no-certificate', { source });
  let last: Promise<unknown> = Promise.resolve();
  return {
    certificate,
    others: issuersOf(certificate, others),
    publicKey: publicKeyOf(certificate),
    sign(data, wanted, signal) {
      const scheme = schemeFor(wanted);
      const value = last.then(async () => verified(await key.sign(data, scheme, signal), data, scheme));
      last = value.catch(() => {});
      return value;
    },
    close: async () => key.close?.(),
  };

  function verified(value: Uint8Array, data: Uint8Array, scheme: SignatureScheme): Uint8Array {
    const forms = scheme.name === 'ECDSA' ? [value, ...pairInDer(value)] : [value];
    const publicKey = certificate!.publicKey;
    const valid = forms.find(signature => verifyWithScheme({ key: publicKey, scheme, signature }, data) === 'valid');
    if (!valid) throw new DocconvError('SIGNING_FAILED.not-of-certificate', { source });
    return valid;
  }
}

function schemeFor(scheme: SigningScheme): SignatureScheme {
  const digest = DIGEST_NAMES[scheme.digest];
  switch (scheme.type) {
    case 'rsa-pkcs1':
      return { name: 'RSASSA-PKCS1-v1_5', digest, pss: null };
    case 'rsa-pss':
      return { name: 'RSASSA-PSS', digest, pss: { mgf1Digest: digest, saltLength: scheme.saltLength, der: null } };
    case 'ecdsa':
      return { name: 'ECDSA', digest, pss: null };
    case 'ed25519':
      return { name: 'Ed25519', digest: null, pss: null };
  }
}

/** r and s, each in half of the bytes, as PKCS#11 and some services write them. */
function pairInDer(value: Uint8Array): Uint8Array[] {
  if (value.length === 0 || value.length % 2 !== 0) return [];
  const half = value.length / 2;
  return [sequence(integer(value.subarray(0, half)), integer(value.subarray(half)))];
}

function integer(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex(byte => byte !== 0);
  return encodeInteger(Buffer.from(first < 0 ? bytes.subarray(-1) : bytes.subarray(first)).toString('hex'));
}

/** None where one cannot be read: the source is mistaken. */
export function certificatesIn(ders: readonly Uint8Array[], source: string): Certificate[] {
  try {
    return ders.map(parseCertificate);
  } catch (cause) {
    throw new DocconvError('SIGNING_FAILED.certificate-unreadable', { source }, { cause });
  }
}
