/** The certificates of the user, which `docconv check` and `docconv serve` trust: add, show, remove. */
import { resolve } from 'node:path';
import { DocconvError } from '../../../errors.js';
import { ownValue } from '../../../system/collections.js';
import { day } from '../../../system/day.js';
import { singleLine } from '../../../text.js';
import { readAnchors, type SavedAnchor, SYSTEM, savedAnchors, toPem } from '../../../trust/index.js';
import type { Context } from '../../context.js';
import { trustFolder, trustRecord } from '../../input/trust.js';

const storeOf = ({ env }: Context) => savedAnchors(trustFolder(env), trustRecord(env));

export async function add(files: readonly string[], context: Context): Promise<void> {
  const { terminal, cwd } = context;
  if (files.includes(SYSTEM)) throw new DocconvError('USAGE.system-certificates');
  const found = (await Promise.all(files.map(file => readAnchors(resolve(cwd, file))))).flat();
  const added = await storeOf(context).add(found);
  const { green } = terminal.color.err;
  for (const anchor of added) terminal.err.write(`${green('✓')} added: ${line(anchor)}\n`);
  const known = new Set(found.map(({ sha256 }) => sha256)).size - added.length;
  if (known > 0)
    terminal.err.write(`${known === 1 ? '1 certificate is' : `${known} certificates are`} already trusted.\n`);
}

export async function show(
  name: string,
  { json, pem }: { json?: boolean; pem?: boolean },
  context: Context,
): Promise<void> {
  const { terminal } = context;
  const anchor = await storeOf(context).find(name);
  if (pem) terminal.out.write(toPem(anchor.certificate.der));
  else if (json) terminal.out.write(`${JSON.stringify(details(anchor))}\n`);
  else {
    const rows = Object.entries(details(anchor)).map(([label, text]) => {
      return `${terminal.color.out.dim(LABELS[label as keyof Details].padEnd(12))}${text}\n`;
    });
    terminal.out.write(rows.join(''));
  }
}

export async function remove(names: readonly string[], context: Context): Promise<void> {
  const { terminal } = context;
  for (const name of names) {
    const removed = await (ownValue(REMOVED_LISTS, name) ?? removeCertificate)(context, name);
    terminal.err.write(`${terminal.color.err.green('✓')} removed: ${removed}\n`);
  }
}

/** By the word for them where a name of a certificate is expected. Each resolves to what it has removed, in words. */
const REMOVED_LISTS: Readonly<Record<string, (context: Context) => Promise<string>>> = {
  aatl: async context => (await import('./adobe.js')).removeAdobe(context),
  eu: async context => (await import('./update.js')).removeLists(context),
};

async function removeCertificate(context: Context, name: string): Promise<string> {
  const anchor = await storeOf(context).remove(name);
  return anchor.certificate === null ? anchor.fingerprint : line(anchor);
}

const SHORT_FINGERPRINT = 16;

export function line({ certificate: { sha256, subject, notAfter } }: Pick<SavedAnchor, 'certificate'>): string {
  const until = `${notAfter < new Date() ? 'expired' : 'until'} ${day(notAfter)}`;
  return `${sha256.slice(0, SHORT_FINGERPRINT)}  ${until}  ${singleLine(subject.commonName ?? subject.text)}`;
}

export function details({ certificate, fingerprint, file }: SavedAnchor) {
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
