/** Parses OCSP responses and encodes requests (RFC 6960). */
import { createHash } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import { createDigest, readAlgorithm, readSigned, type SignedObject } from '../algorithm.js';
import { type Certificate, readCertificate } from '../certificate.js';
import { attempt, children, context, type Der, Fields, inside, readDer, readReadable, TAG } from '../der/reader.js';
import { integerHex, octets, oidOf, sameBytes, timeOf } from '../der/values.js';
import { encode, encodeInteger, encodeOid, sequence } from '../der/writer.js';
import { type ExtensionFaults, faultsOf, readExtension, readExtensions } from '../extensions.js';
import { type Name, readName, sameName } from '../name.js';
import { type RevocationReason, readReason } from './crl.js';

export interface OcspResponse extends SignedObject, ExtensionFaults {
  /** The BasicOCSPResponse. */
  readonly der: Uint8Array;
  readonly responder: { readonly name: Name } | { readonly keyHash: Uint8Array };
  readonly producedAt: Date;
  readonly responses: readonly SingleResponse[];
  readonly certificates: readonly Certificate[];
}

export interface SingleResponse extends ExtensionFaults {
  readonly certId: CertId;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Date | null;
  readonly reason: RevocationReason | null;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** Archive cutoff: the responder retains the status of certificates that expired since then. */
  readonly archiveCutoff: Date | null;
  /** The certificate that the responder knows under this serial number (CertHash of Common PKI); null: not stated. */
  readonly certHash: CertHash | 'malformed' | null;
}

type CertId = Readonly<ReturnType<typeof readCertId>>;
type CertHash = Readonly<ReturnType<typeof readCertHash>>;

/** Parses an OCSPResponse or, as in CAdES attributes, a BasicOCSPResponse. Throws CORRUPT_DOCUMENT. */
export function parseOcspResponse(der: Uint8Array): OcspResponse {
  return readOcspResponse(readDer(der));
}

/** Tells a responder that answers nothing from an answer that is damaged. */
const REFUSED = { detail: { refused: true } };

export function readOcspResponse(node: Der): OcspResponse {
  const fields = new Fields(node);
  const status = fields.maybe(TAG.enumerated);
  if (!status) return readBasicResponse(node);
  if (status.content[0] !== 0)
    throw new DocconvError('CORRUPT_DOCUMENT.asn1-ocsp-status', { status: String(status.content[0]) }, REFUSED);
  const responseBytes = new Fields(inside(fields.take(context(0))));
  if (oidOf(responseBytes.any()) !== '1.3.6.1.5.5.7.48.1.1')
    throw new DocconvError('CORRUPT_DOCUMENT.asn1-ocsp-not-basic');
  return readBasicResponse(readDer(octets(responseBytes.any())));
}

/** Responders answer for the certificates of a request, mostly one. */
const MAX_RESPONSES = 1000;

function readBasicResponse(node: Der): OcspResponse {
  const outer = new Fields(node);
  const { signed, fields } = readSigned(outer);
  const certificates = outer.explicit(0, list => readReadable(list, readCertificate)) ?? [];
  fields.maybe(context(0));
  const responder = readResponder(fields.any());
  const producedAt = timeOf(fields.take(TAG.generalizedTime));
  const responses = children(fields.take(TAG.sequence));
  if (responses.length > MAX_RESPONSES) throw new DocconvError('CORRUPT_DOCUMENT.asn1-ocsp-too-many');
  const extensions = fields.explicit(1, readExtensions) ?? [];
  return {
    der: node.bytes,
    ...signed,
    responder,
    producedAt,
    responses: responses.map(readSingleResponse),
    certificates,
    ...faultsOf(extensions, new Set([NONCE])),
  };
}

function readResponder(node: Der): OcspResponse['responder'] {
  return node.tag === context(1) ? { name: readName(inside(node)) } : { keyHash: octets(inside(node)) };
}

const NONCE = '1.3.6.1.5.5.7.48.1.2';
const ARCHIVE_CUTOFF = '1.3.6.1.5.5.7.48.1.6';
const CERT_HASH = '1.3.36.8.3.13';
const KNOWN: ReadonlySet<string> = new Set([ARCHIVE_CUTOFF, CERT_HASH]);

function readSingleResponse(node: Der): SingleResponse {
  const fields = new Fields(node);
  const certId = readCertId(fields.any());
  const status = readStatus(fields.any());
  const thisUpdate = timeOf(fields.take(TAG.generalizedTime));
  const nextUpdate = fields.explicit(0, timeOf);
  const extensions = fields.explicit(1, readExtensions) ?? [];
  return {
    certId,
    ...status,
    thisUpdate,
    nextUpdate,
    archiveCutoff: readExtension(extensions, ARCHIVE_CUTOFF, value => timeOf(readDer(value))),
    certHash: readExtension(extensions, CERT_HASH, value => attempt(() => readCertHash(readDer(value))) ?? 'malformed'),
    ...faultsOf(extensions, KNOWN),
  };
}

function readStatus(node: Der): Pick<SingleResponse, 'status' | 'revokedAt' | 'reason'> {
  if (node.tag === context(0)) return { status: 'good', revokedAt: null, reason: null };
  if (node.tag !== context(1)) return { status: 'unknown', revokedAt: null, reason: null };
  const fields = new Fields(node, null);
  const revokedAt = timeOf(fields.any());
  return { status: 'revoked', revokedAt, reason: fields.explicit(0, readReason) };
}

function readCertId(node: Der) {
  const fields = new Fields(node);
  return {
    hashAlgorithm: readAlgorithm(fields.any()),
    issuerNameHash: octets(fields.any()),
    issuerKeyHash: octets(fields.any()),
    serialNumber: integerHex(fields.any()),
  };
}

function readCertHash(node: Der) {
  const fields = new Fields(node);
  return { algorithm: readAlgorithm(fields.any()), digest: octets(fields.any()) };
}

/** True when the responder states the hash of this certificate, or none. */
export function permitsCertificate({ certHash }: SingleResponse, { der }: Certificate): boolean {
  if (certHash === null) return true;
  if (certHash === 'malformed') return false;
  const digest = createDigest(certHash.algorithm)?.update(der).digest();
  return digest !== undefined && sameBytes(digest, certHash.digest);
}

/** True when `id` identifies this certificate of this issuer. */
export function matchesCertId(id: CertId, certificate: Certificate, issuer: Certificate): boolean {
  if (id.serialNumber !== certificate.serialNumber) return false;
  const nameHash = createDigest(id.hashAlgorithm)?.update(certificate.issuer.der).digest();
  const keyHash = createDigest(id.hashAlgorithm)?.update(issuer.publicKey.keyBytes).digest();
  return !!nameHash && !!keyHash && sameBytes(nameHash, id.issuerNameHash) && sameBytes(keyHash, id.issuerKeyHash);
}

/** True when the responder ID of the response identifies this certificate. Does not verify the signature. */
export function isResponder(response: OcspResponse, certificate: Certificate): boolean {
  const { responder } = response;
  if ('name' in responder) return sameName(responder.name, certificate.subject);
  return sameBytes(responder.keyHash, createHash('sha1').update(certificate.publicKey.keyBytes).digest());
}

/** Without a nonce, so that responders may use cached responses, and with SHA-1, which all responders support (RFC 5019). */
export function encodeOcspRequest(certificate: Certificate, issuer: Certificate): Uint8Array {
  const sha1 = (bytes: Uint8Array) => encode(TAG.octetString, createHash('sha1').update(bytes).digest());
  const certId = sequence(
    sequence(encodeOid('1.3.14.3.2.26'), encode(TAG.null, new Uint8Array())),
    sha1(certificate.issuer.der),
    sha1(issuer.publicKey.keyBytes),
    encodeInteger(certificate.serialNumber.replace('-', '')), // negative ones do not occur in requests
  );
  return sequence(sequence(sequence(sequence(certId))));
}
