/** PDFs that docconv signs: kinds of keys, levels, files and what is in them already. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BaselineLevel, type LevelSettings, type SignOptions, sign } from '../../../src/sign/index.js';
import type { AuthorityServers } from '../../helpers/pki/authority-servers.js';
import { document } from '../../sign/documents.js';
import { png } from '../../sign/images.js';
import { type Combination, covering } from './covering.js';

/** Names of signers. */
export const KEYS = {
  'RSA 2048': { key: 'RSA-2048' },
  'RSA 4096': { key: 'RSA-4096' },
  'RSASSA-PSS': { key: 'RSAPSS-2048' },
  'P-256': { key: 'P-256' },
  'P-384': { key: 'P-384' },
  Ed25519: { key: 'Ed25519' },
} as const;

const FACTORS = {
  key: Object.keys(KEYS) as (keyof typeof KEYS)[],
  level: ['B', 'T', 'LT', 'LTA'],
  xref: ['table', 'stream', 'object streams'],
  visible: ['no', 'yes'],
  turn: ['0', '90', '180', '270'],
  state: ['new', 'signed', 'certified', 'encrypted'],
} as const;
export type Case = Combination<typeof FACTORS>;

export const PASSWORD = 'user';

/** Each choice of three values; qpdf, which encrypts, writes no cross-reference stream without object streams. */
export const CASES = covering(FACTORS, 3, ({ state, xref }) => state !== 'encrypted' || xref !== 'stream');

export const nameOf = (one: Case): string =>
  Object.entries(one)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export const settingsFor = (servers: AuthorityServers, base: LevelSettings): LevelSettings => ({
  ...base,
  tsa: { url: `${servers.base}/tsa` },
});

const identityOf = ({ pki }: AuthorityServers, name: string) => {
  const { key, certificate } = pki.id(name);
  return { key, certificate, others: [pki.certificate('ca')] };
};

/** `folder`: for files of qpdf. */
export async function signCase(
  { key, level, xref, visible, turn, state }: Case,
  servers: AuthorityServers,
  settings: LevelSettings,
  folder: string,
): Promise<Buffer> {
  const by = (name: string, pdf: Uint8Array, options: SignOptions) =>
    sign(pdf, identityOf(servers, name), { ...settings, ...options });
  let pdf: Buffer = document({
    page: `/Rotate ${turn}`,
    xref: xref === 'table' ? 'table' : 'stream',
    ...(xref === 'object streams' && { packed: [1, 2, 3] }),
  });
  if (state === 'encrypted') pdf = encrypted(pdf, xref === 'table' ? 'disable' : 'generate', folder);
  if (state === 'signed') pdf = await by('ann', pdf, { level: 'LT' });
  if (state === 'certified') pdf = await by('ann', pdf, { level: 'T', certify: 'fill' });
  return by(key, pdf, {
    level: level as BaselineLevel,
    ...(state === 'encrypted' && { password: PASSWORD }),
    ...(visible === 'yes' && { visible: { page: 1, rect: { x: 70, y: 85, width: 60, height: 30 }, image: png() } }),
  });
}

function encrypted(pdf: Buffer, objectStreams: string, folder: string): Buffer {
  const [plain, locked] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')];
  writeFileSync(plain, pdf);
  const how = ['--encrypt', PASSWORD, 'owner', '256', '--', `--object-streams=${objectStreams}`];
  execFileSync('qpdf', [...how, plain, locked]);
  return readFileSync(locked);
}
