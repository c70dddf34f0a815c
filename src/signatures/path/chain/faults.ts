/** What is wrong with a path whatever the time (RFC 5280, 6.1.3 to 6.1.5). Its signatures were verified when it was built. */
import { type Certificate, sameName } from '../../../pki/index.js';
import type { TrustFault } from '../evidence.js';
import type { Path } from './build.js';
import { forbiddenName } from './names.js';
import { policyFault } from './policies.js';

export function pathFaults({ certificates, anchor }: Path): TrustFault[] {
  const descending = [...certificates].reverse();
  const below = anchor ? descending.slice(1) : descending;
  return [
    ...below.flatMap(fieldFaults),
    ...descending.slice(0, -1).flatMap(certificate => issuerFaults(certificate, certificate === anchor)),
    ...descending.flatMap((certificate, i) => lengthFaults(certificate, descending.slice(i + 1))),
    ...descending.flatMap((certificate, i) => nameFaults(certificate, descending.slice(i + 1))),
    ...policyFaults(below),
  ];
}

function fault(certificate: Certificate, message: string): TrustFault {
  return { code: 'path-invalid', message, certificate, since: null };
}

const nameOf = ({ subject }: Certificate): string => subject.commonName ?? (subject.text || 'a nameless certificate');

function fieldFaults(certificate: Certificate): TrustFault[] {
  const { unknownCritical, malformed } = certificate.extensions;
  const name = nameOf(certificate);
  return [
    ...unknownCritical.map(oid => fault(certificate, `${name} has a critical extension ${oid} that is not known.`)),
    ...malformed.map(oid => fault(certificate, `${name} has an extension ${oid} that cannot be read.`)),
    ...(certificate.algorithmsAgree ? [] : [fault(certificate, `${name} names two different signature algorithms.`)]),
  ];
}

function issuerFaults(certificate: Certificate, isAnchor: boolean): TrustFault[] {
  const { basicConstraints, keyUsage } = certificate.extensions;
  const isOldAnchor = isAnchor && certificate.version < 3;
  const faults: TrustFault[] = [];
  if (!basicConstraints?.ca && !isOldAnchor) {
    faults.push(fault(certificate, `${nameOf(certificate)} is no authority, but has issued a certificate.`));
  }
  if (keyUsage && !keyUsage.has('keyCertSign')) {
    faults.push(fault(certificate, `${nameOf(certificate)} may not sign certificates, but has issued one.`));
  }
  return faults;
}

/** `below`: the next one first. The last certificate and self-issued ones do not count (RFC 5280, 4.2.1.9). */
function lengthFaults(certificate: Certificate, below: readonly Certificate[]): TrustFault[] {
  const limit = certificate.extensions.basicConstraints?.pathLength ?? null;
  const authorities = below.slice(0, -1).filter(({ subject, issuer }) => !sameName(subject, issuer));
  if (limit === null || authorities.length <= limit) return [];
  const message = `${nameOf(certificate)} allows ${limit} authorities below it, but the path has ${authorities.length}.`;
  return [fault(certificate, message)];
}

function nameFaults(certificate: Certificate, below: readonly Certificate[]): TrustFault[] {
  const { nameConstraints } = certificate.extensions;
  if (!nameConstraints) return [];
  return below.flatMap((one, i) => {
    const isExempt = i < below.length - 1 && sameName(one.subject, one.issuer);
    const name = isExempt ? null : forbiddenName(one, nameConstraints);
    return name ? [fault(one, `${nameOf(certificate)} may not issue a certificate for ${name}.`)] : [];
  });
}

function policyFaults(below: readonly Certificate[]): TrustFault[] {
  const certificate = policyFault(below);
  return certificate ? [fault(certificate, `${nameOf(certificate)} has no policy that its authorities demand.`)] : [];
}
