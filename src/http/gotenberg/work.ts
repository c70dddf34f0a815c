/** Does what a form asks for: the same work, in the same turns, as requests of /v1. */
import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Operation, SplitOperation } from '../../convert/index.js';
import type { DocconvError, ErrorCode } from '../../errors.js';
import { serviceError } from '../../system/files/file-errors.js';
import type { Admission } from '../limits/admission.js';
import type { Metrics } from '../metrics/metrics.js';
import { problemOf } from '../problem.js';
import type { ConversionProbe, ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import { contentDisposition } from '../work/output-name.js';
import { warningHeaders } from '../work/warning-headers.js';
import type { Answer, Order, Work } from '../work/work.js';
import { writeArchive } from './archive.js';
import { faultAnswer } from './delivery.js';
import { badRequest } from './form/form-reader.js';
import { metadataOf } from './form/metadata.js';
import { distinctNames, randomName, stemOf } from './form/names.js';
import { rangeOf } from './form/page-selection.js';
import { needsFormats } from './form/pdf-fields.js';
import { type FormRequest, readRequest } from './form/requests.js';
import { pdfOf, withFormats } from './formats.js';
import { merge } from './merging.js';
import { formOf, type OrderedForm } from './order.js';
import type { Piece } from './piece.js';
import { Steps } from './steps.js';

interface Parts {
  admission: Admission;
  folder: UploadFolder;
  metrics: Metrics;
  probe: ConversionProbe;
}

const NO_READING = badRequest(
  'The webhook middleware can only work with multipart/form-data routes that results in output files',
);

/** This server is in trouble for a while, or stops: the job is done again. Not NO_ENGINE, which may last. */
const REPEATED: ReadonlySet<ErrorCode> = new Set([
  'QUEUE_FULL',
  'OVERLOADED',
  'DISK_FULL',
  'OUTPUT_UNWRITABLE',
  'STORE_UNAVAILABLE',
  'CLOSED',
]);

export function createFormWork(services: ServerServices, parts: Parts): Work {
  return async (order, output, signal) => {
    const form = formOf(order);
    if (!form.webhook) return doForm(order, form, output, signal);
    return doForm(order, form, output, signal, NO_READING).catch(thrown => {
      signal.throwIfAborted();
      if (REPEATED.has(serviceError(thrown).code)) throw thrown;
      parts.metrics.conversion(problemOf(thrown).kind.code, 'none', 0);
      return faultAnswer(thrown);
    });
  };

  async function doForm(order: Order, form: OrderedForm, output: string, signal: AbortSignal, refusal?: Error) {
    const request = readRequest(form.route, form);
    if (request.reads && refusal) throw refusal;
    const steps = new Steps(services, parts, order, signal);
    try {
      const made = request.reads ? await read(steps, request) : await make(steps, request, form, output);
      const answer = { ...made, headers: { ...made.headers, ...warningHeaders(steps.warnings) } };
      parts.probe.recordSuccess();
      parts.metrics.conversion('ok', steps.engine, steps.milliseconds / 1000);
      return answer;
    } finally {
      await steps.discard();
    }
  }
}

async function make(steps: Steps, request: FormRequest, form: OrderedForm, output: string): Promise<Answer> {
  const pieces = await outputsOf(steps, request);
  if (pieces.length === 1) return answerWith(pieces[0]!, form.outputName, output);
  const names = distinctNames(pieces.map(({ name }) => name));
  const files: { name: string; path: string }[] = [];
  // one after the other: each open file needs a descriptor
  for (const [i, { source }] of pieces.entries()) files.push({ name: names[i]!, path: await steps.pathOf(source) });
  await writeArchive(files, output);
  return fileAnswer(output, `${form.outputName ?? randomName()}.zip`, 'application/zip');
}

/** The file may be removed: the answer reads it from its open handle. */
async function answerWith({ name, source }: Piece, outputName: string | null, output: string): Promise<Answer> {
  const fullName = outputName === null ? name : `${outputName}.pdf`;
  if ('bytes' in source) return bytesAnswer(source.bytes, fullName, 'application/pdf');
  await copyFile(source.path, output, constants.COPYFILE_FICLONE);
  return fileAnswer(output, fullName, 'application/pdf');
}

function bytesAnswer({ buffer, byteOffset, length }: Uint8Array, name: string, type: string): Answer {
  const headers = { 'content-type': type, 'content-disposition': contentDisposition(name) };
  return { body: Buffer.from(buffer, byteOffset, length), size: length, name, headers };
}

async function fileAnswer(path: string, name: string, type: string): Promise<Answer> {
  const file = await open(path);
  const headers = { 'content-type': type, 'content-disposition': contentDisposition(name) };
  return { body: file.createReadStream(), size: (await file.stat()).size, name, headers };
}

/** JSON by file name. */
async function read(steps: Steps, { documents, reads }: FormRequest): Promise<Answer> {
  const entries: [string, unknown][] = [];
  for (const document of documents) {
    const description = await steps.describe(document);
    entries.push([document.name, reads === 'metadata' ? metadataOf(description) : description.bookmarks]);
  }
  const body = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const headers = { 'content-type': 'application/json' };
  return { body, size: body.length, name: 'result.json', headers };
}

async function outputsOf(steps: Steps, request: FormRequest): Promise<readonly Piece[]> {
  const { documents, split } = request;
  const isMany = documents.length > 1 && !request.merge;
  const joined = request.merge
    ? [await merge(steps, request, request.merge)]
    : await steps.each(documents, file => pdfOf(steps, file, request, isMany || split !== null));
  const pieces = split ? (await steps.each(joined, piece => splitPiece(steps, piece, split))).flat() : joined;
  return steps.each(pieces, piece => finish(steps, piece, request));
}

async function finish(steps: Steps, piece: Piece, request: FormRequest): Promise<Piece> {
  const { conversion, formats } = request;
  const before = await onPages(steps, piece, await request.before());
  const after = await request.after(piece.name);
  if (!needsFormats(formats))
    return steps.operate(piece, [...before, ...after]).catch(thrown => {
      if (!request.needed || (thrown as DocconvError).code !== 'PDFA_INVALID') throw thrown;
      return finish(steps, piece, { ...request, formats: request.needed });
    });
  const worked = await steps.operate(piece, before);
  const isWritten = (conversion !== null || worked.isWritten === true) && worked.broken === undefined;
  const finished = await steps.operate(isWritten ? worked : await withFormats(steps, worked, formats), after);
  if (finished.broken !== undefined && !after.some(({ kind }) => kind === 'encrypt'))
    throw badRequest(`The PDF cannot be written as ${formats.pdfa}: it would break the rules ${finished.broken}`);
  return finished;
}

/** With the pages that the PDF has; without what is done to none of them. */
async function onPages(steps: Steps, piece: Piece, operations: readonly Operation[]): Promise<readonly Operation[]> {
  const isSelective = (operation: Operation) => 'pages' in operation && operation.pages !== undefined;
  if (!operations.some(isSelective)) return operations;
  const { pages: count } = await steps.describe(piece);
  const selected: Operation[] = [];
  for (const operation of operations) {
    await setImmediate(); // there may be hundreds
    if (!('pages' in operation) || operation.pages === undefined) selected.push(operation);
    else {
      const pages = rangeOf(operation.pages, count);
      if (pages !== null) selected.push({ ...operation, pages });
    }
  }
  return selected;
}

async function splitPiece(steps: Steps, piece: Piece, split: SplitOperation): Promise<Piece[]> {
  const isOne = 'unify' in split && split.unify === true;
  const nameOf = (i: number) => (isOne ? `${stemOf(piece.name)}.pdf` : `${stemOf(piece.name)}_${i}.pdf`);
  return steps.run(piece, ['ranges' in split ? await byPages(steps, piece, split.ranges, isOne) : split], nameOf);
}

/** Each part is a file, and passes the further steps. */
const MAX_PARTS = 10_000;

/** The pages that the selection names: one PDF for all of them, or one for each. */
async function byPages(steps: Steps, piece: Piece, selection: string, isOne: boolean): Promise<SplitOperation> {
  const { pages } = await steps.describe(piece);
  const ranges = rangeOf(selection, pages);
  if (ranges === null) throw badRequest(`The pages '${selection}' select none of the ${pages} of '${piece.name}'`);
  if (isOne) return { kind: 'split', ranges, unify: true };
  const numbers = ranges.split(',').flatMap(range => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  if (numbers.length > MAX_PARTS) throw badRequest(`A split can have ${MAX_PARTS} parts at most`);
  return { kind: 'split', ranges: numbers.join(',') };
}
