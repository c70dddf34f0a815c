/** Shows a verification result: the verdict, each signature, then details. */
import { h } from './dom.js';
import { findingsThatMatter, findingTone, kindOf, signerRows, VERDICT_LOOK, whoSigned } from './words.js';

const MARKS = { good: '✓', bad: '✗', unsure: '!', neutral: '' };
const SPOKEN = { good: 'good: ', bad: 'bad: ', unsure: 'unsure: ', neutral: '' };

export function verdict(result) {
  return h('div', {}, banner(result), result.signers.map(signer), changes(result), facts(result));
}

function banner({ verdict, reason }) {
  const { headline, mark, tone } = VERDICT_LOOK[verdict];
  const symbol = h('span', { class: 'mark', 'aria-hidden': 'true' }, mark);
  return h('div', { class: `verdict ${tone}` }, symbol, h('div', {}, h('strong', {}, headline), h('p', {}, reason)));
}

function signer(one) {
  const rows = signerRows(one).flatMap(({ label, text, tone }) => [
    h('dt', {}, label),
    h('dd', {}, marked(tone, text)),
  ]);
  const findings = findingsThatMatter(one.findings);
  return h(
    'section',
    { class: 'signer' },
    h('h3', {}, whoSigned(one)),
    h('p', { class: 'small' }, `${kindOf(one)} in the field ${one.field}`),
    h('dl', {}, rows),
    findings.length > 0 &&
      more(
        'Findings',
        h(
          'ul',
          {},
          findings.map(finding => findingItem(finding, one)),
        ),
      ),
    one.chain.length > 0 && more('Certificates', h('ol', {}, one.chain.map(certificate))),
  );
}

function marked(tone, text) {
  const mark = MARKS[tone] && h('span', { class: tone, 'aria-hidden': 'true' }, `${MARKS[tone]} `);
  return h('span', {}, mark || null, h('span', { class: 'unseen' }, SPOKEN[tone]), text);
}

function findingItem(finding, one) {
  return h('li', {}, marked(findingTone(finding, one), finding.message));
}

function certificate({ subject, issuer, serialNumber, notBefore, notAfter, sha256, publicKey }) {
  const from = `${notBefore.slice(0, 10)} to ${notAfter.slice(0, 10)}`;
  return h(
    'li',
    {},
    subject,
    h(
      'div',
      { class: 'small' },
      `issued by ${issuer}, ${from}, ${publicKey}, serial `,
      h('span', { class: 'mono' }, serialNumber),
      ', SHA-256 ',
      h('span', { class: 'mono' }, sha256),
    ),
  );
}

function changes({ document: { changes: all } }) {
  if (all.length === 0) return null;
  const rows = all.map(({ message, allowed }) => h('li', {}, marked(allowed ? 'good' : 'bad', message)));
  return more(`Changes after signing (${all.length})`, h('ul', {}, rows));
}

function facts({ document: info }) {
  const rows = [
    ['Title', info.title],
    ['Author', info.author],
    ['Created with', [info.creator, info.producer].filter(Boolean).join(', ')],
    ['PDF version', info.pdfVersion],
    ['Revisions', String(info.revisions)],
    ['SHA-256', info.sha256],
  ].filter(([, value]) => value);
  return more(
    'About the file',
    h(
      'dl',
      { class: 'facts' },
      rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
  );
}

function more(title, content) {
  return h('details', { class: 'more' }, h('summary', {}, title), content);
}
