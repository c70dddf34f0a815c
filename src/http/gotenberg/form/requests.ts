/** What each route asks for: its form as steps of the work. */
import type { Operation, SplitOperation } from '../../../convert/operation-types.js';
import { attachOperation, readEmbedsMetadata } from './embeds.js';
import { EXTENSIONS, type ExportOptions, readExportFields } from './export-fields.js';
import { type FacturxFields, facturxOperation, formatsFor, readFacturx, requireInvoice } from './facturx.js';
import { badForm, badRequest, FormReader } from './form-reader.js';
import { checkMetadata, metadataOperation } from './metadata.js';
import {
  type BookmarkFields,
  checkCombinations,
  encryptOperation,
  type Formats,
  levelOf,
  needsFormats,
  readBookmarks,
  readEncryption,
  readFormats,
  readOptimization,
  readRotation,
  readSplit,
  splitOperation,
} from './pdf-fields.js';
import { contentOf, type FormFile, type ReceivedForm } from './received.js';
import { readStamps, requireComplete } from './stamps.js';

/** The work of a request. Absent steps are left out. */
export interface FormRequest {
  /** In their order. */
  readonly documents: readonly FormFile[];
  /** Null: the documents are PDFs. */
  readonly conversion: (ExportOptions & { readonly password: string | undefined }) | null;
  readonly merge: MergeRequest | null;
  readonly split: SplitOperation | null;
  readonly formats: Formats | null;
  /** Before a PDF becomes PDF/A, and after that. @param name of the document */
  before(): Promise<readonly Operation[]>;
  after(name: string): Promise<readonly Operation[]>;
  /** Where `after` needs PDF/A of a PDF that is none. */
  readonly needed: Formats | null;
  /** JSON about the PDFs in place of them. */
  readonly reads: 'metadata' | 'bookmarks' | null;
}

export interface MergeRequest {
  readonly bookmarks: BookmarkFields | undefined;
  /** Those of the documents are kept. */
  readonly keepsBookmarks: boolean;
  /** A bookmark for each document. */
  readonly hasTitles: boolean;
}

const PDF = ['.pdf'];

type Read = (form: FormReader) => FormRequest;

/** By path. Each throws invalid_parameter with all faults of the form. */
const ROUTES = {
  '/forms/libreoffice/convert': readConversion,
  '/forms/pdfengines/merge': readMerge,
  '/forms/pdfengines/split': form => readPdfs(form, { split: readSplit(form, true), ...readSteps(form) }),
  '/forms/pdfengines/flatten': form => ofPdfs(form, { before: async () => [{ kind: 'flatten' }] }),
  '/forms/pdfengines/convert': readPdfa,
  '/forms/pdfengines/optimize': readOptimize,
  '/forms/pdfengines/rotate': readRotate,
  '/forms/pdfengines/encrypt': readEncrypt,
  '/forms/pdfengines/embed': readEmbed,
  '/forms/pdfengines/factur-x': readInvoice,
  '/forms/pdfengines/watermark': form => readStamp(form, 'watermark'),
  '/forms/pdfengines/stamp': form => readStamp(form, 'stamp'),
  '/forms/pdfengines/metadata/read': form => ofPdfs(form, { reads: 'metadata' }),
  '/forms/pdfengines/metadata/write': readMetadata,
  '/forms/pdfengines/bookmarks/read': form => ofPdfs(form, { reads: 'bookmarks' }),
  '/forms/pdfengines/bookmarks/write': readBookmarksToWrite,
} satisfies Record<string, Read>;

export type FormRoute = keyof typeof ROUTES;
export const FORM_ROUTES = Object.keys(ROUTES) as readonly FormRoute[];

export function readRequest(route: FormRoute, form: ReceivedForm): FormRequest {
  return ROUTES[route](new FormReader(form));
}

const NOTHING: Omit<FormRequest, 'documents'> = {
  conversion: null,
  merge: null,
  split: null,
  formats: null,
  before: async () => [],
  after: async () => [],
  needed: null,
  reads: null,
};

/** Validates the form. */
function ofPdfs(form: FormReader, request: Partial<FormRequest>): FormRequest {
  const documents = form.documents(PDF);
  form.validate();
  return { ...NOTHING, documents, ...request };
}

type Steps = ReturnType<typeof readSteps>;

/** The fields that most routes have, in the order in which faults are reported. */
function readSteps(form: FormReader, hasBookmarks = false) {
  const formats = readFormats(form);
  const metadata = form.json('metadata', 'metadata', checkMetadata);
  const bookmarks = hasBookmarks ? readBookmarks(form, false) : undefined;
  const encryption = readEncryption(form);
  const watermarks = readStamps(form, 'watermark');
  const stamps = readStamps(form, 'stamp');
  const rotation = readRotation(form, false);
  const embeds = { files: form.files('embeds'), metadata: readEmbedsMetadata(form) };
  const invoice = readFacturx(form);
  const quality = readOptimization(form, false);
  const stamped = [...watermarks, ...stamps];
  return { formats, metadata, bookmarks, encryption, stamps: stamped, rotation, embeds, invoice, quality };
}

/** After the form was validated. Throws invalid_parameter for combinations that are impossible. */
function stepsOf(
  { formats: given, metadata, encryption, stamps, rotation, embeds, invoice, quality }: Steps,
  flatten: boolean,
): Pick<FormRequest, 'before' | 'after'> & { formats: Formats } {
  requireComplete(stamps);
  checkCombinations(given, encryption, embeds.files.length > 0);
  const formats = formatsFor(invoice, given);
  checkCombinations(formats, encryption, false);
  const encrypt = encryptOperation(encryption);
  const written = metadata && metadataOperation(metadata);
  const { angle, pages } = rotation ?? {};
  return {
    formats,
    before: async () => [
      ...(await Promise.all(stamps.map(async ({ file, make }) => make(file && (await contentOf(file)))))),
      ...(angle ? [{ kind: 'rotate', angle, ...(pages !== undefined && { pages }) } as const] : []),
      ...(flatten ? [{ kind: 'flatten' } as const] : []),
      ...(quality === null ? [] : [{ kind: 'optimize', quality } as const]),
    ],
    after: async () => [
      ...(written ? [written] : []),
      ...(embeds.files.length > 0 ? [await attachOperation(embeds.files, embeds.metadata)] : []),
      ...(await invoiceOf(invoice)),
      ...(encrypt ? [encrypt] : []),
    ],
  };
}

async function invoiceOf(fields: FacturxFields): Promise<Operation[]> {
  const operation = await facturxOperation(fields);
  return operation ? [operation] : [];
}

function readConversion(form: FormReader): FormRequest {
  const split = readSplit(form, false);
  const steps = readSteps(form);
  const documents = form.documents(EXTENSIONS);
  const password = form.text('password');
  const exported = readExportFields(form);
  form.flag('nativePdfFormats', true); // PDF/A is always written at once, with the tags of the document
  const merges = form.flag('merge', false);
  const flatten = form.flag('flatten', false);
  form.validate();
  const request = stepsOf(steps, flatten);
  const { pdfa, pdfua } = request.formats;
  const level = levelOf(request.formats);
  if (pdfa !== '' && level === null)
    throw badRequest(
      `The PDF format '${pdfa}' is not supported. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.`,
    );
  const pdf = { ...exported.pdf, ...(level && { pdfa: level }), ...(pdfua && { pdfua }) };
  return {
    ...NOTHING,
    ...request,
    documents,
    conversion: { ...exported, pdf, password },
    merge: merges && documents.length > 1 ? NO_BOOKMARKS : null,
    split: split && splitOperation(split),
  };
}

const NO_BOOKMARKS: MergeRequest = { bookmarks: undefined, keepsBookmarks: false, hasTitles: false };

function readPdfs(form: FormReader, { split, ...steps }: Steps & { split: ReturnType<typeof readSplit> }): FormRequest {
  const documents = form.documents(PDF);
  const flatten = form.flag('flatten', false);
  form.validate();
  const request = stepsOf(steps, flatten);
  requireKnown(request.formats);
  return { ...NOTHING, ...request, documents, split: split && splitOperation(split) };
}

function readMerge(form: FormReader): FormRequest {
  const steps = readSteps(form, true);
  const documents = form.documents(PDF);
  const flatten = form.flag('flatten', false);
  const keepsBookmarks = form.flag('autoIndexBookmarks', false);
  const hasTitles = form.flag('titleBookmarks', false);
  form.validate();
  const request = stepsOf(steps, flatten);
  requireKnown(request.formats);
  return { ...NOTHING, ...request, documents, merge: { bookmarks: steps.bookmarks, keepsBookmarks, hasTitles } };
}

/** Throws invalid_parameter. */
function requireKnown(formats: Formats): void {
  if (formats.pdfa !== '' && levelOf(formats) === null)
    throw badRequest(
      'The requested PDF format is not supported, or no PDF engine could apply it. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.',
    );
}

function readPdfa(form: FormReader): FormRequest {
  const formats = readFormats(form);
  const request = ofPdfs(form, { formats });
  if (formats.pdfa === '' && !formats.pdfua) throw badForm("either 'pdfa' or 'pdfua' form fields must be provided");
  requireKnown(formats);
  return request;
}

function readOptimize(form: FormReader): FormRequest {
  const quality = readOptimization(form, true)!;
  return ofPdfs(form, { before: async () => [{ kind: 'optimize', quality }] });
}

function readRotate(form: FormReader): FormRequest {
  const rotation = readRotation(form, true);
  const request = ofPdfs(form, {});
  const { angle, pages } = rotation!;
  const rotate = { kind: 'rotate', angle, ...(pages !== undefined && { pages }) } as const;
  return { ...request, before: async () => [rotate] };
}

function readEncrypt(form: FormReader): FormRequest {
  const encryption = readEncryption(form);
  const request = ofPdfs(form, {});
  const encrypt = encryptOperation(encryption);
  if (!encrypt) throw badForm("a 'userPassword' or 'ownerPassword' is required");
  return { ...request, after: async () => [encrypt] };
}

/** A PDF that is PDF/A-3 already stays as it is. */
function readInvoice(form: FormReader): FormRequest {
  const formats = readFormats(form);
  const invoice = readFacturx(form);
  const request = ofPdfs(form, {});
  requireInvoice(invoice);
  const needed = formatsFor(invoice, formats);
  requireKnown(needed);
  const isGiven = formats.pdfa !== '' || formats.pdfua;
  return { ...request, formats: isGiven ? needed : null, needed, after: () => invoiceOf(invoice) };
}

const NO_FORMATS: Formats = { pdfa: '', pdfua: false };

function readEmbed(form: FormReader): FormRequest {
  const files = form.files('embeds');
  const metadata = readEmbedsMetadata(form);
  const invoice = readFacturx(form);
  const request = ofPdfs(form, {});
  const needed = formatsFor(invoice, NO_FORMATS);
  const attached = async () => (files.length === 0 ? [] : [await attachOperation(files, metadata)]);
  return {
    ...request,
    ...(needsFormats(needed) && { needed }),
    after: async () => [...(await attached()), ...(await invoiceOf(invoice))],
  };
}

function readStamp(form: FormReader, kind: 'stamp' | 'watermark'): FormRequest {
  if (form.texts(`${kind}Source`).every(source => source === '')) {
    ofPdfs(form, {});
    throw badForm(`form field '${kind}Source' is required`);
  }
  const stamps = readStamps(form, kind);
  const make = () => Promise.all(stamps.map(async stamp => stamp.make(stamp.file && (await contentOf(stamp.file)))));
  const request = ofPdfs(form, { before: make });
  requireComplete(stamps);
  return request;
}

function readMetadata(form: FormReader): FormRequest {
  const metadata = form.json('metadata', 'metadata', checkMetadata, true);
  const request = ofPdfs(form, {});
  const written = metadata && metadataOperation(metadata);
  return { ...request, after: async () => (written ? [written] : []) };
}

function readBookmarksToWrite(form: FormReader): FormRequest {
  const bookmarks = readBookmarks(form, true);
  const request = ofPdfs(form, {});
  const of = (name: string) => (bookmarks instanceof Map ? bookmarks.get(name) : bookmarks);
  return {
    ...request,
    after: async name => {
      const list = of(name);
      return list === undefined || list.length === 0 ? [] : [{ kind: 'bookmarks', bookmarks: list }];
    },
  };
}
