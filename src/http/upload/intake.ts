/**
 * Receives the documents of a request, with its options: from a multipart form, from JSON (base64 or a URL) or as the
 * body itself. Every byte counts in the budget of the service, large documents go to disk, and reading ends with the
 * deadline of the request, so that a body that stalls in any way is answered and holds nothing. A route uses it like this:
 *
 *     app.register(async scope => {
 *       const intake = createIntake(scope as App, { files: 1, json: RequestSchema, bytes: ['application/pdf'] }, parts);
 *       scope.post('/v1/example', {
 *         onRequest: [requireKey(keys), limitPerMinute(...), ...intake.guards],
 *         handler: (request, reply) =>
 *           intake.withDocuments(request, async ({ documents: [document], fields, body }, signal) => { ... }),
 *       });
 *     });
 *
 * - `register` is needed: the scope reads no body before the handler, and so has no `body` schema of fastify.
 * - The guards answer before the body is read: 415 (type, encoding), 413, 503 overloaded, and 408 for a slow upload.
 * - `withDocuments` resolves to what the work returns. The documents exist until then; `document.read()` and
 *   `document.source` are for the moment when a worker is free. The signal is aborted when the client disconnects or the
 *   deadline passes; withDocuments then rejects with the problem to answer with.
 * - `fields` are those of a form, `body` is the JSON body, checked against the schema; both are empty otherwise.
 */
import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { limited } from '../../system/blocks.js';
import type { App } from '../app.js';
import type { ByteBudget, ByteUsage } from '../limits/byte-budget.js';
import { requestSignal, withSignal } from '../limits/deadline.js';
import type { Fetches } from '../limits/fetches.js';
import { clientIdOf, type Guard } from '../limits/rate-limit.js';
import { requireUploadRate } from '../plugins/upload-rate.js';
import { HttpProblem } from '../problem.js';
import { onRequestEnd } from '../request-end.js';
import type { ServerSettings } from '../services.js';
import { bodyOf } from './body.js';
import { DocumentWriter, type ReceivedDocument, tooLarge } from './document.js';
import type { UploadFolder } from './folder.js';
import { DOCUMENT_PART, readForm } from './form.js';
import { createJsonReader } from './json-request.js';

/** Which bodies a route takes. */
interface Accepted<Schema extends TSchema> {
  /** multipart/form-data with parts `file`, at most so many. */
  files: number;
  /** Further files of a form: names of their parts, and how many of each there may be. */
  others?: Readonly<Record<string, number>>;
  /** application/json. Its schema has the member `document` with at least DOCUMENT_REFERENCE (json-request.ts). */
  json?: Schema;
  /** Media types of a body that is the document itself. */
  bytes?: readonly string[];
}

export interface IntakeParts {
  readonly budget: ByteBudget;
  readonly folder: UploadFolder;
  readonly fetches: Fetches;
  readonly settings: ServerSettings;
}

interface Received<Body> {
  /** One, except in a form. */
  documents: readonly [ReceivedDocument, ...ReceivedDocument[]];
  /** Further files of a form, with the names of their parts. */
  others: readonly { readonly part: string; readonly document: ReceivedDocument }[];
  /** All fields of the form, which are no files. */
  fields: ReadonlyMap<string, string>;
  /** Undefined unless the request is JSON. */
  body: Body | undefined;
}

interface Intake<Body> {
  /** onRequest hooks. */
  readonly guards: readonly Guard[];
  withDocuments<Result>(
    request: FastifyRequest,
    work: (received: Received<Body>, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

export const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';
/** Bytes of a form besides its files: boundaries, part headers and other fields. */
const FORM_OVERHEAD = 2 << 20;

export function createIntake<Schema extends TSchema>(
  scope: App,
  { files, others = {}, json, bytes = [] }: Accepted<Schema>,
  { budget, folder, fetches, settings }: IntakeParts,
): Intake<Static<Schema>> {
  const { maxUpload, maxJson, deadlineMs, minUploadRate } = settings;
  const types = [FORM, ...(json ? [JSON_TYPE] : []), ...bytes];
  const maxBody = (type: string) =>
    type === FORM ? maxUpload + FORM_OVERHEAD : type === JSON_TYPE ? maxJson : maxUpload;
  const readJson = json && createJsonReader(json, { fetches, settings });
  readNoBodies(scope);

  const bodyTooLarge = () => tooLarge(maxUpload, files > 1);
  const checkHeaders: Guard = async ({ headers }) => {
    requireIdentity(headers['content-encoding']);
    const type = mediaTypeOf(headers);
    if (!types.includes(type)) throw unsupported(type, types);
    if (announcedBytes(headers) > maxBody(type)) throw bodyTooLarge();
  };
  const openUsage: Guard = async request => {
    const usage = budget.open(clientIdOf(request), announcedDocument(request.headers));
    request.byteUsage = usage;
    onRequestEnd(request, () => usage.release());
  };

  const receive = async (
    request: FastifyRequest,
    open: (part: string) => Promise<DocumentWriter>,
    usage: ByteUsage,
    signal: AbortSignal,
  ) => {
    const type = mediaTypeOf(request.headers);
    const body = limited(bodyOf(request.raw, signal), maxBody(type), bodyTooLarge);
    if (type === FORM) {
      const openNamed = async (name: string, part: string) => Object.assign(await open(part), { name });
      const take = (size: number) => usage.take(size);
      const taken = { max: files, others, take, open: openNamed };
      return { fields: await readForm(body, request.headers['content-type'] ?? '', taken) };
    }
    const writer = await open(DOCUMENT_PART);
    if (type === JSON_TYPE && readJson) return { body: await readJson(request, body, writer, signal) };
    for await (const block of body) await writer.write(block);
    return {};
  };

  return {
    guards: [checkHeaders, openUsage, requireUploadRate(minUploadRate)],
    async withDocuments(request, work) {
      const signal = requestSignal(request, deadlineMs);
      const usage = usageOf(request);
      const writers: FileWriter[] = [];
      const newWriter = () => new DocumentWriter(folder.newPath(), usage, maxUpload);
      const open = (part: string) => openNext(writers, part, newWriter);
      try {
        return await withSignal(signal, async () => {
          const received = await receive(request, open, usage, signal);
          return work({ fields: new Map(), body: undefined, ...received, ...(await filesOf(writers)) }, signal);
        });
      } finally {
        await Promise.all(writers.map(({ writer }) => writer.discard()));
        usage.release();
      }
    },
  };
}

interface FileWriter {
  readonly part: string;
  readonly writer: DocumentWriter;
}

async function openNext(writers: FileWriter[], part: string, newWriter: () => DocumentWriter): Promise<DocumentWriter> {
  await writers.at(-1)?.writer.finish(); // closes its file
  const writer = newWriter();
  writers.push({ part, writer });
  return writer;
}

async function filesOf(writers: readonly FileWriter[]): Promise<Pick<Received<never>, 'documents' | 'others'>> {
  const files = await Promise.all(writers.map(async ({ part, writer }) => ({ part, document: await writer.finish() })));
  const isDocument = ({ part }: { part: string }) => part === DOCUMENT_PART;
  const [first, ...further] = files.filter(isDocument).map(({ document }) => document);
  return { documents: [first!, ...further], others: files.filter(file => !isDocument(file)) };
}

/** The scope leaves all bodies to the handler; the guards have checked their types. */
function readNoBodies(scope: App): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  if (!scope.hasRequestDecorator('byteUsage')) scope.decorateRequest('byteUsage', null);
}

function usageOf({ byteUsage }: FastifyRequest): ByteUsage {
  if (!byteUsage) throw new Error('the guards of the intake have not run');
  return byteUsage;
}

type Headers = FastifyRequest['headers'];

export function mediaTypeOf(headers: Headers): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** 0 without a Content-Length: the bytes count as they arrive. */
function announcedBytes(headers: Headers): number {
  return Number(headers['content-length'] ?? 0);
}

/** The bytes of the document in the body, not more than that: base64 takes 4/3 of it. */
function announcedDocument(headers: Headers): number {
  return announcedBytes(headers) * (mediaTypeOf(headers) === JSON_TYPE ? 3 / 4 : 1);
}

/** Documents are compressed already, and a compressed body would be a way to send one that is a thousand times as large. */
function requireIdentity(encoding: string | undefined): void {
  if (encoding === undefined || /^ *(identity)? *$/i.test(encoding)) return;
  throw new HttpProblem('unsupported_encoding', undefined, { headers: { 'accept-encoding': 'identity' } });
}

function unsupported(type: string, types: readonly string[]): HttpProblem {
  const given =
    type === '' ? 'The request has no Content-Type' : 'This route does not accept a body of this Content-Type';
  const form = types.includes(FORM)
    ? ' A form has the document in a part named "file" (curl: -F file=@letter.docx).'
    : '';
  const message = `${given}. Send one of ${types.join(', ')}.${form}`;
  return new HttpProblem('unsupported_media_type', message, { headers: { 'accept-post': types.join(', ') } });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes without documents. */
    byteUsage: ByteUsage | null;
  }
}
