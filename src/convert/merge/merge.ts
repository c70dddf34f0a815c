/** Merges documents and PDFs: each document is converted, each PDF is inspected, then a worker joins them. */
import { extname } from 'node:path';
import { DocconvError } from '../../errors.js';
import { errorMessage } from '../../messages/index.js';
import { requireKnownMembers } from '../../system/known-members.js';
import type { OutputReceiver } from '../engine.js';
import { openSource, type Source } from '../input/source.js';
import { type Limits, requireWithin } from '../limits.js';
import type { PdfOptions } from '../options.js';
import type { Claims } from '../output/pdfa/claims.js';
import { requireOutput } from '../output/recognise.js';
import { isStamped } from '../output/stamp/stamps.js';
import { outputNamed } from '../outputs.js';
import {
  type Conversion,
  type ConvertOptions,
  MERGE_INPUT,
  type MergedPart,
  type MergeFacts,
  type MergeInput,
  type MergeOptions,
} from '../settings.js';
import { asWarning, requireNoWarnings, type Warning, type WarningCode } from '../warnings.js';
import { commonLevel, lostClaims, requireClaim } from './claims.js';
import { acceptFacts, acceptMerged, type JoinResult, type PdfFacts } from './messages.js';
import { splitOptions } from './options.js';
import type { MergeJob, MergePool } from './pool.js';

export interface PdfHost {
  readonly limits: Limits;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Of an engine. */
  readonly workers: number;
  readonly pool: MergePool;
  convert(source: Source, options: ConvertOptions): Promise<Conversion>;
}

/** An input that is a PDF now. */
interface Part extends MergedPart {
  readonly claims: Claims;
  readonly warnings: Warning[];
  readonly pdf: Uint8Array;
  readonly password: string | undefined;
}

interface Opened {
  readonly input: MergeInput;
  readonly name: string;
  readonly isPdf: boolean;
}

/** `name`: file name of the merged PDF. Rejects with the error of an input, whose message names it and the others. */
export async function mergeInputs(
  host: PdfHost,
  inputs: readonly MergeInput[],
  { name, options, pdf, receiver }: { name: string; options: MergeOptions; pdf: PdfOptions; receiver: OutputReceiver },
): Promise<MergeFacts> {
  const started = performance.now();
  for (const input of inputs) requireKnownMembers(input, MERGE_INPUT, 'an input of a merge');
  if (inputs.length === 0) throw new DocconvError('USAGE.merge-nothing');
  requireWithin(host.limits, 'mergedInputs', inputs.length);
  const opened = await prepareAll(host, inputs, ({ input, index }) => openInput(host, input, index, options));
  const pdfs = opened.filter(({ isPdf }) => isPdf).map(input => input.name);
  const { each, merged } = splitOptions(pdf, { pdfs, documents: opened.length - pdfs.length });
  let bytes = 0;
  const parts = await prepareAll(host, opened, async ({ input, index }) => {
    const { around: _around, name: _name, ...rest } = options;
    const work = (password = input.input.password) => {
      const opening = password === undefined ? {} : { password };
      return preparePart(host, input, index, { ...rest, pdf: each, ...opening });
    };
    const part = await (options.around ? options.around(index, work) : work());
    bytes += part.pdf.length;
    requireWithin(host.limits, 'mergedBytes', bytes);
    return part;
  });
  requireWithin(host.limits, 'pages', pagesOf(parts));
  if (pdf.strict) requireNoWarnings(parts.flatMap(part => part.warnings));
  const { pages, damaged, missing, broken } = await joinParts(host, parts, { name, options, pdf: merged, receiver });
  for (const index of damaged) parts[index]!.warnings.push(warning('pdf_damaged', { document: parts[index]!.name }));
  const warnings = parts.flatMap((part, i) => part.warnings.map(one => withInput(one, i)));
  if (missing) warnings.push(warning('glyphs_missing', { ...missing }));
  warnings.push(...lostClaims(parts, pdf, broken));
  if (pdf.strict) requireNoWarnings(warnings);
  const known = parts.map(({ pdf: _pdf, password: _password, claims: _claims, ...part }) => part);
  return { to: 'pdf', pages, parts: known, warnings, milliseconds: Math.round(performance.now() - started) };
}

/** All inputs, also after one has failed, so that every faulty one is known. In the order given. */
async function prepareAll<Input, Result>(
  { workers }: PdfHost,
  inputs: readonly Input[],
  prepare: (input: { input: Input; index: number }) => Promise<Result>,
): Promise<Result[]> {
  const results: (Result | Failed)[] = [];
  const queue = inputs.entries();
  const next = async () => {
    for (const [index, input] of queue)
      results[index] = await prepare({ input, index }).catch(thrown => new Failed(thrown));
  };
  // more than there are workers: reading the next documents keeps them busy
  await Promise.all(Array.from({ length: Math.min(Math.max(4, workers * 3), inputs.length) }, next));
  const failure = results.findIndex(result => result instanceof Failed);
  if (failure >= 0) throw describeFailure(inputs as readonly { name?: string }[], results, failure);
  return results as Result[];
}

class Failed {
  constructor(readonly reason: unknown) {}
}

const NAMES_SHOWN = 5;

/** The error of the first input that failed; `detail.input` counts from 1. */
function describeFailure(inputs: readonly unknown[], results: readonly unknown[], index: number): unknown {
  const { reason } = results[index] as Failed;
  if (!(reason instanceof DocconvError) || ['QUEUE_FULL', 'CLOSED', 'CANCELLED'].includes(reason.code)) return reason;
  const names = inputs.map((input, i) => nameOf(input, i));
  const others = names.filter((_, i) => i !== index);
  const shown = others.slice(0, NAMES_SHOWN).join(', ') + (others.length > NAMES_SHOWN ? ', ...' : '');
  const id = others.length > 0 ? 'merge.failed.others' : 'merge.failed';
  const text = errorMessage(id, { name: names[index]!, reason: reason.message, others: shown });
  return DocconvError.received(reason.code, text, { cause: reason, detail: { ...reason.detail, input: index + 1 } });
}

function nameOf(input: unknown, index: number): string {
  const { name, source } = input as Partial<Opened & MergeInput>;
  if (name !== undefined) return name;
  if (typeof source === 'string') return source;
  return (
    (source && 'name' in source && source.name) || (source && 'path' in source && source.path) || `input ${index + 1}`
  );
}

async function openInput(host: PdfHost, input: MergeInput, index: number, { signal }: MergeOptions): Promise<Opened> {
  const source = await openSource(input.source, host.maxBytes, signal);
  const head = Buffer.from(await source.head(HEAD_BYTES)).toString('latin1');
  const { name = `input ${index + 1}` } = source;
  // a PDF may begin after other bytes (ISO 32000-2, Annex H.3, note 13), but a text may also mention one
  const isPdf = head.startsWith(HEADER) || (/\.pdf$/i.test(name) && head.includes(HEADER));
  return { input, name, isPdf };
}

const HEAD_BYTES = 1024;
const HEADER = '%PDF-';

async function preparePart(host: PdfHost, opened: Opened, index: number, options: ConvertOptions): Promise<Part> {
  const { input, name, isPdf } = opened;
  const { password } = options;
  const titled = ({ pages, title, claims }: PdfFacts) => ({ name, title: title || stem(name, index), pages, claims });
  if (!isPdf) {
    const from = input.from === undefined ? {} : { from: input.from };
    const { pdf, engine, warnings, milliseconds } = await host.convert(input.source, { ...options, ...from });
    const facts = await inspect(host, pdf, undefined, options);
    return { ...titled(facts), engine, warnings: [...warnings], milliseconds, pdf, password: undefined };
  }
  const started = performance.now();
  const pdf = await (await openSource(input.source, host.maxBytes, options.signal)).read();
  const facts = await inspect(host, pdf, password, options);
  requireClaim({ name, claims: facts.claims }, options.pdf ?? {});
  const milliseconds = Math.round(performance.now() - started);
  return { ...titled(facts), engine: null, warnings: lossesOf(facts, name), milliseconds, pdf, password };
}

/** What a merged PDF cannot have of a PDF. */
function lossesOf({ signatures, encrypted, lost }: PdfFacts, document: string): Warning[] {
  return [
    ...(signatures > 0 ? [warning('signatures_lost', { document, signatures })] : []),
    ...(encrypted ? [warning('encryption_lost', { document })] : []),
    ...(lost.length > 0 ? [warning('features_lost', { document, features: lost.join(', ') })] : []),
  ];
}

const pagesOf = (parts: readonly Part[]): number => parts.reduce((sum, { pages }) => sum + pages, 0);

const warning = (code: WarningCode, detail: Warning['detail']): Warning => asWarning({ code, detail });

const withInput = ({ detail, ...rest }: Warning, index: number): Warning => ({
  ...rest,
  detail: { ...detail, input: index + 1 },
});

/** For a bookmark: the file name without its extension. */
function stem(name: string, index: number): string {
  return name.slice(0, name.length - extname(name).length) || `Document ${index + 1}`;
}

function inspect(host: PdfHost, pdf: Uint8Array, password: string | undefined, options: MergeOptions) {
  const { limits } = host;
  const accept = acceptFacts(limits);
  return run(host, { body: { kind: 'inspect', password, limits }, pdfs: [pdf], accept }, options);
}

async function joinParts(
  host: PdfHost,
  parts: readonly Part[],
  { name, options, pdf, receiver }: { name: string; options: MergeOptions; pdf: PdfOptions; receiver: OutputReceiver },
): Promise<JoinResult> {
  const { limits } = host;
  const receive = (size: number) =>
    requireOutput(outputNamed('pdf'), size, receiver.receive([{ page: null, size }])[0]!);
  const opened = parts.map(({ title, password }) => ({ title, password }));
  return run(
    host,
    {
      body: { kind: 'join', parts: opened, options: pdf, keeps: pdf.pdfa ? null : commonLevel(parts), name, limits },
      pdfs: [...parts.map(part => part.pdf), ...(await layOutStamps(host, parts, name, pdf, options))],
      accept: acceptMerged(limits, parts.length, receive),
    },
    options,
  );
}

/** The worker that joins PDFs has no LibreOffice. */
async function layOutStamps(
  host: PdfHost,
  parts: readonly Part[],
  name: string,
  pdf: PdfOptions,
  { around: _around, name: _name, pdf: _pdf, ...settings }: MergeOptions,
): Promise<Uint8Array[]> {
  if (!isStamped(pdf)) return [];
  const { sheetsFor, stampsOf } = await import('../output/stamp/index.js');
  const sheets = sheetsFor(stampsOf(pdf), pagesOf(parts), stem(name, 0));
  const laidOut = sheets.map(bytes => host.convert({ bytes, name: 'texts.fodt' }, settings));
  return (await Promise.all(laidOut)).map(result => result.pdf);
}

/** In a worker. */
export async function run<Result>(
  host: PdfHost,
  job: MergeJob<Result>,
  options: Pick<MergeOptions, 'timeoutMs' | 'signal'>,
): Promise<Result> {
  const { timeoutMs = host.timeoutMs, signal = new AbortController().signal } = options;
  return (await host.pool.run(job, timeoutMs, signal)).result as Result;
}
