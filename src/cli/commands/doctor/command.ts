/** `docconv doctor`: shows engines, fonts and isolation, tests them, and advises on what to install. */
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../../config/index.js';
import { createConverter } from '../../../convert/index.js';
import type { EngineState } from '../../../warm/index.js';
import { examples } from '../../command.js';
import type { Context, Terminal } from '../../context.js';
import { converterSettings } from '../../converter-settings.js';
import { EXIT } from '../../exit.js';
import { describe, statesOf } from '../warm.js';
import { CONVERT_TRIAL, diagnose, type Diagnosis as Findings, type Trial } from './diagnosis.js';

/** `converts`: whether the server of this machine, as configured, converts documents; an engine is needed only then. */
type Diagnosis = Findings & { warm: { setting: Config['warm']; engines: EngineState[] }; converts: boolean };

export function define(command: Command, context: Context): void {
  command.option('--json', 'print the results as JSON').action(async ({ json }: { json?: boolean }) => {
    const config = loadConfig({ env: context.env }).values;
    const settings = converterSettings({ ...config, workers: config.workers || null }, context.env);
    const converter = createConverter(settings);
    const signing =
      config.signing === null ? [] : await (await import('../serve/signing.js')).signingTrials(config.signing, context);
    const found = await diagnose(converter, settings.fonts ?? [], signing).finally(() => converter.close());
    const warm = { setting: config.warm, engines: await statesOf(context) };
    const diagnosis = { ...found, warm, converts: config.workers !== 0 };
    const { terminal } = context;
    terminal.out.write(json ? `${JSON.stringify(diagnosis, null, 2)}\n` : render(diagnosis, terminal));
    context.exitCode = exitCodeFor(diagnosis);
  });
  examples(command, [['docconv doctor', 'show what works and what is missing']]);
}

function exitCodeFor({ chosen, trials, converts }: Diagnosis): number {
  if (chosen.writer === null && converts) return EXIT.noEngine;
  return trials.every(({ ok, name }) => ok || (name === CONVERT_TRIAL && !converts)) ? EXIT.done : EXIT.failed;
}

function render(diagnosis: Diagnosis, { color: { out } }: Terminal): string {
  const yes = out.green('✓');
  const no = out.red('✗');
  const off = out.dim('-');
  const { engines, chosen, fonts, isolation, strict, trials, advice, warm, converts } = diagnosis;
  const usedFor = ([family, engine]: [string, string | null]) =>
    `${engine ? yes : no} ${DOCUMENTS[family]}: ${engine ?? 'none'}`;
  const mechanism = ({ present, needed, effect }: Diagnosis['isolation'][number]) =>
    `${present ? yes : needed ? no : off} ${effect}`;
  const forStrict = strict ? `${yes} --isolation strict can be used` : `${off} --isolation strict refuses to start`;
  const test = ({ ok, name, milliseconds, message }: Trial) =>
    `${ok ? yes : no} ${name} ${out.dim(`${milliseconds} ms`)}${ok ? '' : `: ${message}`}`;
  const sections: [string, string[]][] = [
    [
      'Engines, in order of preference',
      engines.map(engine => engineLine(engine, engine.failure !== null ? no : engine.available ? yes : off)),
    ],
    ['Used for', [...Object.entries(chosen).map(usedFor), ...(converts ? [] : [`${off} ${WITHOUT_WORKERS}`])]],
    ['Fonts', [fontLine(fonts, fonts.missing.length === 0 ? yes : off, off)]],
    ['Isolation of the workers', [...isolation.map(mechanism), forStrict]],
    [
      'Engines in the background',
      [
        `${warm.setting === 'off' ? off : yes} setting warm: ${warm.setting}`,
        ...warm.engines.map(state => `${'failure' in state ? no : yes} ${describe(state)}`),
      ],
    ],
    ['Tests', trials.map(test)],
    ['Recommendations', advice],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${out.bold(title)}\n${lines.map(line => `  ${line}\n`).join('')}`);
  return `docconv on Node ${diagnosis.node}, ${diagnosis.platform}\n\n${text.join('\n')}`;
}

const WITHOUT_WORKERS =
  'docconv serve on this machine uses no engine: the setting workers is 0, and docconv work converts';

function engineLine(
  { name, version, location, note, families, available, missing, failure }: Diagnosis['engines'][number],
  mark: string,
): string {
  if (!available) return `${mark} ${name}: ${note}`;
  if (failure !== null)
    return `${mark} ${name}: LibreOffice ${version ?? '(unknown version)'} in ${location}. ${failure}`;
  const kinds =
    families.length === FAMILY_COUNT ? 'all documents' : families.map(family => DOCUMENTS[family]).join(', ');
  return `${mark} ${name}: LibreOffice ${version ?? '(unknown version)'} in ${location}, converts ${kinds}${without(missing)}`;
}

const without = (missing: readonly string[]): string => (missing.length > 0 ? ` (without ${missing.join(', ')})` : '');

function fontLine({ count, missing }: Diagnosis['fonts'], yes: string, off: string): string {
  if (count === null) return `${off} not known: there is no fontconfig, which lists them`;
  if (missing.length === 0) return `${yes} ${count} found`;
  return `${off} ${count} found; none for ${missing.map(({ font }) => font).join(', ')}`;
}

const DOCUMENTS: Record<string, string> = {
  writer: 'text documents',
  calc: 'spreadsheets',
  impress: 'presentations',
  draw: 'drawings and images',
};
const FAMILY_COUNT = Object.keys(DOCUMENTS).length;
