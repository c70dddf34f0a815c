/** Trust stores: anchors from files, folders, the system's list, and the folder of saved anchors. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { type Certificate, parseCertificates } from '../pki/index.js';
import { isFolder, readInput } from '../system/files.js';
import { savedAnchors } from './saved-anchors.js';

/** Anchors are trusted by configuration; their own signature and validity are not checked (RFC 5280, 6.1.1 d). */
export interface TrustStore {
  /** Certificates as DER, without duplicates. */
  anchors(): readonly Uint8Array[];
}

export function trustStoreOf(certificates: readonly Pick<Certificate, 'der' | 'sha256'>[]): TrustStore {
  const unique = new Map(certificates.map(certificate => [certificate.sha256, certificate.der]));
  const anchors = [...unique.values()];
  return { anchors: () => anchors };
}

/** Where openTrustStore() reads trust anchors from. */
export interface TrustPlaces {
  /** Files, folders, or 'system'. */
  readonly places: readonly string[];
  /** The folder of `docconv trust add`; null: without saved anchors. */
  readonly kept: string | null;
}

/** Rejects with FILE_NOT_FOUND, FILE_UNREADABLE or OPTION_INVALID, naming the place. */
export async function openTrustStore({ places, kept }: TrustPlaces): Promise<TrustStore> {
  const found = await Promise.all(places.map(readAnchors));
  const saved = kept ? (await savedAnchors(kept).list()).map(anchor => anchor.certificate) : [];
  return trustStoreOf([...saved, ...found.flat()]);
}

export const SYSTEM = 'system';

/** All certificates in a file (PEM, DER or PKCS #7), a folder of such files, or 'system'. Rejects when there is none. */
export async function readAnchors(place: string): Promise<Certificate[]> {
  if (place === SYSTEM) return systemAnchors();
  const found = (await isFolder(place)) ? await readFolder(place) : parseCertificates(await readInput(place));
  if (found.length > 0) return found;
  throw new DocconvError(
    'OPTION_INVALID',
    `There is no certificate in ${place}. Give a PEM, DER or PKCS #7 file, a folder of them, or 'system'.`,
  );
}

const CERTIFICATE_FILE = /\.(pem|crt|cer|der|p7b|p7c)$/i;

/** Ignores files of other types and subfolders. */
async function readFolder(folder: string): Promise<Certificate[]> {
  const names = (await readdir(folder)).filter(name => CERTIFICATE_FILE.test(name)).sort();
  const found = await Promise.all(names.map(name => readFile(join(folder, name)).then(parseCertificates, () => [])));
  return found.flat();
}

/** Debian, Fedora, SUSE, Alpine and macOS. On other systems, Node's built-in list is used. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

async function systemAnchors(): Promise<Certificate[]> {
  for (const path of SYSTEM_FILES) {
    const found = await readFile(path).then(parseCertificates, () => []);
    if (found.length > 0) return found;
  }
  const { rootCertificates } = await import('node:tls'); // takes 5 ms; most systems have a bundle
  return parseCertificates(Buffer.from(rootCertificates.join('\n')));
}
