/** The tables of the documentation, generated from the tables of the code. */
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../../src/cli/commands/index.js';
import { EXIT_TABLE, exitCodeOf } from '../../../src/cli/exit.js';
import { envName, SETTING_KEYS, SETTINGS, type Setting } from '../../../src/config/index.js';
import { FORMATS } from '../../../src/convert/formats.js';
import { LIMITS } from '../../../src/convert/limits.js';
import { flagOf, PDF_OPTION_NAMES } from '../../../src/convert/option-values.js';
import { type OptionRow, PDF_OPTIONS } from '../../../src/convert/options.js';
import { RULES as PDFA_RULES } from '../../../src/convert/output/pdfa/index.js';
import { clauseOf, levelsOf } from '../../../src/convert/output/pdfa/rule.js';
import { asWarning, WARNING_CODES, WARNINGS } from '../../../src/convert/warnings.js';
import type { ErrorCode } from '../../../src/errors.js';
import { PROBLEM_OF_ERROR, PROBLEMS, type ProblemKind } from '../../../src/http/problem-table.js';
import { MECHANISMS } from '../../../src/isolation/mechanisms/mechanisms.js';
import { ALWAYS_DENIED } from '../../../src/isolation/sandbox/seccomp/index.js';
import { message, messageIfAny } from '../../../src/messages/index.js';
import { CHANGE_RULES } from '../../../src/signatures/changes/rules/index.js';
import { DEFAULT_POLICY, RULES } from '../../../src/signatures/rules/index.js';
import type { Status } from '../../../src/signatures/rules/rule.js';
import { levelOf, REASONS, type ReasonCode } from '../../../src/trust/qualification/reasons.js';
import { BASE, MAY_IMPORT, MAY_IMPORT_TYPES } from './imports.js';
import { resultRows } from './result-table.js';
import { WORKER_NEEDS } from './worker-needs.js';

/** Name of the markers in the document -> what stands between them. */
export const REFERENCE: Readonly<Record<string, () => string>> = {
  commands: () =>
    table(
      ['command', 'purpose'],
      COMMANDS.map(({ name, summary }) => [`\`docconv ${name}\``, summary]),
    ),
  options: optionTable,
  formats: formatTable,
  limits: limitTable,
  warnings: warningTable,
  'pdfa-rules': pdfaRuleTable,
  'result-members': () => table(['member', 'type', 'meaning'], resultRows()),
  rules: ruleTable,
  'change-rules': changeRuleTable,
  'qualification-reasons': () =>
    table(
      ['reason', 'level', 'clause', 'message'],
      Object.entries(REASONS).map(([code, row]) => [
        `\`${code}\``,
        levelOf(row),
        row.clause,
        message(`qualification.${code as ReasonCode}`),
      ]),
    ),
  settings: settingTable,
  means: () =>
    table(
      ['means', 'with it', 'without it'],
      MECHANISMS.map(({ name, present, missing }) => [`\`${name}\``, present, missing]),
    ),
  'exit-codes': exitTable,
  errors: errorTable,
  problems: problemTable,
  'worker-needs': () =>
    table(
      ['worker', 'sockets that it needs'],
      WORKER_NEEDS.map(({ worker, needs }) => [worker, needs]),
    ),
  'denied-calls': deniedCallsTable,
  imports: importDiagram,
  systems: systemTable,
};

/** Measured by .ci/systems. */
interface MeasuredSystem {
  system: string;
  node: string;
  libreOffice: string;
  engines: string[];
  tests: { passed: number; failed: number; skipped: number };
  documents: Share;
  verdicts: Share;
  missingIsolation: string[];
  cold: { ratio: number };
}

interface Share {
  same: number;
  of: number;
}

function systemTable(): string {
  const measured: MeasuredSystem[] = JSON.parse(readFileSync('docs/systems.json', 'utf8'));
  const share = ({ same, of }: Share) => `${same} of ${of}`;
  const rows = measured.map(({ tests: { passed, failed, skipped }, ...row }) => [
    row.system,
    row.node,
    row.libreOffice,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
    `${share(row.documents)} (${row.engines.join(', ')})`,
    share(row.verdicts),
    row.missingIsolation.length === 0 ? 'all layers' : `all but ${row.missingIsolation.join(', ')}`,
    row.cold.ratio.toFixed(2),
  ]);
  const head = ['system', 'Node', 'LibreOffice', 'quick suite', 'documents like soffice', 'verdicts like Debian 12'];
  return table([...head, 'isolation', 'time of docconv / soffice'], rows);
}

function pdfaRuleTable(): string {
  const rows = PDFA_RULES.map(rule => {
    const levels = levelsOf(rule);
    const clauses = levels.map(level => clauseOf(rule, level));
    return [`\`${rule.name}\``, levels.join(', '), rule.requires, clauses.join('; ')];
  });
  return table(['rule', 'levels', 'what must hold', 'standard'], rows);
}

function optionTable(): string {
  const rows = PDF_OPTION_NAMES.map(name => {
    const row: OptionRow = PDF_OPTIONS[name];
    const flag = row.type === 'boolean' && row.preset ? flagOf(name).replace('--', '--no-') : flagOf(name);
    return [`\`${flag}${valueText(row)}\``, `\`${name}\``, row.help];
  });
  return table(['flag', 'name', 'meaning'], rows);
}

function valueText(row: OptionRow): string {
  if ('choices' in row) return ` ${row.choices.join(row.type === 'list' ? ',' : '/')}`;
  return 'placeholder' in row ? ` <${row.placeholder}>` : '';
}

function formatTable(): string {
  const rows = FORMATS.map(({ name, title, extensions, mediaType, family }) => [
    `\`${name}\``,
    title,
    extensions.map(extension => `.${extension}`).join(' '),
    family,
    `\`${mediaType}\``,
  ]);
  return table(['format', 'document', 'file names', 'application', 'media type'], rows);
}

function limitTable(): string {
  const rows = Object.entries(LIMITS).map(([name, { preset, help }]) => [`\`${name}\``, `\`${preset}\``, help]);
  return table(['limit', 'default', 'what it counts'], rows);
}

function warningTable(): string {
  const rows = WARNING_CODES.map(code => {
    const { level, meaning, example } = WARNINGS[code];
    return [
      `\`${code}\``,
      level,
      meaning,
      `\`${JSON.stringify(example)}\``,
      asWarning({ code, detail: example }).message,
    ];
  });
  return table(['code', 'level', 'when', 'example of `detail`', 'its message'], rows);
}

function ruleTable(): string {
  const rows = RULES.map(({ id, onFail, messages }) => {
    const [pass, fail] = [messages?.pass ? null : messageIfAny(`rule.${id}.pass`), messageIfAny(`rule.${id}.fail`)];
    const meaning = pass ?? (messages?.fail ? '' : `Otherwise: ${fail}`);
    const status = typeof onFail === 'function' ? 'by the finding' : statusText(onFail);
    return [`\`${id}\``, DEFAULT_POLICY.levels[id], status, meaning];
  });
  return table(['rule', 'level', 'indication when it fails', 'message when it passes'], rows);
}

function statusText({ indication, subIndication }: Status): string {
  return subIndication === null ? indication : `${indication} / ${subIndication}`;
}

function changeRuleTable(): string {
  const rows = CHANGE_RULES.map(rule => [`\`${rule.id}\``, rule.class, message(`permits.${rule.id}`), rule.clause]);
  return table(['rule', 'class', 'permits', 'clause'], rows);
}

function settingTable(): string {
  const rows = SETTING_KEYS.map(key => {
    const setting = SETTINGS[key] as Setting;
    const meaning = 'choices' in setting ? `${setting.help} (${setting.choices.join(', ')})` : setting.help;
    return [`\`${key}\``, `\`${envName(key)}\``, setting.preset === null ? '' : `\`${setting.preset}\``, meaning];
  });
  return table(['setting', 'environment', 'default', 'meaning'], rows);
}

function exitTable(): string {
  const rows = Object.values(EXIT_TABLE).map(([code, meaning]) => [String(code), meaning]);
  return table(['code', 'meaning'], rows);
}

function errorTable(): string {
  const rows = Object.entries(PROBLEM_OF_ERROR).map(([error, code]) => [
    `\`${error}\``,
    String(exitCodeOf(error as ErrorCode)),
    `\`${code}\``,
  ]);
  return table(['error', 'exit code', 'HTTP `code`'], rows);
}

function problemTable(): string {
  const rows = (Object.entries(PROBLEMS) as [string, ProblemKind][]).map(
    ([code, { status, cause, remedy, retryable }]) => [
      `\`${code}\``,
      String(status),
      retryable ? 'yes' : '',
      cause,
      remedy,
    ],
  );
  return table(['HTTP `code`', 'status', 'retry', 'cause', 'remedy'], rows);
}

/** A star: denied with certain arguments only. */
function deniedCallsTable(): string {
  const rows = ALWAYS_DENIED.map(({ prevents, rules }) => {
    const calls = rules.flatMap(({ calls: names, when }) => names.map(name => `\`${name}\`${when ? '*' : ''}`));
    return [prevents, [...new Set(calls)].join(' ')];
  });
  return table(['what', 'calls (*: with certain arguments)'], rows);
}

function importDiagram(): string {
  const base: readonly string[] = BASE;
  const arrows = (from: string, targets: readonly string[], arrow: string) =>
    targets.filter(to => !base.includes(to)).map(to => `  ${nodeOf(from)} ${arrow} ${nodeOf(to)}`);
  const lines = Object.entries(MAY_IMPORT).flatMap(([from, targets]) => arrows(from, targets, '-->'));
  const types = Object.entries(MAY_IMPORT_TYPES).flatMap(([from, targets]) => arrows(from, targets, '-. types .->'));
  return ['```mermaid', 'flowchart TD', ...lines, ...types, '```'].join('\n');
}

function nodeOf(unit: string): string {
  const id = unit.replace(/\W/g, '_');
  return unit.includes('.') ? `${id}["${unit}"]` : `${id}["${unit}/"]`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
