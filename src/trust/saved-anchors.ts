/** Trust anchors saved by `docconv trust add`: one PEM file each, named by fingerprint, so concurrent writers never conflict. */
import { promises as fs, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { type Certificate, parseCertificates } from '../pki/index.js';
import { isMissing } from '../system/file-errors.js';
import { makeFolder, replaceFile } from '../system/files.js';

export interface SavedAnchor {
  /** SHA-256 of the certificate, hexadecimal, lower case. */
  readonly fingerprint: string;
  readonly certificate: Certificate;
  readonly file: string;
}

export interface SavedAnchors {
  /** Sorted by subject. */
  list(): Promise<SavedAnchor[]>;
  /** Returns the anchors that were not saved before. */
  add(certificates: readonly Certificate[]): Promise<SavedAnchor[]>;
  /** By fingerprint, a prefix of it (8 characters or more), or common name. Rejects unless exactly one matches. */
  find(name: string): Promise<SavedAnchor>;
  remove(name: string): Promise<SavedAnchor>;
}

/** `folder` is created by the first `add`. */
export function savedAnchors(folder: string): SavedAnchors {
  const list = () => readSaved(folder);
  const find = async (name: string) => findOne(await list(), name);
  return {
    list,
    find,
    async add(certificates) {
      const known = new Set((await list()).map(anchor => anchor.fingerprint));
      const fresh = [...new Map(certificates.map(one => [one.sha256, one])).values()].filter(
        one => !known.has(one.sha256),
      );
      makeFolder(folder);
      return Promise.all(fresh.map(certificate => save(folder, certificate)));
    },
    async remove(name) {
      const anchor = await find(name);
      await fs.rm(anchor.file);
      return anchor;
    },
  };
}

const ANCHOR_FILE = /^([0-9a-f]{64})\.pem$/;

async function readSaved(folder: string): Promise<SavedAnchor[]> {
  const names = namesIn(folder);
  const anchors = await Promise.all(names.filter(name => ANCHOR_FILE.test(name)).map(name => readOne(folder, name)));
  return anchors.sort((a, b) => a.certificate.subject.text.localeCompare(b.certificate.subject.text));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (isMissing(cause)) return [];
    const message = `The folder of trusted certificates cannot be read: ${(cause as Error).message}.`;
    throw new DocconvError('FILE_UNREADABLE', message, { cause });
  }
}

/** Rejects a file whose content does not match its fingerprint: docconv did not write it. */
async function readOne(folder: string, name: string): Promise<SavedAnchor> {
  const file = join(folder, name);
  const [certificate] = parseCertificates(await fs.readFile(file));
  const fingerprint = name.slice(0, 64);
  if (certificate?.sha256 === fingerprint) return { fingerprint, certificate, file };
  throw new DocconvError(
    'STORE_DAMAGED',
    `${file} does not contain the certificate with the fingerprint in its name. Remove the file.`,
  );
}

async function save(folder: string, certificate: Certificate): Promise<SavedAnchor> {
  const file = join(folder, `${certificate.sha256}.pem`);
  await replaceFile(file, temporary => fs.writeFile(temporary, toPem(certificate.der), { flag: 'wx' }));
  return { fingerprint: certificate.sha256, certificate, file };
}

export function toPem(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

const MIN_PREFIX_LENGTH = 8;

function findOne(anchors: readonly SavedAnchor[], name: string): SavedAnchor {
  const prefix = name.replaceAll(':', '').toLowerCase();
  const matches = ({ fingerprint, certificate }: SavedAnchor) =>
    (prefix.length >= MIN_PREFIX_LENGTH && fingerprint.startsWith(prefix)) || certificate.subject.commonName === name;
  const [found, ...others] = anchors.filter(matches);
  if (found && others.length === 0) return found;
  throw new DocconvError(
    'OPTION_INVALID',
    found
      ? `${others.length + 1} trusted certificates match ${name}; use the fingerprint.`
      : `No trusted certificate matches ${name}; \`docconv trust list\` shows them.`,
  );
}
