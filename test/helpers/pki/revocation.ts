/** Makes CRLs and OCSP responses. */
import { createHash } from 'node:crypto';
import {
  distinguishedName,
  distributionPointName,
  type ExtensionRow,
  extensionOf,
  type Identity,
  keyBits,
} from './certificates.js';
import {
  bitString,
  boolean,
  enumerated,
  generalizedTime,
  implicit,
  inside,
  integer,
  nil,
  octetString,
  oid,
  sequence,
  tagged,
  time,
} from './der.js';
import { type Digest, digest, digestAlgorithm, type Scheme, signWith } from './keys.js';

export interface RevokedRow {
  readonly serialNumber: string;
  readonly at: Date;
  readonly reason?: number;
  /** The certificate issuer, in indirect CRLs. */
  readonly issuer?: string;
  readonly extensions?: readonly ExtensionRow[];
  /** With an extension that has neither an identifier nor a value. */
  readonly isMalformed?: boolean;
}

export interface CrlOptions {
  readonly revoked?: readonly RevokedRow[];
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date | null;
  readonly number?: number;
  /** The base CRL number, for a delta CRL. */
  readonly base?: number;
  readonly distributionPoint?: {
    readonly url?: string;
    /** Instead of `url`: a common name relative to the CRL issuer. */
    readonly relativeName?: string;
    readonly onlyUser?: boolean;
    readonly onlyCa?: boolean;
    readonly indirect?: boolean;
    /** Bit numbers of ReasonFlags. */
    readonly reasons?: number;
  };
  readonly extensions?: readonly ExtensionRow[];
  readonly scheme?: Scheme;
}

/** `issuer`: the issuer name in the CRL; `signer`: the one that signs it, normally the same. */
export function makeCrl(issuer: Identity, signer: Identity, options: CrlOptions): Uint8Array {
  const { algorithm } = signWith(signer.key, new Uint8Array(), options.scheme);
  const revoked = options.revoked ?? [];
  const tbs = sequence(
    integer(1),
    algorithm,
    issuer.certificate.subject.der,
    time(options.thisUpdate),
    ...(options.nextUpdate ? [time(options.nextUpdate)] : []),
    ...(revoked.length ? [sequence(...revoked.map(entry))] : []),
    tagged(0, sequence(...crlExtensions(options))),
  );
  return sequence(tbs, algorithm, bitString(signWith(signer.key, tbs, options.scheme).value));
}

function entry({ serialNumber, at, reason, issuer, extensions: more = [], isMalformed }: RevokedRow): Uint8Array {
  const extensions = [
    ...(reason === undefined ? [] : [sequence(oid('2.5.29.21'), octetString(enumerated(reason)))]),
    ...(issuer
      ? [sequence(oid('2.5.29.29'), boolean(true), octetString(sequence(tagged(4, distinguishedName(issuer)))))]
      : []),
    ...more.map(extensionOf),
    ...(isMalformed ? [sequence(boolean(true))] : []),
  ];
  return sequence(
    integer(BigInt(`0x${serialNumber}`)),
    time(at),
    ...(extensions.length ? [sequence(...extensions)] : []),
  );
}

function crlExtensions({ number, base, distributionPoint: point, extensions }: CrlOptions): Uint8Array[] {
  const flag = (n: number, value: boolean | undefined) => (value ? [implicit(n, Buffer.from([0xff]))] : []);
  const idp = point && [
    ...distributionPointName(point.url, point.relativeName),
    ...flag(1, point.onlyUser),
    ...flag(2, point.onlyCa),
    ...(point.reasons === undefined ? [] : [implicit(3, Buffer.from([0, point.reasons]))]),
    ...flag(4, point.indirect),
  ];
  return [
    sequence(oid('2.5.29.20'), octetString(integer(number ?? 1))),
    ...(base === undefined ? [] : [sequence(oid('2.5.29.27'), boolean(true), octetString(integer(base)))]),
    ...(idp ? [sequence(oid('2.5.29.28'), boolean(true), octetString(sequence(...idp)))] : []),
    ...(extensions ?? []).map(extensionOf),
  ];
}

export interface OcspOptions {
  /** Default 'good'. */
  readonly status?: 'good' | 'revoked' | 'unknown';
  readonly revokedAt?: Date;
  readonly reason?: number;
  readonly thisUpdate: Date;
  readonly nextUpdate?: Date | null;
  /** Default: thisUpdate. */
  readonly producedAt?: Date;
  /** Hash algorithm of the certID; default SHA-1. */
  readonly hash?: Digest;
  /** Identifies the responder by the hash of its key instead of its name. */
  readonly byKey?: boolean;
  /** Included certificates; default: the responder's. */
  readonly certificates?: readonly Identity[];
  readonly archiveCutoff?: Date;
  /** The certificate whose hash the extension CertHash states. */
  readonly certHash?: Identity;
  /** Of the answer. */
  readonly extensions?: readonly ExtensionRow[];
  /** Further answers for the same certificate, which differ from this one in these members. */
  readonly more?: readonly Partial<OcspOptions>[];
  readonly scheme?: Scheme;
}

/** An OCSPResponse with the status of `subject`, issued by `issuer`, signed by `responder`. */
export function makeOcsp(subject: Identity, issuer: Identity, responder: Identity, options: OcspOptions): Uint8Array {
  const answers = [{}, ...(options.more ?? [])].map(one => answer(subject, issuer, { ...options, ...one }));
  const name = options.byKey
    ? tagged(2, octetString(createHash('sha1').update(keyBits(responder.key)).digest()))
    : tagged(1, responder.certificate.subject.der);
  const tbs = sequence(name, generalizedTime(options.producedAt ?? options.thisUpdate), sequence(...answers));
  const { algorithm, value } = signWith(responder.key, tbs, options.scheme);
  const certificates = (options.certificates ?? [responder]).map(identity => identity.der);
  const basic = sequence(
    tbs,
    algorithm,
    bitString(value),
    ...(certificates.length ? [tagged(0, sequence(...certificates))] : []),
  );
  return sequence(enumerated(0), tagged(0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octetString(basic))));
}

function answer(subject: Identity, issuer: Identity, options: OcspOptions): Uint8Array {
  const { thisUpdate, nextUpdate, archiveCutoff, certHash } = options;
  const extensions = [
    ...(archiveCutoff ? [{ oid: '1.3.6.1.5.5.7.48.1.6', value: generalizedTime(archiveCutoff) }] : []),
    ...(certHash ? [{ oid: '1.3.36.8.3.13', value: certHashValue(certHash) }] : []),
    ...(options.extensions ?? []),
  ];
  return sequence(
    certId(subject, issuer, options.hash ?? 'SHA-1'),
    certStatus(options),
    generalizedTime(thisUpdate),
    ...(nextUpdate ? [tagged(0, generalizedTime(nextUpdate))] : []),
    ...(extensions.length ? [tagged(1, sequence(...extensions.map(extensionOf)))] : []),
  );
}

const certHashValue = ({ der }: Identity): Uint8Array =>
  sequence(digestAlgorithm('SHA-256'), octetString(digest('SHA-256', der)));

function certId(subject: Identity, issuer: Identity, hash: Digest): Uint8Array {
  return sequence(
    digestAlgorithm(hash),
    octetString(digest(hash, subject.certificate.issuer.der)),
    octetString(digest(hash, keyBits(issuer.key))),
    integer(BigInt(`0x${subject.certificate.serialNumber}`)),
  );
}

function certStatus({ status, revokedAt, reason, thisUpdate }: OcspOptions): Uint8Array {
  if (status === 'unknown') return implicit(2, new Uint8Array());
  if (status !== 'revoked') return implicit(0, inside(nil()));
  return tagged(
    1,
    generalizedTime(revokedAt ?? thisUpdate),
    ...(reason === undefined ? [] : [tagged(0, enumerated(reason))]),
  );
}
