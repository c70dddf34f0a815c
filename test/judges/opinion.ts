/** What docconv and the judges answer about a signature, in one vocabulary. */
import type { Finding, Signer, VerificationResult } from '../../src/signatures/index.js';

export const KINDS = ['read', 'found', 'integrity', 'level', 'time', 'path', 'revocation', 'changes'] as const;
/**
 * `read`: whether the file can be read. `found`: whether the signature or document timestamp is listed. `integrity`: 'intact', 'broken' or 'unknown'. `level`: of PAdES.
 * `time`: 'claimed' or 'timestamp', and the second. `path`: see PATH. `revocation` of the signer's certificate: 'good',
 * 'revoked' or 'unknown'. `changes`: 'permitted', 'forbidden' (also for a structure that is not permitted) or 'unknown'.
 */
export type Kind = (typeof KINDS)[number];

/** The answers about one signature; a kind that is absent or null: no opinion. */
export interface Opinion {
  readonly field: string;
  readonly answers: Partial<Readonly<Record<Kind, string | null>>>;
}

/** What the sub-indications of EN 319 102-1 state about the path of the signer's certificate at the time of signing. */
const PATH: Readonly<Record<string, string>> = {
  NO_SIGNING_CERTIFICATE_FOUND: 'no certificate',
  NO_CERTIFICATE_CHAIN_FOUND: 'no anchor',
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE: 'no anchor',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'not validated', // of DSS and pyHanko also for want of revocation data
  CHAIN_CONSTRAINTS_FAILURE: 'not validated',
  OUT_OF_BOUNDS_NO_POE: 'validity',
  OUT_OF_BOUNDS_NOT_REVOKED: 'validity',
  NOT_YET_VALID: 'validity',
  EXPIRED: 'validity',
  REVOKED: 'revoked',
  REVOKED_NO_POE: 'revoked',
  REVOKED_CA_NO_POE: 'revoked',
  REVOCATION_OUT_OF_BOUNDS_NO_POE: 'not validated',
  TRY_LATER: 'not validated',
};

export const pathOf = (subIndication: string | null): string | null => PATH[subIndication ?? ''] ?? null;

const second = (time: string): string => new Date(time).toISOString().slice(0, 19);

export const timeOf = (proven: string | null, claimed: string | null): string | null => {
  if (proven) return `timestamp ${second(proven)}`;
  return claimed ? `claimed ${second(claimed)}` : null;
};

/** `hasAnchors`: without anchors no path ends at one, so that everybody would agree about the path. */
export function opinionsOfDocconv({ signers }: VerificationResult, hasAnchors = true): Opinion[] {
  return signers.map(signer => ({
    field: signer.field,
    answers: {
      integrity: signer.intact ? 'intact' : isUnknown(signer, 'digest', 'signature') ? 'unknown' : 'broken',
      level: signer.level,
      time: signer.signedAt && timeOf(...timesOf(signer)),
      path: hasAnchors ? pathOfDocconv(signer) : null,
      revocation: signer.revocation.status,
      changes: changesOf(signer),
    },
  }));
}

const timesOf = ({ signedAt, signedAtSource }: Signer): [string | null, string | null] =>
  signedAtSource === 'timestamp' ? [signedAt, null] : [null, signedAt];

const outcomes = ({ findings }: Signer, ...rules: string[]): Finding['outcome'][] =>
  findings.filter(({ rule }) => rules.includes(rule)).map(({ outcome }) => outcome);

const isUnknown = (signer: Signer, ...rules: string[]): boolean => outcomes(signer, ...rules).includes('unknown');

/** The rules about the path, in the order in which they decide. */
const PATH_RULES: Readonly<Record<string, string>> = {
  'signer-certificate': 'no certificate',
  'signing-certificate': 'no certificate',
  'not-revoked': 'revoked',
  'certificate-path': 'no anchor',
  'path-constraints': 'not validated',
  'certificate-validity': 'validity',
  'revocation-known': 'not validated',
};

function pathOfDocconv(signer: Signer): string {
  const rule = Object.keys(PATH_RULES).find(id =>
    outcomes(signer, id).some(one => one === 'fail' || one === 'unknown'),
  );
  return rule ? PATH_RULES[rule]! : 'passed';
}

function changesOf(signer: Signer): string {
  if (signer.subIndication === 'FORMAT_FAILURE') return 'forbidden';
  if (signer.changesAllowed) return 'permitted';
  return isUnknown(signer, 'changes-after-signing') ? 'unknown' : 'forbidden';
}
