/**
 * The certificates of a key and of their issuers, read by docconv itself: OpenSSL refuses certificates for faults in names, which
 * authorities issue.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { DocconvError } from '../errors.js';
import { type Certificate, keyId, keyObject, sameName, verifySignedBy } from '../pki/index.js';
import { fieldFaults, MAX_PATH_LENGTH, purposeFaults } from '../signatures/index.js';
import { day } from '../system/day.js';
import { schemesOf } from './scheme.js';

/** Throws OPTION_UNSUPPORTED for a key that OpenSSL cannot use. */
export function publicKeyOf({ publicKey }: Certificate): KeyObject {
  const key = keyObject(publicKey);
  if (!key) throw new DocconvError('OPTION_UNSUPPORTED.identity-key-type', { type: publicKey.text });
  return key;
}

/** Those of this key; after a renewal there are several, of which one that is valid now is first. */
export function certificatesOf(privateKey: KeyObject, all: readonly Certificate[], now = new Date()): Certificate[] {
  const own = createPublicKey(privateKey);
  return currentFirst(
    all.filter(({ publicKey }) => isSame(own, keyObject(publicKey))),
    one => isCurrent(one, now),
  );
}

/** OpenSSL keeps the error of a comparison of different types, and the next key that is read fails with it. */
function isSame(own: KeyObject, other: KeyObject | null): boolean {
  if (!other || other.asymmetricKeyType !== own.asymmetricKeyType) return false;
  const curveOf = ({ asymmetricKeyDetails }: KeyObject) => asymmetricKeyDetails?.namedCurve;
  return curveOf(own) === curveOf(other) && own.equals(other);
}

export const isCurrent = ({ notBefore, notAfter }: Certificate, now = new Date()): boolean =>
  notBefore <= now && now <= notAfter;

export function currentFirst<Item>(items: readonly Item[], isCurrent: (item: Item) => boolean): Item[] {
  return items.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
}

/**
 * Of a chain, as far as it is there: other certificates of a file or token say nothing about this signature. An authority has several
 * certificates of one name when it has renewed its key: the one whose key has signed counts.
 */
export function issuersOf(certificate: Certificate, others: readonly Certificate[]): Certificate[] {
  const chain = [certificate];
  while (chain.length < MAX_PATH_LENGTH) {
    const issuer = issuerOf(chain.at(-1)!, others, chain);
    if (!issuer) break;
    chain.push(issuer);
  }
  return chain.slice(1);
}

/**
 * By the names alone where the signature cannot be verified. Files and tokens may have a certificate twice, and several of one key
 * after a renewal: one that is valid now counts, of these the one that ends last.
 */
function issuerOf(issued: Certificate, others: readonly Certificate[], chain: readonly Certificate[]) {
  const known = new Set(chain.map(({ sha256 }) => sha256));
  const named = others.filter(({ subject, sha256 }) => sameName(subject, issued.issuer) && !known.has(sha256));
  const identifier = issued.extensions.authorityKeyId?.keyId;
  const found = named
    .toSorted(
      (a, b) => Number(b.extensions.subjectKeyId === identifier) - Number(a.extensions.subjectKeyId === identifier),
    )
    .find(({ publicKey }) => verifySignedBy(issued, publicKey) !== 'invalid');
  const ofKey = named.filter(({ publicKey }) => found && keyId(publicKey) === keyId(found.publicKey));
  const [issuer] = currentFirst(
    ofKey.toSorted((a, b) => b.notAfter.getTime() - a.notAfter.getTime()),
    one => isCurrent(one),
  );
  return issuer;
}

/** With an unsuitable key or certificate, there would be no signature, or one that is never valid. */
export function requireUsable(
  { certificate, publicKey: key }: { certificate: Certificate; publicKey: KeyObject },
  at: Date,
): void {
  schemesOf(key);
  const { notBefore, notAfter, publicKey } = certificate;
  if (at > notAfter) throw new DocconvError('OPTION_INVALID.certificate-expired', { day: day(notAfter) });
  if (at < notBefore)
    throw new DocconvError('OPTION_INVALID.certificate-not-yet-valid', { time: notBefore.toISOString() });
  const [fault] = [...purposeFaults(certificate, 'signing'), ...fieldFaults(certificate)];
  if (fault) throw new DocconvError('OPTION_INVALID.certificate-purpose', { reason: fault.message });
  // RFC 5480, 2.1.1, forbids them, and no verifier may take them
  if (publicKey.kind === 'EC' && publicKey.curve === null)
    throw new DocconvError('OPTION_UNSUPPORTED.identity-curve-parameters');
}
