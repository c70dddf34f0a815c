/** How every report presents a verdict and a signature: rows of label, text and tone. Pure. */
import type { CertificateInfo, ChangeClass, Finding, Signer, Verdict } from '../signatures/index.js';
import { singleLine } from '../system/text.js';
import { statusRow } from './qualified.js';

export { REASON_WORD, statusPairs, statusReasons } from './qualified.js';
export type { Row, Tone } from './row.js';

import type { Row, Tone } from './row.js';

export interface VerdictLook {
  headline: string;
  /** Readable without colours. */
  mark: string;
  tone: Tone;
}

export const VERDICT_LOOK: Readonly<Record<Verdict, VerdictLook>> = {
  valid: { headline: 'Valid', mark: '✓', tone: 'good' },
  intact: { headline: "Intact, signer's identity not verified", mark: '!', tone: 'unsure' },
  indeterminate: { headline: 'Indeterminate', mark: '?', tone: 'unsure' },
  invalid: { headline: 'Not valid', mark: '✗', tone: 'bad' },
  unsigned: { headline: 'Not signed', mark: '–', tone: 'unsure' },
};

/** "Anna Example, Example GmbH (DE)". */
export function whoSigned({ name, organization, country, email }: Signer): string {
  const who = [...new Set([name, organization].filter(part => part !== null))].map(part => singleLine(part)).join(', ');
  const from = country ? ` (${singleLine(country, 20)})` : '';
  return (who || (email && singleLine(email)) || 'unknown signer') + from;
}

export function kindOf({ kind }: Signer): string {
  return { signature: 'signature', certification: 'certification', timestamp: 'document timestamp' }[kind];
}

/** The rows of one signature, the most important first; empty rows are left out. */
export function signerRows(signer: Signer): Row[] {
  const rows = [
    statusRow(signer),
    row('When', whenSigned(signer), isTimeProven(signer) ? 'good' : 'neutral'),
    integrity(signer),
    afterwards(signer),
    trust(signer),
    revocation(signer),
    row('Level', signer.level, signer.level === 'PDF-NOT-ETSI' ? 'unsure' : 'neutral'),
    row('Algorithm', algorithm(signer), 'neutral'),
    row('Stated', stated(signer), 'neutral'),
    row('Permits', permits(signer), 'neutral'),
  ];
  return rows.filter(entry => entry !== null);
}

function row(label: string, text: string | null, tone: Tone): Row | null {
  return text ? { label, text, tone } : null;
}

function whenSigned(signer: Signer): string {
  const { signedAt, signedAtSource, kind } = signer;
  if (!signedAt) return 'not stated';
  const time = shortTime(signedAt);
  const isProven = isTimeProven(signer);
  if (kind === 'timestamp') return isProven ? time : `${time}, not proven: this timestamp was not verified`;
  if (signedAtSource !== 'timestamp') return `${time}, claimed by the signer, not proven`;
  const stamp = signer.timestamps.find(({ intact, time }) => intact && time === signedAt);
  const of = stamp?.name ? ` of ${singleLine(stamp.name)}` : '';
  const timestamp = `a ${stamp?.qualified ? 'qualified ' : ''}timestamp${of}`;
  return isProven ? `${time}, proven by ${timestamp}` : `${time}, stated by ${timestamp}, which was not verified`;
}

/** Only a timestamp whose authority was verified is a proof. */
function isTimeProven({ kind, signedAt, signedAtSource, indication, trusted, timestamps }: Signer): boolean {
  if (kind === 'timestamp') return trusted && indication === 'TOTAL_PASSED';
  return signedAtSource === 'timestamp' && timestamps.some(stamp => stamp.trusted && stamp.time === signedAt);
}

/** '2024-05-03T10:22:41Z' as '2024-05-03 10:22:41 UTC'; anything else as it is. */
export function shortTime(iso: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso);
  return parts ? `${parts[1]} ${parts[2]} UTC` : singleLine(iso, 40);
}

const COVERS = {
  file: 'covers the whole file',
  revision: 'covers an earlier state of the file',
  'from-start': 'covers the beginning of the file, but no whole revision of it',
  unclear: 'what it covers is not clear',
} as const;

function integrity({ intact, coverage, revision, findings }: Signer): Row {
  if (outcomeOf(findings, 'signature-filled') === 'fail') {
    return { label: 'Integrity', text: 'NOT intact, the signature is empty', tone: 'bad' };
  }
  const covers = coverage === 'revision' ? `covers the file as of revision ${revision}` : COVERS[coverage];
  const sound = intact && (coverage === 'file' || coverage === 'revision');
  return { label: 'Integrity', text: `${intact ? 'intact' : 'NOT intact'}, ${covers}`, tone: sound ? 'good' : 'bad' };
}

const CHANGES: Record<ChangeClass, string> = {
  none: 'later revisions change nothing',
  archival: 'only validation data or timestamps were added afterwards',
  'form-filling': 'form fields were filled in or signed afterwards',
  annotations: 'comments were added or changed afterwards',
  content: 'the content was changed afterwards',
};

function afterwards({ changesAfter, changesAllowed, coverage, findings }: Signer): Row | null {
  if (outcomeOf(findings, 'no-stray-bytes') === 'fail') {
    return { label: 'Changes', text: 'bytes that belong to no revision were added afterwards', tone: 'bad' };
  }
  if (coverage === 'file' && changesAfter === 'none') return null;
  if (changesAfter === null) {
    return { label: 'Changes', text: 'what was changed afterwards could not be determined', tone: 'unsure' };
  }
  const verdict = changesAfter === 'none' ? '' : changesAllowed ? ' (allowed)' : ' (NOT allowed)';
  return { label: 'Changes', text: CHANGES[changesAfter] + verdict, tone: changesAllowed ? 'good' : 'bad' };
}

const outcomeOf = (findings: readonly Finding[], rule: string): Finding['outcome'] | null =>
  findings.find(finding => finding.rule === rule)?.outcome ?? null;

/** The certification path as arrows, or where it ends. */
function trust({ trusted, trustAnchor, chain, certificate, intact, findings }: Signer): Row {
  if (!certificate) return { label: 'Trust', text: 'the certificate of the signer is missing', tone: 'bad' };
  const path = chain.map(({ subject }) => commonName(subject)).join(' ← ');
  if (trusted) return { label: 'Trust', text: path || `trusted by ${singleLine(trustAnchor ?? '')}`, tone: 'good' };
  const last = chain.at(-1) ?? certificate;
  const leadsToAnchor = outcomeOf(findings, 'certificate-path') === 'pass';
  const text = leadsToAnchor ? `${path}, which is trusted, but ${notAccepted(intact)}` : untrusted(last, path);
  return { label: 'Trust', text, tone: 'unsure' };
}

const notAccepted = (intact: boolean): string =>
  intact ? 'the certificate was not accepted' : 'the signature is not intact';

function untrusted(last: CertificateInfo, path: string): string {
  const isAlone = !path.includes(' ← ');
  if (last.selfSigned)
    return isAlone
      ? 'none: the certificate is self-signed, so its name proves nothing'
      : `${path}, which is not trusted`;
  return `${path || commonName(last.subject)} ← ${commonName(last.issuer)}, whose certificate is missing`;
}

/** The CN of a distinguished name in RFC 4514 form, or its O, or all of it. */
export function commonName(subject: string): string {
  return singleLine(attribute(subject, 'CN') ?? attribute(subject, 'O') ?? subject, 80);
}

function attribute(subject: string, type: string): string | null {
  const value = new RegExp(`(?:^|[,+]\\s*)${type}=((?:\\\\.|[^,+\\\\])+)`, 'i').exec(subject)?.[1];
  return value?.replace(/\\([^0-9a-f])/gi, '$1') ?? null;
}

function revocation({ revocation, findings }: Signer): Row {
  const { status, source, embedded, producedAt, revokedAt } = revocation;
  const of = source ? `${source.toUpperCase()}${producedAt ? ` of ${shortTime(producedAt)}` : ''}` : '';
  const where = source ? `, ${of}, ${embedded ? 'embedded' : 'fetched'}` : '';
  if (status === 'good') return { label: 'Revocation', text: `not revoked${where}`, tone: 'good' };
  if (status === 'unknown') {
    const isNeeded = outcomeOf(findings, 'revocation-known') !== 'pass';
    return isNeeded
      ? { label: 'Revocation', text: 'not known', tone: 'unsure' }
      : { label: 'Revocation', text: 'not needed for this certificate', tone: 'neutral' };
  }
  const when = revokedAt ? ` on ${shortTime(revokedAt)}` : '';
  const isRevokedBefore = outcomeOf(findings, 'not-revoked') !== 'pass';
  if (isRevokedBefore) return { label: 'Revocation', text: `REVOKED${when}${where}`, tone: 'bad' };
  const isOnHold = outcomeOf(findings, 'revocation-known') === 'fail';
  const text = isOnHold ? `on hold${when && ` since${when.slice(3)}`}` : `revoked${when}, after signing`;
  return { label: 'Revocation', text: text + where, tone: isOnHold ? 'unsure' : 'neutral' };
}

function algorithm({ signatureAlgorithm, digestAlgorithm, certificate }: Signer): string {
  const key = certificate?.publicKey ?? null;
  const isNamed = signatureAlgorithm?.endsWith(key?.split(' ').at(-1) ?? '');
  const parts = [signatureAlgorithm, digestAlgorithm, isNamed ? null : key].filter(part => part !== null);
  return parts.map(part => singleLine(part, 60)).join(', ');
}

function stated({ statedReason, location, contact }: Signer): string {
  const parts = [
    statedReason && `“${singleLine(statedReason)}”`,
    location && singleLine(location),
    contact && singleLine(contact),
  ];
  return parts.filter(Boolean).join(', ');
}

const DOC_MDP = {
  1: 'no changes at all',
  2: 'filling in forms and signing',
  3: 'filling in forms, signing and commenting',
} as const;

function permits({ docMDP }: Signer): string | null {
  return docMDP ? `${DOC_MDP[docMDP]} (DocMDP ${docMDP})` : null;
}

/** Rules whose outcome a row shows already. */
const SHOWN_AS_ROW = new Set(['changes-after-signing', 'certificate-path', 'not-revoked']);

/** What the short report shows: findings that failed or are unknown, unless they only inform. */
export function findingsThatMatter(findings: readonly Finding[]): Finding[] {
  return findings.filter(
    ({ rule, outcome, level }) =>
      level !== 'inform' && (outcome === 'fail' || outcome === 'unknown') && !SHOWN_AS_ROW.has(rule),
  );
}

export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export const isApplicable = ({ outcome }: Finding): boolean => outcome !== 'not-applicable';

/** A failed rule is bad where it made the signature fail; where the status is indeterminate, it is a doubt. */
export function findingTone({ outcome, level }: Finding, { indication }: Signer): Tone {
  if (outcome === 'pass') return 'good';
  if (outcome === 'not-applicable') return 'neutral';
  return outcome === 'fail' && level === 'fail' && indication === 'TOTAL_FAILED' ? 'bad' : 'unsure';
}
