/**
 * Seed values of an empty signature field (ISO 32000-2, 12.7.5.5, tables 237 and 238): what its author requires of the
 * signature. They are compared with the planned signature before the key is used.
 */
import { DocconvError } from '../../errors.js';
import {
  type FormField,
  isName,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfString,
  textOf,
} from '../../pdf/index.js';
import { type Certificate, KEY_USAGES, readableCertificate, sameName, verifySignedBy } from '../../pki/index.js';
import { CERTIFICATIONS, type Certification } from './transforms.js';

/** What the signature is going to be. */
export interface PlannedSignature {
  readonly subFilter: string;
  /** The name of the digest in node:crypto. */
  readonly digest: string;
  readonly certificate: Certificate;
  /** Those of the issuers. */
  readonly others: readonly Certificate[];
  readonly reason?: string | undefined;
  readonly certify?: Certification | undefined;
  /** A timestamp becomes part of it. */
  readonly hasTimestamp: boolean;
}

/** Bits of /Ff: which entries are requirements. Others are proposals. */
const REQUIRED = {
  filter: 1,
  subFilter: 2,
  version: 4,
  reasons: 8,
  legalAttestation: 16,
  revocation: 32,
  digest: 64,
  lockDocument: 128,
  appearance: 256,
} as const;
const KNOWN_FLAGS = 511;

/** Of the seed value dictionaries that table 237 describes. */
const KNOWN_VERSION = 3;

const CERTIFICATE = { subject: 1, issuer: 2, policy: 4, subjectName: 8, reserved: 16, keyUsage: 32, url: 64 } as const;

/** Throws NOT_PERMITTED with the first requirement that the signature would not meet. */
export function requireSeedValues(revision: PdfRevision, { dict, name }: FormField, planned: PlannedSignature): void {
  const value = revision.get(dict, 'SV');
  if (value === null) return;
  if (!isReadable(revision, value)) throw new DocconvError('NOT_PERMITTED.seed-unreadable', { field: name });
  const all: Planned = { ...planned, field: name };
  const [first] = [
    ...signatureValues(revision, value, all),
    ...reasonValues(revision, value, all),
    ...certificationValues(revision, value, all),
    ...timestampValues(revision, value, all),
    ...certificateValues(revision, revision.getDict(value, 'Cert'), all),
  ];
  if (first) throw first;
}

/** Where a key occurs twice, programs read different requirements. */
function isReadable(revision: PdfRevision, value: PdfObject): value is PdfDict {
  const isDict = (one: PdfObject): one is PdfDict => one instanceof PdfDict && one.duplicates.length === 0;
  const inner = ['MDP', 'TimeStamp', 'Cert'] as const;
  return isDict(value) && inner.every(key => revision.get(value, key) === null || isDict(revision.get(value, key)));
}

interface Planned extends PlannedSignature {
  /** The name of the field. */
  readonly field: string;
}

function signatureValues(revision: PdfRevision, seed: PdfDict, { subFilter, digest, field }: Planned): DocconvError[] {
  const flags = flagsOf(revision, seed);
  const found: DocconvError[] = [];
  if (flags & ~KNOWN_FLAGS) found.push(new DocconvError('NOT_PERMITTED.seed-unknown', { field }));
  if (flags & REQUIRED.version && (revision.getNumber(seed, 'V') ?? 1) > KNOWN_VERSION)
    found.push(new DocconvError('NOT_PERMITTED.seed-unknown', { field }));
  if (flags & REQUIRED.filter && !isName(revision.get(seed, 'Filter'), 'Adobe.PPKLite')) {
    found.push(
      new DocconvError('NOT_PERMITTED.seed-filter', { field, required: revision.getName(seed, 'Filter') ?? '?' }),
    );
  }
  const subFilters = namesIn(revision, seed, 'SubFilter');
  if (flags & REQUIRED.subFilter && !subFilters.includes(subFilter)) {
    found.push(
      new DocconvError('NOT_PERMITTED.seed-sub-filter', { field, required: subFilters.join(', '), used: subFilter }),
    );
  }
  if (flags & REQUIRED.digest && !digestsIn(revision, seed).includes(digest)) {
    const required = namesIn(revision, seed, 'DigestMethod').join(', ');
    found.push(new DocconvError('NOT_PERMITTED.seed-digest', { field, required, used: digest }));
  }
  if (flags & REQUIRED.appearance) found.push(new DocconvError('NOT_PERMITTED.seed-appearance', { field }));
  if (flags & REQUIRED.revocation && revision.get(seed, 'AddRevInfo') === true)
    found.push(new DocconvError('NOT_PERMITTED.seed-revocation', { field }));
  return found;
}

/** The digests that a field requires, by their names in node:crypto; null: it does not say. */
export function requiredDigests(revision: PdfRevision, { dict }: FormField): string[] | null {
  const seed = revision.getDict(dict, 'SV');
  return flagsOf(revision, seed) & REQUIRED.digest ? digestsIn(revision, seed) : null;
}

const digestsIn = (revision: PdfRevision, seed: PdfDict | null): string[] =>
  namesIn(revision, seed, 'DigestMethod').map(name => name.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** A single full stop as the only reason, or none at all, means that no reason may be stated. */
function reasonValues(revision: PdfRevision, seed: PdfDict, { reason, field }: Planned): DocconvError[] {
  if (!(flagsOf(revision, seed) & REQUIRED.reasons)) return [];
  const reasons = namesIn(revision, seed, 'Reasons');
  if (reasons.length === 0 || (reasons.length === 1 && reasons[0] === '.'))
    return reason ? [new DocconvError('NOT_PERMITTED.seed-no-reason', { field })] : [];
  return reasons.includes(reason ?? '')
    ? []
    : [new DocconvError('NOT_PERMITTED.seed-reasons', { field, required: reasons.join(', ') })];
}

/** /MDP is no proposal: 0 is an approval signature, other values are the permitted level of a certification. */
function certificationValues(revision: PdfRevision, seed: PdfDict, planned: Planned): DocconvError[] {
  const { certify, field } = planned;
  const found: DocconvError[] = [];
  // attestations belong to certifications, and none is written
  if (flagsOf(revision, seed) & REQUIRED.legalAttestation && certify)
    found.push(new DocconvError('NOT_PERMITTED.seed-legal-attestation', { field }));
  if (flagsOf(revision, seed) & REQUIRED.lockDocument) found.push(...lockValues(revision, seed, planned));
  const mdp = revision.getDict(seed, 'MDP');
  if (!mdp) return found;
  const level = revision.getNumber(mdp, 'P');
  const required = CERTIFICATIONS.find((_, i) => i + 1 === level);
  if (level === 0 && certify) found.push(new DocconvError('NOT_PERMITTED.seed-approval', { field }));
  if (level !== 0 && !required) found.push(new DocconvError('NOT_PERMITTED.seed-unknown', { field }));
  if (required && certify !== required) found.push(new DocconvError('NOT_PERMITTED.seed-certify', { field, required }));
  return found;
}

/** With /auto, which is the default, programs need not honour the requirement. */
function lockValues(revision: PdfRevision, seed: PdfDict, { certify, field }: Planned): DocconvError[] {
  const isLocked = certify === 'no-changes';
  const value = revision.getName(seed, 'LockDocument') ?? 'auto';
  if (value === 'true' && !isLocked) return [new DocconvError('NOT_PERMITTED.seed-lock-document', { field })];
  if (value === 'false' && isLocked) return [new DocconvError('NOT_PERMITTED.seed-no-lock', { field })];
  return [];
}

function timestampValues(revision: PdfRevision, seed: PdfDict, { hasTimestamp, field }: Planned): DocconvError[] {
  const timestamp = revision.getDict(seed, 'TimeStamp');
  if (!timestamp || !(flagsOf(revision, timestamp) & 1) || hasTimestamp) return [];
  return [
    new DocconvError('NOT_PERMITTED.seed-timestamp', { field, required: revision.getText(timestamp, 'URL') ?? '?' }),
  ];
}

function certificateValues(revision: PdfRevision, seed: PdfDict | null, planned: Planned): DocconvError[] {
  const { certificate, others, field } = planned;
  const flags = flagsOf(revision, seed);
  const listed = (key: string): Certificate[] => bytesIn(revision, seed, key).flatMap(readableCertificate);
  const found: DocconvError[] = [];
  if (flags & ~127) found.push(new DocconvError('NOT_PERMITTED.seed-unknown', { field }));
  if (flags & CERTIFICATE.subject && !listed('Subject').some(({ sha256 }) => sha256 === certificate.sha256)) {
    found.push(new DocconvError('NOT_PERMITTED.seed-certificate-subject', { field }));
  }
  if (flags & CERTIFICATE.subjectName && !matchesNames(revision, seed, certificate)) {
    found.push(new DocconvError('NOT_PERMITTED.seed-certificate-subject', { field }));
  }
  if (flags & CERTIFICATE.issuer && !listed('Issuer').some(issuer => isIssuedBelow(issuer, certificate, others))) {
    found.push(new DocconvError('NOT_PERMITTED.seed-certificate-issuer', { field }));
  }
  const policies = namesIn(revision, seed, 'OID');
  if (flags & CERTIFICATE.policy && !policies.some(policy => certificate.extensions.policies.includes(policy))) {
    found.push(new DocconvError('NOT_PERMITTED.seed-certificate-policy', { field, required: policies.join(', ') }));
  }
  const usages = namesIn(revision, seed, 'KeyUsage');
  if (flags & CERTIFICATE.keyUsage && !usages.some(usage => hasUsage(certificate, usage))) {
    found.push(new DocconvError('NOT_PERMITTED.seed-certificate-usage', { field, required: usages.join(', ') }));
  }
  // the page of a browser helps to get a certificate; of other types, what is there has to sign
  if (flags & CERTIFICATE.url && (revision.getName(seed, 'URLType') ?? 'Browser') !== 'Browser') {
    const required = revision.getText(seed, 'URL') ?? '?';
    found.push(new DocconvError('NOT_PERMITTED.seed-certificate-service', { field, required }));
  }
  return found;
}

/** One of the dictionaries has only values that the subject has too. */
function matchesNames(revision: PdfRevision, seed: PdfDict | null, { subject }: Certificate): boolean {
  const dicts = (revision.getArray(seed, 'SubjectDN')?.items ?? []).map(item => revision.resolve(item));
  return dicts.some(
    dict =>
      dict instanceof PdfDict &&
      [...dict.entries.keys()].every(key => {
        const oid = ATTRIBUTES[key.toLowerCase()] ?? key;
        return subject.attributes.some(
          attribute => attribute.oid === oid && attribute.value === revision.getText(dict, key),
        );
      }),
  );
}

/** Names of RFC 4519, and as programs write them; other attributes are named by their object identifiers. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  cn: '2.5.4.3',
  sn: '2.5.4.4',
  serialnumber: '2.5.4.5',
  c: '2.5.4.6',
  l: '2.5.4.7',
  st: '2.5.4.8',
  street: '2.5.4.9',
  o: '2.5.4.10',
  ou: '2.5.4.11',
  title: '2.5.4.12',
  givenname: '2.5.4.42',
  uid: '0.9.2342.19200300.100.1.1',
  dc: '0.9.2342.19200300.100.1.25',
  e: '1.2.840.113549.1.9.1',
  email: '1.2.840.113549.1.9.1',
  emailaddress: '1.2.840.113549.1.9.1',
};

/** Through certificates of the identity: others are not at hand. */
function isIssuedBelow(issuer: Certificate, certificate: Certificate, others: readonly Certificate[]): boolean {
  const issued = (by: Certificate, what: Certificate): boolean =>
    sameName(by.subject, what.issuer) && verifySignedBy(what, by.publicKey) === 'valid';
  const reached = new Set([certificate]);
  for (const below of reached) {
    if (below.sha256 === issuer.sha256 || issued(issuer, below)) return true;
    for (const other of others) if (issued(other, below)) reached.add(other);
  }
  return false;
}

/** One character for each bit: 1 and 0 as required, anything else is not compared. */
function hasUsage({ extensions: { keyUsage } }: Certificate, pattern: string): boolean {
  return KEY_USAGES.every((usage, bit) => {
    const wanted = pattern[bit];
    return (wanted !== '0' && wanted !== '1') || (keyUsage?.has(usage) ?? false) === (wanted === '1');
  });
}

const flagsOf = (revision: PdfRevision, dict: PdfDict | null): number => revision.getNumber(dict, 'Ff') ?? 0;

/** Names and text strings of an array; one without an array is its only member. */
function namesIn(revision: PdfRevision, dict: PdfDict | null, key: string): string[] {
  return valuesIn(revision, dict, key).flatMap(value => {
    if (value instanceof PdfName) return [value.name];
    return value instanceof PdfString ? [textOf(value.bytes)] : [];
  });
}

function bytesIn(revision: PdfRevision, dict: PdfDict | null, key: string): Uint8Array[] {
  return valuesIn(revision, dict, key).flatMap(value => (value instanceof PdfString ? [value.bytes] : []));
}

function valuesIn(revision: PdfRevision, dict: PdfDict | null, key: string): PdfObject[] {
  const value = revision.get(dict, key);
  const items = revision.getArray(dict, key)?.items ?? [value];
  return items.map(item => revision.resolve(item));
}
