/** Finds the faults of a signature for one path of its certificate and the proven times (EN 319 102-1, 5.2.6 and 5.5). */
import { message } from '../../../messages/index.js';
import { type Certificate, signatureScheme } from '../../../pki/index.js';
import { day } from '../../../system/day.js';
import { type Anchor, grantedAt, outdatedLists, type TrustStore } from '../../../trust/index.js';
import { type AlgorithmUse, algorithmUse, weaknessAt } from '../../verify/algorithms.js';
import { type Path, pathFaults, purposeFaults } from '../chain/index.js';
import { freshUntil, needsRevocation } from '../revocation/index.js';
import type { RevocationStatus, SignatureInput, TrustFault, TrustFaultCode } from '../types.js';
import { listName, nameOf as nameText, untrustedMessage } from './untrusted.js';
import type { ListRules } from './validation-context.js';

export interface PathInput {
  readonly path: Path;
  readonly use: SignatureInput['use'];
  readonly algorithms: AlgorithmUse;
  /** The applicable status of each certificate below the anchor; null: unknown. */
  readonly statuses: readonly (RevocationStatus | null)[];
  readonly trust: TrustStore | null;
  readonly lists: ListRules;
  readonly now: Date;
  /** The earliest time at which the signature is proven to have existed; `now`, if there is no proof. */
  readonly proven: Date;
  /** The latest time before which the signature is proven not to have existed, by a content timestamp; null: no proof. */
  readonly notBefore: Date | null;
  /** The time at which revocation data and trusted lists have to be fresh. */
  readonly freshAt: Date;
  readonly proofOf: (certificate: Certificate) => Date;
  /** There is a status of the certificate at this index that was issued after the time of validation. */
  readonly hasLaterStatus: (index: number) => boolean;
  /** Why its status could not be fetched; null when nothing was requested. */
  readonly failureFor: (certificate: Certificate) => string | null;
}

export function trustFaults(input: PathInput): TrustFault[] {
  const { path, use } = input;
  if (!path.anchor)
    return [...leafRevocation(input), ...signatureWeakness(input), untrustedPath(input), ...leafValidity(input)];
  return [
    ...anchorStatus(input),
    ...pathFaults(path),
    ...purposeFaults(path.certificates[0]!, use),
    ...leafRevocation(input),
    ...authorityRevocation(input),
    ...signatureWeakness(input),
    ...certificateWeakness(input),
    ...leafValidity(input),
    ...authorityValidity(input),
    ...missingRevocation(input),
  ];
}

function fault(code: TrustFaultCode, text: string, certificate: Certificate | null = null): TrustFault {
  return { code, message: text, certificate };
}

const nameOf = ({ subject }: Certificate): string => nameText(subject);

function untrustedPath({ path: { certificates }, trust, now }: PathInput): TrustFault {
  return fault('path-untrusted', untrustedMessage(certificates, trust, now), certificates[0]);
}

/** A listed service is an anchor only for what is proven to have existed while it was granted. */
function anchorStatus(input: PathInput): TrustFault[] {
  const { path, use, proven } = input;
  const { anchor } = path;
  if (anchor?.source !== 'eu') return [];
  const granted = grantedAt(anchor.services, proven);
  if (granted.length > 0) return listFaults(granted, anchor.certificate, input);
  const lists = [...new Set(anchor.services.map(({ territory }) => territory))].join(', ');
  const values = { name: nameOf(anchor.certificate), lists, day: day(proven) };
  return [fault('anchor-not-granted', message(`fault.anchor-not-granted.${use}`, values), anchor.certificate)];
}

/** One list that counts is enough. */
function listFaults(services: Anchor['services'], certificate: Certificate, input: PathInput): TrustFault[] {
  const { trust } = input;
  if (!trust) return [];
  const faults = services.map(({ territory }) => listFault(territory, trust, certificate, input));
  return faults.includes(null) ? [] : (faults as TrustFault[]).slice(0, 1);
}

/** A list cannot tell what happened after its NextUpdate, or whatever its signer states when he may not sign it any more. */
function listFault(
  territory: string,
  trust: TrustStore,
  certificate: Certificate,
  { lists: { strict, graceDays }, use, now, freshAt }: PathInput,
): TrustFault | null {
  const [at, grace] = strict ? [now, 0] : [freshAt, graceDays];
  const values = { name: nameOf(certificate), territory };
  const until = trust.listOf(territory)?.signerUntil ?? null;
  if (until && at > until) {
    const text = message(`fault.list-signer-unknown.${use}`, { ...values, day: day(until) });
    return fault('list-signer-unknown', text, certificate);
  }
  const [late] = outdatedLists(trust, territory, at, grace);
  if (!late) return null;
  const stated = { ...values, list: listName(late.territory), end: day(late.nextUpdate) };
  const text = strict
    ? message('fault.list-outdated.strict', stated)
    : message(`fault.list-outdated.${use}`, { ...stated, grace });
  return fault('list-outdated', text, certificate);
}

/** The certificates between the signer and the anchor, with their index in the path. */
function authorities({ certificates, anchor }: Path): [number, Certificate][] {
  return [...certificates.entries()].slice(1, anchor ? -1 : undefined);
}

/** The path consists of an anchor, whose revocation and validity period are not checked. */
const isAnchorItself = ({ certificates, anchor }: Path): boolean => anchor !== null && certificates.length === 1;

function leafRevocation({ use, path, statuses, proven, notBefore }: PathInput): TrustFault[] {
  const status = statuses[0];
  const certificate = path.certificates[0]!;
  if (status?.status !== 'revoked') return [];
  const since = status.revokedAt;
  if (status.reason === 'certificateHold') return [fault('on-hold', message('fault.on-hold'), certificate)];
  if (since && notBefore && notBefore >= since)
    return [fault('revoked-before-signing', message(`fault.revoked-before-signing.${use}`), certificate)];
  if (since && proven < since) return [];
  const text = since ? message(`fault.revoked.${use}.at`, { day: day(since) }) : message(`fault.revoked.${use}`);
  return [fault('revoked', text, certificate)];
}

function authorityRevocation({ path, statuses }: PathInput): TrustFault[] {
  return authorities(path).flatMap(([i, certificate]) => {
    const status = statuses[i];
    if (status?.status !== 'revoked') return [];
    const name = nameOf(certificate);
    return status.reason === 'certificateHold'
      ? [fault('on-hold', message('fault.on-hold.authority', { name }), certificate)]
      : [fault('authority-revoked', message('fault.authority-revoked', { name }), certificate)];
  });
}

/** Weaknesses of the digest, the signature scheme and the signer's key. */
function signatureWeakness({ use, algorithms, proven, notBefore }: PathInput): TrustFault[] {
  const weak = weaknessAt(algorithms, proven);
  if (!weak) return [];
  const isLate = weak.since === null || (notBefore !== null && notBefore >= weak.since);
  const algorithm = weak.what;
  if (isLate) return [fault('algorithm-too-weak', message(`fault.algorithm-too-weak.${use}`, { algorithm }))];
  const values = { algorithm, day: day(weak.since!) };
  return [fault('algorithm-expired', message(`fault.algorithm-expired.${use}`, values))];
}

function certificateWeakness({ path, proofOf }: PathInput): TrustFault[] {
  return path.certificates.slice(0, -1).flatMap((certificate, i) => {
    const weak = weaknessAt(certificateUse(certificate, path.certificates[i + 1]!), proofOf(certificate));
    if (!weak) return [];
    const code = weak.since ? 'algorithm-expired' : 'algorithm-too-weak';
    const values = { name: nameOf(certificate), algorithm: weak.what };
    return [fault(code, message('fault.algorithm-too-weak.certificate', values), certificate)];
  });
}

export function certificateUse({ signatureAlgorithm }: Certificate, issuer: Certificate): AlgorithmUse {
  return algorithmUse(signatureScheme(signatureAlgorithm), issuer.publicKey);
}

function leafValidity({ use, path, statuses, proven, notBefore, now }: PathInput): TrustFault[] {
  const certificate = path.certificates[0]!;
  if (isAnchorItself(path)) return [];
  if (proven < now && proven < certificate.notBefore)
    return [fault('signed-before-validity', message(`fault.signed-before-validity.${use}`), certificate)];
  if (now < certificate.notBefore) return [fault('not-yet-valid', message('fault.not-yet-valid'), certificate)];
  const expiry = certificate.notAfter;
  if (now <= expiry) return [];
  if (notBefore && notBefore > expiry)
    return [fault('signed-after-expiry', message(`fault.signed-after-expiry.${use}`), certificate)];
  const isGood = statuses[0]?.status === 'good' || !needsRevocation(certificate);
  const existedBefore = proven <= expiry;
  if (isGood && existedBefore) return [];
  const text = message(`fault.expired.${existedBefore ? 'revocation-unknown' : use}`, { day: day(expiry) });
  return [fault(isGood ? 'expired-not-revoked' : 'expired', text, certificate)];
}

function authorityValidity({ path, now }: PathInput): TrustFault[] {
  return authorities(path).flatMap(([, certificate]) => {
    if (now >= certificate.notBefore && now <= certificate.notAfter) return [];
    const side = now > certificate.notAfter ? 'after' : 'before';
    const text = message(`fault.authority-outside-validity.${side}`, { name: nameOf(certificate) });
    return [fault('authority-outside-validity', text, certificate)];
  });
}

function missingRevocation({ path, statuses, freshAt, hasLaterStatus, failureFor }: PathInput): TrustFault[] {
  return path.certificates.slice(0, -1).flatMap((certificate, i) => {
    if (!needsRevocation(certificate)) return [];
    const status = statuses[i];
    if (status && (status.status === 'revoked' || (status.status === 'good' && freshUntil(status) >= freshAt)))
      return [];
    const kind = status ? (status.status === 'unknown' ? 'unanswered' : 'old') : 'none';
    const what = message(`fault.revocation-unknown.${kind}`, { name: nameOf(certificate) });
    const why = failureFor(certificate) ?? (hasLaterStatus(i) ? message('fault.revocation-unknown.late') : null);
    return [fault('revocation-unknown', why ? `${what} ${why}` : what, certificate)];
  });
}
