/** Converts documents in the worker process: all that is done before and after the engine's own part. */
import { DocconvError, toDocconvError } from '../../errors.js';
import { failureOf, type OutgoingBlob, type WorkerAnswer } from '../../isolation/worker.js';
import type { ConvertRequest } from '../engine.js';
import { engineFailed } from '../engine.js';
import type { Format } from '../formats.js';
import { SourceDocument } from '../input/document.js';
import type { PrintedSheets } from '../input/edit/document.js';
import { inputFileName } from '../input/file-name.js';
import { requireSound } from '../input/inspect/explain.js';
import { type PrepareOptions, prepareDocument } from '../input/prepare.js';
import type { DocumentContent } from '../input/survey/index.js';
import { asPage } from '../input/translate/as-page.js';
import { isApplicable } from '../option-values.js';
import type { PdfOptions } from '../options.js';
import type { FinishedFile } from '../output/blob.js';
import { completeOutput } from '../output/complete.js';
import { exportOf, lacksFilter, requireSupported } from '../output/export-filter.js';
import { reviewPdf } from '../output/review/index.js';
import type { Layout } from '../output/stamp/index.js';
import { outputOf } from '../outputs.js';
import { quirksOf } from '../quirks/index.js';
import { Warnings } from '../warnings.js';
import type { EngineCalls, EngineDocument, EngineOutcome } from './engine-calls.js';
import type { EngineConfig, EngineResult, Outcome } from './messages.js';
import { textLayout } from './text-layout.js';

/** A document that passed the inspection. */
interface Prepared {
  format: Format;
  content: DocumentContent;
  printed: PrintedSheets | null;
  warnings: Warnings;
  language: string;
  document: EngineDocument;
  /** What is written, where the engine cannot write it: see asPage(). */
  page: Uint8Array | null;
}

/**
 * The documents are prepared also while the engine still starts, for which none waits that is refused. They are taken from
 * `received`, which keeps none of them.
 */
export async function convertAll(
  started: () => Promise<EngineCalls>,
  { engine }: EngineConfig,
  requests: readonly ConvertRequest[],
  received: Buffer[],
): Promise<WorkerAnswer<EngineResult>> {
  const steps: (Prepared | Outcome)[] = [];
  const fonts = async () => (await started()).fonts();
  for (const request of requests) steps.push(await asOutcome(() => prepare(request, received.shift()!, engine, fonts)));
  if (!steps.some(step => 'document' in step)) return { result: { outcomes: steps as Outcome[] } };
  const calls = await started();
  const documents = steps.flatMap(step => ('document' in step && !step.page ? [step.document] : []));
  const converted = (documents.length > 0 ? await calls.convert(documents) : []).values();
  const layout = textLayout(calls);
  const outcomes: Outcome[] = [];
  const blobs: OutgoingBlob[] = [];
  for (const [i, step] of steps.entries()) {
    const finish = async (): Promise<Outcome> => {
      if (!('document' in step)) return step;
      const outcome = step.page ? { written: step.page } : converted.next().value!;
      const files = await completeOne({ calls, layout }, step, requests[i]!, outcome);
      blobs.push(...files.map(({ blob }) => blob));
      const pages = files.map(({ page }) => page);
      return { kind: 'done', format: step.format.name, pages, warnings: step.warnings.list() };
    };
    outcomes.push(await asOutcome(finish));
  }
  return { result: { outcomes }, blobs, sent: () => calls.clean() };
}

async function prepare(
  { name, from, password, limits, pdf, exportFilter, family }: ConvertRequest,
  received: Uint8Array,
  engine: EngineConfig['engine'],
  fonts: PrepareOptions['fonts'],
): Promise<Prepared | Outcome> {
  const warnings = new Warnings();
  const { missing, version, name: engineName } = engine;
  const quirks = quirksOf(version, engineName);
  const hints = { name, from, password, limits, pdf, warnings, missing, quirks, fonts };
  const prepared = await prepareDocument(received, hints);
  const { format, bytes, content, locale, language, printed, traces, loadsAsProgram, mayHaveIndex } = prepared;
  if (format.family !== family) return { kind: 'other', format: format.name };
  requireSupported(pdf, format, engine);
  const document = {
    name: inputFileName(name, format),
    bytes,
    importFilter: format.inputFilter,
    importOptions: format.inputOptions ?? '',
    updatesIndexes: pdf.updateIndex === true && mayHaveIndex,
    traces,
    loadsAsProgram,
    family,
    locale,
    export: exportOf(pdf, format, quirks, exportFilter),
  };
  const page = lacksFilter(pdf, format, engine.name) ? asPage(bytes, format) : null;
  return { format, document, content, printed, warnings, language, page };
}

async function completeOne(
  { calls, layout }: { calls: EngineCalls; layout: Layout },
  prepared: Prepared,
  { pdf, limits }: ConvertRequest,
  outcome: EngineOutcome,
): Promise<readonly FinishedFile[]> {
  if ('failure' in outcome) {
    const error = await explainFailure(calls, prepared, pdf, outcome.failure);
    if (error.code === 'ENGINE_FAILED')
      await requireSound(new SourceDocument(calls.contentOf(prepared.document), limits), prepared.format);
    throw error;
  }
  const { document, content, printed, warnings, language } = prepared;
  const { name, locale } = document;
  // checks the limits, which the comparison of the engine's own PDF relies on
  const languages = { engine: locale, document: language };
  const files = await completeOutput(outcome, { name, options: pdf, limits, printed, languages, layout, warnings });
  if (outputOf(pdf).exports === undefined)
    await reviewPdf(outcome.written, content, { options: pdf, fonts: calls.fonts, warnings });
  return files;
}

/**
 * LibreOffice fails for a page range beyond the document, and where all slides are hidden, as for a damaged document: a try
 * without the range or with the slides decides.
 */
async function explainFailure(
  calls: EngineCalls,
  { document, format }: Prepared,
  { pages, ...rest }: PdfOptions,
  reason: string,
): Promise<DocconvError> {
  const failed = engineFailed(reason);
  const succeeds = async (options: PdfOptions) => {
    const [outcome] = await calls.convert([{ ...document, export: exportOf(options, format) }]);
    return outcome !== undefined && !('failure' in outcome);
  };
  const about = (option: string) => ({ cause: failed, detail: { option } });
  if (pages !== undefined && (await succeeds(rest)))
    return new DocconvError('OPTION_INVALID.pages-beyond-end', { pages }, about('pages'));
  if (isApplicable('hiddenSlides', format) && !rest.hiddenSlides && (await succeeds({ ...rest, hiddenSlides: true })))
    return new DocconvError('OPTION_INVALID.all-slides-hidden', {}, about('hiddenSlides'));
  return failed;
}

async function asOutcome<Step>(step: () => Promise<Step>): Promise<Step | Outcome> {
  try {
    return await step();
  } catch (thrown) {
    return { kind: 'failed', failure: failureOf(documentError(thrown)) };
  }
}

function documentError(thrown: unknown): DocconvError {
  if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') return toDocconvError(thrown);
  return new DocconvError('LIMIT_EXCEEDED.temporary-files', {}, { cause: thrown, detail: { limit: 'temporary' } });
}
