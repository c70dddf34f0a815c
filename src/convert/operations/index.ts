/** Carries out operations on one PDF. Only the worker that reads PDFs runs this. */
import { DocconvError } from '../../errors.js';
import type { WorkerAnswer } from '../../isolation/worker.js';
import { openPdf, type PdfDocument, pageList, signatureFields, UNLIMITED_WORK } from '../../pdf/index.js';
import { type Limits, requireWithin } from '../limits.js';
import type { Operation, SplitOperation } from '../operation-types.js';
import { rewrite } from '../output/pdf/qpdf.js';
import { withoutSignatures } from '../output/pdf/signatures.js';
import { type Observation, Warnings } from '../warnings.js';
import { attach } from './attach.js';
import { writeBookmarks } from './bookmarks.js';
import type { Context } from './context.js';
import { facturx } from './facturx/index.js';
import { encrypt, finishPdfOf } from './finish.js';
import { flatten } from './flatten/index.js';
import { writeMetadata } from './metadata.js';
import { optimize } from './optimize.js';
import { type PackedOperation, unpackOperations } from './packed.js';
import { rotate } from './rotate.js';
import { rebuild, split } from './split.js';
import { stamp } from './stamp.js';

export { describe } from './describe.js';

export interface OperateWork {
  readonly operations: readonly PackedOperation[];
  readonly password?: string | undefined;
  readonly breakSignatures: boolean;
  readonly name: string;
  readonly limits: Limits;
}

type Work<Kind extends Operation['kind']> = (
  pdf: Uint8Array,
  operation: Extract<Operation, { kind: Kind }>,
  context: Context,
) => Promise<Uint8Array>;

/** One PDF becomes another one. A split comes before them, encryption behind. */
const WORK: { readonly [Kind in Exclude<Operation['kind'], 'split' | 'encrypt'>]: Work<Kind> } = {
  flatten,
  rotate,
  optimize,
  attach,
  metadata: writeMetadata,
  facturx,
  bookmarks: writeBookmarks,
  stamp,
  watermark: stamp,
};

/** `blobs`: the PDF, the bytes of the operations, and the laid out texts of stamps. */
export async function operate(
  blobs: readonly Uint8Array[],
  { operations: packed, limits, ...opening }: OperateWork,
): Promise<WorkerAnswer<{ pages: number[]; warnings: Observation[]; after: number }>> {
  const { operations, used } = unpackOperations(packed, blobs.slice(1));
  const warnings = new Warnings();
  const input = blobs[0]!;
  const plain = await plainPdf(input, { ...opening, limits, warnings });
  const document = `${opening.name}.pdf`;
  const context: Context = { document, limits, warnings, layouts: layoutsOf(operations, blobs.slice(1 + used)) };
  // bytes before the header, damage and encryption are what the result does not have
  const isKept = () => Buffer.from(input.subarray(0, HEADER.length)).equals(HEADER) && warnings.list().length === 0;
  const results: Uint8Array[] = [];
  const pages: number[] = [];
  let after = 0;
  for await (const part of split(plain, operations.find(isSplit) ?? null, context)) {
    const finished = smaller(operations, await workOn(part.pdf, operations, context), isKept() ? input : plain);
    after += finished.length;
    requireWithin(limits, 'outputBytes', after);
    results.push(finished);
    pages.push(part.pages);
  }
  return { result: { pages, warnings: warnings.list(), after }, blobs: results };
}

const HEADER = Buffer.from('%PDF-');

/** What is only optimized is never larger than before. */
function smaller(operations: readonly Operation[], result: Uint8Array, before: Uint8Array): Uint8Array {
  const isAlone = operations.every(({ kind }) => kind === 'optimize');
  return isAlone && result.length > before.length ? before : result;
}

const isSplit = (operation: Operation): operation is SplitOperation => operation.kind === 'split';

async function workOn(part: Uint8Array, operations: readonly Operation[], context: Context): Promise<Uint8Array> {
  let pdf = part;
  for (const operation of operations) {
    if (operation.kind === 'split' || operation.kind === 'encrypt') continue;
    const work: (pdf: Uint8Array, operation: never, context: Context) => Promise<Uint8Array> = WORK[operation.kind];
    pdf = await work(pdf, operation as never, context);
    requireWithin(context.limits, 'outputBytes', pdf.length);
  }
  return encrypt(await finishPdfOf(pdf, part, context, operations), operations);
}

/** In the order of the stamps with a text. */
function layoutsOf(operations: readonly Operation[], sheets: readonly Uint8Array[]): Context['layouts'] {
  const texts = operations.filter(({ kind, ...rest }) => 'source' in rest && 'text' in (rest.source as object));
  return new Map(texts.map((operation, i) => [operation, sheets[i]!]));
}

/**
 * The PDF as qpdf writes it: not encrypted, with one revision, and repaired where it was damaged. Throws PDF_SIGNED,
 * PASSWORD_NEEDED, WRONG_PASSWORD, NOT_A_PDF, CORRUPT_DOCUMENT or LIMIT_EXCEEDED.
 */
async function plainPdf(
  pdf: Uint8Array,
  { password, breakSignatures, name, limits, warnings }: Omit<OperateWork, 'operations'> & { warnings: Warnings },
): Promise<Uint8Array> {
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK, ...(password !== undefined && { password }) });
  const signatures = requirePages(document, limits);
  if (signatures > 0 && !breakSignatures)
    throw new DocconvError('PDF_SIGNED.operation', { count: signatures }, { detail: { signatures } });
  if (signatures > 0) warnings.add('signatures_removed', { signatures });
  if (document.encrypted) warnings.add('encryption_removed', { encrypted: true });
  const args = document.encrypted ? [`--password=${password ?? ''}`, '--decrypt'] : [];
  // qpdf's build for WebAssembly repairs nothing
  const repaired = async (): Promise<Uint8Array> => {
    const named = { document: `${name}.pdf` };
    const rebuilt = await rewrite(await rebuild(document, { ...named, limits, warnings }), []);
    warnings.add('pdf_damaged', named);
    return rebuilt;
  };
  const plain = await rewrite(pdf, args)
    .catch(repaired)
    .catch(cause => {
      throw cause instanceof DocconvError && cause.code === 'LIMIT_EXCEEDED'
        ? cause
        : new DocconvError('CORRUPT_DOCUMENT.pdf-not-written', {}, { cause });
    });
  return signatures === 0 ? plain : rewrite(await withoutSignatures(plain), []);
}

/** Returns the number of signatures. */
function requirePages({ latest }: PdfDocument, limits: Limits): number {
  if (latest.get(latest.root, 'NeedsRendering') === true) throw new DocconvError('UNSUPPORTED_FORMAT.dynamic-xfa');
  const pages = pageList(latest, limits.pages)?.count ?? 0;
  if (pages === 0) throw new DocconvError('CORRUPT_DOCUMENT.no-pages');
  requireWithin(limits, 'pages', pages);
  return signatureFields(latest).length;
}
