/** Where anchors come from: files, folders, and the system's own list. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import type { Certificate } from '../pki/index.js';
import { certificatesIn } from './formats.js';

export const SYSTEM = 'system';

/** Every certificate in the place: PEM, DER or PKCS #7, a folder of them, or 'system'. At least one, or it rejects. */
export async function readAnchors(place: string): Promise<Certificate[]> {
  if (place === SYSTEM) return systemAnchors();
  const found = (await isFolder(place)) ? await readFolder(place) : certificatesIn(await readFile(place));
  if (found.length > 0) return found;
  throw new DocconvError(
    'OPTION_INVALID',
    `There is no certificate in ${place}. Give a PEM, DER or PKCS #7 file, a folder of them, or 'system'.`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const what = missing ? 'is not there' : 'cannot be read';
    throw new DocconvError(missing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', `${path} ${what}.`, { cause });
  }
}

const CERTIFICATE_FILE = /\.(pem|crt|cer|der|p7b|p7c)$/i;

/** Files of other kinds beside them do no harm; folders inside are not entered. */
async function readFolder(folder: string): Promise<Certificate[]> {
  const names = (await readdir(folder)).filter(name => CERTIFICATE_FILE.test(name)).sort();
  const found = await Promise.all(names.map(name => readFile(join(folder, name)).then(certificatesIn, () => [])));
  return found.flat();
}

/** Debian, Fedora, SUSE, Alpine and macOS; the list that comes with Node where none of these is there. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

async function systemAnchors(): Promise<Certificate[]> {
  for (const path of SYSTEM_FILES) {
    const found = await readFile(path).then(certificatesIn, () => []);
    if (found.length > 0) return found;
  }
  const { rootCertificates } = await import('node:tls');
  return certificatesIn(Buffer.from(rootCertificates.join('\n')));
}
