/** What the options of `docconv check` mean, and whether they go together. */
import { extname } from 'node:path';
import { DocconvError } from '../../../errors.js';
import type { CheckOptions } from '../../../signatures/index.js';
import { givenPassword } from '../../input/password.js';
import type { Services } from '../../services.js';
import { trustStore } from '../../trust-store.js';
import { parseTime } from './validation-time.js';

/** As commander gives them. */
export interface CheckCommandOptions {
  trust?: string[];
  requireTrust?: boolean;
  at?: string;
  server?: string;
  online?: boolean;
  recursive?: boolean;
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
  password: string | undefined;
  reports: readonly string[];
  /** Whether the HTML reports show pages before and after. */
  sideBySide: boolean;
  extract: ExtractPlan | null;
  format: 'text' | 'json' | 'none';
  verbose: boolean;
  /** See ReportSettings. */
  identityHint: string;
}

const LOCAL_HINT =
  'Use --trust FILE for one check, or `docconv trust add FILE` for all: FILE is a certificate of the signer or issuer.';
const REMOTE_HINT = 'The server verifies identities only against certificates that its operator trusts.';

export async function planCheck(options: CheckCommandOptions, services: Services): Promise<CheckPlan> {
  refuseContradictions(options);
  const trust = await trustStore(options.trust ?? [], services);
  return {
    settings: {
      trust,
      ...(options.requireTrust !== undefined && { requireTrust: options.requireTrust }),
      signal: services.signal,
      ...(options.at !== undefined && { at: parseTime(options.at) }),
      ...(options.online && { fetcher: (await import('../../../fetch/index.js')).createFetcher() }),
    },
    password: await givenPassword({ ...options }, services),
    reports: (options.report ?? []).map(checkReportName),
    sideBySide: options.sideBySide ?? false,
    extract: extractPlan(options),
    format: options.quiet ? 'none' : options.json ? 'json' : 'text',
    verbose: options.verbose ?? false,
    identityHint: options.server === undefined ? LOCAL_HINT : REMOTE_HINT,
  };
}

function refuseContradictions(options: CheckCommandOptions): void {
  const { quiet, json, verbose, extract, output, report, force, server, trust, requireTrust, online } = options;
  const isHtml = report?.some(name => HTML.includes(extname(name).toLowerCase())) ?? false;
  const contradictions: [boolean | undefined, string][] = [
    [quiet && (json || verbose), '--quiet prints nothing: leave out --json and --verbose, or --quiet.'],
    [
      !extract && (output !== undefined || force),
      '-o and --force belong to --extract. For a report say --report FILE.',
    ],
    [options.sideBySide && !isHtml, '--side-by-side draws pages into an HTML report: say --report FILE.html with it.'],
    [extract !== undefined && Boolean(report || json), '--extract checks nothing, so there is nothing to report.'],
    [
      server !== undefined && Boolean(trust || online || requireTrust !== undefined || extract),
      'With --server the server decides whom to trust and what to fetch: leave --trust, --online and --extract out.',
    ],
  ];
  const message = contradictions.find(([found]) => found)?.[1];
  if (message) throw new DocconvError('USAGE', message);
}

function extractPlan({ extract, output, force }: CheckCommandOptions): ExtractPlan | null {
  if (extract === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(extract)) {
    throw new DocconvError('OPTION_INVALID', `--extract ${extract} is not the number of a signature: 1 is the first.`);
  }
  return { number: Number(extract), output: output ?? null, force: force ?? false };
}

const HTML = ['.html', '.htm'];
const REPORT_KINDS = [...HTML, '.md', '.json'];

function checkReportName(name: string): string {
  if (REPORT_KINDS.includes(extname(name).toLowerCase())) return name;
  throw new DocconvError('OPTION_INVALID', `--report ${name}: the name must end in .html, .md or .json.`);
}
