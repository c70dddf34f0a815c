/** The tables of the README, from the tables of the code. */
import { envName, SETTING_KEYS, SETTINGS, type Setting } from '../config.js';
import { LIMITS } from '../convert/limits.js';
import { flagOf, PDF_OPTION_NAMES } from '../convert/option-values.js';
import { type OptionRow, PDF_OPTIONS } from '../convert/options.js';
import { EXIT, EXIT_MEANING } from './exit.js';

/** By the name of the README's markers. */
export const REFERENCE: Readonly<Record<string, () => string>> = {
  options: optionTable,
  'exit-codes': exitTable,
  settings: settingTable,
  limits: limitTable,
};

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

function exitTable(): string {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return table(
    ['code', 'meaning'],
    names.map(name => [String(EXIT[name]), EXIT_MEANING[name]]),
  );
}

function settingTable(): string {
  const rows = SETTING_KEYS.map(key => {
    const setting = SETTINGS[key] as Setting;
    const meaning = 'choices' in setting ? `${setting.help} (${setting.choices.join(', ')})` : setting.help;
    return [`\`${key}\``, `\`${envName(key)}\``, setting.preset === null ? '' : `\`${setting.preset}\``, meaning];
  });
  return table(['setting', 'environment', 'default', 'meaning'], rows);
}

function limitTable(): string {
  const rows = Object.entries(LIMITS).map(([name, { preset, help }]) => [`\`${name}\``, `\`${preset}\``, help]);
  return table(['limit', 'default', 'what it counts'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
