/** `docconv trust anchor`: who may sign the list of lists. */
import { resolve } from 'node:path';
import { DocconvError } from '../../../errors.js';
import { readAnchors } from '../../../trust/index.js';
import { OFFICIAL_JOURNAL, readLotlSigners, writeLotlSigners } from '../../../trust/update/index.js';
import type { Context } from '../../context.js';
import { lotlSignersFile } from '../../input/trust.js';
import { line } from './certificates.js';

export async function showAnchors(
  { json }: { json?: boolean },
  { terminal: { out, color }, env }: Context,
): Promise<void> {
  const own = readLotlSigners(lotlSignersFile(env));
  if (json) {
    const known = OFFICIAL_JOURNAL.signers.map(sha256 => ({ sha256, publication: OFFICIAL_JOURNAL.publication }));
    const added = own.map(({ certificate: { sha256, subject }, publication }) => ({
      sha256,
      publication,
      subject: subject.text,
    }));
    for (const row of known) out.write(`${JSON.stringify({ ...row, origin: 'docconv' })}\n`);
    for (const row of added) out.write(`${JSON.stringify({ ...row, origin: 'user' })}\n`);
    return;
  }
  out.write(`${color.out.bold(OFFICIAL_JOURNAL.publication!)} (part of docconv)\n`);
  for (const sha256 of OFFICIAL_JOURNAL.signers) out.write(`${sha256}\n`);
  for (const publication of new Set(own.map(one => one.publication))) {
    out.write(`${color.out.bold(publication ?? 'Without a publication')} (added)\n`);
    for (const one of own.filter(signer => signer.publication === publication)) out.write(`${line(one)}\n`);
  }
}

export async function addAnchors(
  files: readonly string[],
  { publication = null }: { publication?: string | null },
  { terminal, env, cwd }: Context,
): Promise<void> {
  if (publication !== null && !URL.canParse(publication))
    throw new DocconvError('OPTION_INVALID.publication', { value: publication });
  const found = (await Promise.all(files.map(file => readAnchors(resolve(cwd, file))))).flat();
  const file = lotlSignersFile(env);
  const digests = new Set(found.map(({ sha256 }) => sha256));
  const others = readLotlSigners(file).filter(({ certificate }) => !digests.has(certificate.sha256));
  const unique = [...new Map(found.map(one => [one.sha256, one])).values()];
  await writeLotlSigners(file, [...others, ...unique.map(certificate => ({ certificate, publication }))]);
  for (const certificate of unique)
    terminal.err.write(`${terminal.color.err.green('✓')} may sign the list of lists: ${line({ certificate })}\n`);
}

const MIN_DIGITS = 8;

export async function removeAnchors(names: readonly string[], { terminal, env }: Context): Promise<void> {
  const file = lotlSignersFile(env);
  for (const name of names) {
    const prefix = name.replaceAll(':', '').toLowerCase();
    const signers = readLotlSigners(file);
    const [found, ...others] = signers.filter(({ certificate }) => certificate.sha256.startsWith(prefix));
    if (prefix.length < MIN_DIGITS || !found || others.length > 0)
      throw new DocconvError('OPTION_INVALID.not-one-anchor', { name });
    await writeLotlSigners(
      file,
      signers.filter(one => one !== found),
    );
    terminal.err.write(`${terminal.color.err.green('✓')} removed: ${line(found)}\n`);
  }
}
