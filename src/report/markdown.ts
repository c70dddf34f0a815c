/** Results as Markdown (CommonMark with tables). */
import { message, quoted } from '../messages/index.js';
import type { DocumentChange, Finding, Signer } from '../signatures/result.js';
import { singleLine } from '../text.js';
import type { Checked, Outcome } from './checked.js';
import { commonName, isApplicable, kindOf, signerRows, whoSigned } from './presentation.js';
import { statusPairs, statusReasons } from './qualified.js';
import {
  certificatePairs,
  changeClass,
  documentPairs,
  hintFor,
  indicationOf,
  madeBy,
  type ReportSettings,
} from './sections.js';

export function toMarkdown(outcomes: readonly Outcome[], settings: ReportSettings): string {
  const blocks = outcomes.flatMap(outcome =>
    'error' in outcome
      ? [`## ${inert(outcome.file)}`, `**${message('headline.unreadable')}.** ${inert(outcome.error.message)}`]
      : fileBlocks(outcome, settings),
  );
  return `${[`# ${message('report.signatures')}`, ...blocks, `*${inert(madeBy(settings))}*`].join('\n\n')}\n`;
}

function fileBlocks({ file, result }: Checked, { identityHint }: ReportSettings): string[] {
  const hint = hintFor(result, identityHint);
  return [
    `## ${inert(file)}`,
    `**${message(`headline.${result.verdict}`)}.** ${inert(result.reason)}`,
    ...(hint === null ? [] : [inert(hint)]),
    ...result.signers.flatMap(signerBlocks),
    ...changesBlocks(result.document.changes),
    `### ${message('document.heading')}`,
    table(['', ''], documentPairs(result.document)),
  ];
}

function signerBlocks(signer: Signer): string[] {
  const rows = signerRows(signer).map(({ label, text }) => [label, text] as const);
  const place = message('signer.in-field', { kind: kindOf(signer), field: signer.field });
  const columns = [message('column.outcome'), message('column.rule'), message('column.finding')];
  return [
    `### ${inert(whoSigned(signer))}`,
    inert(`${place}: ${indicationOf(signer)}`),
    table(['', ''], rows),
    ...statusBlocks(signer),
    ...signer.chain.flatMap(certificate => [
      `#### ${inert(message('certificate.heading-of', { name: commonName(certificate.subject) }))}`,
      table(['', ''], certificatePairs(certificate)),
    ]),
    `#### ${message('report.findings')}`,
    table(columns, signer.findings.filter(isApplicable).map(findingCells)),
  ];
}

function statusBlocks(signer: Signer): string[] {
  const [pairs, reasons] = [statusPairs(signer), statusReasons(signer)];
  if (pairs.length === 0) return [];
  const columns = [message('column.effect'), message('column.code'), message('column.reason')];
  const rows = reasons.map(reason => [message(`effect.${reason.level}`), reason.code, reason.message]);
  const heading = `#### ${message('status-row.title')}`;
  return [heading, table(['', ''], pairs), ...(rows.length > 0 ? [table(columns, rows)] : [])];
}

const findingCells = (finding: Finding) => [message(`outcome.${finding.outcome}`), finding.rule, finding.message];

function changesBlocks(changes: readonly DocumentChange[]): string[] {
  if (changes.length === 0) return [];
  const columns = [message('column.after'), message('column.kind'), message('column.change')];
  const rows = changes.map(change => [quoted(change.afterField), changeClass(change), change.message]);
  return [`### ${message('report.changes')}`, table(columns, rows)];
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
