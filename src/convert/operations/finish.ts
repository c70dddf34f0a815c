/** After the operations on one PDF: one revision without unused objects, its claim of PDF/A, and encryption. */
import { DocconvError } from '../../errors.js';
import { openPdf, readXmp, UNLIMITED_WORK, Update } from '../../pdf/index.js';
import type { EncryptOperation, Operation } from '../operation-types.js';
import { editMetadataStream } from '../output/metadata.js';
import { encryptionArguments } from '../output/pdf/encryption.js';
import { rewrite } from '../output/pdf/qpdf.js';
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
  const level = await claimedLevel(written);
  if (level === null) return written;
  const isEncrypted = operations.some(({ kind }) => kind === 'encrypt');
  if (operations.some(({ kind }) => kind === 'facturx')) {
    await requireStandard(written, { pdfa: level });
    return written;
  }
  const broken = isEncrypted ? 'encryption' : await brokenRules(written, level);
  if (broken === null || (!isEncrypted && (await brokenRules(before, level)) !== null)) return written;
  warnings.add('pdfa_lost', { standard: `PDF/A-${level}`, rules: broken });
  const { latest } = await openPdf(written, { maxWork: UNLIMITED_WORK });
  const update = new Update(latest);
  await editMetadataStream(update, { conformance: '' });
  return rewrite(update.appendTo(written), []);
}

type Level = '1b' | '2b' | '3b';

/** Of PDF/A; null: it claims none that docconv knows. */
export async function claimedLevel(pdf: Uint8Array): Promise<Level | null> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const part = (await readXmp(latest, { part: 'http://www.aiim.org/pdfa/ns/id/' }))?.part?.trim();
  return part === '1' || part === '2' || part === '3' ? `${part}b` : null;
}

/** Names of rules that the PDF breaks; null: of none that docconv can judge. */
async function brokenRules(pdf: Uint8Array, pdfa: Level): Promise<string | null> {
  try {
    await requireStandard(pdf, { pdfa });
    return null;
  } catch (error) {
    if (error instanceof DocconvError && error.code === 'PDFA_INVALID') return String(error.detail.rules);
    throw error;
  }
}

export async function encrypt(pdf: Uint8Array, operations: readonly Operation[]): Promise<Uint8Array> {
  const operation = operations.find((each): each is EncryptOperation => each.kind === 'encrypt');
  return operation ? rewrite(pdf, encryptionArguments(operation)) : pdf;
}
