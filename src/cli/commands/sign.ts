/** `docconv sign`: a signature behind a PDF, which stays as it is. */
import { readFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import type { Command } from 'commander';
import { DocconvError } from '../../errors.js';
import { plain } from '../../report/index.js';
import { createIdentity, type Identity, readIdentity, type SignOptions, sign } from '../../sign/index.js';
import { examples } from '../command.js';
import { expandInputs, type Input } from '../input/inputs.js';
import { addPasswordOptions, givenPassword, type PasswordSource, withPassword } from '../input/password.js';
import { writeOutput } from '../output/write-output.js';
import type { Services } from '../services.js';
import { documentOf } from './check/documents.js';

interface SignCommandOptions extends Record<string, unknown> {
  p12?: string;
  selfSigned?: string;
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

const P12_PASSWORD: PasswordSource = { option: 'p12-password', env: 'DOCCONV_P12_PASSWORD', of: 'the PKCS#12 file' };

export function define(command: Command, services: Services): void {
  command
    .argument('<file>', "the PDF to sign; '-' is stdin, a URL is fetched")
    .option('--p12 <file>', 'who signs: a PKCS#12 file with key and certificate (.p12, .pfx)')
    .option('--self-signed <name>', 'or: a throw-away identity of that name, for trying out')
    .option('-o, --output <file>', "where to write to ('-' is stdout; default: FILE.signed.pdf beside it)")
    .option('--reason <text>', 'why it is signed')
    .option('--location <text>', 'where it is signed')
    .option('--name <text>', 'name of the signer, if not that of the certificate')
    .option('--contact <text>', 'how to reach the signer')
    .option('--field <name>', 'sign in this empty signature field (default: a new, invisible one)')
    .option('-f, --force', 'replace the output if it is there');
  addPasswordOptions(command, P12_PASSWORD);
  addPasswordOptions(command);
  command
    .option('--json', 'print one line of JSON: input, output, signer')
    .option('-q, --quiet', 'say nothing unless it fails')
    .action((file: string, options: SignCommandOptions) => run(file, options, services));
  examples(command, [
    ['docconv sign contract.pdf --p12 anna.p12 --reason "I agree"', 'asks for the password, makes contract.signed.pdf'],
    ['docconv sign contract.pdf --self-signed "Anna Example"', 'to see how it works, without an identity'],
    ['docconv sign contract.signed.pdf --p12 bob.p12 -o both.pdf', 'a second signature; the first one stays whole'],
  ]);
}

async function run(file: string, options: SignCommandOptions, services: Services): Promise<void> {
  const [input, ...others] = await expandInputs([file], { extensions: ['pdf'], cwd: services.cwd });
  if (!input || others.length > 0) throw new DocconvError('USAGE', 'docconv sign takes one file.');
  const document = await documentOf(input, services);
  const identity = await identityOf(options, services);
  const output = options.output ?? defaultOutput(input);
  const signed = await withPassword(input.name, await givenPassword(options, services), services, password =>
    sign(document, identity, { ...wordsOf(options), ...(password !== undefined && { password }) }),
  );
  await writeOutput(output, signed, { force: options.force ?? false }, services);
  report(input.name, output, identity, options, services);
}

async function identityOf(options: SignCommandOptions, services: Services): Promise<Identity> {
  const { p12, selfSigned } = options;
  if ((p12 === undefined) === (selfSigned === undefined)) {
    throw new DocconvError('USAGE', 'Say who signs: --p12 FILE, or --self-signed NAME for trying out.');
  }
  if (p12 === undefined) return selfSignedIdentity(selfSigned ?? '');
  const bytes = await readFile(resolve(services.cwd, p12)).catch((cause: NodeJS.ErrnoException) => {
    const code = cause.code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE';
    throw new DocconvError(code, `Cannot read the PKCS#12 file ${p12} (${cause.code}).`, { cause });
  });
  const given = await givenPassword(options, services, P12_PASSWORD);
  return withPassword(p12, given, services, async password => readIdentity(bytes, password), P12_PASSWORD);
}

function selfSignedIdentity(name: string): Identity {
  if (name.trim() === '') throw new DocconvError('OPTION_INVALID', '--self-signed needs a name.');
  return createIdentity(name.trim());
}

function wordsOf(options: SignCommandOptions): SignOptions {
  const words = (['reason', 'location', 'name', 'contact', 'field'] as const).flatMap(key =>
    options[key] ? [[key, options[key]]] : [],
  );
  return Object.fromEntries(words);
}

function defaultOutput(input: Input): string {
  if (input.kind !== 'file') return '-';
  const { dir, name, ext } = parse(input.name);
  return join(dir, `${name}.signed${ext || '.pdf'}`);
}

function report(
  input: string,
  output: string,
  { certificate }: Identity,
  { json, quiet, selfSigned }: SignCommandOptions,
  { terminal }: Services,
): void {
  const signer = certificate.subject.commonName ?? certificate.subject.text;
  if (json && output !== '-')
    terminal.out.write(`${JSON.stringify({ input, output, signer, certificate: certificate.sha256 })}\n`);
  if (json || quiet) return;
  const { green, dim } = terminal.color.err;
  const place = output === '-' ? 'standard output' : output;
  terminal.err.write(`${green('✓')} ${input} → ${place} ${dim(`(signed by ${plain(signer)})`)}\n`);
  if (selfSigned) terminal.err.write(dim('  This identity was made for one signature; nobody can verify the name.\n'));
}
