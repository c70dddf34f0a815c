/** Assesses the changes after the signatures of a form, by its revisions alone. */
import { openPdf } from '../../../src/pdf/index.js';
import { observeChanges } from '../../../src/signatures/facts/signature-facts.js';
import { findSignatures } from '../../../src/signatures/find/signature-sites.js';
import type { ChangeClass, DocumentChange } from '../../../src/signatures/index.js';
import { areChangesPermitted, listChanges, noteworthy, worstChange } from '../../../src/signatures/rules/changes.js';
import type { FormPdf } from '../../helpers/form-pdf.js';
import { facts } from '../facts.js';

interface AssessedChanges {
  readonly after: ChangeClass | null;
  readonly allowed: boolean;
  readonly changes: readonly DocumentChange[];
  readonly warnings: readonly string[];
}

/** One assessment per signature, in the order of their revisions. */
export async function assessAll(
  pdf: FormPdf | Uint8Array,
  options = { tolerateOverlays: false },
): Promise<AssessedChanges[]> {
  const document = await openPdf(pdf instanceof Uint8Array ? pdf : pdf.bytes);
  const sites = findSignatures(document);
  const observed = await observeChanges(
    document,
    sites.map(site => ({ site })),
  );
  return sites.map(({ field }, i) => {
    const changes = observed[i]!;
    return {
      after: worstChange(changes),
      allowed: areChangesPermitted(changes, options) ?? false,
      changes: listChanges(facts({ field, changes }), options),
      warnings: noteworthy(changes) ?? [],
    };
  });
}

export async function assessFirst(
  pdf: FormPdf | Uint8Array,
  options?: { tolerateOverlays: boolean },
): Promise<AssessedChanges> {
  return (await assessAll(pdf, options))[0]!;
}
