/** What a certificate states, as far as the qualified status depends on it. */
import { type Certificate, EXTENSION, type QcStatements } from '../../pki/index.js';

export interface CertificateFacts {
  readonly notBefore: Date;
  readonly issuer: PartyFacts;
  readonly subject: PartyFacts;
  /** Bit names in lower case; empty: no extension. Null here and below: the extension is unreadable or repeated. */
  readonly keyUsage: ReadonlySet<string> | null;
  /** Object identifiers. */
  readonly extendedKeyUsage: readonly string[] | null;
  readonly policies: readonly string[] | null;
  /** Object identifiers of the attributes of the subject. */
  readonly subjectAttributes: readonly string[];
  readonly qc: QcFacts | null;
}

export interface PartyFacts {
  readonly country: string | null;
  readonly organizations: readonly string[];
  readonly commonNames: readonly string[];
}

export type QcFacts = Pick<QcStatements, 'compliance' | 'sscd' | 'types' | 'legislation'>;

const NO_STATEMENTS: QcFacts = { compliance: false, sscd: false, types: [], legislation: [] };

export function certificateFacts({ extensions, ...certificate }: Certificate): CertificateFacts {
  const readable = <T>(oid: string, value: T): T | null => (extensions.malformed.includes(oid) ? null : value);
  const usage = new Set([...(extensions.keyUsage ?? [])].map(bit => bit.toLowerCase()));
  return {
    notBefore: certificate.notBefore,
    issuer: partyFacts(certificate.issuer),
    subject: partyFacts(certificate.subject),
    keyUsage: readable(EXTENSION.keyUsage, usage),
    extendedKeyUsage: readable(EXTENSION.extendedKeyUsage, extensions.extendedKeyUsage ?? []),
    policies: readable(EXTENSION.policies, extensions.policies),
    subjectAttributes: certificate.subject.attributes.map(({ oid }) => oid),
    qc: readable(EXTENSION.qcStatements, extensions.qcStatements ?? NO_STATEMENTS),
  };
}

function partyFacts(name: Certificate['subject']): PartyFacts {
  const values = (wanted: string) =>
    name.attributes.flatMap(({ oid, value }) => (oid === wanted && value !== null ? [value] : []));
  return { country: name.country, organizations: values('2.5.4.10'), commonNames: values('2.5.4.3') };
}

/** Policies of certificates that were qualified under the Directive (ETSI TS 101 456): without and with a secure device. */
const QCP_PUBLIC = '0.4.0.1456.1.2';
const QCP_PUBLIC_WITH_DEVICE = '0.4.0.1456.1.1';

export function hasDirectivePolicy(facts: CertificateFacts): boolean {
  return hasDevicePolicy(facts) || (facts.policies ?? []).includes(QCP_PUBLIC);
}

export function hasDevicePolicy({ policies }: CertificateFacts): boolean {
  return (policies ?? []).includes(QCP_PUBLIC_WITH_DEVICE);
}
