/** Verifies a signed PDF and shows the result. */
import { message } from '../../messages/index.js';
import { longReports } from '../../report/index.js';
import type { VerificationResult } from '../../signatures/result.js';
import { about, whomItTrusts } from './about.js';
import type { Outcome } from './batch.js';
import { type Card, type Given, uploading } from './card.js';
import { post } from './client.js';
import { announce, h } from './dom.js';
import { withKey } from './key.js';
import { pagePreviews, pagesBeforeAndAfter } from './pictures/index.js';
import { verdict } from './verdict.js';

export async function verifyFile(card: Card, file: File, { signal, password }: Given): Promise<Outcome> {
  const form = new FormData();
  if (password) form.append('password', password);
  form.append('file', file, file.name);
  const onProgress = uploading(card, message('page.verifying'));
  const verify = (key: string | null) => post<VerificationResult>('v1/verify', form, { key, signal, onProgress });
  const server = await about();
  const result = await (server?.verifyNeedsKey ? withKey(card, 'Verifying', verify) : verify(null));
  const shown = verdict(result, pagesBeforeAndAfter(file, result));
  card.status(summary(result));
  card.show(shown);
  announce(`${file.name}: ${result.reason}`);
  card.actions(await reportLink(file.name, result, whomItTrusts(server?.hasAnchors ?? false)));
  if (!result.document.encrypted) card.add(await pagePreviews(file, { pages: 2, name: file.name }));
  return result.verdict;
}

function summary({ document: { pages, signatures, timestamps } }: VerificationResult): string {
  const parts = [message('page.signatures', { count: signatures })];
  if (timestamps > 0) parts.push(message('page.timestamps', { count: timestamps }));
  if (pages !== null) parts.push(message('page.pages', { count: pages }));
  return parts.join(', ');
}

async function reportLink(file: string, result: VerificationResult, identityHint: string): Promise<HTMLElement> {
  const { toHtml } = await longReports();
  const { validationTime, version } = result.policy;
  const page = toHtml([{ file, result }], { checkedAt: new Date(validationTime), version, identityHint });
  const href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  const name = `${file.replace(/\.pdf$/i, '')}-report.html`;
  return h('a', { class: 'button', href, download: name }, message('page.report'));
}
