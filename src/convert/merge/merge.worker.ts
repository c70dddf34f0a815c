/** The worker process that reads PDFs and merges them. */
import { DocconvError, toDocconvError } from '../../errors.js';
import { type OutgoingBlob, runWorker, type WorkerAnswer } from '../../isolation/worker.js';
import {
  documentMetadata,
  openPdf,
  type PdfDocument,
  type PdfNoteCode,
  pageList,
  signatureFields,
  UNLIMITED_WORK,
} from '../../pdf/index.js';
import { joinPdfs } from '../join/index.js';
import { requireWithin } from '../limits.js';
import { lostByJoining } from '../operations/features.js';
import type { PdfOptions } from '../options.js';
import { finishPdf } from '../output/finish.js';
import { claimsOf, type PdfaLevel } from '../output/pdfa/claims.js';
import { Warnings } from '../warnings.js';
import type {
  JoinRequest,
  JoinResult,
  MergeRequest,
  MergeResult,
  MissingGlyphs,
  OpenRequest,
  PdfFacts,
} from './messages.js';
import { conformanceMetadata } from './metadata.js';
import { requireTogether } from './together.js';

runWorker<object, MergeRequest, MergeResult>(async () => ({ handle }));

async function handle(request: MergeRequest, blobs: readonly Buffer[]): Promise<WorkerAnswer<MergeResult>> {
  try {
    if (request.kind === 'inspect') return { result: await inspect(request, blobs[0]!) };
    if (request.kind === 'join') return await join(request, blobs);
    const { describe, operate } = await import('../operations/index.js');
    if (request.kind === 'operate') return await operate(blobs, request);
    return { result: {}, blobs: [Buffer.from(JSON.stringify(await describe(blobs[0]!, request)))] };
  } catch (thrown) {
    throw toDocconvError(thrown); // the process stays usable
  }
}

function open(pdf: Uint8Array, password: string | undefined): Promise<PdfDocument> {
  return openPdf(pdf, { maxWork: UNLIMITED_WORK, ...(password !== undefined && { password }) });
}

async function inspect({ password, limits }: OpenRequest, pdf: Uint8Array): Promise<PdfFacts> {
  const document = await open(pdf, password);
  const { latest } = document;
  if (latest.get(latest.root, 'NeedsRendering') === true) throw dynamicForm();
  const pages = pageList(latest, limits.pages)?.count ?? 0;
  if (pages === 0) throw new DocconvError('CORRUPT_DOCUMENT.no-pages');
  requireWithin(limits, 'pages', pages);
  const { title } = await documentMetadata(document);
  return {
    pages,
    title: title ?? '',
    signatures: signatureFields(latest).length,
    encrypted: document.encrypted,
    lost: lostByJoining(latest),
    claims: await claimsOf(latest),
  };
}

/** Its pages are in a program within the file, and what the PDF shows is a request to use another viewer. */
function dynamicForm(): DocconvError {
  return new DocconvError('UNSUPPORTED_FORMAT.dynamic-xfa');
}

async function join(
  { parts, options, keeps, name, limits }: JoinRequest,
  blobs: readonly Uint8Array[],
): Promise<WorkerAnswer<JoinResult>> {
  const documents: PdfDocument[] = [];
  for (const [i, { password }] of parts.entries()) documents.push(await open(blobs[i]!, password));
  const version = await versionFor(documents, options.pdfVersion);
  const joined = documents.map((document, i) => ({ document, title: parts[i]!.title }));
  const layout = async () => blobs.slice(parts.length);
  const make = async (given: PdfOptions): Promise<Made> => {
    if (given.pdfa)
      requireTogether(
        documents.map(({ latest }) => latest),
        given.pdfa,
      );
    const { bookmarks = true, initialView: view } = given;
    const pdf = joinPdfs(joined, { version, bookmarks, view, metadata: conformanceMetadata(given), limits });
    const warnings = new Warnings();
    const blob = await finishPdf(pdf, { name, options: given, limits, layout, warnings, isForeign: true });
    const missing = warnings.list().find(({ code }) => code === 'glyphs_missing')?.detail ?? null;
    return { blob, missing: missing as MissingGlyphs };
  };
  const { blob, missing, broken } = await claiming(keeps, options, make);
  const pages = documents.reduce((sum, { latest }) => sum + (pageList(latest)?.count ?? 0), 0);
  const damaged = [...documents.keys()].filter(i => isIncomplete(documents[i]!));
  return { result: { pages, damaged, missing, broken }, blobs: [blob] };
}

interface Made {
  readonly blob: OutgoingBlob;
  readonly missing: MissingGlyphs;
}

/** The PDF with the claim `pdfa`, or without it where it would break rules. */
async function claiming(
  pdfa: PdfaLevel | null,
  options: PdfOptions,
  make: (options: PdfOptions) => Promise<Made>,
): Promise<Made & { broken: string | null }> {
  if (pdfa === null) return { ...(await make(options)), broken: null };
  try {
    return { ...(await make({ ...options, pdfa })), broken: null };
  } catch (error) {
    if (!(error instanceof DocconvError && error.code === 'PDFA_INVALID')) throw error;
    return { ...(await make(options)), broken: String(error.detail.rules) };
  }
}

/** What the reader notes when it reads an object as null, or finds objects by scanning the file. */
const LOSSES: ReadonlySet<PdfNoteCode> = new Set([
  'recovered',
  'size-too-small',
  'prev-broken',
  'entry-mismatch',
  'entry-outside-revision',
  'object-malformed',
  'object-stream-malformed',
]);

/** Only after its objects were read. */
function isIncomplete({ notes }: PdfDocument): boolean {
  return notes.some(({ code }) => LOSSES.has(code));
}

/** The latest version of the documents. Throws OPTION_UNSUPPORTED when it is later than the wanted one. */
async function versionFor(documents: readonly PdfDocument[], wanted: string | undefined): Promise<string> {
  const versions = await Promise.all(documents.map(async document => (await documentMetadata(document)).pdfVersion));
  const latest = versions.filter(version => /^\d\.\d$/.test(version)).reduce((a, b) => (a > b ? a : b), '1.4');
  if (wanted === undefined || latest <= wanted) return latest;
  throw new DocconvError(
    'OPTION_UNSUPPORTED.pdf-version-of-merge',
    { wanted, latest },
    { detail: { option: 'pdfVersion' } },
  );
}
