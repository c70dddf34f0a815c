/** `docconv check`: verifies the signatures of PDFs. */
import type { Command } from 'commander';
import { toDocconvError } from '../../../errors.js';
import { message } from '../../../messages/index.js';
import type { Outcome } from '../../../report/index.js';
import { collect, examples, SERVER_FLAG } from '../../command.js';
import type { Context } from '../../context.js';
import { EXIT, exitCodeOf } from '../../exit.js';
import { openDocument } from '../../input/documents.js';
import { expandInputs, type Input, unfollowed } from '../../input/inputs.js';
import { addPasswordOptions, withPassword } from '../../input/password.js';
import { addTrustOption } from '../../input/trust.js';
import { extract } from './extract.js';
import { createPrinter } from './output.js';
import { type CheckCommandOptions, type CheckPlan, planCheck } from './plan.js';
import type { Drawer } from './side-by-side.js';
import { openVerifier, type Verifier } from './verifier.js';

export function define(command: Command, context: Context): void {
  command.argument('<files...>', "signed PDFs: files, folders, glob patterns, URLs, or '-' for stdin");
  addTrustOption(command);
  command
    .option('--trust-generation <name>', 'use this copy of the trusted lists: policy.generation of an earlier result')
    .option('--strict-trust', 'refuse trusted lists that are out of date, and doubts about the qualified status')
    .option('--require-trust', 'treat untrusted signers as indeterminate (default if you trust any certificate)')
    .option('--no-require-trust', 'accept intact signatures of untrusted signers')
    .option('--at <time>', 'verify as of this time, e.g. 2024-05-31 or 2024-05-31T12:00:00Z')
    .option('--online', 'fetch missing certificates and revocation data (AIA, CRL, OCSP)')
    .option(SERVER_FLAG, 'verify on a remote server, with its trust store')
    .option('-r, --recursive', 'include subfolders')
    .option('--follow', 'read PDFs to which symbolic links in folders lead');
  addPasswordOptions(command);
  command
    .option('--report <file>', 'also write a report: .html, .md or .json (repeatable)', collect)
    .option('--side-by-side', 'show changed pages before and after in the HTML report')
    .option('--extract <number>', 'save the revision that signature <number> covers, without verifying')
    .option('-o, --output <file>', "output file of --extract, or '-' for stdout")
    .option('-f, --force', 'overwrite the output file of --extract')
    .option('--json', 'print one line of JSON per file')
    .option('-v, --verbose', 'show the certificate chain and all findings')
    .option('-q, --quiet', 'print errors only; the exit code is the result')
    .action((files: string[], options: CheckCommandOptions) => run(files, options, context));
  examples(command, EXAMPLES);
  command.addHelpText('after', `\n${EXIT_CODES}`);
}

const EXAMPLES = [
  ['docconv check contract.pdf', 'show who signed, and what was changed afterwards'],
  ['docconv check contract.pdf --trust company-ca.pem', 'also verify the identity of the signers'],
  ['docconv check inbox/ -r --json | jq -r "select(.valid | not) | .file"', 'list files that are not valid'],
  ['docconv check contract.pdf --report contract.html', 'write a report to print or archive'],
  ['docconv check contract.pdf --report contract.html --side-by-side', 'include images of changed pages'],
  ['docconv check contract.pdf --extract 1 -o as-signed.pdf', 'save exactly what the first signer signed'],
] as const;

const EXIT_CODES = `Exit codes (the most severe of all files):
  0 valid or intact · 10 invalid · 11 indeterminate · 12 unsigned
  9 trusted certificates missing or damaged · 3 unreadable · 2 wrong usage`;

async function run(files: readonly string[], options: CheckCommandOptions, context: Context): Promise<void> {
  const plan = await planCheck(options, context);
  const links: string[] = [];
  const inputs = await expandInputs(files, {
    recursive: options.recursive ?? false,
    follow: options.follow ?? false,
    onLink: name => links.push(name),
    extensions: ['pdf'],
    cwd: context.cwd,
  });
  const note = unfollowed(links);
  if (note !== null && !options.quiet) context.terminal.err.write(`${note}\n`);
  if (plan.extract) return extract(inputs, plan.extract, plan, context);
  const printer = createPrinter(plan, context);
  const verifier = await openVerifier(plan, options.server, context);
  // loaded on demand: untrusted pages reach a renderer only with --side-by-side
  const draw = plan.sideBySide ? (await import('./side-by-side.js')).createDrawer(context) : null;
  const outcomes: Outcome[] = [];
  try {
    for (const input of inputs) {
      await stopIfCancelled(context);
      const outcome = await checkInput(input, plan, { verifier, draw }, context);
      printer.print(outcome);
      outcomes.push(outcome);
    }
  } finally {
    await verifier.close();
  }
  await printer.end(outcomes);
  warnOfUnusableLists(plan, context);
  context.exitCode = exitCodeOfAll(outcomes);
}

/** Where trust is required, this is the error of each file. */
function warnOfUnusableLists({ settings: { trust, requireTrust }, format }: CheckPlan, { terminal }: Context): void {
  if (requireTrust === false && trust?.note && format !== 'none')
    terminal.err.write(`${terminal.color.err.yellow(message('check.warning'))} ${trust.note}\n`);
}

/** Verification is synchronous for long stretches: yields to the event loop, so that Ctrl-C is handled between files. */
async function stopIfCancelled({ signal }: Context): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  signal.throwIfAborted();
}

/** A file that cannot be read does not stop the batch. */
async function checkInput(
  input: Input,
  plan: CheckPlan,
  { verifier, draw }: { verifier: Verifier; draw: Drawer | null },
  context: Context,
): Promise<Outcome> {
  const file = input.name;
  try {
    const document = await openDocument(input, context);
    const checked = await withPassword(file, plan.password, context, async opening => {
      const result = await verifier.verify(document, { ...plan.settings, ...opening });
      return { result, ...(draw && { drawings: await draw(document, result, opening) }) };
    });
    return { file, ...checked };
  } catch (thrown) {
    const error = toDocconvError(thrown);
    if (error.code === 'CANCELLED') throw error;
    return { file, error };
  }
}

/** If the files of a batch end differently, the first of these is the exit code. */
const SEVERITY: readonly number[] = [EXIT.invalid, EXIT.trust, EXIT.indeterminate, EXIT.unsigned, EXIT.document];

export function exitCodeOfAll(outcomes: readonly Outcome[]): number {
  const codes = new Set(outcomes.map(exitCodeOfOne).filter(code => code !== EXIT.done));
  return SEVERITY.find(code => codes.has(code)) ?? [...codes][0] ?? EXIT.done;
}

function exitCodeOfOne(outcome: Outcome): number {
  if ('error' in outcome) return exitCodeOf(outcome.error.code);
  // the other verdicts have the names of their exit codes
  return { ...EXIT, valid: EXIT.done, intact: EXIT.done }[outcome.result.verdict];
}
