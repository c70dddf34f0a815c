/**
 * Certificate policies (RFC 5280, 6.1) with any policy accepted by the user: a path fails only where an authority demands
 * an explicit policy and none is left. The policy tree is kept as one set per level (RFC 9618), so it cannot explode.
 */
import { type Certificate, sameName } from '../../../pki/index.js';

const ANY = '2.5.29.32.0';

interface State {
  /** What the next certificate may claim. */
  expected: ReadonlySet<string>;
  /** Certificates until the demand or the prohibition takes effect. */
  explicitPolicy: number;
  policyMapping: number;
  anyPolicy: number;
}

/** The certificate at which no policy is left although one is demanded, or null. `path`: below the anchor first, signer last. */
export function policyFault(path: readonly Certificate[]): Certificate | null {
  const far = path.length + 1;
  const state: State = { expected: new Set([ANY]), explicitPolicy: far, policyMapping: far, anyPolicy: far };
  for (const [i, certificate] of path.entries()) {
    const isLast = i === path.length - 1;
    const valid = validPolicies(certificate, state, isLast);
    if (state.explicitPolicy === 0 && valid.size === 0) return certificate;
    if (isLast) return isDemandedAtEnd(certificate, state) && valid.size === 0 ? certificate : null;
    state.expected = mapped(certificate, valid, state.policyMapping > 0);
    tighten(certificate, state);
  }
  return null;
}

function validPolicies(certificate: Certificate, state: State, isLast: boolean): Set<string> {
  const { policies } = certificate.extensions;
  const isOpen = state.expected.has(ANY);
  const valid = new Set(policies.filter(policy => policy !== ANY && (isOpen || state.expected.has(policy))));
  const anyCounts = state.anyPolicy > 0 || (!isLast && isSelfIssued(certificate));
  if (policies.includes(ANY) && anyCounts) for (const policy of state.expected) valid.add(policy);
  return valid;
}

function mapped(certificate: Certificate, valid: ReadonlySet<string>, isAllowed: boolean): Set<string> {
  const expected = new Set(valid);
  const mappings = certificate.extensions.policyMappings.filter(({ issuer }) => valid.has(issuer) || valid.has(ANY));
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
