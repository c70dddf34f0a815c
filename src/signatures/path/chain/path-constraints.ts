/** The time-independent checks of a path (RFC 5280, 6.1.3 to 6.1.5). Path building has verified its signatures. */
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

function fault(certificate: Certificate, message: string, code: TrustFaultCode = 'path-invalid'): TrustFault {
  return { code, message, certificate };
}

const nameOf = ({ subject }: Certificate): string =>
  subject.commonName ?? (subject.text || 'a certificate without a name');

function fieldFaults(certificate: Certificate): TrustFault[] {
  const { unknownCritical, malformed } = certificate.extensions;
  const name = nameOf(certificate);
  return [
    ...unknownCritical.map(oid => fault(certificate, `${name} has an unknown critical extension (${oid}).`)),
    ...malformed.map(oid => fault(certificate, `${name} has a malformed extension (${oid}).`)),
    ...(certificate.algorithmsAgree ? [] : [fault(certificate, `${name} states two different signature algorithms.`)]),
  ];
}

function issuerFaults(certificate: Certificate, isAnchor: boolean): TrustFault[] {
  const { basicConstraints, keyUsage } = certificate.extensions;
  const isOldAnchor = isAnchor && certificate.version < 3;
  const faults: TrustFault[] = [];
  if (!basicConstraints?.ca && !isOldAnchor) {
    faults.push(fault(certificate, `${nameOf(certificate)} is not a CA, but has issued a certificate.`));
  }
  if (keyUsage && !keyUsage.has('keyCertSign')) {
    faults.push(
      fault(certificate, `${nameOf(certificate)} has no key usage for signing certificates, but has issued one.`),
    );
  }
  return faults;
}

/** `below`: from the next certificate to the signer. The last and self-issued ones do not count (RFC 5280, 4.2.1.9). */
function lengthFaults(certificate: Certificate, below: readonly Certificate[]): TrustFault[] {
  const limit = certificate.extensions.basicConstraints?.pathLength ?? null;
  const authorities = below.slice(0, -1).filter(({ subject, issuer }) => !sameName(subject, issuer));
  if (limit === null || authorities.length <= limit) return [];
  const message = `${nameOf(certificate)} allows ${limit} CAs below it, but the path has ${authorities.length}.`;
  return [fault(certificate, message)];
}

function nameFaults(certificate: Certificate, below: readonly Certificate[]): TrustFault[] {
  const { nameConstraints } = certificate.extensions;
  if (!nameConstraints) return [];
  return below.flatMap((one, i) => {
    const isExempt = i < below.length - 1 && sameName(one.subject, one.issuer);
    const name = isExempt ? null : forbiddenName(one, nameConstraints);
    return name ? [fault(one, `${nameOf(certificate)} has name constraints that exclude ${name}.`)] : [];
  });
}

function policyFaults(below: readonly Certificate[]): TrustFault[] {
  const certificate = policyFault(below, null);
  return certificate
    ? [fault(certificate, `${nameOf(certificate)} has none of the certificate policies that its CAs require.`)]
    : [];
}

/** A list can name an anchor for certain certificate policies only. */
function anchorPolicyFaults(below: readonly Certificate[], accepted: readonly string[]): TrustFault[] {
  const certificate = policyFault(below, accepted);
  if (!certificate) return [];
  const message = `The certificate path ends at an authority that is trusted for certain certificate policies only, and the certificate of ${nameOf(certificate)} has none of them.`;
  return [fault(certificate, message, 'anchor-policy')];
}
