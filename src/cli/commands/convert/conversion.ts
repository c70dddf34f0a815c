/** What `convert` and `watch` have in common: the options of a conversion, and where it runs. */
import { readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { loadConfig, parseSetting, SETTINGS, type SettingKey } from '../../../config/index.js';
import type { Converter, ConvertOptions } from '../../../convert/index.js';
import type { FileOperations } from '../../../convert/operation-types.js';
import {
  flagOf,
  isOperated,
  PDF_OPTION_NAMES,
  parsePdfOptions,
  type RawValue,
} from '../../../convert/option-values.js';
import { type OptionRow, PDF_OPTIONS } from '../../../convert/options.js';
import { DocconvError } from '../../../errors.js';
import type { Remote } from '../../../remote/index.js';
import { collect, ListOption, SERVER_FLAG, withChoices } from '../../command.js';
import type { Context } from '../../context.js';
import { converterSettings, requireWorkers } from '../../converter-settings.js';
import { addPasswordOptions } from '../../input/password.js';
import type { Progress } from '../../output/progress.js';
import type { ConvertReport } from './report.js';

/** Of commander. The options of the PDF are further members. */
export interface ConversionFlags extends Record<string, unknown> {
  from?: string;
  server?: string;
  engine?: 'auto' | 'native' | 'wasm' | 'soffice';
  workers?: string;
  timeout?: string;
  isolation?: string;
  fonts?: string[];
}

/** Of `convert`. */
export interface ConvertFlags extends ConversionFlags {
  warm?: boolean;
  output?: string;
  merge?: string;
  force?: boolean;
  clobber?: boolean;
  recursive?: boolean;
  follow?: boolean;
  json?: boolean;
  quiet?: boolean;
  wait: boolean;
}

export function addConversionOptions(command: Command): void {
  command
    .option('--from <format>', 'input format, e.g. docx (default: detected from content and name)')
    .addOption(withChoices(new Option('--engine <name>', SETTINGS.engine.help), SETTINGS.engine.choices))
    .option(SERVER_FLAG, 'convert on a remote server, with the API key saved by docconv login')
    .option('-j, --workers <number>', 'number of documents converted in parallel')
    .option('--timeout <seconds>', SETTINGS.timeout.help)
    .addOption(withChoices(new Option('--isolation <mode>', SETTINGS.isolation.help), SETTINGS.isolation.choices))
    .option('--fonts <folder>', 'a folder with fonts beside those of the system', collect);
  addPasswordOptions(command);
  for (const name of PDF_OPTION_NAMES) command.addOption(pdfOption(name).helpGroup('PDF options:'));
}

function pdfOption(name: (typeof PDF_OPTION_NAMES)[number]): Option {
  const row: OptionRow = PDF_OPTIONS[name];
  const flag = flagOf(name);
  if (row.type !== 'boolean') {
    const value = 'implied' in row ? `[${row.placeholder}]` : `<${row.placeholder}>`;
    const option = new (row.type === 'list' ? ListOption : Option)(`${flag} ${value}`, row.help);
    return 'choices' in row ? withChoices(option, row.choices) : option;
  }
  if (!row.preset) return new Option(flag, row.help);
  return new Option(flag.replace('--', '--no-'), `do not ${row.help}`).default(undefined);
}

/** Throws OPTION_INVALID, and USAGE for a file of --facturx that cannot be read. */
export function conversionOptions(flags: ConversionFlags, cwd: string): ConvertOptions {
  const facturx = typeof flags.facturx === 'string' ? readXml(flags.facturx, cwd) : undefined;
  const { to, ...pdf } = parsePdfOptions({ ...flags, facturx } as Record<string, RawValue>);
  return { ...(to && { to }), pdf, ...(flags.from ? { from: flags.from } : {}) };
}

/** UTF-8, as Factur-X requires. */
function readXml(path: string, cwd: string): string {
  const unreadable = (reason: string, cause?: unknown) =>
    new DocconvError('USAGE.facturx-unreadable', { path, reason }, { cause });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(resolve(cwd, path)));
  } catch (cause) {
    throw unreadable(cause instanceof TypeError ? 'not UTF-8' : (cause as Error & { code?: string }).code!, cause);
  }
  if (text === '') throw unreadable('empty');
  return text;
}

/** With the operations that a server carries out. */
export interface GivenOptions extends ConvertOptions {
  fileOperations?: FileOperations;
}

/** `isPdf`: among the inputs may be one. */
export const takesPdfs = ({ pdf = {}, operations, fileOperations }: GivenOptions, isPdf: boolean): boolean =>
  operations !== undefined || fileOperations !== undefined || isOperated(pdf, isPdf);

/** Satisfied by the local converter and by the client of a remote server. */
export type DocumentConverter = Pick<Converter, 'convert' | 'convertToFile' | 'workers' | 'close'>;

/** Rejects with USAGE or CONFIG_INVALID. The caller closes the converter. */
export async function chooseConverter(
  flags: ConversionFlags,
  report: ConvertReport,
  context: Context,
): Promise<DocumentConverter> {
  return flags.server === undefined ? openLocal(flags, report, context) : openServer(flags, context);
}

/** As chooseConverter, on the server of the flags. */
export async function openServer(flags: ConversionFlags, context: Context): Promise<Remote> {
  const { server = '', engine, workers, timeout, isolation, fonts } = flags;
  if ([engine, timeout, isolation, fonts].some(flag => flag !== undefined))
    throw new DocconvError('USAGE.local-options-with-server');
  const { openRemote } = await import('../../remote.js'); // only with --server
  const connections = workers === undefined ? null : Number(parseSetting('workers', workers, '--workers'));
  requireWorkers(connections);
  return openRemote(server, context, { ...(connections && { connections }), key: 'required' });
}

/** Options of the client of a server. */
export function showingProgress(progress: Progress, name: string) {
  return {
    onUpload: (sent: number, total: number) => progress.sent(name, sent / total),
    onQueued: (position: number) => progress.queued(name, position),
  };
}

/** As chooseConverter, on this machine. */
export async function openLocal(flags: ConversionFlags, report: ConvertReport, context: Context): Promise<Converter> {
  const { createConverter } = await import('../../../convert/index.js'); // an engine in the background does without
  const { env } = context;
  const converter = createConverter(converterSettings(loadConfig({ env, flags: settingsOf(flags) }).values, env));
  converter.onEngineSkipped((problem, used) => report.engineSkipped(problem, used));
  await converter.requireIsolation();
  return converter;
}

/** The flags that override settings. */
export function settingsOf(flags: ConversionFlags): Partial<Record<SettingKey, unknown>> {
  const { engine, workers, timeout, isolation, fonts } = flags;
  return { engine, workers, timeout, isolation, fonts: fonts?.join(delimiter) };
}

/** More than there are workers: reading and inspecting the next documents keeps the workers busy. */
export function documentsAtOnce({ workers }: DocumentConverter): number {
  return Math.max(4, workers * 3);
}
