/** Who signed this PDF, does it hold, and can it be trusted. */
import { openPdf, type PdfDocument } from '../pdf/index.js';
import { documentInfo } from './document-info.js';
import { readSecurityStore, type SecurityStore } from './dss.js';
import { identify } from './identity.js';
import { type JudgedChanges, judgeChanges } from './judge-changes.js';
import { levelOf } from './level.js';
import { observeLevel } from './level-facts.js';
import { observe } from './observe.js';
import type { CheckOptions, CheckSource } from './options.js';
import { DEFAULT_POLICY } from './policy.js';
import type { Signer, VerificationResult } from './result.js';
import { readSignatures, type Signature } from './signature.js';
import { toSigner } from './signer.js';
import { collectEvidence, type ValidationData } from './validation-data.js';
import { answer, judge } from './verdict.js';

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
  const store = readSecurityStore(document);
  const pool = store.certificates.map(stored => stored.value);
  const { signatures, sha256 } = await readSignatures(document, pool);
  const changes = judgeChanges(
    document,
    signatures.map(signature => signature.site),
  );
  const evidence = collectEvidence(store, signatures);
  const signers = signatures.map((signature, i) =>
    signerOf(document, signature, changes[i]!, { signatures, store, evidence }),
  );
  const requireTrust = options.requireTrust ?? (options.trust?.anchors().length ?? 0) > 0;
  return {
    ...answer(signers, requireTrust),
    signer: signers.findLast(signer => signer.kind !== 'timestamp') ?? null,
    signers,
    document: documentInfo(
      document,
      sha256,
      signers,
      changes.flatMap(change => [...change.changes]),
    ),
  };
}

interface Surroundings {
  readonly signatures: readonly Signature[];
  readonly store: SecurityStore;
  readonly evidence: ValidationData;
}

function signerOf(
  document: PdfDocument,
  signature: Signature,
  changes: JudgedChanges,
  { signatures, store }: Surroundings,
): Signer {
  const identity = identify(signature);
  const judgement = judge(observe(document, signature, identity.facts, changes), DEFAULT_POLICY);
  const level = signature.kind === 'timestamp' ? null : levelOf(observeLevel(signature, signatures, store));
  return toSigner({ signature, identity, changes, level, judgement });
}
