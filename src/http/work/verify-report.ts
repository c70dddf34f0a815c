/** The HTML report of a verification. */
import { DocconvError } from '../../errors.js';
import { longReports } from '../../report/index.js';
import type { VerificationResult } from '../../signatures/index.js';
import { packageVersion } from '../../system/package.js';

/** Bytes of the result: a larger one would block the server for too long. 200 signatures have about 1 MB. */
const MAX_RESULT = 4 * 1024 ** 2;

const IDENTITY_HINT = 'The server verifies identities only against certificates that its operator trusts.';

/** @param json the VerificationResult in UTF-8. Throws LIMIT_EXCEEDED if it is too large for a page */
export async function htmlReport(json: Uint8Array, file: string): Promise<string> {
  if (json.length > MAX_RESULT)
    throw new DocconvError('LIMIT_EXCEEDED.html-report', {}, { detail: { limit: MAX_RESULT } });
  const result = JSON.parse(new TextDecoder().decode(json)) as VerificationResult;
  const { toHtml } = await longReports();
  const settings = { checkedAt: new Date(), version: packageVersion(), identityHint: IDENTITY_HINT };
  return toHtml([{ file, result }], settings);
}
