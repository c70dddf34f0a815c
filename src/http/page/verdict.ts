/** Shows a verification result: the verdict, what it means, each signature with the changes after it, then details. */

import { message, quoted } from '../../messages/index.js';
import type { Row, Tone } from '../../report/presentation.js';
import {
  findingsThatMatter,
  findingTone,
  kindOf,
  ratingOf,
  signerRows,
  statusPairs,
  statusReasons,
  VERDICT_LOOK,
  whoSigned,
} from '../../report/presentation.js';
import { documentPairs } from '../../report/sections.js';
import type { CertificateInfo, DocumentChange, Signer, VerificationResult } from '../../signatures/result.js';
import { capitalized } from '../../text.js';
import { type Child, h, more } from './dom.js';

const MARKS: Record<Tone, string> = { good: '✓', bad: '✗', unsure: '!', neutral: '' };

/** `picturesOf`: the pages that changed after a signature. */
export function verdict(result: VerificationResult, picturesOf: (signer: Signer) => Child): HTMLElement {
  const sections = result.signers.map(signer => section(signer, result.document.changes, picturesOf(signer)));
  return h('div', {}, banner(result), sections, aboutFile(result));
}

function banner({ verdict, reason }: VerificationResult): HTMLElement {
  const { mark, tone } = VERDICT_LOOK[verdict];
  const symbol = h('span', { class: 'mark', 'aria-hidden': 'true' }, mark);
  const text = h(
    'div',
    {},
    h('strong', {}, message(`headline.${verdict}`)),
    h('p', {}, reason),
    h('p', { class: 'small' }, message(`meaning.${verdict}`)),
  );
  return h('div', { class: `verdict ${tone}` }, symbol, text);
}

/** Rows that only specialists need. */
const isTechnical = ({ label }: Row): boolean => label === message('row.level') || label === message('row.algorithm');

function section(signer: Signer, allChanges: readonly DocumentChange[], pictures: Child): HTMLElement {
  const { field } = signer;
  const rows = signerRows(signer);
  const findings = findingsThatMatter(signer.findings);
  const changes = allChanges.filter(({ afterField }) => afterField === field);
  return h(
    'section',
    { class: 'signer' },
    h('h3', {}, whoSigned(signer)),
    h('p', { class: 'small' }, message('signer.in-field', { kind: capitalized(kindOf(signer)), field })),
    rowList(rows.filter(row => !isTechnical(row))),
    findings.length > 0 &&
      more(
        message('page.findings', { count: findings.length }),
        h(
          'ul',
          {},
          findings.map(finding => h('li', {}, marked(findingTone(finding, signer), finding.message))),
        ),
      ),
    changeList(signer, changes),
    pictures,
    more(
      message('page.details'),
      rowList([...rows.filter(isTechnical), ...statusRows(signer)]),
      signer.chain.length > 0 && h('p', {}, message('page.certificates')),
      h('ol', {}, signer.chain.map(certificate)),
    ),
  );
}

function statusRows(signer: Signer): Row[] {
  const reasons = statusReasons(signer).map(
    reason => [capitalized(message(`effect.${reason.level}`)), reason.message] as const,
  );
  return [...statusPairs(signer), ...reasons].map(([label, text]) => ({ label, text, tone: 'neutral' }));
}

function rowList(rows: readonly Row[]): HTMLElement {
  const items = rows.flatMap(({ label, text, tone }) => [h('dt', {}, label), h('dd', {}, marked(tone, text))]);
  return h('dl', {}, items);
}

function marked(tone: Tone, text: string): HTMLElement {
  const mark = MARKS[tone] && h('span', { class: tone, 'aria-hidden': 'true' }, `${MARKS[tone]} `);
  const spoken = tone === 'neutral' ? '' : message(`page.tone.${tone}`);
  return h('span', {}, mark || null, h('span', { class: 'unseen' }, spoken), text);
}

function changeList(signer: Signer, changes: readonly DocumentChange[]): Child {
  if (changes.length === 0) return null;
  const kind = signer.kind === 'timestamp' ? 'timestamp' : 'signature';
  const title = message(`page.changes.${kind}`, { who: whoSigned(signer), count: changes.length });
  const items = changes.map(change => {
    const { rating, tone } = ratingOf(change);
    return h('li', {}, marked(tone, message(`page.change.${rating}`, { change: capitalized(change.message) })));
  });
  const list = more(title, h('ul', {}, items));
  if (changes.some(({ allowed, value }) => !allowed || value)) list.setAttribute('open', '');
  return list;
}

function certificate(one: CertificateInfo): HTMLElement {
  const { subject, issuer, serialNumber, notBefore, notAfter, sha256, publicKey } = one;
  const period = message('certificate.period', { from: notBefore.slice(0, 10), to: notAfter.slice(0, 10) });
  const details = h(
    'div',
    { class: 'small' },
    message('page.certificate', { issuer, period, key: publicKey }),
    h('span', { class: 'mono' }, serialNumber),
    ', SHA-256 ',
    h('span', { class: 'mono' }, sha256),
  );
  return h('li', {}, quoted(subject), details);
}

function aboutFile({ document: info }: VerificationResult): HTMLElement {
  const items = documentPairs(info).flatMap(([label, text]) => [h('dt', {}, label), h('dd', {}, text)]);
  return more(message('page.file'), h('dl', { class: 'facts' }, items));
}
