/** Converts the document of an order, or merges several into one PDF. */
import { open } from 'node:fs/promises';
import type { Warning } from '../../convert/index.js';
import { isSeveral, outputNamed } from '../../convert/outputs.js';
import type { Admission } from '../limits/admission.js';
import type { Metrics } from '../metrics/metrics.js';
import { badParameter } from '../problem.js';
import type { ConversionProbe, ServerServices } from '../services.js';
import { wrongFiles } from '../upload/form.js';
import { type ConvertRequest, readParameters } from './convert-options.js';
import { checkFiles, documentsOf, operationsOf } from './operation-parameters.js';
import { contentDisposition, outputName } from './output-name.js';
import { warningHeaders } from './warning-headers.js';
import type { Answer, Order, Work } from './work.js';

interface Parts {
  admission: Admission;
  metrics: Metrics;
  probe: ConversionProbe;
}

/** Several images are one file as well. */
export const ARCHIVE = 'application/zip';

interface Converted {
  name: string;
  mediaType: string;
  /** Null: none was needed. */
  engine: string | null;
  /** Of a merged PDF; else null. */
  pages: number | null;
  warnings: readonly Warning[];
  milliseconds: number;
  /** Null: it is in the file. */
  bytes: Uint8Array | null;
}

export function createConversion(services: ServerServices, { admission, metrics, probe }: Parts): Work {
  return async (order, output, signal) => {
    const converted = await convert(order, output, signal, { ...services, admission });
    probe.recordSuccess();
    metrics.conversion('ok', converted.engine ?? 'none', converted.milliseconds / 1000);
    return answerOf(converted, output);
  };
}

/** The media types of the answer. Throws invalid_parameter or invalid_multipart: before a worker is needed. */
export function checkConversion({ parameters, documents }: Pick<Order, 'parameters' | 'documents'>): string[] {
  const { to, merge, pdf } = readParameters(parameters);
  if (checkFiles({ parameters, documents }).hasOperations) {
    const names = '"attach", "stamp", "background" and "set-bookmarks"';
    if (merge !== null) throw badParameter({ parameter: 'merge' }, `${names} work on single documents: omit "merge".`);
    if (to !== 'pdf') throw badParameter({ parameter: 'to' }, `${names} need a PDF as output: omit "to".`);
  }
  if (merge === null && documentsOf({ parameters, documents }).length > 1)
    throw wrongFiles(1, ' Several files become one PDF with the option "merge".');
  return [outputNamed(to).mediaType, ...(isSeveral({ ...pdf, to }) ? [ARCHIVE] : [])];
}

async function convert(
  order: Order,
  output: string,
  signal: AbortSignal,
  services: ServerServices & { admission: Admission },
): Promise<Converted> {
  const { converter, settings, admission } = services;
  const { merge, ...parameters } = readParameters(order.parameters);
  const { to, pdf, from, password } = parameters;
  const { kind, mediaType, extensions } = outputNamed(to);
  if (merge !== null) {
    const merged = await mergeDocuments(order, { ...parameters, name: merge }, output, signal, services);
    return { ...merged, name: merge, mediaType, bytes: null };
  }
  const [document] = order.documents;
  const options = {
    to,
    pdf,
    signal,
    timeoutMs: settings.conversionTimeoutMs,
    ...(from !== undefined && { from }),
    ...(password !== undefined && { password }),
  };
  const run = async () =>
    converter.convertSpooled(document.source, output, { ...options, operations: await operationsOf(order) });
  const conversion = await admission.run(order.client, signal, run, order.isJob);
  const [first] = conversion.files;
  const isArchive = conversion.files.length > 1;
  return {
    ...conversion,
    bytes: first && 'bytes' in first ? first.bytes : null,
    pages: null,
    name: outputName(document.name, isArchive ? 'zip' : extensions[0]!),
    mediaType: isArchive ? ARCHIVE : kind === 'text' ? `${mediaType}; charset=utf-8` : mediaType,
  };
}

/** The file may be removed: the answer reads it from its open handle. */
async function answerOf(converted: Converted, output: string): Promise<Answer> {
  const { name, mediaType, engine, pages, warnings, milliseconds, bytes } = converted;
  const headers = {
    'content-type': mediaType,
    'content-disposition': contentDisposition(name),
    'docconv-engine': engine ?? 'none',
    ...(pages !== null && { 'docconv-pages': String(pages) }),
    ...warningHeaders(warnings),
    'server-timing': `convert;dur=${milliseconds}`,
  };
  if (bytes)
    return { body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), size: bytes.length, name, headers };
  const file = await open(output);
  return { body: file.createReadStream(), size: (await file.stat()).size, name, headers };
}

interface MergeParameters extends Omit<ConvertRequest, 'to' | 'merge'> {
  /** Of the merged PDF. */
  name: string;
}

/**
 * Each document waits for its turn in the queue, and its PDF counts in the byte budget of the request. `engine`: all that
 * converted a document; `milliseconds`: in the engines, of all documents.
 */
async function mergeDocuments(
  { documents, client, isJob, take }: Order,
  { name, pdf, from, password }: MergeParameters,
  output: string,
  signal: AbortSignal,
  { converter, settings, admission }: ServerServices & { admission: Admission },
) {
  const inputs = documents.map(({ source }) => ({
    source,
    ...(from !== undefined && { from }),
    ...(password !== undefined && { password }),
  }));
  const refused = new AbortController();
  const inTurn = admission.runEach(client, signal, isJob);
  const { parts, pages, warnings } = await converter.mergeToFile(inputs, output, {
    name,
    pdf,
    timeoutMs: settings.conversionTimeoutMs,
    signal: AbortSignal.any([signal, refused.signal]),
    around: async (_index, work) => {
      const part = await inTurn(() => work());
      try {
        take(part.pdf.length);
      } catch (overloaded) {
        refused.abort(overloaded); // the other documents as well
        throw overloaded;
      }
      return part;
    },
  });
  const engines = new Set(parts.flatMap(({ engine }) => engine ?? []));
  const milliseconds = parts.reduce((sum, part) => sum + part.milliseconds, 0);
  return { engine: [...engines].join(', ') || 'none', pages, warnings, milliseconds };
}
