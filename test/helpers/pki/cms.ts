/** Makes CMS SignedData, with options for all deviations that a verifier must detect, and timestamp tokens. */
import { createHash } from 'node:crypto';
import { type ExtensionRow, extensionOf, generalName, type Identity } from './certificates.js';
import { generalizedTime, implicit, inside, integer, octetString, oid, sequence, setOf, tagged, time } from './der.js';
import { type Digest, digest, digestAlgorithm, type Scheme, signWith } from './keys.js';

const ID_DATA = '1.2.840.113549.1.7.1';
const ID_TST_INFO = '1.2.840.113549.1.9.16.1.4';

export interface CmsOptions {
  readonly signer: Identity;
  /** The signed data: the bytes of the two ranges of a PDF, or the eContent. */
  readonly data: Uint8Array;
  readonly digest?: Digest;
  readonly scheme?: Scheme;
  /** Includes `data` (or these bytes) as eContent. */
  readonly content?: boolean | Uint8Array;
  readonly contentType?: string;
  /** False: the signature is over the data itself. */
  readonly signedAttributes?: boolean;
  /** Default 2; false omits the ESS attribute. */
  readonly ess?: 1 | 2 | false;
  /** The certificate in the ESS attribute; default: the signer's. */
  readonly essCertificate?: Identity;
  readonly signingTime?: Date;
  readonly policy?: string;
  /** A wrong value of the message-digest attribute; null omits it. */
  readonly messageDigest?: Uint8Array | null;
  /** The content-type attribute; null omits it. */
  readonly contentTypeAttribute?: string | null;
  /** Additional attributes, see attribute(). */
  readonly extraSigned?: readonly Uint8Array[];
  readonly unsigned?: readonly Uint8Array[];
  /** Returns the token of the signature-time-stamp attribute for the signature value. */
  readonly timestamp?: (signature: Uint8Array) => Uint8Array;
  /** Adobe's RevocationInfoArchival among the signed attributes. */
  readonly archival?: { crls?: readonly Uint8Array[]; ocsps?: readonly Uint8Array[] };
  /** Included certificates; default: the signer's. */
  readonly certificates?: readonly Identity[];
  readonly crls?: readonly Uint8Array[];
  /** 'sent': encodes the signed attributes unsorted, which DER forbids; 'signed': also signs them unsorted. */
  readonly disorder?: 'sent' | 'signed';
  /** Identifies the signer by subjectKeyIdentifier. */
  readonly bySubjectKey?: boolean;
  /** The identified signer; default: the one that signs. */
  readonly namedSigner?: Identity;
  /** Wrong AlgorithmIdentifiers. */
  readonly statedDigest?: Uint8Array;
  readonly statedSignature?: Uint8Array;
  /** Returns a wrong signature value for the signed bytes. */
  readonly signatureValue?: (message: Uint8Array) => Uint8Array;
  /** Number of copies of the SignerInfo; default 1. */
  readonly signerInfos?: number;
  /** Indefinite lengths and constructed content. */
  readonly ber?: boolean;
  /** Number of trailing zero bytes. */
  readonly padding?: number;
  readonly trailing?: Uint8Array;
}

export function attribute(id: string, ...values: Uint8Array[]): Uint8Array {
  return sequence(oid(id), setOf(values));
}

export function makeCms(options: CmsOptions): Uint8Array {
  const name = options.digest ?? 'SHA-256';
  const content = options.content === true ? options.data : options.content || null;
  const contentType = options.contentType ?? ID_DATA;
  const wrap = options.ber ? indefinite : definite;
  const eContent = content && (options.ber ? pieces(content) : octetString(content));
  const info = signerInfo(options, name, contentType);
  const certificates = options.certificates ?? [options.signer];
  const signedData = wrap(
    0x30,
    integer(certificates.length && contentType === ID_DATA ? 1 : 3),
    setOf([options.statedDigest ?? digestAlgorithm(name)]),
    wrap(0x30, oid(contentType), ...(eContent ? [wrap(0xa0, eContent)] : [])),
    ...(certificates.length ? [tagged(0, ...certificates.map(identity => identity.der))] : []),
    ...(options.crls?.length ? [tagged(1, ...options.crls)] : []),
    setOf(Array.from({ length: options.signerInfos ?? 1 }, () => info)),
  );
  const contentInfo = wrap(0x30, oid('1.2.840.113549.1.7.2'), wrap(0xa0, signedData));
  return Buffer.concat([contentInfo, Buffer.alloc(options.padding ?? 0), options.trailing ?? new Uint8Array()]);
}

const definite = (tag: number, ...parts: Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.from([tag]), sequence(...parts).subarray(1)]);
const indefinite = (tag: number, ...parts: Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);
const pieces = (content: Uint8Array): Uint8Array =>
  indefinite(0x24, octetString(content.subarray(0, 3)), octetString(content.subarray(3)));

function signerInfo(options: CmsOptions, name: Digest, contentType: string): Uint8Array {
  const named = (options.namedSigner ?? options.signer).certificate;
  const attributes = options.signedAttributes === false ? null : signedAttributes(options, name, contentType);
  const sorted = attributes && setOf(attributes);
  const shuffled = sorted && disordered(sorted);
  const message = sorted ? (options.disorder === 'signed' ? shuffled! : sorted) : options.data;
  const { algorithm, value: truth } = signWith(options.signer.key, message, { digest: name, ...options.scheme });
  const value = options.signatureValue?.(message) ?? truth;
  const sent = options.disorder ? shuffled : sorted;
  const unsigned = [
    ...(options.unsigned ?? []),
    ...(options.timestamp ? [attribute('1.2.840.113549.1.9.16.2.14', options.timestamp(value))] : []),
  ];
  return sequence(
    integer(options.bySubjectKey ? 3 : 1),
    options.bySubjectKey
      ? implicit(0, Buffer.from(named.extensions.subjectKeyId!, 'hex'))
      : sequence(named.issuer.der, integer(BigInt(`0x${named.serialNumber}`))),
    options.statedDigest ?? digestAlgorithm(name),
    ...(sent ? [definite(0xa0, inside(sent))] : []),
    options.statedSignature ?? algorithm,
    octetString(value),
    ...(unsigned.length ? [definite(0xa1, inside(setOf(unsigned)))] : []),
  );
}

/** The members with the first one moved to the end. */
function disordered(set: Uint8Array): Uint8Array {
  const members = inside(set);
  const first = members[1]! < 0x80 ? 2 + members[1]! : 2 + (members[1]! & 0x7f) + lengthOf(members);
  return definite(0x31, members.subarray(first), members.subarray(0, first));
}

function lengthOf(value: Uint8Array): number {
  return Buffer.from(value).readUIntBE(2, value[1]! & 0x7f);
}

function signedAttributes(options: CmsOptions, name: Digest, contentType: string): Uint8Array[] {
  const hash = options.messageDigest === undefined ? digest(name, options.data) : options.messageDigest;
  const type = options.contentTypeAttribute === undefined ? contentType : options.contentTypeAttribute;
  const list = (n: number, values: readonly Uint8Array[] | undefined) =>
    values?.length ? [tagged(n, sequence(...values))] : [];
  const archival = options.archival && [...list(0, options.archival.crls), ...list(1, options.archival.ocsps)];
  return [
    ...(type === null ? [] : [attribute('1.2.840.113549.1.9.3', oid(type))]),
    ...(hash === null ? [] : [attribute('1.2.840.113549.1.9.4', octetString(hash))]),
    ...(options.signingTime ? [attribute('1.2.840.113549.1.9.5', time(options.signingTime))] : []),
    ...(options.ess === false ? [] : [essAttribute(options)]),
    ...(options.policy ? [attribute('1.2.840.113549.1.9.16.2.15', policyValue(options.policy))] : []),
    ...(archival ? [attribute('1.2.840.113583.1.1.8', sequence(...archival))] : []),
    ...(options.extraSigned ?? []),
  ];
}

function essAttribute(options: CmsOptions): Uint8Array {
  const { der } = options.essCertificate ?? options.signer;
  const version = options.ess === 1 ? 1 : 2;
  const hash = createHash(version === 1 ? 'sha1' : 'sha256')
    .update(der)
    .digest();
  const id = version === 1 ? '1.2.840.113549.1.9.16.2.12' : '1.2.840.113549.1.9.16.2.47';
  return attribute(id, sequence(sequence(sequence(octetString(hash)))));
}

function policyValue(policy: string): Uint8Array {
  return sequence(oid(policy), sequence(digestAlgorithm('SHA-256'), octetString(Buffer.alloc(32))));
}

export interface TimestampOptions extends Partial<Omit<CmsOptions, 'data' | 'content' | 'contentType'>> {
  readonly signer: Identity;
  readonly time: Date;
  /** Digest algorithm of the imprint; default SHA-256. */
  readonly imprintDigest?: Digest;
  /** Instead of the digest of `data`. */
  readonly imprint?: Uint8Array;
  /** Hexadecimal. */
  readonly nonce?: string;
  /** Of TSTInfo; default: 1. */
  readonly version?: number;
  /** A general name such as 'dir:CN=tsa'; default: none. */
  readonly tsa?: string;
  /** Of TSTInfo. */
  readonly extensions?: readonly ExtensionRow[];
}

/** A token over `data`: the signature value for a signature timestamp, the two ranges for a document timestamp. */
export function makeTimestamp(data: Uint8Array, options: TimestampOptions): Uint8Array {
  const name = options.imprintDigest ?? 'SHA-256';
  const info = sequence(
    integer(options.version ?? 1),
    oid('1.3.6.1.4.1.99999.1'),
    sequence(digestAlgorithm(name), octetString(options.imprint ?? digest(name, data))),
    integer(42),
    generalizedTime(options.time),
    sequence(integer(1)),
    ...(options.nonce ? [integer(BigInt(`0x${options.nonce}`))] : []),
    ...(options.tsa ? [tagged(0, generalName(options.tsa))] : []),
    ...(options.extensions ? [tagged(1, ...options.extensions.map(extensionOf))] : []),
  );
  return makeCms({ ...options, data: info, content: true, contentType: ID_TST_INFO });
}
