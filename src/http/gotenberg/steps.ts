/** The work on the PDFs of one request: each step waits for its turn, and keeps its result in the upload folder. */
import { stat, unlink, writeFile } from 'node:fs/promises';
import { PRINTED_PDF } from '../../convert/formats.js';
import type { ConvertOptions, Operation, PdfDescription, Warning } from '../../convert/index.js';
import type { PdfOptions } from '../../convert/options.js';
import { DocconvError } from '../../errors.js';
import type { Admission } from '../limits/admission.js';
import type { ServerServices } from '../services.js';
import type { UploadFolder } from '../upload/folder.js';
import type { Order } from '../work/work.js';
import { applicable, withoutUnsupported } from './applicable-options.js';
import { faultOfDocument, faultOfPdf, needsNoPassword } from './document-faults.js';
import { type Formats, levelOf } from './form/pdf-fields.js';
import type { FormFile } from './form/received.js';
import type { FormRequest } from './form/requests.js';
import { originsOf, type Piece } from './piece.js';
import { lossesOf } from './print-losses.js';

interface Parts {
  admission: Admission;
  folder: UploadFolder;
}

type Conversion = NonNullable<FormRequest['conversion']>;
type Convert = Pick<ConvertOptions, 'exportFilter' | 'from' | 'password'>;

export class Steps {
  engine = 'none';
  milliseconds = 0;
  warnings: Warning[] = [];
  readonly turn;
  readonly #paths: string[] = [];
  readonly #taken = new WeakSet<object>();
  readonly #signal: AbortSignal;
  readonly #failed = new AbortController();

  constructor(
    readonly services: ServerServices,
    private readonly parts: Parts,
    private readonly order: Order,
    signal: AbortSignal,
  ) {
    this.#signal = AbortSignal.any([signal, this.#failed.signal]);
    this.turn = parts.admission.runEach(order.client, this.#signal, order.isJob);
  }

  async discard(): Promise<void> {
    await Promise.all(this.#paths.map(path => unlink(path).catch(() => {}))); // it may not have been written
  }

  /** Ends what else is done for the request. */
  abort(reason: unknown): void {
    this.#failed.abort(reason);
  }

  /** All at once, since each waits for its turn; the first failure ends the others. */
  async each<Input, Result>(inputs: readonly Input[], work: (input: Input) => Promise<Result>): Promise<Result[]> {
    const running = inputs.map(work);
    try {
      return await Promise.all(running);
    } catch (thrown) {
      this.abort(thrown);
      await Promise.allSettled(running);
      throw thrown;
    }
  }

  async convert(file: FormFile, { pdf, exportFilter, password }: Conversion): Promise<Piece['source']> {
    const convert = (opening: string | undefined) =>
      this.#convert(file, applicable(pdf, [file.name]), {
        exportFilter,
        ...(opening !== undefined && { password: opening }),
      });
    return convertOpened(convert, password, file.name).catch(thrown => {
      throw faultOfDocument(thrown, file.name, { pages: pdf.pages, password });
    });
  }

  /** LibreOffice reads the PDF and writes it anew. */
  async printAgain(piece: Piece, formats: Formats): Promise<Piece> {
    const { name, source } = piece;
    const description = await this.describeUnsigned(piece);
    this.#warn(await lossesOf(piece, description, origin => this.describe(origin)));
    const level = levelOf(formats);
    const pdf = { bookmarks: false, ...(level && { pdfa: level }), ...(formats.pdfua && { pdfua: true }) };
    this.warnings = this.warnings.filter(warning => !isClaimedAgain(warning, pdf));
    return { name, source: await this.#convert({ source }, pdf, { from: PRINTED_PDF.name }), origins: [] };
  }

  /** Rejects with PDF_SIGNED for a PDF whose signatures would be lost. */
  async describeUnsigned(pdf: Piece): Promise<PdfDescription> {
    const description = await this.describe(pdf);
    const { signatures } = description;
    if (signatures > 0)
      throw new DocconvError('PDF_SIGNED.operation', { count: signatures }, { detail: { signatures } });
    return description;
  }

  /** Once of each document, also where several parts of it are printed. */
  #warn(warnings: readonly Warning[]): void {
    const known = new Set(this.warnings.map(({ message }) => message));
    this.warnings.push(...warnings.filter(({ message }) => !known.has(message)));
  }

  /** Gotenberg claims PDF/UA also where descriptions are missing. */
  async #convert(file: Pick<FormFile, 'source'>, pdf: PdfOptions, how: Convert): Promise<Piece['source']> {
    const { pdfua, ...rest } = pdf;
    if (!pdfua) return this.#convertOnce(file, pdf, how);
    try {
      return await this.#convertOnce(file, pdf, how);
    } catch (thrown) {
      if (!isAboutPdfua(thrown)) throw thrown;
      const source = await this.#convertOnce(file, { ...rest, tagged: true }, how);
      return (await this.operate({ name: 'document.pdf', source }, [CLAIM_OF_PDFUA])).source;
    }
  }

  async #convertOnce({ source }: Pick<FormFile, 'source'>, pdf: PdfOptions, how: Convert): Promise<Piece['source']> {
    const path = this.newPath();
    const options = { ...how, ...this.limits() };
    const run = (given: PdfOptions) =>
      this.turn(() => this.services.converter.convertSpooled(source, path, { ...options, pdf: given }));
    const { files, engine, milliseconds, warnings } = await withoutUnsupported(pdf, run);
    this.warnings.push(...warnings);
    this.engine = engine ?? 'none';
    this.milliseconds += milliseconds;
    const [file] = files;
    if (file && 'bytes' in file) return { bytes: file.bytes, name: 'document.pdf' };
    await this.count(path);
    return { path, name: 'document.pdf' };
  }

  async operate(piece: Piece, operations: readonly Operation[]): Promise<Piece> {
    if (operations.length === 0) return piece;
    const [made] = await this.run(piece, operations, () => piece.name);
    return made!;
  }

  /** @param nameOf of each PDF that is made */
  async run(piece: Piece, operations: readonly Operation[], nameOf: (index: number) => string): Promise<Piece[]> {
    const operate = () => this.services.converter.operate(piece.source, operations, this.limits());
    const { files, milliseconds, warnings } = await this.turn(operate).catch(thrown => {
      throw faultOfPdf(thrown, piece.name);
    });
    this.milliseconds += milliseconds;
    this.warnings.push(...warnings);
    const lost = warnings.find(({ code }) => code === 'pdfa_lost');
    const broken = lost ? String(lost.detail.rules) : piece.broken;
    const kept: Piece[] = [];
    for (const [i, { bytes }] of files.entries())
      kept.push({
        ...(await this.#keep(nameOf(i), bytes)),
        ...(broken !== undefined && { broken }),
        ...(piece.isWritten && { isWritten: true }),
        origins: originsOf(piece),
      });
    return kept;
  }

  async describe({ name, source }: Piece): Promise<PdfDescription> {
    const describe = async () => ({
      description: await this.services.converter.describe(source, this.limits()),
      milliseconds: 0,
    });
    const { description } = await this.turn(describe).catch(thrown => {
      throw faultOfPdf(thrown, name);
    });
    return description;
  }

  /** On the disk: a split has many parts. */
  async #keep(name: string, bytes: Uint8Array): Promise<Piece> {
    const path = this.newPath();
    this.take(bytes.length);
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    return { name, source: { path, name } };
  }

  async pathOf(source: Piece['source']): Promise<string> {
    return 'path' in source ? source.path : ((await this.#keep('', source.bytes)).source as { path: string }).path;
  }

  async count(path: string): Promise<void> {
    this.take((await stat(path)).size);
  }

  take(bytes: number): void {
    this.order.take(bytes);
  }

  /** Of an input whose bytes are read: it may be read again in another way, when the first ones are free. */
  takeOnce(input: object, bytes: number): void {
    if (this.#taken.has(input)) return;
    this.#taken.add(input);
    this.take(bytes);
  }

  newPath(): string {
    const path = this.parts.folder.newPath();
    this.#paths.push(path);
    return path;
  }

  limits() {
    return { signal: this.#signal, timeoutMs: this.services.settings.conversionTimeoutMs };
  }
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

/** An earlier step lost a claim that the PDF states when it is printed. */
function isClaimedAgain({ code, detail }: Warning, { pdfa, pdfua }: PdfOptions): boolean {
  return code === 'pdfa_lost' && (detail.standard === 'PDF/UA' ? pdfua === true : pdfa !== undefined);
}

function isAboutPdfua(thrown: unknown): boolean {
  return thrown instanceof DocconvError && thrown.code === 'PDFA_INVALID' && thrown.detail.standard === 'PDF/UA-1';
}

/** ISO 14289-1, 5: its schema is none of those that PDF/A knows. */
const CLAIM_OF_PDFUA: Operation = {
  kind: 'metadata',
  values: {},
  extensions: [
    {
      description: 'PDF/UA identification schema',
      namespace: 'http://www.aiim.org/pdfua/ns/id/',
      prefix: 'pdfuaid',
      properties: [
        { name: 'part', value: '1', description: 'Part of ISO 14289', type: 'Integer', category: 'internal' },
      ],
    },
  ],
};
