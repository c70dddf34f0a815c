/** A result as text for a terminal: one short block for each file. */
import { message, quoted } from '../messages/index.js';
import type { CertificateInfo, DocumentChange, Finding, Signer } from '../signatures/result.js';
import { capitalized, escapeUnsafe, singleLine } from '../text.js';
import type { Checked } from './checked.js';
import {
  commonName,
  findingsThatMatter,
  findingTone,
  isApplicable,
  kindOf,
  ratingOf,
  shortTime,
  signerRows,
  VERDICT_LOOK,
  whoSigned,
} from './presentation.js';
import { statusPairs, statusReasons } from './qualified.js';
import type { Row, Tone } from './row.js';
import { attachmentPairs, hintFor } from './sections.js';

/** Colours of a terminal, or the identity function for each. */
export type Palette = Record<Tone | 'strong' | 'faint', (text: string) => string>;

export interface TextSettings {
  palette: Palette;
  /** Adds the certificate chain and every finding. */
  verbose: boolean;
  /** Where long lines are folded; Infinity when the output is not a terminal. */
  columns: number;
  /** See ReportSettings. */
  identityHint: string;
}

/** The block of one file, ending with a line feed. */
export function toText({ file, result }: Checked, settings: TextSettings): string {
  const { palette, identityHint } = settings;
  const hint = hintFor(result, identityHint);
  const { mark, tone } = VERDICT_LOOK[result.verdict];
  const lines = [
    `${palette[tone](`${mark} ${message(`verdict.${result.verdict}`)}`)}  ${palette.strong(singleLine(file, 4096))}`,
    ...fold(singleLine(result.reason, 2000), 2, settings),
    ...(hint === null ? [] : fold(hint, 2, settings).map(palette.faint)),
    ...attachmentPairs(result.document).flatMap(([label, text]) =>
      rowLines({ label, text, tone: 'neutral' }, settings),
    ),
    ...result.signers.flatMap((signer, at) => ['', ...signerLines(signer, at + 1, result.document.changes, settings)]),
  ];
  return `${lines.join('\n')}\n`;
}

function signerLines(
  signer: Signer,
  number: number,
  changes: readonly DocumentChange[],
  settings: TextSettings,
): string[] {
  const { palette, verbose } = settings;
  const kind = message('signer.numbered', { kind: kindOf(signer), number, field: signer.field });
  const findings = verbose ? signer.findings.filter(isApplicable) : findingsThatMatter(signer.findings);
  return [
    `  ${palette.strong(whoSigned(signer))}  ${palette.faint(kind)}`,
    ...signerRows(signer).flatMap(row => rowLines(row, settings)),
    ...changesOf(signer, changes, settings),
    ...findings.flatMap(finding => findingLines(finding, signer, settings)),
    ...(verbose ? statusLines(signer, settings) : []),
    ...(verbose ? chainLines(signer.chain, settings) : []),
  ];
}

const MARK: Record<Tone, string> = { good: '✓', bad: '✗', unsure: '!', neutral: ' ' };
const INDENT = 4;
const LABEL = 12;

/** The mark shows the tone as well as the colour: output without colours has to be readable. */
function rowLines({ label, text, tone }: Row, settings: TextSettings): string[] {
  const { palette } = settings;
  const paint = tone === 'bad' || tone === 'unsure' ? palette[tone] : palette.neutral;
  const [first = '', ...rest] = fold(text, INDENT + LABEL, settings).map(line => line.trimStart());
  return [
    `  ${palette[tone](MARK[tone])} ${palette.faint(label.padEnd(LABEL))}${paint(first)}`,
    ...rest.map(line => ' '.repeat(INDENT + LABEL) + paint(line)),
  ];
}

/** Permitted changes of values that are listed without --verbose. */
const MAX_ALLOWED = 20;

/** The row states the worst class. Changes that are not permitted are listed one by one, and permitted ones of values. */
function changesOf(signer: Signer, all: readonly DocumentChange[], settings: TextSettings): string[] {
  const changes = all.filter(({ afterField }) => afterField === signer.field);
  if (settings.verbose) return changes.flatMap(change => changeLines(change, settings));
  const ofValues = changes.filter(({ allowed, value }) => allowed && value);
  const left = new Set(ofValues.slice(MAX_ALLOWED));
  const shown = changes.filter(change => !change.allowed || (change.value && !left.has(change)));
  const more = left.size > 0 ? markedLines('neutral', message('changes.more', { count: left.size }), settings) : [];
  return [...shown.flatMap(change => changeLines(change, settings)), ...more];
}

function changeLines(change: DocumentChange, settings: TextSettings): string[] {
  return markedLines(
    change.allowed ? 'neutral' : ratingOf(change).tone,
    capitalized(singleLine(change.message, 1000)),
    settings,
  );
}

function findingLines(finding: Finding, signer: Signer, settings: TextSettings): string[] {
  const rule = settings.verbose ? ` [${singleLine(finding.rule, 60)}]` : '';
  return markedLines(findingTone(finding, signer), singleLine(finding.message, 500) + rule, settings);
}

function markedLines(tone: Tone, text: string, settings: TextSettings): string[] {
  const [first = '', ...rest] = fold(text, INDENT, settings);
  return [`  ${settings.palette[tone](MARK[tone])} ${first.trimStart()}`, ...rest];
}

function statusLines(signer: Signer, settings: TextSettings): string[] {
  const { faint } = settings.palette;
  const label = (text: string) => faint(text.padEnd(LABEL));
  const pairs = statusPairs(signer).map(([name, text]) => `${name}: ${text}`);
  const reasons = statusReasons(signer).map(
    reason => `${singleLine(reason.message, 300)} [${singleLine(reason.code, 60)}]`,
  );
  return [...pairs, ...reasons].map((text, i) => {
    const [first = '', ...rest] = fold(text, INDENT + LABEL, settings);
    return [`${' '.repeat(INDENT)}${label(i === 0 ? message('row.status') : '')}${first.trimStart()}`, ...rest].join(
      '\n',
    );
  });
}

function chainLines(chain: readonly CertificateInfo[], settings: TextSettings): string[] {
  const { strong, faint } = settings.palette;
  return chain.flatMap((certificate, depth) => {
    const { subject, serialNumber, notBefore, notAfter, publicKey, sha256 } = certificate;
    const arrow = depth === 0 ? '' : '← ';
    const period = message('certificate.period', { from: day(notBefore), to: day(notAfter) });
    const values = { period, key: singleLine(publicKey, 60), serial: singleLine(serialNumber, 80) };
    const facts = message('certificate.facts', values);
    const details = [quoted(subject), facts, `SHA-256 ${singleLine(sha256, 64)}`];
    return [
      `${' '.repeat(INDENT)}${faint((depth === 0 ? message('row.chain') : '').padEnd(LABEL))}${arrow}${strong(quoted(commonName(subject)))}`,
      ...details.flatMap(line => fold(line, INDENT + LABEL, settings)).map(line => faint(line)),
    ];
  });
}

const day = (iso: string) => shortTime(iso).slice(0, 10);

/**
 * Lines of at most `columns` characters, indented; words are never cut. The result of another process or server may have
 * any text where a number or a word of a list is expected.
 */
function fold(long: string, indent: number, { columns }: TextSettings): string[] {
  const text = escapeUnsafe(long);
  const room = Math.max(columns - indent, 30);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].map(part => ' '.repeat(indent) + part);
}
