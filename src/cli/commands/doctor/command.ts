/** `docconv doctor`: what was found, what would be used and why, whether it works, what to install for more. */
import type { Command } from 'commander';
import { examples } from '../../command.js';
import { EXIT } from '../../exit.js';
import type { Terminal } from '../../output/terminal.js';
import type { Services } from '../../services.js';
import type { Diagnosis } from './diagnosis.js';

export function define(command: Command, services: Services): void {
  command.option('--json', 'the findings as JSON').action(async ({ json }: { json?: boolean }) => {
    const { diagnose } = await import('./diagnosis.js');
    const converter = await services.converter({});
    const diagnosis = await diagnose(converter).finally(() => converter.close());
    const { terminal } = services;
    terminal.out.write(json ? `${JSON.stringify(diagnosis, null, 2)}\n` : render(diagnosis, terminal));
    services.exitCode = verdict(diagnosis);
  });
  examples(command, [['docconv doctor', 'which engine converts what, and what is missing']]);
}

function verdict({ chosen, trials }: Diagnosis): number {
  if (chosen.writer === null) return EXIT.noEngine;
  return trials.every(trial => trial.ok) ? EXIT.done : EXIT.failed;
}

function render(diagnosis: Diagnosis, { color: { out } }: Terminal): string {
  const yes = out.green('✓');
  const no = out.red('✗');
  const off = out.dim('-');
  const { engines, chosen, fonts, isolation, trials, advice } = diagnosis;
  const sections: [string, string[]][] = [
    ['Engines, the preferred one first', engines.map(engine => engineLine(engine, engine.available ? yes : off))],
    [
      'Used for',
      Object.entries(chosen).map(
        ([family, engine]) => `${engine ? yes : no} ${DOCUMENTS[family]}: ${engine ?? 'none'}`,
      ),
    ],
    ['Fonts', [`${fonts.missing.length === 0 ? yes : off} ${fonts.count} found${missingFonts(fonts)}`]],
    [
      'Isolation of the engines',
      MEANS.map(([key, works, lacks]) => (isolation[key] ? `${yes} ${works}` : `${off} ${lacks}`)),
    ],
    [
      'Tried',
      trials.map(
        trial =>
          `${trial.ok ? yes : no} ${trial.name} ${out.dim(`${trial.milliseconds} ms`)}${trial.ok ? '' : `: ${trial.message}`}`,
      ),
    ],
    ['For more', advice],
  ];
  const text = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${out.bold(title)}\n${lines.map(line => `  ${line}\n`).join('')}`);
  return `docconv on Node ${diagnosis.node}, ${diagnosis.platform}\n\n${text.join('\n')}`;
}

function engineLine(
  { name, version, location, note, families, available }: Diagnosis['engines'][number],
  mark: string,
): string {
  if (!available) return `${mark} ${name}: ${note}`;
  const kinds = families.length === FAMILY_COUNT ? 'everything' : families.map(family => DOCUMENTS[family]).join(', ');
  return `${mark} ${name}: LibreOffice ${version ?? '(unknown version)'} in ${location}, converts ${kinds}`;
}

function missingFonts({ missing }: Diagnosis['fonts']): string {
  return missing.length === 0 ? '' : `; no substitute for ${missing.map(({ font }) => font).join(', ')}`;
}

const DOCUMENTS: Record<string, string> = {
  writer: 'text documents',
  calc: 'spreadsheets',
  impress: 'presentations',
  draw: 'drawings and images',
};
const FAMILY_COUNT = Object.keys(DOCUMENTS).length;

const MEANS: readonly (readonly [key: keyof Diagnosis['isolation'], works: string, lacks: string])[] = [
  [
    'files',
    "workers see no files but the system's and their own (bubblewrap or Landlock)",
    'workers can read what docconv can read (neither bubblewrap nor Landlock)',
  ],
  [
    'network',
    'workers have no network (a namespace of their own)',
    'workers have a network: only the profile keeps them off it',
  ],
  ['parentDeath', 'workers end with docconv, whatever ends it', 'workers are ended by the janitor alone'],
  [
    'limits',
    'open files, file size and core dumps are limited',
    'no limits on open files and file size (prlimit is missing)',
  ],
];
