/** Multipart forms with one document, which streams to a file and is never in memory completely. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DocconvError, toDocconvError } from '../../errors.js';
import { removeUnsafe } from '../../system/text.js';
import type { App } from '../app.js';
import type { Guard } from '../limits/rate-limit.js';
import { HttpProblem } from '../problem.js';

export interface Form {
  file: { path: string; name: string; size: number };
  /** All other fields, by name. */
  fields: Map<string, string>;
}

/** Bytes of a form besides its file: boundaries, part headers and other fields. */
const FORM_OVERHEAD = 1 << 20;
const LIMITS = { files: 2, fields: 100, fieldNameSize: 100, fieldSize: 64 * 1024, headerPairs: 50 };

export async function installMultipart(app: App): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: true });
}

/** An onRequest hook: 415 for anything but a form, 413 if the announced size is too large. */
export function requireForm(maxBytes: number): Guard {
  return async ({ headers }) => {
    if (!/^multipart\/form-data *(;|$)/i.test(headers['content-type'] ?? '')) throw notAForm();
    const announced = Number(headers['content-length'] ?? 0);
    if (announced > maxBytes + FORM_OVERHEAD) throw tooLarge(maxBytes);
  };
}

/** Reads the form and writes its part `file` to the new file `path` with mode 0600. */
export async function receiveForm(request: FastifyRequest, path: string, maxBytes: number): Promise<Form> {
  const fields = new Map<string, string>();
  let file: Form['file'] | null = null;
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || file)
          throw badForm('The form must have exactly one file, in a part named "file".');
        file = await save(part, path);
      } else if (fields.has(part.fieldname)) {
        throw badForm(`The field "${part.fieldname}" occurs twice. Send it once.`);
      } else {
        if (part.valueTruncated)
          throw badForm(`The field "${part.fieldname}" is too long: at most ${LIMITS.fieldSize} bytes are allowed.`);
        fields.set(part.fieldname, String(part.value));
      }
    }
  } catch (thrown) {
    throw describe(thrown, maxBytes);
  }
  if (!file) throw badForm('The form contains no file. Send the document in a part named "file".');
  return { file, fields };
}

async function save(part: MultipartFile, path: string): Promise<Form['file']> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(part.file, file);
  return { path, name: safeFileName(part.filename), size: file.bytesWritten };
}

function describe(thrown: unknown, maxBytes: number): unknown {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (thrown instanceof HttpProblem) return thrown;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new DocconvError('CANCELLED', 'The client disconnected.');
  if (code?.startsWith('FST_')) return badForm(`The form exceeds a limit: ${message}.`);
  if (code?.startsWith('E')) return toDocconvError(thrown); // of the file system
  return badForm('The body is not a valid multipart form, or it is truncated.', thrown);
}

function tooLarge(limit: number): DocconvError {
  const message = `The document is larger than ${Math.floor(limit / 1e6)} MB, the limit of this service.`;
  return new DocconvError('TOO_LARGE', message, { detail: { limit } });
}

function badForm(message: string, cause?: unknown): HttpProblem {
  return new HttpProblem('invalid_multipart', message, { cause });
}

function notAForm(): HttpProblem {
  const message = 'Send the document as multipart/form-data, in a part named "file" (curl: -F file=@letter.docx).';
  return new HttpProblem('unsupported_media_type', message, { headers: { 'accept-post': 'multipart/form-data' } });
}

/**
 * The client's file name is untrusted: returns its last path segment without control, separator and bidirectional
 * characters; 'document' if nothing remains.
 */
export function safeFileName(name: string | undefined): string {
  const unescaped = (name ?? '').replaceAll('%22', '"'); // as browsers write it (WHATWG HTML, 4.10.21.8)
  const last = unescaped.split(/[/\\]/).at(-1) ?? '';
  return wellFormed(removeUnsafe(last).trim().slice(0, 150)) || 'document';
}

/** An unpaired surrogate would make encodeURIComponent throw. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
