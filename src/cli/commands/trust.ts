/** `docconv trust`: the certificates whom `docconv check` trusts without being told again. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DocconvError } from '../../errors.js';
import { plain } from '../../report/index.js';
import { readAnchors, type SavedAnchor, type SavedAnchors, SYSTEM, savedAnchors, toPem } from '../../trust/index.js';
import { examples } from '../command.js';
import type { Services } from '../services.js';
import { trustFolder } from '../trust-store.js';

interface TrustOptions {
  json?: boolean;
  pem?: boolean;
}

export function define(command: Command, services: Services): void {
  const kept = () => savedAnchors(trustFolder(services.env));
  command
    .command('add')
    .description('trust every certificate in these files')
    .argument('<files...>', 'PEM, DER or PKCS #7 files, or folders of them')
    .action((files: string[]) => add(files, kept(), services));
  command
    .command('list')
    .alias('ls')
    .description('show whom you trust')
    .option('--json', 'one line of JSON per certificate')
    .action((options: TrustOptions) => list(kept(), options, services));
  command
    .command('show')
    .description('show one certificate')
    .argument('<certificate>', 'its name, or the first 8 or more digits of its fingerprint')
    .option('--pem', 'the certificate itself')
    .option('--json', 'as JSON')
    .action((name: string, options: TrustOptions) => show(name, kept(), options, services));
  command
    .command('remove')
    .alias('rm')
    .description('trust these no longer')
    .argument('<certificates...>', 'names or fingerprints')
    .action((names: string[]) => remove(names, kept(), services));
  examples(command, [
    ['docconv trust add company-ca.pem', 'from now on `docconv check` trusts whom this CA certifies'],
    ['docconv trust list', 'whom you trust, until when'],
    ['docconv trust remove "Example Root CA"', 'no longer'],
  ]);
}

async function add(files: readonly string[], kept: SavedAnchors, { terminal, cwd }: Services): Promise<void> {
  if (files.includes(SYSTEM)) {
    const message = "The system's list changes, so it is not copied: say `docconv check --trust system` instead.";
    throw new DocconvError('USAGE', message);
  }
  const found = (await Promise.all(files.map(file => readAnchors(resolve(cwd, file))))).flat();
  const added = await kept.add(found);
  const { green } = terminal.color.err;
  for (const anchor of added) terminal.err.write(`${green('✓')} trusted: ${line(anchor)}\n`);
  const known = new Set(found.map(({ sha256 }) => sha256)).size - added.length;
  if (known > 0) terminal.err.write(`${known === 1 ? 'One was' : `${known} were`} trusted already.\n`);
}

async function list(kept: SavedAnchors, { json }: TrustOptions, { terminal }: Services): Promise<void> {
  const anchors = await kept.list();
  for (const anchor of anchors) terminal.out.write(`${json ? JSON.stringify(facts(anchor)) : line(anchor)}\n`);
  if (anchors.length === 0 && !json) {
    terminal.err.write('You trust nobody yet. Start with: docconv trust add company-ca.pem\n');
  }
}

async function show(
  name: string,
  kept: SavedAnchors,
  { json, pem }: TrustOptions,
  { terminal }: Services,
): Promise<void> {
  const anchor = await kept.find(name);
  if (pem) terminal.out.write(toPem(anchor.certificate.der));
  else if (json) terminal.out.write(`${JSON.stringify(facts(anchor))}\n`);
  else {
    const rows = Object.entries(facts(anchor)).map(([label, text]) => {
      return `${terminal.color.out.dim(LABELS[label as keyof Facts].padEnd(12))}${text}\n`;
    });
    terminal.out.write(rows.join(''));
  }
}

async function remove(names: readonly string[], kept: SavedAnchors, { terminal }: Services): Promise<void> {
  for (const name of names) {
    terminal.err.write(`${terminal.color.err.green('✓')} no longer trusted: ${line(await kept.remove(name))}\n`);
  }
}

const SHORT = 16;

function line({ certificate, fingerprint }: SavedAnchor): string {
  const { subject, notAfter } = certificate;
  const until = `${notAfter < new Date() ? 'expired' : 'until'} ${day(notAfter)}`;
  return `${fingerprint.slice(0, SHORT)}  ${until}  ${plain(subject.commonName ?? subject.text)}`;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

function facts({ certificate, fingerprint, file }: SavedAnchor) {
  const { subject, issuer, serialNumber, notBefore, notAfter, publicKey } = certificate;
  return {
    subject: plain(subject.text, 500),
    issuer: plain(issuer.text, 500),
    serialNumber,
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    publicKey: publicKey.text,
    sha256: fingerprint,
    file,
  };
}

type Facts = ReturnType<typeof facts>;

const LABELS: Record<keyof Facts, string> = {
  subject: 'Subject',
  issuer: 'Issuer',
  serialNumber: 'Serial',
  notBefore: 'From',
  notAfter: 'Until',
  publicKey: 'Key',
  sha256: 'SHA-256',
  file: 'File',
};
