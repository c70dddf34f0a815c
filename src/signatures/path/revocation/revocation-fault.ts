/** Finds out why the publishers of revocation data have stated no status of a certificate. */
import { DocconvError } from '../../../errors.js';
import { type FetchRequest, requestKey } from '../../../fetch/index.js';
import { matchesCertId, parseOcspResponse, parseServedCrl, sameName } from '../../../pki/index.js';
import type { RevocationStatus } from '../types.js';
import { crlStatuses } from './crl.js';
import { ocspStatuses } from './ocsp.js';
import { revocationRequests } from './online-sources.js';
import { freshUntil, selectStatus } from './revocation-reader.js';
import { isApplicable, type RevocationSources, type Subject } from './subject.js';

/** What came nearest to a status is last. */
const FAULTS = [
  'no-address',
  'unreachable',
  'refused',
  'unreadable',
  'other-certificate',
  'unauthorized',
  'partial',
  'unknown',
  'early',
  'outdated',
] as const;
export type RevocationFault = (typeof FAULTS)[number];

/** By the key of the request; null: there was no answer. */
export type RecordedAnswers = ReadonlyMap<string, Uint8Array | null>;

/** Null: nothing was asked, or one of the answers states a status. */
export function revocationFault(
  subject: Subject,
  answers: RecordedAnswers,
  sources: RevocationSources,
): RevocationFault | null {
  const { ocsp, lists } = revocationRequests(subject.certificate, subject.issuer);
  if (ocsp.length + lists.length === 0) return 'no-address';
  const examined = [
    ...ocsp.flatMap(request => faultIn(answers, request, body => ocspFault(body, subject, sources))),
    ...lists.flatMap(request => faultIn(answers, request, body => crlFault(body, subject, sources))),
  ];
  if (examined.includes(null)) return null;
  return FAULTS.findLast(fault => examined.includes(fault)) ?? null;
}

type Examine = (body: Uint8Array) => RevocationFault | null;

function faultIn(answers: RecordedAnswers, request: FetchRequest, examine: Examine): (RevocationFault | null)[] {
  const body = answers.get(requestKey(request));
  if (body === undefined) return [];
  if (body === null) return ['unreachable'];
  try {
    return [examine(body)];
  } catch (thrown) {
    return [thrown instanceof DocconvError && thrown.detail.refused ? 'refused' : 'unreadable'];
  }
}

function ocspFault(body: Uint8Array, subject: Subject, sources: RevocationSources): RevocationFault | null {
  const value = parseOcspResponse(body);
  const { certificate, issuer } = subject;
  if (!value.responses.some(({ certId }) => matchesCertId(certId, certificate, issuer))) return 'other-certificate';
  return faultOf(ocspStatuses(subject, { ...sources, ocspResponses: [{ value, revision: null }] }), sources);
}

function crlFault(body: Uint8Array, subject: Subject, sources: RevocationSources): RevocationFault | null {
  const value = parseServedCrl(body);
  const { baseNumber, issuer, issuingDistributionPoint: scope } = value;
  if (!sameName(issuer, subject.certificate.issuer) && !scope?.indirect) return 'other-certificate';
  const statuses = crlStatuses(subject, { ...sources, crls: [{ value, revision: null }] });
  const isPart = baseNumber !== null || scope?.onlySomeReasons;
  return isPart && statuses.length === 0 ? 'partial' : faultOf(statuses, sources);
}

function faultOf(statuses: readonly RevocationStatus[], { now }: RevocationSources): RevocationFault | null {
  const status = selectStatus(statuses, now);
  if (!status) return 'unauthorized';
  if (status.status === 'unknown') return 'unknown';
  if (!isApplicable(status, now)) return 'early';
  return freshUntil(status) < now ? 'outdated' : null;
}
