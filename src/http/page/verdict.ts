/** Shows a verification result: the verdict, what it means, each signature with the changes after it, then details. */

import type { Row, Tone } from '../../report/presentation.js';
import {
  capitalized,
  findingsThatMatter,
  findingTone,
  kindOf,
  REASON_WORD,
  signerRows,
  statusPairs,
  statusReasons,
  VERDICT_LOOK,
  whoSigned,
} from '../../report/presentation.js';
import type { CertificateInfo, DocumentChange, Signer, Verdict, VerificationResult } from '../../signatures/index.js';
import { type Child, h, more } from './dom.js';

const MARKS: Record<Tone, string> = { good: '✓', bad: '✗', unsure: '!', neutral: '' };
const SPOKEN: Record<Tone, string> = { good: 'good: ', bad: 'bad: ', unsure: 'unsure: ', neutral: '' };

export function verdict(result: VerificationResult): HTMLElement {
  const sections = result.signers.map(signer => section(signer, result.document.changes));
  return h('div', {}, banner(result), sections, aboutFile(result));
}

function banner({ verdict, reason }: VerificationResult): HTMLElement {
  const { headline, mark, tone } = VERDICT_LOOK[verdict];
  const symbol = h('span', { class: 'mark', 'aria-hidden': 'true' }, mark);
  const text = h(
    'div',
    {},
    h('strong', {}, headline),
    h('p', {}, reason),
    h('p', { class: 'small' }, MEANING[verdict]),
  );
  return h('div', { class: `verdict ${tone}` }, symbol, text);
}

/** In words that need no knowledge of signatures. */
const MEANING: Record<Verdict, string> = {
  valid:
    'An authority that this service trusts confirms who signed, and nothing was changed that the signatures forbid.',
  intact:
    'Nothing was changed that the signatures forbid. Who signed is not confirmed: no authority that this service trusts has checked the name. Ask the signer if it matters.',
  indeterminate: 'Some information is missing to confirm the signatures. The reason is given above.',
  invalid: 'Do not rely on this document. Ask the sender about it.',
  unsigned: 'Nobody has signed this file.',
};

/** Rows that only specialists need. */
const TECHNICAL = new Set(['Level', 'Algorithm']);

function section(signer: Signer, allChanges: readonly DocumentChange[]): HTMLElement {
  const rows = signerRows(signer);
  const findings = findingsThatMatter(signer.findings);
  const changes = allChanges.filter(({ afterField }) => afterField === signer.field);
  return h(
    'section',
    { class: 'signer' },
    h('h3', {}, whoSigned(signer)),
    h('p', { class: 'small' }, `${capitalized(kindOf(signer))} in the field “${signer.field}”`),
    rowList(rows.filter(({ label }) => !TECHNICAL.has(label))),
    findings.length > 0 &&
      more(
        `Findings (${findings.length})`,
        h(
          'ul',
          {},
          findings.map(finding => h('li', {}, marked(findingTone(finding, signer), finding.message))),
        ),
      ),
    changeList(signer, changes),
    more(
      'Technical details',
      rowList([...rows.filter(({ label }) => TECHNICAL.has(label)), ...statusRows(signer)]),
      signer.chain.length > 0 && h('p', {}, 'Certificates, from the signer to the authority:'),
      h('ol', {}, signer.chain.map(certificate)),
    ),
  );
}

function statusRows(signer: Signer): Row[] {
  const reasons = statusReasons(signer).map(
    ({ level, message }) => [capitalized(REASON_WORD[level]), message] as const,
  );
  return [...statusPairs(signer), ...reasons].map(([label, text]) => ({ label, text, tone: 'neutral' }));
}

function rowList(rows: readonly Row[]): HTMLElement {
  const items = rows.flatMap(({ label, text, tone }) => [h('dt', {}, label), h('dd', {}, marked(tone, text))]);
  return h('dl', {}, items);
}

function marked(tone: Tone, text: string): HTMLElement {
  const mark = MARKS[tone] && h('span', { class: tone, 'aria-hidden': 'true' }, `${MARKS[tone]} `);
  return h('span', {}, mark || null, h('span', { class: 'unseen' }, SPOKEN[tone]), text);
}

function changeList(signer: Signer, changes: readonly DocumentChange[]): Child {
  if (changes.length === 0) return null;
  const who = signer.kind === 'timestamp' ? 'this document timestamp' : `${whoSigned(signer)} had signed`;
  const items = changes.map(({ message, allowed }) =>
    h('li', {}, marked(allowed ? 'good' : 'bad', `${capitalized(message)} (${allowed ? 'allowed' : 'not allowed'})`)),
  );
  const list = more(`Changes after ${who} (${changes.length})`, h('ul', {}, items));
  if (changes.some(({ allowed }) => !allowed)) list.setAttribute('open', '');
  return list;
}

function certificate(one: CertificateInfo): HTMLElement {
  const { subject, issuer, serialNumber, notBefore, notAfter, sha256, publicKey } = one;
  const period = `${notBefore.slice(0, 10)} to ${notAfter.slice(0, 10)}`;
  const details = h(
    'div',
    { class: 'small' },
    `issued by ${issuer}, ${period}, ${publicKey}, serial `,
    h('span', { class: 'mono' }, serialNumber),
    ', SHA-256 ',
    h('span', { class: 'mono' }, sha256),
  );
  return h('li', {}, subject, details);
}

function aboutFile({ document: info }: VerificationResult): HTMLElement {
  const rows: (readonly [string, string | null])[] = [
    ['Title', info.title],
    ['Author', info.author],
    ['Created with', [info.creator, info.producer].filter(Boolean).join(', ')],
    ['PDF version', info.pdfVersion],
    ['Revisions', String(info.revisions)],
    ['SHA-256', info.sha256],
  ];
  const items = rows.flatMap(([name, value]) => (value ? [h('dt', {}, name), h('dd', {}, value)] : []));
  return more('About the file', h('dl', { class: 'facts' }, items));
}
