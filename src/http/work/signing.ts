/** Signs the PDF of a request, and writes each use of the key and each result to the audit log. */
import { createHash } from 'node:crypto';
import type { Keys, SigningDetails } from '../../keys/index.js';
import type { ServedSignOptions, SigningService } from '../../sign/index.js';
import { problemOf } from '../problem.js';
import type { ReceivedDocument } from '../upload/document.js';
import { contentDisposition, outputName } from './output-name.js';
import { asciiJson } from './warning-headers.js';
import type { Answer } from './work.js';

export interface SignRequest {
  readonly document: ReceivedDocument;
  readonly options: ServedSignOptions;
  /** For the audit log. */
  readonly by: Pick<SigningDetails, 'email' | 'keyId' | 'client'>;
  /** For the fair distribution of the processes. */
  readonly caller: string;
}

export async function signDocument(
  { document, options, by, caller }: SignRequest,
  signing: SigningService,
  keys: Keys,
  signal: AbortSignal,
): Promise<Answer> {
  const details = { ...by, document: await digestOf(document), level: options.level ?? 'B' };
  let used: { certificate?: string; digest?: string } = {};
  const order = {
    bytes: () => document.read(),
    options,
    async onKeyUse(certificate: string, digest: string) {
      used = { certificate, digest };
      await keys.recordSigning('signing_begun', { ...details, ...used });
    },
  };
  try {
    const { pdf, level, reason } = await signing.sign(order, signal, caller);
    // a PDF without its entry is not sent
    await keys.recordSigning('document_signed', { ...details, ...used, level });
    return answerOf(pdf, document.name, level, reason);
  } catch (thrown) {
    // the event of the use is there already; the log of the server has the cause
    await keys
      .recordSigning('signing_failed', { ...details, ...used, reason: problemOf(thrown).kind.code })
      .catch(() => {});
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
  const body = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const headers = {
    'content-type': PDF_TYPE,
    'content-disposition': contentDisposition(name),
    'docconv-level': level,
    ...(reason !== null && { 'docconv-level-reason': asciiJson(reason) }),
  };
  return { body, size: body.length, name, headers };
}

export const PDF_TYPE = 'application/pdf';
