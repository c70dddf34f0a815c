/** Who signed this PDF, does it hold, and can it be trusted. */
import { openPdf, type PdfDocument } from '../pdf/index.js';
import { documentInfo } from './document-info.js';
import { levelOf } from './facts/level.js';
import { type LevelSources, observeLevel } from './facts/level-facts.js';
import { observe, observeChanges } from './facts/observe.js';
import { toSigner } from './facts/signer.js';
import type { CheckOptions, CheckSource } from './options.js';
import { readSecurityStore } from './path/dss.js';
import { identify } from './path/identity.js';
import { collectEvidence } from './path/validation-data.js';
import type { VerificationResult } from './result.js';
import { listChanges } from './rules/changes.js';
import { evaluateRules } from './rules/evaluate.js';
import { DEFAULT_POLICY } from './rules/policy.js';
import { answer } from './verdict.js';
import { readSignatures, type Signature } from './verify/signature.js';

/**
 * Resolves with an answer also for a bad signature; rejects with a DocconvError for what is no readable PDF
 * (NOT_A_PDF, CORRUPT_DOCUMENT, PASSWORD_NEEDED, WRONG_PASSWORD, ...) and for a mistaken option.
 */
export async function check(source: CheckSource, options: CheckOptions = {}): Promise<VerificationResult> {
  const document = await openPdf(source, options.password === undefined ? {} : { password: options.password });
  try {
    return await checkDocument(document, options);
  } finally {
    if (typeof source === 'string') document.close();
  }
}

async function checkDocument(document: PdfDocument, options: CheckOptions): Promise<VerificationResult> {
  const policy = { ...DEFAULT_POLICY, tolerateOverlays: options.tolerateOverlays === true };
  const store = readSecurityStore(document);
  const pool = store.certificates.map(({ value }) => value);
  const { signatures, sha256 } = await readSignatures(document, pool);
  const data = collectEvidence(store, signatures);
  const identities = await identify(signatures, data, options);
  const changeFacts = await observeChanges(
    document,
    signatures.map(({ site }) => site),
  );
  const certificates = [...new Set(data.certificates.map(({ value }) => value))];
  const level = levelReader({ signatures, store, certificates });
  const evaluated = signatures.map((signature, i) => {
    const [identity, changes] = [identities[i]!, changeFacts[i]!];
    const facts = observe(document, signature, identity.facts, changes);
    const evaluation = evaluateRules(facts, policy);
    const parts = { signature, identity, changes, level: level(signature), evaluation, policy };
    return { signer: toSigner(parts), cause: evaluation.cause, changes: listChanges(facts, policy) };
  });
  const signers = evaluated.map(({ signer }) => signer);
  return {
    ...answer(evaluated, isTrustRequired(options)),
    signer: signers.findLast(({ kind }) => kind !== 'timestamp') ?? null,
    signers,
    document: documentInfo(
      document,
      sha256,
      signers,
      evaluated.flatMap(({ changes }) => changes),
    ),
  };
}

/** Document timestamps have no level. */
const levelReader = (sources: LevelSources) => (signature: Signature) =>
  signature.kind === 'timestamp' ? null : levelOf(observeLevel(signature, sources));

/** As soon as somebody was said to be trusted, only they are. */
function isTrustRequired({ requireTrust, trust }: CheckOptions): boolean {
  return requireTrust ?? (trust?.anchors().length ?? 0) > 0;
}
