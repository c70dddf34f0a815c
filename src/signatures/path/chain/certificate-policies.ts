/**
 * Certificate policies (RFC 5280, 6.1). An anchor that counts for any policy has anyPolicy as the user's initial policy set:
 * then a path fails only if a CA requires an explicit policy and no valid policy remains. One set per level instead of the
 * policy tree (RFC 9618) limits its size.
 */
import { type Certificate, sameName } from '../../../pki/index.js';

const ANY_POLICY = '2.5.29.32.0';

interface State {
  /** Policies that are valid in the next certificate. */
  expected: ReadonlySet<string>;
  /** Number of certificates until the requirement or restriction takes effect. */
  explicitPolicy: number;
  policyMapping: number;
  anyPolicy: number;
}

/**
 * The certificate without a valid policy although one is required, or null. `path`: from below the anchor to the signer.
 * `accepted`: the policies for which the anchor counts. One of them is required then, and the signer's certificate has to
 * name it: anyPolicy there says nothing about how the certificate was issued.
 */
export function policyFault(path: readonly Certificate[], accepted: readonly string[] | null): Certificate | null {
  const never = path.length + 1;
  const state: State = {
    expected: new Set(accepted ?? [ANY_POLICY]),
    explicitPolicy: accepted ? 0 : never,
    policyMapping: never,
    anyPolicy: never,
  };
  for (const [i, certificate] of path.entries()) {
    const isLast = i === path.length - 1;
    const isAnyAccepted = isLast
      ? state.anyPolicy > 0 && accepted === null
      : state.anyPolicy > 0 || isSelfIssued(certificate);
    const valid = validPolicies(certificate, state.expected, isAnyAccepted);
    if (state.explicitPolicy === 0 && valid.size === 0) return certificate;
    if (!isLast && mapsAnyPolicy(certificate)) return certificate;
    if (isLast) return isDemandedAtEnd(certificate, state) && valid.size === 0 ? certificate : null;
    state.expected = mapped(certificate, valid, state.policyMapping > 0);
    tighten(certificate, state);
  }
  return null;
}

function validPolicies(
  { extensions: { policies } }: Certificate,
  expected: ReadonlySet<string>,
  isAnyAccepted: boolean,
): Set<string> {
  const isUnrestricted = expected.has(ANY_POLICY);
  const valid = new Set(policies.filter(policy => policy !== ANY_POLICY && (isUnrestricted || expected.has(policy))));
  if (policies.includes(ANY_POLICY) && isAnyAccepted) for (const policy of expected) valid.add(policy);
  return valid;
}

/** RFC 5280, 6.1.4 (a): such a mapping makes a path invalid. */
const mapsAnyPolicy = ({ extensions: { policyMappings } }: Certificate): boolean =>
  policyMappings.some(({ issuer, subject }) => issuer === ANY_POLICY || subject === ANY_POLICY);

function mapped(certificate: Certificate, valid: ReadonlySet<string>, isAllowed: boolean): Set<string> {
  const expected = new Set(valid);
  const mappings = certificate.extensions.policyMappings.filter(
    ({ issuer }) => valid.has(issuer) || valid.has(ANY_POLICY),
  );
  for (const { issuer } of mappings) expected.delete(issuer);
  if (isAllowed) for (const { subject } of mappings) expected.add(subject);
  return expected;
}

function tighten(certificate: Certificate, state: State): void {
  const { policyConstraints, inhibitAnyPolicy } = certificate.extensions;
  const step = isSelfIssued(certificate) ? 0 : 1;
  const next = (value: number, limit: number | null | undefined) => Math.min(Math.max(0, value - step), limit ?? value);
  state.explicitPolicy = next(state.explicitPolicy, policyConstraints?.requireExplicitPolicy);
  state.policyMapping = next(state.policyMapping, policyConstraints?.inhibitPolicyMapping);
  state.anyPolicy = next(state.anyPolicy, inhibitAnyPolicy);
}

/** RFC 5280, 6.1.5 (a) and (b). */
function isDemandedAtEnd({ extensions }: Certificate, state: State): boolean {
  return state.explicitPolicy <= 1 || extensions.policyConstraints?.requireExplicitPolicy === 0;
}

function isSelfIssued({ subject, issuer }: Certificate): boolean {
  return sameName(subject, issuer);
}
