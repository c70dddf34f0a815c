/** A form with one document: the document streams to a file, never into memory. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DocconvError, toDocconvError } from '../../errors.js';
import type { App } from '../app.js';
import type { Guard } from '../plugins/limits.js';
import { HttpProblem } from '../problem.js';
import { plainName } from './filename.js';

export interface Form {
  file: { path: string; name: string; size: number };
  /** Every other field by its name. */
  fields: Map<string, string>;
}

/** What a form may have around its file: boundaries, part headers and the other fields. */
const FORM_OVERHEAD = 1 << 20;
const LIMITS = { files: 2, fields: 100, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 50 };

export async function installUpload(app: App): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: true });
}

/** An onRequest hook: refuses what is no form, and what says that it is too large, before reading it. */
export function expectsForm(maxBytes: number): Guard {
  return async ({ headers }) => {
    if (!/^multipart\/form-data *(;|$)/i.test(headers['content-type'] ?? '')) throw notAForm();
    const announced = Number(headers['content-length'] ?? 0);
    if (announced > maxBytes + FORM_OVERHEAD) throw tooLarge(maxBytes);
  };
}

/** Reads the form; the file part `file` is written to `path`, which is new, with mode 0600. */
export async function receiveForm(request: FastifyRequest, path: string, maxBytes: number): Promise<Form> {
  const fields = new Map<string, string>();
  let file: Form['file'] | null = null;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || file) throw badForm(`Send one file, in a part named "file".`);
        file = await save(part, path);
      } else if (fields.has(part.fieldname)) {
        throw badForm(`The field "${part.fieldname}" is there twice.`);
      } else {
        if (part.valueTruncated) throw badForm(`The field "${part.fieldname}" is too long.`);
        fields.set(part.fieldname, String(part.value));
      }
    }
  } catch (thrown) {
    throw describe(thrown, maxBytes);
  }
  if (!file) throw badForm('The form has no file: send the document in a part named "file".');
  return { file, fields };
}

async function save(part: MultipartFile, path: string): Promise<Form['file']> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(part.file, file);
  return { path, name: plainName(part.filename), size: file.bytesWritten };
}

function describe(thrown: unknown, maxBytes: number): unknown {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (thrown instanceof HttpProblem) return thrown;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new DocconvError('CANCELLED', 'The client left.');
  if (code?.startsWith('FST_')) return badForm(`The form goes beyond a limit: ${message}.`);
  if (code?.startsWith('E')) return toDocconvError(thrown); // the file system's
  return badForm('The body is not a well-formed form, or ends too early.', thrown);
}

function tooLarge(limit: number): DocconvError {
  const message = `The document is larger than the ${Math.floor(limit / 1e6)} MB that this service takes.`;
  return new DocconvError('TOO_LARGE', message, { detail: { limit } });
}

function badForm(sentence: string, cause?: unknown): HttpProblem {
  return new HttpProblem('invalid_multipart', sentence, { cause });
}

function notAForm(): HttpProblem {
  const sentence = 'Send the document as multipart/form-data, in a part named "file" (curl: -F file=@letter.docx).';
  return new HttpProblem('unsupported_media_type', sentence, { headers: { 'accept-post': 'multipart/form-data' } });
}
