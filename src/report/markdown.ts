/** Results as Markdown (CommonMark with tables). */
import type { DocumentChange, Finding, Signer } from '../signatures/index.js';
import { singleLine } from '../system/text.js';
import type { Checked, Outcome } from './checked.js';
import { commonName, isApplicable, kindOf, signerRows, VERDICT_LOOK, whoSigned } from './presentation.js';
import { REASON_WORD, statusPairs, statusReasons } from './qualified.js';
import { certificatePairs, documentPairs, madeBy, OUTCOME_WORD, type ReportSettings } from './sections.js';

export function toMarkdown(outcomes: readonly Outcome[], settings: ReportSettings): string {
  const blocks = outcomes.flatMap(outcome =>
    'error' in outcome
      ? [`## ${inert(outcome.file)}`, `**Unreadable.** ${inert(outcome.error.message)}`]
      : fileBlocks(outcome, settings),
  );
  return `${['# Signatures', ...blocks, `*${inert(madeBy(settings))}*`].join('\n\n')}\n`;
}

function fileBlocks({ file, result }: Checked, { identityHint }: ReportSettings): string[] {
  return [
    `## ${inert(file)}`,
    `**${VERDICT_LOOK[result.verdict].headline}.** ${inert(result.reason)}`,
    ...(result.verdict === 'intact' ? [inert(identityHint)] : []),
    ...result.signers.flatMap(signerBlocks),
    ...changesBlocks(result.document.changes),
    '### Document',
    table(['', ''], documentPairs(result.document)),
  ];
}

function signerBlocks(signer: Signer): string[] {
  const rows = signerRows(signer).map(({ label, text }) => [label, text] as const);
  return [
    `### ${inert(whoSigned(signer))}`,
    `${kindOf(signer)} in the field ${inert(signer.field)}: ${inert(indication(signer))}`,
    table(['', ''], rows),
    ...statusBlocks(signer),
    ...signer.chain.flatMap(certificate => [
      `#### Certificate of ${inert(commonName(certificate.subject))}`,
      table(['', ''], certificatePairs(certificate)),
    ]),
    '#### Findings',
    table(['Outcome', 'Rule', 'Finding'], signer.findings.filter(isApplicable).map(findingCells)),
  ];
}

function statusBlocks(signer: Signer): string[] {
  const [pairs, reasons] = [statusPairs(signer), statusReasons(signer)];
  if (pairs.length === 0) return [];
  const rows = reasons.map(({ level, code, message }) => [REASON_WORD[level], code, message]);
  return [
    '#### Qualified status',
    table(['', ''], pairs),
    ...(rows.length > 0 ? [table(['Effect', 'Code', 'Reason'], rows)] : []),
  ];
}

const indication = ({ indication, subIndication }: Signer) => [indication, subIndication].filter(Boolean).join(' / ');

const findingCells = ({ outcome, rule, message }: Finding) => [OUTCOME_WORD[outcome], rule, message];

function changesBlocks(changes: readonly DocumentChange[]): string[] {
  if (changes.length === 0) return [];
  const rows = changes.map(({ afterField, class: kind, allowed, message }) => [
    afterField,
    `${kind}, ${allowed ? 'allowed' : 'not allowed'}`,
    message,
  ]);
  return ['### Changes after signing', table(['After', 'Kind', 'Change'], rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inert).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text of the document must not become markup, a link or another cell. */
function inert(text: string): string {
  return singleLine(text, 1000)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#+!|~>]|^[-=]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '&#58;') // GitHub turns bare addresses and mentions into links
    .replaceAll('@', '&#64;');
}
