/** Verifies the PDF of an order. */
import { DocconvError } from '../../errors.js';
import { longReports } from '../../report/index.js';
import type { VerificationResult } from '../../signatures/index.js';
import type { Verifier } from '../../signatures/service/verifier.js';
import { asBuffer } from '../../system/bytes.js';
import { packageVersion } from '../../system/package.js';
import type { Metrics } from '../metrics/metrics.js';
import { contentDisposition } from './output-name.js';
import { type Allowed, givenAgain, readVerifyOptions } from './verify-options.js';
import type { Answer, Work } from './work.js';

export const JSON_TYPE = 'application/json';
export const HTML_TYPE = 'text/html';

interface Parts {
  allowed: Allowed;
  verifier: Verifier;
  metrics: Metrics;
}

export function createVerification({ allowed, verifier, metrics }: Parts): Work {
  return async ({ documents: [document], parameters, client }, _output, signal) => {
    const { input, report } = readVerifyOptions(givenAgain(parameters), allowed);
    const verification = await verifier.verify({ bytes: () => document.read(), ...input }, signal, client);
    metrics.verification(verification.verdict);
    const { json } = verification; // serialized already
    if (report === 'html') return reportOf(await htmlReport(json, document.name), document.name);
    const body = asBuffer(json);
    return answerOf(body, `${baseOf(document.name)}.json`, { 'content-type': `${JSON_TYPE}; charset=utf-8` });
  };
}

/** The page has text from the document: it is sent to be saved, and can neither run scripts nor act for this origin. */
function reportOf(html: string, documentName: string): Answer {
  const name = `${baseOf(documentName)}-report.html`;
  return answerOf(Buffer.from(html), name, {
    'content-type': `${HTML_TYPE}; charset=utf-8`,
    'content-disposition': contentDisposition(name),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
}

function answerOf(body: Buffer, name: string, headers: Answer['headers']): Answer {
  return { body, size: body.length, name, headers };
}

function baseOf(name: string): string {
  return name.replace(/\.pdf$/i, '');
}

/** Bytes of the result: a larger one would block the server for too long. 200 signatures have about 1 MB. */
const MAX_RESULT = 4 * 1024 ** 2;

const IDENTITY_HINT = 'The server verifies identities only against certificates that its operator trusts.';

/** @param json the VerificationResult in UTF-8. Throws LIMIT_EXCEEDED if it is too large for a page */
async function htmlReport(json: Uint8Array, file: string): Promise<string> {
  if (json.length > MAX_RESULT)
    throw new DocconvError('LIMIT_EXCEEDED.html-report', {}, { detail: { limit: MAX_RESULT } });
  const result = JSON.parse(new TextDecoder().decode(json)) as VerificationResult;
  const { toHtml } = await longReports();
  const settings = { checkedAt: new Date(), version: packageVersion(), identityHint: IDENTITY_HINT };
  return toHtml([{ file, result }], settings);
}
