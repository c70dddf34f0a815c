/** `docconv sign`: appends a signature to a PDF. */
import { join, parse } from 'node:path';
import type { Command } from 'commander';
import { DocconvError } from '../../../errors.js';
import { openPdf } from '../../../pdf/index.js';
import { type Signer, type SignOptions, sign } from '../../../sign/index.js';
import { fittingPath } from '../../../system/files/long-names.js';
import { escapeUnsafe, singleLine } from '../../../system/text.js';
import { examples } from '../../command.js';
import type { Context } from '../../context.js';
import { openDocument } from '../../input/documents.js';
import { expandInputs, type Input } from '../../input/inputs.js';
import { addPasswordOptions, givenPassword, withPassword } from '../../input/password.js';
import { writeOutput } from '../../output/write-output.js';
import { addDocumentOptions, type DocumentOptions, signOptionsOfDocument } from './document-options.js';
import { addKeyOptions, type KeyOptions, openSigner } from './key.js';

interface SignCommandOptions extends DocumentOptions, KeyOptions {
  output?: string;
  reason?: string;
  location?: string;
  name?: string;
  contact?: string;
  field?: string;
  force?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export function define(command: Command, context: Context): void {
  command.argument('<file>', "PDF to sign: a file, a URL, or '-' for stdin");
  addKeyOptions(command);
  command
    .option('-o, --output <file>', "output file, or '-' for stdout (default: FILE.signed.pdf beside the input)")
    .option('--reason <text>', 'reason for signing')
    .option('--location <text>', 'place of signing')
    .option('--name <text>', 'name of the signer (default: from the certificate)')
    .option('--contact <text>', 'contact information of the signer')
    .option('--field <name>', 'name of an empty signature field (default: a new invisible field)');
  addDocumentOptions(command);
  command.option('-f, --force', 'overwrite an existing output file');
  addPasswordOptions(command);
  command
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'print errors only')
    .action((file: string, options: SignCommandOptions) => run(file, options, context));
  examples(command, [
    [
      'docconv sign contract.pdf --p12 anna.p12 --reason "I agree"',
      'create contract.signed.pdf; prompts for the password',
    ],
    ['docconv sign contract.pdf --self-signed "Anna Example"', 'try it without a certificate of your own'],
    [
      'docconv sign contract.pdf --pkcs11 /usr/lib/opensc-pkcs11.so --pin-file pin.txt',
      'sign with the key in a smart card',
    ],
    ['docconv sign contract.signed.pdf --p12 bob.p12 -o both.pdf', 'add a second signature'],
  ]);
}

async function run(file: string, options: SignCommandOptions, context: Context): Promise<void> {
  const [input, ...others] = await expandInputs([file], { extensions: ['pdf'], cwd: context.cwd });
  if (!input || others.length > 0) throw new DocconvError('USAGE.sign-one-file');
  const document = await openDocument(input, context);
  const given = await givenPassword(options, context);
  const output = options.output ?? defaultOutput(input);
  const onDocument = await signOptionsOfDocument(options, context);
  // not around sign(): a key that refuses its PIN must not ask for the password of the document, and sign again
  const opening = await withPassword(input.name, given, context, async password => {
    const opened = password === undefined ? {} : { password };
    (await openPdf(document, opened)).close();
    return opened;
  });
  const { signal } = context;
  const signer = await openSigner(options, context);
  try {
    const signed = await sign(document, signer, { ...signOptionsOf(options), ...onDocument, ...opening, signal });
    await writeOutput(output, signed, { force: options.force ?? false }, context);
  } finally {
    await signer.close?.();
  }
  printResult(input.name, output, signer, options, context);
}

function signOptionsOf(options: SignCommandOptions): SignOptions {
  const entries = (['reason', 'location', 'name', 'contact', 'field'] as const).flatMap(key =>
    options[key] ? [[key, options[key]]] : [],
  );
  return Object.fromEntries(entries);
}

function defaultOutput(input: Input): string {
  if (input.kind !== 'file') return '-';
  const { dir, name, ext } = parse(input.name);
  return fittingPath(join(dir, name), `.signed${ext || '.pdf'}`);
}

function printResult(
  input: string,
  output: string,
  { certificate }: Signer,
  { json, quiet, selfSigned }: SignCommandOptions,
  { terminal }: Context,
): void {
  const signer = certificate.subject.commonName ?? certificate.subject.text;
  if (json && output !== '-')
    terminal.out.write(`${JSON.stringify({ input, output, signer, certificate: certificate.sha256 })}\n`);
  if (json || quiet) return;
  const { green, dim } = terminal.color.err;
  const destination = output === '-' ? 'standard output' : output;
  terminal.err.write(
    `${green('✓')} ${escapeUnsafe(input)} → ${escapeUnsafe(destination)} ${dim(`(signed by ${singleLine(signer)})`)}\n`,
  );
  if (selfSigned)
    terminal.err.write(dim('  The certificate is self-signed: this signature does not prove the name.\n'));
}
