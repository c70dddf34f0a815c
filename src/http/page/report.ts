/** The report of a verification as a file: the same page as `docconv check --report FILE.html` writes, without pictures of changed pages. */
import { message } from '../../messages/index.js';
import { longReports } from '../../report/index.js';
import type { VerificationResult } from '../../signatures/index.js';
import { h } from './dom.js';

export async function reportLink(file: string, result: VerificationResult, identityHint: string): Promise<HTMLElement> {
  const { toHtml } = await longReports();
  const { validationTime, version } = result.policy;
  const page = toHtml([{ file, result }], { checkedAt: new Date(validationTime), version, identityHint });
  const href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  const name = `${file.replace(/\.pdf$/i, '')}-report.html`;
  return h('a', { class: 'button', href, download: name }, message('page.report'));
}
