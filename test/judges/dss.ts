/** Translates what Judge.java prints about a signature. */
import { type Opinion, pathOf, timeOf } from './opinion.js';

export interface DssSignature {
  readonly field: string | null;
  /** The signature verifies with the key. */
  readonly intact: boolean;
  /** The digests match. */
  readonly digests: boolean;
  /** A document timestamp: the imprint is that of the byte ranges. */
  readonly imprint?: 'intact' | 'broken';
  readonly indication: string;
  readonly subIndication: string | null;
  /** The validation of the certificate (XCV) as of the time of validation. */
  readonly pathPassed: boolean;
  readonly trustedChain: boolean;
  readonly revocation: string | null;
  /** Checks of the format that fail or warn. */
  readonly format: readonly string[];
  readonly level?: string;
  readonly claimed?: string | null;
  /** The earliest timestamp that passes; without anchors, that is intact. */
  readonly proven: string | null;
}

export function opinionOfDss(signature: DssSignature): Opinion {
  const { field, intact, digests, imprint, level } = signature;
  return {
    field: field ?? '',
    answers: {
      integrity: intact && digests && imprint !== 'broken' ? 'intact' : 'broken',
      level: level ?? null,
      time: timeOf(signature.proven, signature.claimed ?? null),
      path: pathOfDss(signature),
      revocation: revocationOfDss(signature),
      changes: changesOfDss(signature),
    },
  };
}

/** Another cause than the path decides before it. */
function pathOfDss({ indication, subIndication, pathPassed }: DssSignature): string | null {
  if (indication.endsWith('PASSED') || pathPassed) return 'passed';
  return pathOf(subIndication);
}

const REVOCATION: Readonly<Record<string, string>> = {
  GOOD: 'good',
  REVOKED: 'revoked',
  UNKNOWN: 'unknown',
  none: 'unknown',
};

const revocationOfDss = ({ revocation, trustedChain }: DssSignature): string | null =>
  trustedChain ? (REVOCATION[revocation ?? ''] ?? null) : null;

/** Notes about what was filled in or commented; they do not say that it is not permitted. */
const NOTES = ['BBB_FC_DSCNFFSM', 'BBB_FC_DSCNACMDM'];

const changesOfDss = ({ subIndication, format }: DssSignature): string =>
  subIndication === 'FORMAT_FAILURE' || format.some(check => !NOTES.includes(check)) ? 'forbidden' : 'permitted';
