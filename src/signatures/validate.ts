/** Validates the signatures of a PDF: integrity, identity and time, later changes, then the rules and the verdict. */
import { openPdf, type PdfDocument } from '../pdf/index.js';
import { requireKnownMembers } from '../system/known-members.js';
import { findChangedPages, isVisible, mostRelevant } from './changed-pages.js';
import { describeDocument, describeSigner } from './describe.js';
import { achievedLevels } from './facts/level.js';
import { collectFacts, observeChanges } from './facts/signature-facts.js';
import { observeTimes } from './facts/stated-times.js';
import { CHECK_OPTIONS, type CheckOptions, type CheckSource } from './options.js';
import { readSecurityStore } from './path/dss.js';
import { identify } from './path/identity.js';
import { TrustedListLookup } from './path/trusted-list-lookup.js';
import { collectValidationData } from './path/validation-data.js';
import type { VerificationResult } from './result.js';
import { listChanges, mayLookDifferent } from './rules/changes.js';
import { evaluateRules } from './rules/evaluate.js';
import { DEFAULT_POLICY } from './rules/index.js';
import { concludeVerdict, requireUsableTrust, validationPolicy } from './verdict.js';
import { verifySignatures } from './verify/signatures.js';

/**
 * Resolves with a result also for an invalid signature; rejects with a DocconvError for a file that cannot be read as a
 * PDF (NOT_A_PDF, CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD, ...), for an invalid option, and with
 * TRUST_UNAVAILABLE when trust is required and a part of the trust store is missing or damaged.
 */
export async function check(source: CheckSource, options: CheckOptions = {}): Promise<VerificationResult> {
  requireKnownMembers(options, CHECK_OPTIONS, 'the options of check()');
  requireUsableTrust(options);
  const document = await openPdf(source, options);
  try {
    const result = await validate(document, options);
    requireUsableTrust(options); // a look-up may have found damage
    return result;
  } finally {
    if (typeof source === 'string') document.close();
  }
}

/** Pairing pages takes time for each signature: of longer documents, only the first pages are considered. */
const MAX_COMPARED_PAGES = 2000;

async function validate(document: PdfDocument, options: CheckOptions): Promise<VerificationResult> {
  const at = options.at ?? new Date();
  const rulePolicy = { ...DEFAULT_POLICY, tolerateOverlays: options.tolerateOverlays === true };

  // the signed bytes are unchanged, and the key of the certificate made the signature
  const store = readSecurityStore(document);
  const stored = store.certificates.map(({ value }) => value);
  const { signatures, sha256 } = await verifySignatures(document, stored);

  // the certificate leads to a trust anchor, and was valid and not revoked at the proven time
  const evidence = collectValidationData(store, signatures);
  const lookup = new TrustedListLookup(options.trust ?? null, options.strictTrust ? at : null);
  const identities = await identify(signatures, evidence, { ...options, at }, lookup);

  // what later revisions changed, and what the signatures permit
  const laterChanges = await observeChanges(document, signatures, options);

  const certificates = [...new Set(evidence.certificates.map(({ value }) => value))];
  const levels = achievedLevels(signatures, store, certificates);

  const pagesAfter = findChangedPages(document, MAX_COMPARED_PAGES);
  const evaluated = signatures.map((signature, i) => {
    const [identity, changes, level] = [identities[i]!, laterChanges[i]!, levels[i]!];
    const times = observeTimes(signature, identity, at);
    const facts = collectFacts(document, signature, identity.facts, changes, times);
    const evaluation = evaluateRules(facts, rulePolicy);
    const listed = listChanges(facts, rulePolicy);
    const pages = mayLookDifferent(changes) ? pagesAfter(signature.site.revision.index, listed.filter(isVisible)) : [];
    const described = { signature, identity, changes, changedPages: mostRelevant(pages), times: times.stated, level };
    const signer = describeSigner({ ...described, evaluation, policy: rulePolicy, lookup });
    return { signer, cause: evaluation.cause, changes: listed };
  });

  const policy = validationPolicy(options, at);
  const signers = evaluated.map(({ signer }) => signer);
  const changes = evaluated.flatMap(one => one.changes);
  return {
    ...concludeVerdict(evaluated, policy, options.trust),
    policy,
    signer: signers.findLast(({ kind }) => kind !== 'timestamp') ?? null,
    signers,
    document: await describeDocument(document, sha256, signers, changes),
  };
}
