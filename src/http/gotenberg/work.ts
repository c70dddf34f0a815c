/** Does what a form asks for: the same work, in the same turns, as requests of /v1. */
import { constants, createReadStream } from 'node:fs';
import { copyFile, open, stat, unlink, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { PRINTED_PDF } from '../../convert/formats.js';
import type { ConvertOptions, Source } from '../../convert/index.js';
import type { Bookmark, Operation, PdfDescription, SplitOperation } from '../../convert/operation-types.js';
import type { PdfOptions } from '../../convert/options.js';
import { DocconvError } from '../../errors.js';
import type { Admission } from '../limits/admission.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ConversionProbe, ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import { contentDisposition, outputName } from '../work/output-name.js';
import type { Answer, Order, Work } from '../work/work.js';
import { applicable, withoutUnsupported } from './applicable-options.js';
import { writeArchive } from './archive.js';
import { faultOfDocument, needsNoPassword } from './document-faults.js';
import { badRequest } from './form-reader.js';
import type { FormFile } from './intake.js';
import { metadataOf } from './metadata.js';
import { distinctNames, randomName, stemOf } from './names.js';
import { formOf, type OrderedForm } from './order.js';
import type { BookmarkFields, Formats } from './pdf-fields.js';
import { levelOf } from './pdf-fields.js';
import { type FormRequest, type MergeRequest, readRequest } from './requests.js';
import { sendError, sendResult, type WebhookRequest } from './webhook.js';

interface Parts {
  admission: Admission;
  folder: UploadFolder;
  metrics: Metrics;
  probe: ConversionProbe;
}

const NO_READING = badRequest(
  'The webhook middleware can only work with multipart/form-data routes that results in output files',
);

/** A PDF on its way through the steps. */
interface Piece {
  /** File name. */
  readonly name: string;
  readonly source: Exclude<Source, string | Uint8Array>;
}

export function createFormWork(services: ServerServices, parts: Parts): Work {
  return async (order, output, signal) => {
    const form = formOf(order);
    return form.webhook ? sendLater(form, form.webhook) : doForm(form);

    async function sendLater(form: OrderedForm, webhook: WebhookRequest): Promise<Answer> {
      const { fetcher } = services;
      if (!fetcher) throw new DocconvError('URL_FORBIDDEN.fetching-disabled');
      const sender = { fetcher, signal };
      try {
        const { body, size, headers } = await doForm(form, NO_READING);
        const open = () => (Buffer.isBuffer(body) ? body : createReadStream(output));
        if (!Buffer.isBuffer(body)) body.destroy();
        const { 'content-type': contentType, 'content-disposition': disposition } = headers as Record<string, string>;
        await sendResult(webhook, { open, size, contentType: contentType!, disposition: disposition! }, sender);
      } catch (thrown) {
        signal.throwIfAborted(); // the job is done again
        await sendError(webhook, thrown, sender);
        throw thrown;
      }
      return { body: Buffer.alloc(0), size: 0, name: 'sent', headers: { 'content-type': 'text/plain' } };
    }

    async function doForm(form: OrderedForm, refusal?: Error): Promise<Answer> {
      const request = readRequest(form.route, form);
      if (request.reads && refusal) throw refusal;
      const run = new Run(services, parts, order, signal);
      try {
        const answer = request.reads ? await run.read(request) : await run.make(request, form, output);
        parts.probe.recordSuccess();
        parts.metrics.conversion('ok', run.engine, run.milliseconds / 1000);
        return answer;
      } finally {
        await run.discard();
      }
    }
  };
}

/** One request. */
class Run {
  engine = 'none';
  milliseconds = 0;
  readonly #paths: string[] = [];
  readonly #turn;
  readonly #signal: AbortSignal;
  readonly #failed = new AbortController();

  constructor(
    private readonly services: ServerServices,
    private readonly parts: Parts,
    private readonly order: Order,
    signal: AbortSignal,
  ) {
    this.#signal = AbortSignal.any([signal, this.#failed.signal]);
    this.#turn = parts.admission.runEach(order.client, this.#signal, order.isJob);
  }

  async make(request: FormRequest, form: OrderedForm, output: string): Promise<Answer> {
    const pieces = await this.#outputs(request);
    if (pieces.length === 1) return this.#answerWith(pieces[0]!, form.outputName, output);
    const names = distinctNames(pieces.map(({ name }) => name));
    const files = await Promise.all(
      pieces.map(async ({ source }, i) => ({ name: names[i]!, path: await this.#pathOf(source) })),
    );
    await writeArchive(files, output);
    const name = `${form.outputName ?? randomName()}.zip`;
    return fileAnswer(output, name, 'application/zip');
  }

  /** The file may be removed: the answer reads it from its open handle. */
  async #answerWith({ name, source }: Piece, outputName: string | null, output: string): Promise<Answer> {
    const fullName = outputName === null ? name : `${outputName}.pdf`;
    if ('path' in source) await copyFile(source.path, output, constants.COPYFILE_FICLONE);
    else await writeFile(output, source.bytes, { flag: 'wx', mode: 0o600 });
    return fileAnswer(output, fullName, 'application/pdf');
  }

  /** JSON by file name. */
  async read({ documents, reads }: FormRequest): Promise<Answer> {
    const entries: [string, unknown][] = [];
    for (const { name, source } of documents) {
      const description = await this.#describe(source);
      entries.push([name, reads === 'metadata' ? metadataOf(description) : description.bookmarks]);
    }
    const body = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
    const headers = { 'content-type': 'application/json' };
    return { body, size: body.length, name: 'result.json', headers };
  }

  async discard(): Promise<void> {
    await Promise.all(this.#paths.map(path => unlink(path).catch(() => {}))); // it may not have been written
  }

  async #outputs(request: FormRequest): Promise<readonly Piece[]> {
    const { documents, conversion, merge, split } = request;
    const isMany = documents.length > 1 && !merge;
    const joined = merge
      ? [await this.#merge(request, merge)]
      : await this.#each(documents, file => this.#pdfOf(file, request, isMany || split !== null));
    const pieces = split ? (await this.#each(joined, piece => this.#split(piece, split))).flat() : joined;
    const inOneStep = conversion !== null || !needsFormats(request.formats);
    return this.#each(pieces, async piece => {
      const [before, after] = [await request.before(), await request.after(piece.name)];
      if (inOneStep) return this.#operate(piece, [...before, ...after]);
      const printed = await this.#printAgain(await this.#operate(piece, before), request.formats!);
      return this.#operate(printed, after);
    });
  }

  /** All at once, since each waits for its turn; the first failure ends the others. */
  async #each<Input, Result>(inputs: readonly Input[], work: (input: Input) => Promise<Result>): Promise<Result[]> {
    const running = inputs.map(work);
    try {
      return await Promise.all(running);
    } catch (thrown) {
      this.#failed.abort(thrown);
      await Promise.allSettled(running);
      throw thrown;
    }
  }

  /** @param keepsExtension "letter.docx.pdf", as in archives */
  async #pdfOf(file: FormFile, { conversion, formats }: FormRequest, keepsExtension: boolean): Promise<Piece> {
    if (!conversion) return file;
    const isPdf = extname(file.name).toLowerCase() === '.pdf';
    const name = isPdf ? file.name : keepsExtension ? `${file.name}.pdf` : outputName(file.name, 'pdf');
    if (isPdf && !needsFormats(formats)) return { name, source: file.source };
    if (isPdf) return this.#printAgain(file, formats!);
    const { pdf, exportFilter, password } = conversion;
    const convert = (opening: string | undefined) =>
      this.#convert(file, applicable(pdf, [file.name]), {
        exportFilter,
        ...(opening !== undefined && { password: opening }),
      });
    const source = await convertOpened(convert, password, file.name).catch(thrown => {
      throw faultOfDocument(thrown, file.name, { pages: pdf.pages, password });
    });
    return { name, source };
  }

  async #convert(
    { source }: FormFile,
    pdf: PdfOptions,
    how: Pick<ConvertOptions, 'exportFilter' | 'from' | 'password'>,
  ): Promise<Piece['source']> {
    const path = this.#newPath();
    const options = { ...how, ...this.#limits() };
    const run = (given: PdfOptions) =>
      this.#turn(() => this.services.converter.convertSpooled(source, path, { ...options, pdf: given }));
    const { files, engine, milliseconds } = await withoutUnsupported(pdf, run);
    this.engine = engine ?? 'none';
    this.milliseconds += milliseconds;
    const [file] = files;
    if (file && 'bytes' in file) return { bytes: file.bytes, name: 'document.pdf' };
    await this.#count(path);
    return { path, name: 'document.pdf' };
  }

  async #merge({ documents, conversion, formats }: FormRequest, merge: MergeRequest): Promise<Piece> {
    const name = `${randomName()}.pdf`;
    const path = this.#newPath();
    const { pdf = {}, exportFilter, password } = conversion ?? {};
    const isMixed = documents.some(({ name: one }) => extname(one).toLowerCase() === '.pdf');
    if (conversion && isMixed && needsFormats(formats))
      return this.#mergePrinted({ documents, conversion, formats } as FormRequest, path, name);
    const inputs = documents.map(({ source }) => ({ source, ...(password !== undefined && { password }) }));
    const options = applicable(
      pdf,
      documents.map(document => document.name),
    );
    const run = (given: PdfOptions) =>
      this.services.converter.mergeToFile(inputs, path, {
        pdf: { ...given, bookmarks: false },
        ...(exportFilter && { exportFilter }),
        ...this.#limits(),
        around: async (_index, work) => {
          const part = await this.#turn(() => work());
          this.order.take(part.pdf.length);
          return part;
        },
      });
    const { parts, milliseconds } = await withoutUnsupported(options, run).catch(thrown => {
      const input = Number((thrown as DocconvError).detail?.input ?? 1);
      throw faultOfDocument(thrown, documents[input - 1]?.name ?? '', { pages: pdf.pages, password });
    });
    this.engine = [...new Set(parts.flatMap(({ engine }) => engine ?? []))].join(', ') || 'none';
    this.milliseconds += milliseconds;
    await this.#count(path);
    const bookmarks = await this.#bookmarksOf(
      documents,
      parts.map(({ pages }) => pages),
      merge,
    );
    const merged = { name, source: { path, name } };
    return bookmarks.length === 0 ? merged : this.#operate(merged, [{ kind: 'bookmarks', bookmarks }]);
  }

  /** PDFs among documents become PDF/A first. */
  async #mergePrinted(request: FormRequest, path: string, name: string): Promise<Piece> {
    const pieces = await this.#each(request.documents, file => this.#pdfOf(file, request, true));
    await this.services.converter.mergeToFile(pieces, path, { pdf: { bookmarks: false }, ...this.#limits() });
    await this.#count(path);
    return this.#printAgain({ name, source: { path, name } }, request.formats!);
  }

  async #bookmarksOf(
    documents: readonly FormFile[],
    pages: readonly number[],
    { bookmarks, keepsBookmarks, hasTitles }: MergeRequest,
  ): Promise<readonly Bookmark[]> {
    if (isList(bookmarks)) return bookmarks;
    if (!bookmarks && !keepsBookmarks && !hasTitles) return [];
    const all: Bookmark[] = [];
    let offset = 0;
    for (const [i, { name, source }] of documents.entries()) {
      const described = keepsBookmarks || hasTitles ? await this.#describe(source) : null;
      const given = bookmarks?.get(name) ?? [];
      const own = shifted(given.length > 0 ? given : (described?.bookmarks ?? []), offset);
      const title = described?.metadata.title?.trim() || stemOf(name);
      if (hasTitles) all.push({ title, page: offset + 1, ...(own.length > 0 && { children: own }) });
      else all.push(...own);
      offset += pages[i] ?? 0;
    }
    return all;
  }

  async #split(piece: Piece, split: NonNullable<FormRequest['split']>): Promise<Piece[]> {
    const isOne = 'unify' in split && split.unify === true;
    const files = await this.#run(piece, [isOne ? split : await this.#byPages(piece, split)]);
    const nameOf = (i: number) => (isOne ? `${stemOf(piece.name)}.pdf` : `${stemOf(piece.name)}_${i}.pdf`);
    return Promise.all(files.map((bytes, i) => this.#keep(nameOf(i), bytes)));
  }

  /** Ranges that stay apart become one PDF for each page. */
  async #byPages({ source }: Piece, split: SplitOperation): Promise<SplitOperation> {
    if (!('ranges' in split)) return split;
    const { pages } = await this.#describe(source);
    const numbers = split.ranges.split(',').flatMap(range => {
      const [first = '', last = first] = range.split('-');
      const end = Math.min(last === '' ? pages : Number(last), pages);
      return Array.from({ length: Math.max(0, end - Number(first) + 1) }, (_, i) => Number(first) + i);
    });
    if (numbers.length === 0) return split; // beyond the end: refused as it is
    return { kind: 'split', ranges: numbers.join(',') };
  }

  async #operate(piece: Piece, operations: readonly Operation[]): Promise<Piece> {
    if (operations.length === 0) return piece;
    const [bytes] = await this.#run(piece, operations);
    return this.#keep(piece.name, bytes!);
  }

  async #run({ name, source }: Piece, operations: readonly Operation[]): Promise<readonly Uint8Array[]> {
    const operate = () => this.services.converter.operate(source, operations, this.#limits());
    const { files, milliseconds } = await this.#turn(operate).catch(thrown => {
      throw faultOfDocument(thrown, name, {});
    });
    this.milliseconds += milliseconds;
    return files.map(({ bytes }) => bytes);
  }

  async #describe(source: Piece['source']): Promise<PdfDescription> {
    const describe = async () => ({
      description: await this.services.converter.describe(source, this.#limits()),
      milliseconds: 0,
    });
    return (await this.#turn(describe)).description;
  }

  /** LibreOffice reads the PDF and writes it anew. */
  async #printAgain({ name, source }: Piece, formats: Formats): Promise<Piece> {
    const level = levelOf(formats);
    const pdf = { ...(level && { pdfa: level }), ...(formats.pdfua && { pdfua: true }) };
    const file = { name, source } as FormFile;
    return { name, source: await this.#convert(file, pdf, { from: PRINTED_PDF.name }) };
  }

  /** On the disk: a split has many parts. */
  async #keep(name: string, bytes: Uint8Array): Promise<Piece> {
    const path = this.#newPath();
    this.order.take(bytes.length);
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    return { name, source: { path, name } };
  }

  async #pathOf(source: Piece['source']): Promise<string> {
    return 'path' in source ? source.path : ((await this.#keep('', source.bytes)).source as { path: string }).path;
  }

  async #count(path: string): Promise<void> {
    this.order.take((await stat(path)).size);
  }

  #newPath(): string {
    const path = this.parts.folder.newPath();
    this.#paths.push(path);
    return path;
  }

  #limits() {
    return { signal: this.#signal, timeoutMs: this.services.settings.conversionTimeoutMs };
  }
}

const needsFormats = (formats: Formats | null): boolean => formats !== null && (formats.pdfa !== '' || formats.pdfua);

const isList = (bookmarks: BookmarkFields | undefined): bookmarks is readonly Bookmark[] => Array.isArray(bookmarks);

function shifted(bookmarks: readonly Bookmark[], by: number): readonly Bookmark[] {
  return bookmarks.map(({ title, page, children }) => ({
    title,
    page: page + by,
    ...(children && { children: shifted(children, by) }),
  }));
}

/** A password for a document that has none is an error. */
async function convertOpened<Result>(
  convert: (password: string | undefined) => Promise<Result>,
  password: string | undefined,
  name: string,
): Promise<Result> {
  if (password === undefined) return convert(undefined);
  const opened = await convert(undefined).catch((thrown: unknown) => {
    if (thrown instanceof DocconvError && thrown.code === 'PASSWORD_NEEDED') return null;
    throw thrown;
  });
  if (opened) throw needsNoPassword(name);
  return convert(password);
}

async function fileAnswer(path: string, name: string, type: string): Promise<Answer> {
  const file = await open(path);
  const headers = { 'content-type': type, 'content-disposition': contentDisposition(name) };
  return { body: file.createReadStream(), size: (await file.stat()).size, name, headers };
}
