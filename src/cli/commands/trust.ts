/** `docconv trust`: manages the certificates that `docconv check` and `docconv serve` trust by default. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DocconvError } from '../../errors.js';
import { singleLine } from '../../system/text.js';
import { readAnchors, type SavedAnchor, type SavedAnchors, SYSTEM, savedAnchors, toPem } from '../../trust/index.js';
import { examples } from '../command.js';
import type { Context } from '../context.js';
import { trustFolder } from '../input/trust.js';

interface TrustOptions {
  json?: boolean;
  pem?: boolean;
}

export function define(command: Command, context: Context): void {
  const store = () => savedAnchors(trustFolder(context.env));
  command
    .command('add')
    .description('add certificates from files to the trust store')
    .argument('<files...>', 'PEM, DER or PKCS #7 files, or folders of such files')
    .action((files: string[]) => add(files, store(), context));
  command
    .command('list')
    .alias('ls')
    .description('list trusted certificates')
    .option('--json', 'print one line of JSON per certificate')
    .action((options: TrustOptions) => list(store(), options, context));
  command
    .command('show')
    .description('show a trusted certificate')
    .argument('<certificate>', 'name, or at least 8 digits of the fingerprint')
    .option('--pem', 'print the certificate as PEM')
    .option('--json', 'print the details as JSON')
    .action((name: string, options: TrustOptions) => show(name, store(), options, context));
  command
    .command('remove')
    .alias('rm')
    .description('remove certificates from the trust store')
    .argument('<certificates...>', 'names or fingerprints')
    .action((names: string[]) => remove(names, store(), context));
  examples(command, [
    ['docconv trust add company-ca.pem', 'trust all certificates issued by this CA'],
    ['docconv trust list', 'list trusted certificates and their expiry dates'],
    ['docconv trust remove "Example Root CA"', 'remove a certificate'],
  ]);
}

async function add(files: readonly string[], store: SavedAnchors, { terminal, cwd }: Context): Promise<void> {
  if (files.includes(SYSTEM)) {
    const message =
      'The system certificates are updated by the system and cannot be added. Use: docconv check --trust system';
    throw new DocconvError('USAGE', message);
  }
  const found = (await Promise.all(files.map(file => readAnchors(resolve(cwd, file))))).flat();
  const added = await store.add(found);
  const { green } = terminal.color.err;
  for (const anchor of added) terminal.err.write(`${green('✓')} added: ${line(anchor)}\n`);
  const known = new Set(found.map(({ sha256 }) => sha256)).size - added.length;
  if (known > 0)
    terminal.err.write(`${known === 1 ? '1 certificate is' : `${known} certificates are`} already trusted.\n`);
}

async function list(store: SavedAnchors, { json }: TrustOptions, { terminal }: Context): Promise<void> {
  const anchors = await store.list();
  for (const anchor of anchors) terminal.out.write(`${json ? JSON.stringify(details(anchor)) : line(anchor)}\n`);
  if (anchors.length === 0 && !json) {
    terminal.err.write('There are no trusted certificates. Add one with: docconv trust add company-ca.pem\n');
  }
}

async function show(
  name: string,
  store: SavedAnchors,
  { json, pem }: TrustOptions,
  { terminal }: Context,
): Promise<void> {
  const anchor = await store.find(name);
  if (pem) terminal.out.write(toPem(anchor.certificate.der));
  else if (json) terminal.out.write(`${JSON.stringify(details(anchor))}\n`);
  else {
    const rows = Object.entries(details(anchor)).map(([label, text]) => {
      return `${terminal.color.out.dim(LABELS[label as keyof Details].padEnd(12))}${text}\n`;
    });
    terminal.out.write(rows.join(''));
  }
}

async function remove(names: readonly string[], store: SavedAnchors, { terminal }: Context): Promise<void> {
  for (const name of names) {
    terminal.err.write(`${terminal.color.err.green('✓')} removed: ${line(await store.remove(name))}\n`);
  }
}

const SHORT_FINGERPRINT = 16;

function line({ certificate, fingerprint }: SavedAnchor): string {
  const { subject, notAfter } = certificate;
  const until = `${notAfter < new Date() ? 'expired' : 'until'} ${day(notAfter)}`;
  return `${fingerprint.slice(0, SHORT_FINGERPRINT)}  ${until}  ${singleLine(subject.commonName ?? subject.text)}`;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

function details({ certificate, fingerprint, file }: SavedAnchor) {
  const { subject, issuer, serialNumber, notBefore, notAfter, publicKey } = certificate;
  return {
    subject: singleLine(subject.text, 500),
    issuer: singleLine(issuer.text, 500),
    serialNumber,
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    publicKey: publicKey.text,
    sha256: fingerprint,
    file,
  };
}

type Details = ReturnType<typeof details>;

const LABELS: Record<keyof Details, string> = {
  subject: 'Subject',
  issuer: 'Issuer',
  serialNumber: 'Serial',
  notBefore: 'From',
  notAfter: 'Until',
  publicKey: 'Key',
  sha256: 'SHA-256',
  file: 'File',
};
