/** The time-independent checks of a path (RFC 5280, 6.1.3 to 6.1.5). Path building has verified its signatures. */
import { message, quoted } from '../../../messages/index.js';
import { type Certificate, sameName } from '../../../pki/index.js';
import type { TrustFault, TrustFaultCode } from '../types.js';
import { policyFault } from './certificate-policies.js';
import { forbiddenName } from './name-constraints.js';
import type { Path } from './path-building.js';

export function pathFaults({ certificates, anchor }: Path): TrustFault[] {
  const descending = [...certificates].reverse();
  const below = anchor ? descending.slice(1) : descending;
  return [
    ...below.flatMap(fieldFaults),
    ...descending
      .slice(0, -1)
      .flatMap(certificate => issuerFaults(certificate, anchor !== null && certificate === descending[0])),
    ...descending.flatMap((certificate, i) => lengthFaults(certificate, descending.slice(i + 1))),
    ...descending.flatMap((certificate, i) => nameFaults(certificate, descending.slice(i + 1))),
    ...policyFaults(below),
    ...(anchor?.policies ? anchorPolicyFaults(below.length > 0 ? below : descending, anchor.policies) : []),
  ];
}

function fault(certificate: Certificate, text: string, code: TrustFaultCode = 'path-invalid'): TrustFault {
  return { code, message: text, certificate };
}

function nameOf({ subject }: Certificate): string {
  const name = subject.commonName || subject.text;
  return name ? quoted(name) : message('name.certificate-unnamed');
}

/** Of one certificate, in any path. */
export function fieldFaults(certificate: Certificate): TrustFault[] {
  const { unknownCritical, malformed } = certificate.extensions;
  const name = nameOf(certificate);
  return [
    ...unknownCritical.map(oid => message('fault.path-invalid.extension-unknown', { name, oid })),
    ...malformed.map(oid => message('fault.path-invalid.extension-malformed', { name, oid })),
    ...(certificate.algorithmsAgree ? [] : [message('fault.path-invalid.algorithms', { name })]),
  ].map(text => fault(certificate, text));
}

function issuerFaults(certificate: Certificate, isAnchor: boolean): TrustFault[] {
  const { basicConstraints, keyUsage } = certificate.extensions;
  const isOldAnchor = isAnchor && certificate.version < 3;
  const mayNotSign = keyUsage !== null && !keyUsage.has('keyCertSign');
  const name = nameOf(certificate);
  return [
    ...(basicConstraints?.ca || isOldAnchor ? [] : [message('fault.path-invalid.no-authority', { name })]),
    ...(mayNotSign ? [message('fault.path-invalid.key-usage', { name })] : []),
  ].map(text => fault(certificate, text));
}

/** `below`: from the next certificate to the signer. The last and self-issued ones do not count (RFC 5280, 4.2.1.9). */
function lengthFaults(certificate: Certificate, below: readonly Certificate[]): TrustFault[] {
  const limit = certificate.extensions.basicConstraints?.pathLength ?? null;
  const authorities = below.slice(0, -1).filter(({ subject, issuer }) => !sameName(subject, issuer));
  if (limit === null || authorities.length <= limit) return [];
  const values = { name: nameOf(certificate), limit, count: authorities.length };
  return [fault(certificate, message('fault.path-invalid.length', values))];
}

function nameFaults(certificate: Certificate, below: readonly Certificate[]): TrustFault[] {
  const { nameConstraints } = certificate.extensions;
  if (!nameConstraints) return [];
  return below.flatMap((one, i) => {
    const isExempt = i < below.length - 1 && sameName(one.subject, one.issuer);
    const excluded = isExempt ? null : forbiddenName(one, nameConstraints);
    if (!excluded) return [];
    return [fault(one, message('fault.path-invalid.names', { name: nameOf(certificate), excluded }))];
  });
}

function policyFaults(below: readonly Certificate[]): TrustFault[] {
  const certificate = policyFault(below, null);
  if (!certificate) return [];
  return [fault(certificate, message('fault.path-invalid.policies', { name: nameOf(certificate) }))];
}

/** A list can name an anchor for certain certificate policies only. */
function anchorPolicyFaults(below: readonly Certificate[], accepted: readonly string[]): TrustFault[] {
  const certificate = policyFault(below, accepted);
  if (!certificate) return [];
  return [fault(certificate, message('fault.anchor-policy', { name: nameOf(certificate) }), 'anchor-policy')];
}
