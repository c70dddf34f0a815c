/** `docconv check`: who signed these PDFs, do the signatures hold, and can they be trusted. */
import type { Command } from 'commander';
import { DocconvError, toDocconvError } from '../../../errors.js';
import type { Outcome } from '../../../report/index.js';
import { examples } from '../../command.js';
import { EXIT, exitCodeOf } from '../../exit.js';
import { expandInputs, type Input } from '../../input/inputs.js';
import { addPasswordOptions, withPassword } from '../../input/password.js';
import { SERVER_FLAG } from '../../remote.js';
import type { Services } from '../../services.js';
import { documentOf } from './documents.js';
import { createPrinter } from './output.js';
import { type CheckCommandOptions, type CheckPlan, planCheck } from './plan.js';
import type { Drawer } from './side-by-side.js';
import { openVerifier, type Verifier } from './verifier.js';

export function define(command: Command, services: Services): void {
  command
    .argument('<files...>', "signed PDFs: files, folders, globs, URLs, or '-' for stdin")
    .option(
      '-t, --trust <anchor>',
      "whom to trust: a PEM or DER file, a folder of them, or 'system' (repeatable)",
      collect,
    )
    .option('--require-trust', 'only a signer whom you trust is valid (the default as soon as you trust anybody)')
    .option('--no-require-trust', 'a signature that holds is valid, whoever made it')
    .option('--at <time>', 'judge as of this time, e.g. 2024-05-31 or 2024-05-31T12:00:00Z')
    .option('--online', 'fetch missing certificates and revocation data (AIA, CRL, OCSP)')
    .option(SERVER_FLAG, 'let a docconv elsewhere judge, by whom it trusts')
    .option('-r, --recursive', 'look into subfolders too');
  addPasswordOptions(command);
  command
    .option('--report <file>', 'also write a report: .html, .md or .json (repeatable)', collect)
    .option('--side-by-side', 'draw each page that changed after a signature into an HTML report, before and after')
    .option('--extract <number>', 'save the file as it was when signature <number> was made, and check nothing')
    .option('-o, --output <file>', "where --extract writes to ('-' is stdout)")
    .option('-f, --force', 'let --extract replace a file')
    .option('--json', 'print one line of JSON per file')
    .option('-v, --verbose', 'show the certificate chain and every finding')
    .option('-q, --quiet', 'say nothing unless a file cannot be read: the exit code is the answer')
    .action((files: string[], options: CheckCommandOptions) => run(files, options, services));
  examples(command, EXAMPLES);
  command.addHelpText('after', `\n${EXIT_CODES}`);
}

const EXAMPLES = [
  ['docconv check contract.pdf', 'who signed it, and was it changed since?'],
  ['docconv check contract.pdf --trust company-ca.pem', 'and was it somebody whom this CA knows?'],
  ['docconv check inbox/ -r --json | jq -r "select(.valid | not) | .file"', 'which of many are not valid?'],
  ['docconv check contract.pdf --report contract.html', 'a page to print and keep'],
  ['docconv check contract.pdf --report contract.html --side-by-side', 'and what was changed, in pictures'],
  ['docconv check contract.pdf --extract 1 -o as-signed.pdf', 'what exactly did the first signer sign?'],
] as const;

const EXIT_CODES = `Exit codes (the worst over all files):
  0 all valid · 10 invalid · 11 indeterminate while trust is required · 12 unsigned · 3 unreadable · 2 wrong usage`;

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

async function run(files: readonly string[], options: CheckCommandOptions, services: Services): Promise<void> {
  const plan = await planCheck(options, services);
  const inputs = await expandInputs(files, {
    recursive: options.recursive ?? false,
    extensions: ['pdf'],
    cwd: services.cwd,
  });
  if (plan.extract) return (await import('./extract.js')).extract(inputs, plan.extract, plan, services);
  const printer = createPrinter(plan, services);
  const verifier = await openVerifier(options.server, services);
  const draw = plan.sideBySide ? (await import('./side-by-side.js')).createDrawer(services) : null;
  const outcomes: Outcome[] = [];
  try {
    for (const input of inputs) {
      await turn(services);
      const outcome = await checkInput(input, plan, { verify: verifier.verify, draw }, services);
      printer.print(outcome);
      outcomes.push(outcome);
    }
  } finally {
    await verifier.close();
  }
  await printer.end(outcomes);
  services.exitCode = exitCodeOfAll(outcomes);
}

/** Checking leaves the event loop no gap of its own: here Ctrl-C is heard. */
async function turn({ signal }: Services): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  if (signal.aborted) throw new DocconvError('CANCELLED', 'Cancelled.');
}

/** A file that cannot be read does not keep the others from their answer. */
async function checkInput(
  input: Input,
  plan: CheckPlan,
  { verify, draw }: { verify: Verifier['verify']; draw: Drawer | null },
  services: Services,
): Promise<Outcome> {
  const file = input.name;
  try {
    const document = await documentOf(input, services);
    const checked = await withPassword(file, plan.password, services, async password => {
      const result = await verify(document, { ...plan.settings, ...(password !== undefined && { password }) });
      return { result, ...(draw && { drawings: await draw(document, result, password) }) };
    });
    return { file, ...checked };
  } catch (thrown) {
    const error = toDocconvError(thrown);
    if (error.code === 'CANCELLED') throw error;
    return { file, error };
  }
}

/** With several classes in one run, the first of these is the answer. */
const SEVERITY: readonly number[] = [EXIT.invalid, EXIT.indeterminate, EXIT.unsigned, EXIT.document];

export function exitCodeOfAll(outcomes: readonly Outcome[]): number {
  const codes = new Set(outcomes.map(exitCodeOfOne).filter(code => code !== EXIT.done));
  return SEVERITY.find(code => codes.has(code)) ?? [...codes][0] ?? EXIT.done;
}

function exitCodeOfOne(outcome: Outcome): number {
  if ('error' in outcome) return exitCodeOf(outcome.error.code);
  return { ...EXIT, valid: EXIT.done, intact: EXIT.done }[outcome.result.verdict];
}
