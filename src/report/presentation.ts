/** How every report presents a verdict and a signature: rows of label, text and tone. Pure. */
import { message, quoted } from '../messages/index.js';
import type { CertificateInfo, DocumentChange, Finding, Signer, Verdict } from '../signatures/result.js';
import { singleLine } from '../text.js';
import { statusRow } from './qualified.js';
import { type Row, row, type Tone } from './row.js';

export { statusPairs, statusReasons } from './qualified.js';
export type { Row, Tone } from './row.js';

interface VerdictLook {
  /** Readable without colours. */
  mark: string;
  tone: Tone;
}

export const VERDICT_LOOK: Readonly<Record<Verdict | 'unreadable', VerdictLook>> = {
  valid: { mark: '✓', tone: 'good' },
  intact: { mark: '!', tone: 'unsure' },
  indeterminate: { mark: '?', tone: 'unsure' },
  invalid: { mark: '✗', tone: 'bad' },
  unsigned: { mark: '–', tone: 'unsure' },
  unreadable: { mark: '!', tone: 'bad' },
};

/** “Anna Example”, “Example GmbH” (DE). */
export function whoSigned({ name, organization, country, email }: Signer): string {
  const names = [...new Set([name, organization])].filter(Boolean);
  const who = (names.length > 0 ? names : [email]).flatMap(part => (part ? [quoted(part)] : [])).join(', ');
  const from = country ? ` (${/^[a-z]{2}$/i.test(country) ? country : quoted(country)})` : '';
  return (who || message('signer.unknown')) + from;
}

export function kindOf({ kind }: Signer): string {
  return message(`kind.${kind}`);
}

/** The rows of one signature, the most important first; empty rows are left out. */
export function signerRows(signer: Signer): Row[] {
  const rows = [
    statusRow(signer),
    row('when', whenSigned(signer), isTimeProven(signer) ? 'good' : 'neutral'),
    integrity(signer),
    afterwards(signer),
    trust(signer),
    revocation(signer),
    row('level', signer.level, signer.level === 'PDF-NOT-ETSI' ? 'unsure' : 'neutral'),
    row('algorithm', algorithm(signer), 'neutral'),
    row('stated', stated(signer), 'neutral'),
    row('permits', signer.docMDP && message(`doc-mdp.${signer.docMDP}`), 'neutral'),
  ];
  return rows.filter(entry => entry !== null);
}

function whenSigned(signer: Signer): string {
  const { signedAt, signedAtSource, kind } = signer;
  if (!signedAt) return message('when.not-stated');
  const time = shortTime(signedAt);
  const isProven = isTimeProven(signer);
  if (kind === 'timestamp') return isProven ? time : message('when.not-proven', { time });
  if (signedAtSource !== 'timestamp') return message('when.claimed', { time });
  const stamp = signer.timestamps.find(({ intact, time }) => intact && time === signedAt);
  const id = `when.timestamp.${stamp?.qualified ? 'qualified' : 'plain'}` as const;
  const timestamp = stamp?.name ? message(`${id}.of`, { name: stamp.name }) : message(id);
  return message(isProven ? 'when.proven' : 'when.not-verified', { time, timestamp });
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

function integrity(signer: Signer): Row | null {
  const { intact, coverage, revision, findings } = signer;
  if (outcomeOf(findings, 'signature-filled') === 'fail') return row('integrity', message('integrity.empty'), 'bad');
  const covers = message(`coverage.${coverage}`, { revision });
  if (isUnverified(signer)) return row('integrity', message('integrity.unknown', { coverage: covers }), 'unsure');
  const isSound = intact && (coverage === 'file' || coverage === 'revision');
  const text = message(`integrity.${intact ? 'intact' : 'broken'}`, { coverage: covers });
  return row('integrity', text, isSound ? 'good' : signer.indication === 'INDETERMINATE' ? 'unsure' : 'bad');
}

/** The digest or the signature could not be computed, and neither is shown to be wrong. */
function isUnverified({ intact, indication, findings }: Signer): boolean {
  const outcomes = ['digest', 'signature'].map(rule => outcomeOf(findings, rule));
  return !intact && (indication === 'INDETERMINATE' || (outcomes.includes('unknown') && !outcomes.includes('fail')));
}

function afterwards({ changesAfter, changesAllowed, coverage, findings }: Signer): Row | null {
  if (outcomeOf(findings, 'no-stray-bytes') === 'fail') return row('changes', message('changes.stray-bytes'), 'bad');
  if (coverage === 'file' && changesAfter === 'none') return null;
  if (changesAfter === null) return row('changes', message('changes.unknown'), 'unsure');
  const changes = message(`changes.${changesAfter}`);
  const isUnknown = outcomeOf(findings, 'changes-after-signing') === 'unknown';
  const { rating, tone } = ratingOf({ allowed: changesAllowed, class: isUnknown ? null : changesAfter });
  return row('changes', changesAfter === 'none' ? changes : message(`changes.${rating}`, { changes }), tone);
}

interface Rating {
  /** The last part of the id of a message. */
  readonly rating: 'allowed' | 'not-allowed' | 'not-determined';
  readonly tone: Tone;
}

export function ratingOf({ allowed, class: kind }: Pick<DocumentChange, 'allowed' | 'class'>): Rating {
  if (allowed) return { rating: 'allowed', tone: 'good' };
  return kind === null ? { rating: 'not-determined', tone: 'unsure' } : { rating: 'not-allowed', tone: 'bad' };
}

const outcomeOf = (findings: readonly Finding[], rule: string): Finding['outcome'] | null =>
  findings.find(finding => finding.rule === rule)?.outcome ?? null;

/** The certification path as arrows, or where it ends. */
function trust(signer: Signer): Row | null {
  const { trusted, trustAnchor, chain, certificate, intact, findings } = signer;
  if (!certificate) return row('trust', message('trust.certificate-missing'), 'bad');
  const path = chain.map(({ subject }) => quoted(commonName(subject))).join(' ← ');
  if (trusted) return row('trust', path || message('trust.anchor', { anchor: trustAnchor ?? '' }), 'good');
  const last = chain.at(-1) ?? certificate;
  const leadsToAnchor = outcomeOf(findings, 'certificate-path') === 'pass';
  const notIntact = isUnverified(signer) ? 'trust.not-verified' : 'trust.not-intact';
  const notAccepted = intact ? 'trust.not-accepted' : notIntact;
  return row('trust', leadsToAnchor ? message(notAccepted, { path }) : untrusted(last, chain.length, path), 'unsure');
}

function untrusted(last: CertificateInfo, length: number, path: string): string {
  if (last.selfSigned) return length < 2 ? message('trust.self-signed') : message('trust.not-trusted', { path });
  const values = { path: path || quoted(commonName(last.subject)), issuer: commonName(last.issuer) };
  return message('trust.issuer-missing', values);
}

/** The CN of a distinguished name in RFC 4514 form, or its O, or all of it. */
export function commonName(subject: string): string {
  return singleLine(attribute(subject, 'CN') ?? attribute(subject, 'O') ?? subject, 80);
}

function attribute(subject: string, type: string): string | null {
  const value = new RegExp(`(?:^|[,+]\\s*)${type}=((?:\\\\.|[^,+\\\\])+)`, 'i').exec(subject)?.[1];
  return value?.replace(/\\([^0-9a-f])/gi, '$1') ?? null;
}

function revocation({ revocation, findings }: Signer): Row | null {
  const { status, source, embedded, producedAt } = revocation;
  if (status === 'unknown') {
    const isNeeded = outcomeOf(findings, 'revocation-known') !== 'pass';
    const text = message(isNeeded ? 'revocation.unknown' : 'revocation.not-needed');
    return row('revocation', text, isNeeded ? 'unsure' : 'neutral');
  }
  const name = source?.toUpperCase() ?? '';
  const of = producedAt ? message('revocation.source', { source: name, time: shortTime(producedAt) }) : name;
  const where = source ? [of, message(embedded ? 'revocation.embedded' : 'revocation.fetched')] : [];
  const isGood = status === 'good';
  const [text, tone] = isGood ? ([message('revocation.good'), 'good'] as const) : revoked(revocation, findings);
  return row('revocation', [text, ...where].join(', '), tone);
}

function revoked({ revokedAt }: Signer['revocation'], findings: readonly Finding[]): readonly [string, Tone] {
  const isBefore = outcomeOf(findings, 'not-revoked') !== 'pass';
  const isOnHold = outcomeOf(findings, 'revocation-known') === 'fail';
  const id = `revocation.${isBefore ? 'before' : isOnHold ? 'hold' : 'after'}` as const;
  const text = revokedAt ? message(`${id}.at`, { time: shortTime(revokedAt) }) : message(id);
  return [text, isBefore ? 'bad' : isOnHold ? 'unsure' : 'neutral'];
}

function algorithm({ signatureAlgorithm, digestAlgorithm, certificate }: Signer): string {
  const key = certificate?.publicKey ?? null;
  const isNamed = signatureAlgorithm?.endsWith(key?.split(' ').at(-1) ?? '');
  const parts = [signatureAlgorithm, digestAlgorithm, isNamed ? null : key].filter(part => part !== null);
  return parts.map(part => singleLine(part, 60)).join(', ');
}

function stated({ statedReason, location, contact }: Signer): string {
  const parts = [
    statedReason && message('stated.reason', { reason: statedReason }),
    location && message('stated.location', { location }),
    contact && message('stated.contact', { contact }),
  ];
  return parts.filter(Boolean).join(', ');
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

export const isApplicable = ({ outcome }: Finding): boolean => outcome !== 'not-applicable';

/** A failed rule is bad where it made the signature fail; where the status is indeterminate, it is a doubt. */
export function findingTone({ outcome, level }: Finding, { indication }: Signer): Tone {
  if (outcome === 'pass') return 'good';
  if (outcome === 'not-applicable') return 'neutral';
  return outcome === 'fail' && level === 'fail' && indication === 'TOTAL_FAILED' ? 'bad' : 'unsure';
}
