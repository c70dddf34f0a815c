/** Receives a form with files in parts of any name, repeated fields, and files that it names by URLs (downloadFrom). */
import type { FastifyRequest } from 'fastify';
import { limited } from '../../system/blocks.js';
import type { App } from '../app.js';
import { requestSignal, withSignal } from '../limits/deadline.js';
import { clientIdOf, type Guard } from '../limits/rate-limit.js';
import { HttpProblem } from '../problem.js';
import { bodyOf } from '../upload/body.js';
import { DocumentWriter, tooLarge } from '../upload/document.js';
import { createIntake, FORM, type IntakeParts, mediaTypeOf } from '../upload/intake.js';
import { badForm, type PartSink, readParts, statedBoundary, WRITTEN_BY_CLIENT } from '../upload/multipart-reader.js';
import { type Download, downloadsOf, fetchInto } from './downloads.js';
import type { ReceivedForm } from './form/received.js';

export interface FormIntake {
  /** onRequest hooks. */
  readonly guards: readonly Guard[];
  /** The files exist until the work ends. */
  withForm<Result>(
    request: FastifyRequest,
    work: (form: ReceivedForm, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

/** Values of fields, and bytes of all of them: they are in memory. */
const MAX_FIELDS = 500;
const MAX_NAME = 100;
const MAX_FIELD_BYTES = 1 << 20;

/** The scope reads no body before the handler. @param maxFiles of one form, with those to download */
export function createFormIntake(scope: App, maxFiles: number, parts: IntakeParts): FormIntake {
  const { guards } = createIntake(scope, { files: maxFiles }, parts);
  const { folder, fetches, settings } = parts;
  const { maxUpload, deadlineMs } = settings;
  const bodyTooLarge = () => tooLarge(maxUpload, true);
  return {
    guards: [requireForm, ...guards],
    async withForm(request, work) {
      const signal = requestSignal(request, deadlineMs);
      const usage = request.byteUsage!;
      let size = 0; // of what is uploaded and downloaded
      const counted = {
        take(bytes: number) {
          size += bytes;
          if (size > maxUpload) throw bodyTooLarge();
          usage.take(bytes);
        },
      };
      const opened: { field: string; writer: DocumentWriter }[] = [];
      const open = async (field: string) => {
        await opened.at(-1)?.writer.finish(); // closes its file
        if (opened.length === maxFiles) throw badForm(`it has more than ${maxFiles} files`);
        const writer = new DocumentWriter(folder.newPath(), counted, maxUpload);
        opened.push({ field, writer });
        return writer;
      };
      try {
        return await withSignal(signal, async () => {
          const body = limited(bodyOf(request.raw, signal), maxUpload + MAX_FIELD_BYTES, bodyTooLarge);
          const fields = await readForm(body, request.headers['content-type'] ?? '', open);
          const download = ({ field, ...wanted }: Download) =>
            fetchInto(wanted, () => open(field), { fetches, client: clientIdOf(request), trace: request.id, signal });
          for (const wanted of downloadsOf(fields.get('downloadFrom')?.[0])) await download(wanted);
          const finish = async ({ field, writer }: (typeof opened)[number]) => ({ ...(await writer.finish()), field });
          return work({ fields, files: await Promise.all(opened.map(finish)) }, signal);
        });
      } finally {
        await Promise.all(opened.map(({ writer }) => writer.discard()));
        usage.release();
      }
    },
  };
}

/** Gotenberg answers a form without a boundary as a body of another type. */
const requireForm: Guard = async ({ headers }) => {
  if (mediaTypeOf(headers) !== FORM) throw wrongType(`want '${FORM}'`);
  if (statedBoundary(headers['content-type'] ?? '') === null) throw wrongType(`no boundary.${WRITTEN_BY_CLIENT}`);
};

const wrongType = (fault: string) =>
  new HttpProblem('unsupported_media_type', `Invalid 'Content-Type' header value: ${fault}`);

async function readForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  open: (field: string) => Promise<DocumentWriter>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const fields: { name: string; blocks: Buffer[] }[] = [];
  let size = 0;
  await readParts(body, contentType, async ({ name, fileName }): Promise<PartSink> => {
    if (name.length > MAX_NAME) throw badForm(`the name of a field has more than ${MAX_NAME} characters`);
    if (fileName !== null) {
      const writer = await open(name);
      writer.name = fileName.normalize('NFC');
      return block => writer.write(block);
    }
    if (fields.length === MAX_FIELDS) throw badForm(`it has more than ${MAX_FIELDS} fields`);
    const blocks: Buffer[] = [];
    fields.push({ name, blocks });
    return block => {
      size += block.length;
      if (size > MAX_FIELD_BYTES) throw badForm(`its fields have more than ${MAX_FIELD_BYTES / 1024} KiB`);
      blocks.push(Buffer.from(block));
    };
  });
  const values = new Map<string, string[]>();
  for (const { name, blocks } of fields)
    values.set(name, [...(values.get(name) ?? []), Buffer.concat(blocks).toString()]);
  return values;
}
