/** Anchors kept for good: one PEM file each, named by its fingerprint, so that two hands never write the same file twice. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocconvError } from '../errors.js';
import type { Certificate } from '../pki/index.js';
import { certificatesIn } from './formats.js';

export interface KeptAnchor {
  /** SHA-256 of the certificate, hexadecimal, lower case. */
  readonly fingerprint: string;
  readonly certificate: Certificate;
  readonly file: string;
}

export interface KeptAnchors {
  /** By subject. */
  list(): Promise<KeptAnchor[]>;
  /** Those that were not kept before. */
  add(certificates: readonly Certificate[]): Promise<KeptAnchor[]>;
  /** By fingerprint, its beginning (8 characters or more), or the common name. Rejects unless exactly one is meant. */
  find(name: string): Promise<KeptAnchor>;
  remove(name: string): Promise<KeptAnchor>;
}

/** `folder` is made by the first `add`. */
export function keptAnchors(folder: string): KeptAnchors {
  const list = () => readKept(folder);
  const find = async (name: string) => pick(await list(), name);
  return {
    list,
    find,
    async add(certificates) {
      const known = new Set((await list()).map(anchor => anchor.fingerprint));
      const fresh = [...new Map(certificates.map(one => [one.sha256, one])).values()].filter(
        one => !known.has(one.sha256),
      );
      await mkdir(folder, { recursive: true });
      return Promise.all(fresh.map(certificate => keep(folder, certificate)));
    },
    async remove(name) {
      const anchor = await find(name);
      await rm(anchor.file);
      return anchor;
    },
  };
}

const KEPT_FILE = /^([0-9a-f]{64})\.pem$/;

async function readKept(folder: string): Promise<KeptAnchor[]> {
  const names = await readdir(folder).catch(whenMissing);
  const anchors = await Promise.all(names.filter(name => KEPT_FILE.test(name)).map(name => readOne(folder, name)));
  return anchors.sort((a, b) => a.certificate.subject.text.localeCompare(b.certificate.subject.text));
}

function whenMissing(cause: NodeJS.ErrnoException): string[] {
  if (cause.code === 'ENOENT') return [];
  throw new DocconvError('FILE_UNREADABLE', `The folder of trusted certificates cannot be read: ${cause.message}.`, {
    cause,
  });
}

/** A file whose content is not what its name says was not written by us: it is no anchor, and that is said. */
async function readOne(folder: string, name: string): Promise<KeptAnchor> {
  const file = join(folder, name);
  const [certificate] = certificatesIn(await readFile(file));
  const fingerprint = name.slice(0, 64);
  if (certificate?.sha256 === fingerprint) return { fingerprint, certificate, file };
  throw new DocconvError('STORE_DAMAGED', `${file} does not hold the certificate that its name says. Remove the file.`);
}

async function keep(folder: string, certificate: Certificate): Promise<KeptAnchor> {
  const file = join(folder, `${certificate.sha256}.pem`);
  const draft = join(folder, `.${randomUUID()}.tmp`);
  await writeFile(draft, toPem(certificate.der), { flag: 'wx' });
  await rename(draft, file);
  return { fingerprint: certificate.sha256, certificate, file };
}

export function toPem(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

const SHORTEST_PREFIX = 8;

function pick(anchors: readonly KeptAnchor[], name: string): KeptAnchor {
  const prefix = name.replaceAll(':', '').toLowerCase();
  const isMeant = ({ fingerprint, certificate }: KeptAnchor) =>
    (prefix.length >= SHORTEST_PREFIX && fingerprint.startsWith(prefix)) || certificate.subject.commonName === name;
  const [found, ...others] = anchors.filter(isMeant);
  if (found && others.length === 0) return found;
  const why = found ? `${others.length + 1} of them are meant: use the fingerprint` : '`docconv trust list` shows them';
  throw new DocconvError('OPTION_INVALID', `There is not exactly one trusted certificate called ${name}; ${why}.`);
}
