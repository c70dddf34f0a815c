/** Signs the PDF of a request, and writes each use of the key and each result to the audit log. */
import { createHash } from 'node:crypto';
import type { Converter } from '../../convert/index.js';
import type { Keys, SigningDetails } from '../../keys/index.js';
import type { LayoutQuestion, ServedSignOptions, SigningService } from '../../sign/index.js';
import { asBuffer } from '../../system/bytes.js';
import { TEXT_SHEET, textSheet } from '../../text-layout/index.js';
import type { Metrics } from '../metrics/metrics.js';
import { problemOf } from '../problem.js';
import type { ReceivedDocument } from '../upload/document.js';
import { contentDisposition, outputName } from './output-name.js';
import { asciiJson } from './warning-headers.js';
import type { Answer } from './work.js';

export interface SignRequest {
  readonly document: ReceivedDocument;
  readonly options: ServedSignOptions;
  /** Of the visible signature; null: it has none. */
  readonly image: ReceivedDocument | null;
  /** For the audit log. */
  readonly by: Pick<SigningDetails, 'email' | 'keyId' | 'client'>;
  /** For the fair distribution of the processes. */
  readonly caller: string;
  /** Lays out the text of a visible signature. */
  readonly converter: Pick<Converter, 'convert'>;
  readonly metrics: Pick<Metrics, 'signature'>;
}

export async function signDocument(
  { document, options, image, by, caller, converter, metrics }: SignRequest,
  signing: SigningService,
  keys: Keys,
  signal: AbortSignal,
): Promise<Answer> {
  const details = { ...by, document: await digestOf(document), level: options.level ?? 'B' };
  let used: { certificate?: string; digest?: string } = {};
  const order = {
    bytes: () => document.read(),
    options,
    image: image && (() => image.read()),
    async onKeyUse(certificate: string, digest: string) {
      used = { certificate, digest };
      await keys.recordSigning('signing_begun', { ...details, ...used });
    },
  };
  const layOut = async ({ text, widths }: LayoutQuestion, signal: AbortSignal) =>
    (await converter.convert(textSheet(text, widths), { ...TEXT_SHEET, signal })).pdf;
  try {
    const { pdf, level, reason } = await signing.sign({ ...order, layOut }, signal, caller);
    // a PDF without its entry is not sent
    await keys.recordSigning('document_signed', { ...details, ...used, level });
    metrics.signature('ok', level);
    return answerOf(pdf, document.name, level, reason);
  } catch (thrown) {
    const { code } = problemOf(thrown).kind;
    metrics.signature(code, details.level);
    // the event of the use is there already; the log of the server has the cause
    await keys.recordSigning('signing_failed', { ...details, ...used, reason: code }).catch(() => {});
    throw thrown;
  }
}

async function digestOf(document: ReceivedDocument): Promise<string> {
  return createHash('sha256')
    .update(await document.read())
    .digest('hex');
}

function answerOf(pdf: Uint8Array, document: string, level: string, reason: string | null): Answer {
  const name = outputName(document, 'signed.pdf');
  const body = asBuffer(pdf);
  const headers = {
    'content-type': PDF_TYPE,
    'content-disposition': contentDisposition(name),
    'docconv-level': level,
    ...(reason !== null && { 'docconv-level-reason': asciiJson(reason) }),
  };
  return { body, size: body.length, name, headers };
}

export const PDF_TYPE = 'application/pdf';
