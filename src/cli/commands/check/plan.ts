/** Validates the options of `docconv check`. */
import { extname } from 'node:path';
import { type Config, loadSettings } from '../../../config/index.js';
import { DocconvError } from '../../../errors.js';
import { message } from '../../../messages/index.js';
import { type CheckOptions, parseValidationTime } from '../../../signatures/index.js';
import type { Context } from '../../context.js';
import { givenPassword } from '../../input/password.js';
import { trustRules, userTrustStore } from '../../input/trust.js';

/** As parsed by commander. */
export interface CheckCommandOptions {
  trust?: string[];
  trustSource?: string;
  trustGeneration?: string;
  strictTrust?: boolean;
  requireTrust?: boolean;
  at?: string;
  server?: string;
  online?: boolean;
  recursive?: boolean;
  follow?: boolean;
  report?: string[];
  sideBySide?: boolean;
  extract?: string;
  output?: string;
  force?: boolean;
  json?: boolean;
  verbose?: boolean;
  quiet?: boolean;
}

export interface ExtractPlan {
  /** 1 = first. */
  number: number;
  output: string | null;
  force: boolean;
}

export interface CheckPlan {
  settings: Omit<CheckOptions, 'password'>;
  /** Which files are verified in a process of their own. */
  confined: Config['confinedCheck'];
  password: string | undefined;
  reports: readonly string[];
  /** Show changed pages in the HTML reports. */
  sideBySide: boolean;
  extract: ExtractPlan | null;
  format: 'text' | 'json' | 'none';
  verbose: boolean;
  /** See ReportSettings. */
  identityHint: string;
}

export async function planCheck(options: CheckCommandOptions, context: Context): Promise<CheckPlan> {
  rejectContradictions(options);
  const createFetcher = options.online && (await import('../../../fetch/index.js')).createFetcher; // takes 3 ms
  const settings = loadSettings(['trustSources', 'strictTrust', 'trustGrace', 'confinedCheck'], context.env);
  const trust = await userTrustStore(options, settings, context);
  return {
    settings: {
      trust,
      ...(options.requireTrust !== undefined && { requireTrust: options.requireTrust }),
      ...trustRules({ ...settings, strictTrust: options.strictTrust ?? settings.strictTrust }),
      signal: context.signal,
      ...(options.at !== undefined && { at: parseValidationTime(options.at) }),
      ...(createFetcher && { fetcher: createFetcher() }),
    },
    confined: settings.confinedCheck,
    password: await givenPassword({ ...options }, context),
    reports: (options.report ?? []).map(checkReportName),
    sideBySide: options.sideBySide ?? false,
    extract: extractPlan(options),
    format: options.quiet ? 'none' : options.json ? 'json' : 'text',
    verbose: options.verbose ?? false,
    identityHint: message(options.server === undefined ? 'check.hint' : 'check.hint.remote'),
  };
}

function rejectContradictions(options: CheckCommandOptions): void {
  const { quiet, json, verbose, extract, output, report, force, server, requireTrust, online } = options;
  const trust = options.trust ?? options.trustSource ?? options.trustGeneration ?? options.strictTrust;
  const isHtml = report?.some(name => HTML.includes(extname(name).toLowerCase())) ?? false;
  const contradictions = [
    [quiet && (json || verbose), 'USAGE.quiet-with-json'],
    [!extract && (output !== undefined || force), 'USAGE.output-needs-extract'],
    [options.sideBySide && !isHtml, 'USAGE.side-by-side-needs-html'],
    [extract !== undefined && Boolean(report || json), 'USAGE.extract-with-report'],
    [
      server !== undefined && Boolean(trust || online || requireTrust !== undefined || extract),
      'USAGE.trust-with-server',
    ],
  ] as const;
  const problem = contradictions.find(([found]) => found)?.[1];
  if (problem) throw new DocconvError(problem);
}

function extractPlan({ extract, output, force }: CheckCommandOptions): ExtractPlan | null {
  if (extract === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(extract)) throw new DocconvError('OPTION_INVALID.extract-number', { value: extract });
  return { number: Number(extract), output: output ?? null, force: force ?? false };
}

const HTML = ['.html', '.htm'];
const REPORT_KINDS = [...HTML, '.md', '.json'];

function checkReportName(name: string): string {
  if (REPORT_KINDS.includes(extname(name).toLowerCase())) return name;
  throw new DocconvError('OPTION_INVALID.report-file-name', { name });
}
