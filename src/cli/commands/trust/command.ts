/** `docconv trust`: the certificates and the trusted lists by which `docconv check` and `docconv serve` know signers. */
import type { Command } from 'commander';
import { collect, examples, integerOption, type JsonOption } from '../../command.js';
import type { Context } from '../../context.js';
import { add, remove, show } from './certificates.js';
import type { ImportOptions, UpdateOptions } from './update.js';

export function define(command: Command, context: Context): void {
  defineCertificates(command, context);
  defineLists(command, context);
  defineAnchor(command, context);
  examples(command, [
    ['docconv trust update', 'load the trusted lists of the European Union, or newer ones'],
    ['docconv trust status', 'show the age and state of each list'],
    ['docconv trust add company-ca.pem', 'trust all certificates issued by this CA'],
    ['docconv trust list', 'list trusted certificates and trusted lists'],
    ['docconv trust remove "Example Root CA"', 'remove a certificate'],
    ['docconv trust export lists.gz', 'save the lists for a machine without a network; import them there'],
  ]);
}

function defineCertificates(command: Command, context: Context): void {
  command
    .command('add')
    .description('add certificates from files to the trust store')
    .argument('<files...>', 'PEM, DER or PKCS #7 files, or folders of such files')
    .action((files: string[]) => add(files, context));
  command
    .command('list')
    .alias('ls')
    .description('list trusted certificates and trusted lists')
    .option('--json', 'print one line of JSON per certificate and list')
    .action(async (options: JsonOption) => (await import('./list.js')).list(options, context));
  command
    .command('show')
    .description('show a trusted certificate')
    .argument('<certificate>', 'name, or at least 8 digits of the fingerprint')
    .option('--pem', 'print the certificate as PEM')
    .option('--json', 'print the details as JSON')
    .action((name: string, options: JsonOption & { pem?: boolean }) => show(name, options, context));
  command
    .command('remove')
    .alias('rm')
    .description('remove certificates or lists from the trust store')
    .argument('<certificates...>', "names or fingerprints; 'eu' for the trusted lists, 'aatl' for Adobe's list")
    .action((names: string[]) => remove(names, context));
}

function defineLists(command: Command, context: Context): void {
  command
    .command('update')
    .description('load the trusted lists of the European Union, or newer ones')
    .option('--country <codes>', 'only the lists of these countries, e.g. DE,FR; the others stay as they are')
    .option('--mirror <place>', 'read all lists from this folder or URL, whose index.json names a file for each list')
    .option('--lotl <url>', 'URL of the list of lists (default: that of the European Commission)')
    .option('--accept-shrink', 'accept a list that has lost more than 20 % of its services or certificates')
    .option('--timeout <seconds>', 'time limit for each list (default: 30)', integerOption)
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'print errors only')
    .action(async (options: UpdateOptions) => (await import('./update.js')).update(options, context));
  command
    .command('status')
    .description('show the age and state of each list; exit code 11 if something needs attention')
    .option('--json', 'print the state as JSON')
    .action(async (options: JsonOption) => (await import('./status.js')).status(options, context));
  command
    .command('export')
    .description('save the loaded lists to a file, for a machine without a network')
    .argument('<file>', "file to write, or '-' for stdout")
    .option('-f, --force', 'overwrite the file')
    .action(async (file: string, options: { force?: boolean }) =>
      (await import('./update.js')).exportTo(file, options, context),
    );
  command
    .command('import')
    .description("load lists from a file of docconv trust export, or Adobe's list (AATL); they are verified first")
    .argument('<file>', 'file of docconv trust export, or .acrobatsecuritysettings')
    .option(
      '-t, --trust <certificate>',
      "of Adobe's list: who signed it, instead of Adobe's own root (repeatable)",
      collect,
    )
    .option('--online', "of Adobe's list: fetch revocation data of its signer")
    .option('--accept-shrink', 'accept a list that has lost more than 20 % of its services or certificates')
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'print errors only')
    .action(async (file: string, options: ImportOptions) =>
      (await import('./update.js')).importFrom(file, options, context),
    );
}

function defineAnchor(command: Command, context: Context): void {
  const anchor = command
    .command('anchor')
    .description('show and change who may sign the list of lists, for a publication newer than this docconv');
  anchor
    .command('show')
    .description('show who may sign the list of lists')
    .option('--json', 'print one line of JSON per certificate')
    .action(async (options: JsonOption) => (await import('./anchor.js')).showAnchors(options, context));
  anchor
    .command('add')
    .description('add certificates that may sign the list of lists; compare them with the Official Journal first')
    .argument('<files...>', 'PEM or DER files')
    .option('--publication <url>', 'the publication, as the list of lists names it; without one, pivots do not apply')
    .action(async (files: string[], options: { publication?: string }) =>
      (await import('./anchor.js')).addAnchors(files, options, context),
    );
  anchor
    .command('remove')
    .description('remove certificates that were added')
    .argument('<fingerprints...>', 'at least 8 digits of each')
    .action(async (names: string[]) => (await import('./anchor.js')).removeAnchors(names, context));
}
