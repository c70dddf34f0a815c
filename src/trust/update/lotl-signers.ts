/** Signers of the list of lists that the user adds to those that docconv knows, after comparing them with a publication. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DocconvError } from '../../errors.js';
import { type Certificate, parseCertificate } from '../../pki/index.js';
import { isMissing } from '../../system/files/file-errors.js';
import { makePrivateFolder, replaceFileDurably } from '../../system/files/files.js';
import { type LotlAnchor, OFFICIAL_JOURNAL } from '../lists/lotl.js';

export interface LotlSigner {
  readonly certificate: Certificate;
  /** URL of the publication, as the list of lists names it; null: it signs the list of lists without pivots. */
  readonly publication: string | null;
}

/** The signers in a file; empty where there is none. Throws STORE_DAMAGED or what reading the file throws. */
export function readLotlSigners(file: string): LotlSigner[] {
  try {
    const rows = JSON.parse(readFileSync(file, 'utf8')) as { publication: string | null; certificate: string }[];
    return rows.map(({ publication, certificate }) => ({
      publication: typeof publication === 'string' ? publication : null,
      certificate: parseCertificate(Buffer.from(certificate, 'base64')),
    }));
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw new DocconvError('STORE_DAMAGED.list-signers', { file }, { cause });
  }
}

export async function writeLotlSigners(file: string, signers: readonly LotlSigner[]): Promise<void> {
  const rows = signers.map(({ publication, certificate }) => ({
    publication,
    sha256: certificate.sha256,
    certificate: Buffer.from(certificate.der).toString('base64'),
  }));
  makePrivateFolder(dirname(file));
  await replaceFileDurably(file, temporary => writeFileSync(temporary, `${JSON.stringify(rows, null, 2)}\n`));
}

/** The publication that docconv knows and the user's signers, by publication. */
export function lotlAnchors(signers: readonly LotlSigner[]): LotlAnchor[] {
  const byPublication = new Map([[OFFICIAL_JOURNAL.publication, OFFICIAL_JOURNAL.signers]]);
  for (const { publication, certificate } of signers)
    byPublication.set(publication, [...(byPublication.get(publication) ?? []), certificate.sha256]);
  return [...byPublication].map(([publication, digests]) => ({ publication, signers: digests }));
}
