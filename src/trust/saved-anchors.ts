/** Trust anchors saved by `docconv trust add`: one PEM file each, named by fingerprint, so concurrent writers never conflict. */
import { promises as fs, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import { type Certificate, parseCertificates } from '../pki/index.js';
import { isMissing, reasonOf } from '../system/files/file-errors.js';
import { makePrivateFolder, replaceFile } from '../system/files/files.js';
import type { TrustRecord } from './record.js';

export interface SavedAnchor {
  /** SHA-256 of the certificate, hexadecimal, lower case. */
  readonly fingerprint: string;
  readonly certificate: Certificate;
  readonly file: string;
}

export interface SavedAnchors {
  /** Sorted by subject. Rejects with TRUST_UNAVAILABLE while one of them is missing or damaged. */
  list(): Promise<SavedAnchor[]>;
  /** Replaces damaged ones. Returns the anchors that were not saved before. */
  add(certificates: readonly Certificate[]): Promise<SavedAnchor[]>;
  /** By fingerprint, a prefix of it (8 characters or more), or common name. Rejects unless exactly one matches. */
  find(name: string): Promise<SavedAnchor>;
  /** A missing or damaged one is found by its fingerprint only. */
  remove(name: string): Promise<SavedAnchor | LostAnchor>;
}

/** Saved, but missing or damaged. */
export interface LostAnchor {
  readonly fingerprint: string;
  readonly certificate: null;
  readonly file: string;
  readonly fault: DocconvError;
}

/** `folder` is created by the first `add`. `record`: where it is noted which certificates were saved; null: nowhere. */
export function savedAnchors(folder: string, record: TrustRecord | null = null): SavedAnchors {
  const read = () => readSaved(folder, record);
  return {
    async list() {
      const { saved, lost } = await read();
      if (lost[0]) throw lost[0].fault;
      return saved;
    },
    find: async name => findOne((await read()).saved, name),
    async add(certificates) {
      const { saved } = await read();
      const known = new Set(saved.map(anchor => anchor.fingerprint));
      const unique = new Map(certificates.map(one => [one.sha256, one]));
      const fresh = [...unique.values()].filter(one => !known.has(one.sha256));
      makePrivateFolder(folder);
      const added = await Promise.all(fresh.map(certificate => save(folder, certificate)));
      record?.add([...unique.keys()]);
      return added;
    },
    async remove(name) {
      const { saved, lost } = await read();
      const anchor = findOne([...saved, ...lost], name);
      record?.remove(anchor.fingerprint);
      await fs.rm(anchor.file, { force: true });
      return anchor;
    },
  };
}

const FINGERPRINT = /^[0-9a-f]{64}$/;
const EXTENSION = '.pem';

async function readSaved(folder: string, record: TrustRecord | null) {
  const stored = namesIn(folder).flatMap(name => (name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : []));
  const fingerprints = new Set([...stored, ...(record?.entries() ?? [])].filter(name => FINGERPRINT.test(name)));
  const anchors = await Promise.all([...fingerprints].map(fingerprint => readOne(folder, fingerprint)));
  const saved = anchors.filter(anchor => anchor.certificate !== null);
  const lost = anchors.filter(anchor => anchor.certificate === null);
  saved.sort((a, b) => a.certificate.subject.text.localeCompare(b.certificate.subject.text));
  return { saved, lost };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DocconvError('TRUST_UNAVAILABLE.folder-unreadable', { folder, reason: reasonOf(cause) }, { cause });
  }
}

async function readOne(folder: string, fingerprint: string): Promise<SavedAnchor | LostAnchor> {
  const file = join(folder, fingerprint + EXTENSION);
  const about = { file, fingerprint: fingerprint.slice(0, 16) };
  const lost = (fault: DocconvError) => ({ fingerprint, certificate: null, file, fault });
  const content = await fs.readFile(file).catch((cause: unknown) => cause as Error);
  if (isMissing(content)) return lost(new DocconvError('TRUST_UNAVAILABLE.certificate-missing', about));
  if (content instanceof Error)
    return lost(new DocconvError('TRUST_UNAVAILABLE.certificate-unreadable', { ...about, reason: reasonOf(content) }));
  const [certificate] = parseCertificates(content);
  return certificate?.sha256 === fingerprint
    ? { fingerprint, certificate, file }
    : lost(new DocconvError('TRUST_UNAVAILABLE.certificate-other', about));
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

function findOne<Found extends SavedAnchor | LostAnchor>(anchors: readonly Found[], name: string): Found {
  const prefix = name.replaceAll(':', '').toLowerCase();
  const matches = ({ fingerprint, certificate }: Found) =>
    (prefix.length >= MIN_PREFIX_LENGTH && fingerprint.startsWith(prefix)) || certificate?.subject.commonName === name;
  const [found, ...others] = anchors.filter(matches);
  if (found && others.length === 0) return found;
  if (!found) throw new DocconvError('OPTION_INVALID.no-saved-certificate', { name });
  throw new DocconvError('OPTION_INVALID.several-certificates', { count: others.length + 1, name });
}
