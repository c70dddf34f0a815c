/** After the operations on one PDF: one revision without unused objects, its claim of PDF/A, and encryption. */
import { DocconvError } from '../../errors.js';
import { openPdf, UNLIMITED_WORK, Update } from '../../pdf/index.js';
import type { EncryptOperation, Operation } from '../operation-types.js';
import { editMetadataStream } from '../output/metadata.js';
import { encryptionArguments } from '../output/pdf/encryption.js';
import { rewrite } from '../output/pdf/qpdf.js';
import { type Claims, claimedStandard, claimsOf, judgedLevel, type PdfaLevel } from '../output/pdfa/claims.js';
import { requireStandard } from '../output/pdfa/index.js';
import type { Context } from './context.js';

/**
 * `before`: the PDF without the operations, whose faults are not theirs. Adds the warning `pdfa_lost`. Throws
 * PDFA_INVALID for an invoice that would not be PDF/A.
 */
export async function finishPdfOf(
  pdf: Uint8Array,
  before: Uint8Array,
  { warnings }: Context,
  operations: readonly Operation[],
): Promise<Uint8Array> {
  const written = pdf === before ? pdf : await rewrite(pdf, []);
  const claims = await claimsIn(written);
  const { part, conformance, ua } = claims;
  const level = judgedLevel(claims);
  const kinds = operations.map(({ kind }) => kind);
  if (level !== null && kinds.includes('facturx')) {
    await requireStandard(written, { pdfa: level });
    return written;
  }
  // what qpdf flattens is content without a tag
  const isUntagged = kinds.includes('flatten');
  const lostRules = async (): Promise<string | null> => {
    if (kinds.includes('encrypt')) return 'encryption';
    if (conformance === 'a' && isUntagged) return 'tagging';
    if (level === null) return operations.length === 0 ? null : 'not judged';
    const broken = await brokenRules(written, level);
    const known = broken.length === 0 ? [] : await brokenRules(before, level);
    return broken.filter(rule => !known.includes(rule)).join(',') || null;
  };
  const broken = part === '' ? null : await lostRules();
  const losesUa = ua && isUntagged;
  if (broken !== null) warnings.add('pdfa_lost', { standard: claimedStandard(claims), rules: broken });
  else if (losesUa) warnings.add('pdfa_lost', { standard: 'PDF/UA', rules: 'tagging' });
  else return written;
  const { latest } = await openPdf(written, { maxWork: UNLIMITED_WORK });
  const update = new Update(latest);
  await editMetadataStream(update, { ...(broken !== null && { conformance: '' }), removesUa: losesUa });
  return rewrite(update.appendTo(written), []);
}

/** Of PDF/A; null: it claims none that docconv can judge. */
export async function claimedLevel(pdf: Uint8Array): Promise<PdfaLevel | null> {
  return judgedLevel(await claimsIn(pdf));
}

async function claimsIn(pdf: Uint8Array): Promise<Claims> {
  return claimsOf((await openPdf(pdf, { maxWork: UNLIMITED_WORK })).latest);
}

/** Names of the rules that the PDF breaks, of those that docconv can judge. */
async function brokenRules(pdf: Uint8Array, pdfa: PdfaLevel): Promise<string[]> {
  try {
    await requireStandard(pdf, { pdfa });
    return [];
  } catch (error) {
    if (error instanceof DocconvError && error.code === 'PDFA_INVALID') return String(error.detail.rules).split(',');
    throw error;
  }
}

export async function encrypt(pdf: Uint8Array, operations: readonly Operation[]): Promise<Uint8Array> {
  const operation = operations.find((each): each is EncryptOperation => each.kind === 'encrypt');
  return operation ? rewrite(pdf, encryptionArguments(operation)) : pdf;
}
