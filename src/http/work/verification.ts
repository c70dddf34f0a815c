/** Verifies the PDF of an order. */
import type { Verifier } from '../../signatures/service/verifier.js';
import { asBuffer } from '../../system/bytes.js';
import type { Metrics } from '../metrics/metrics.js';
import { contentDisposition } from './output-name.js';
import { type Allowed, givenAgain, readVerifyOptions } from './verify-options.js';
import { htmlReport } from './verify-report.js';
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
