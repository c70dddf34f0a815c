/** Work on one PDF: the operations and the bytes that they need go to a worker, which sends the PDFs. */
import { basename, extname } from 'node:path';
import type { Accept, Sink } from '../../isolation/index.js';
import { requireKnownMembers } from '../../system/known-members.js';
import type { OutputReceiver } from '../engine.js';
import { openSource, type Source } from '../input/source.js';
import type { Operation, PdfDescription, StampOperation } from '../operation-types.js';
import { checkOperations } from '../operations/check.js';
import { packOperations } from '../operations/packed.js';
import { requireOutput } from '../output/recognise.js';
import { outputNamed } from '../outputs.js';
import { OPERATE_OPTIONS, type OperateOptions, type OperationFacts } from '../settings.js';
import { asWarning } from '../warnings.js';
import { type PdfHost, run } from './merge.js';
import { acceptDescription, acceptOperated, type OperateResult } from './messages.js';

/** Throws OPTION_INVALID, PDF_SIGNED, PASSWORD_NEEDED, and what the operations say. */
export async function operateOn(
  host: PdfHost,
  source: Source,
  operations: readonly Operation[],
  options: OperateOptions,
  receiver: OutputReceiver,
): Promise<OperationFacts> {
  requireKnownMembers(options, OPERATE_OPTIONS, 'the options of operations');
  checkOperations(operations);
  const started = performance.now();
  const { limits, maxBytes } = host;
  const { password, breakSignatures = false } = options;
  const opened = await openSource(source, maxBytes, options.signal);
  const pdf = await opened.read();
  const { packed, blobs } = packOperations(operations);
  const layouts = await layOutTexts(host, operations, options);
  const receive = (sizes: readonly number[]): Sink[] => {
    const sent = sizes.map((size, i) => ({ page: sizes.length > 1 ? i + 1 : null, size }));
    const sinks = receiver.receive(sent);
    return sizes.map((size, i) => requireOutput(outputNamed('pdf'), size, sinks[i]!));
  };
  const { pages, warnings, after } = await run<OperateResult>(
    host,
    {
      body: { kind: 'operate', operations: packed, password, breakSignatures, limits, name: stemOf(opened.name) },
      pdfs: [pdf, ...blobs, ...layouts],
      accept: acceptOperated(limits, receive),
    },
    options,
  );
  const milliseconds = Math.round(performance.now() - started);
  return { pages, warnings: warnings.map(asWarning), bytes: { before: pdf.length, after }, milliseconds };
}

export async function describePdf(host: PdfHost, source: Source, options: OperateOptions): Promise<PdfDescription> {
  requireKnownMembers(options, OPERATE_OPTIONS, 'the options of a description');
  const { limits, maxBytes } = host;
  const pdf = await (await openSource(source, maxBytes, options.signal)).read();
  const accept: Accept<PdfDescription> = acceptDescription(limits);
  return run(host, { body: { kind: 'describe', password: options.password, limits }, pdfs: [pdf], accept }, options);
}

const stemOf = (name = 'document.pdf'): string => basename(name, extname(name));

/** The worker has no LibreOffice: one PDF for each stamp with a text. */
async function layOutTexts(
  host: PdfHost,
  operations: readonly Operation[],
  { timeoutMs, signal }: OperateOptions,
): Promise<Uint8Array[]> {
  const texts = operations.filter(isText);
  if (texts.length === 0) return [];
  const { sheetsFor } = await import('../output/stamp/index.js');
  const { stampOfText } = await import('../operations/stamp-text.js');
  const sheets = texts.flatMap(operation => sheetsFor(stampOfText(operation), 1, ''));
  const settings = { ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) };
  const laidOut: Uint8Array[] = [];
  // one after the other: the caller has the turn of one document
  for (const bytes of sheets) laidOut.push((await host.convert({ bytes, name: 'texts.fodt' }, settings)).pdf);
  return laidOut;
}

function isText(operation: Operation): operation is StampOperation {
  return (operation.kind === 'stamp' || operation.kind === 'watermark') && 'text' in operation.source;
}
