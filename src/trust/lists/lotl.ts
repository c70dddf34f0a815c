/** Who may sign the list of lists: the Official Journal says so, and pivots change it in between (TS 119 615, 4.1.4). */
import type { Certificate } from '../../pki/index.js';
import type { TrustedList } from './model.js';
import { refusal } from './refusal.js';
import { requireSigner, type VerifiedList, verifyIntegrity } from './verify-list.js';

export interface LotlAnchor {
  /** The publication as the list of lists names it; null: the signers were named by the user. */
  readonly publication: string | null;
  /** SHA-256 of the certificates that may sign, hexadecimal, lower case. */
  readonly signers: readonly string[];
}

/** OJEU C/2026/1944 of 15 April 2026. */
export const OFFICIAL_JOURNAL: LotlAnchor = {
  publication: 'https://eur-lex.europa.eu/eli/C/2026/1944/oj',
  signers: [
    'c0641c4f7d56c431b1c924742db7fce9c1eef7d7fd212113a2768486b3abcdc5',
    'e0a620fbb6747362bb933ac44169d676a553444716cf5f31605f12a22b8396b1',
    'df7e29360c34b2b8d6d5f40325c1d4d12c9922cecd33b7407674a74b2b3ca1e5',
    'b63d416744e7098bf9ec2caa596a93bc2468e37f8284ba65ecc061711bcbaa18',
    '236103f03a8031ae8f47f9059bf8de38564cdbfebedde4a597d50f8980aa653b',
    'd2064fdd70f6982dcc516b86d9d5c56aea939417c624b2e478c0b29de54f8474',
  ],
};

const MAX_PIVOTS = 20;

/**
 * Verifies a list of lists. Each document must be signed by a certificate that the next older pivot announces for the list
 * of lists, the oldest one by one of the anchor. `fetchList` returns the bytes of a pivot. Resolves also to the pivots that lead
 * from the anchor to the list, newest first. Rejects with LIST_INVALID.
 */
export async function verifyLotl(
  bytes: Uint8Array,
  anchors: readonly LotlAnchor[],
  fetchList: (url: string) => Promise<Uint8Array>,
) {
  const newest = await verifyListOfLists(bytes);
  const { anchor, urls } = findAnchor(newest, anchors);
  const pivots: { url: string; bytes: Uint8Array }[] = [];
  let current = newest;
  for (const url of urls) {
    const bytes = await fetchPivot(url, fetchList);
    const pivot = await verifyListOfLists(bytes);
    const announced = announcedBy(pivot.list);
    requireSigner(current, ({ der }) => announced.some(one => Buffer.compare(one, der) === 0));
    pivots.push({ url, bytes });
    current = pivot;
  }
  requireSigner(current, ({ sha256 }) => anchor.signers.includes(sha256));
  return { ...newest, pivots };
}

/**
 * The first publication that the list names and that is known; the pivots before it are newer than it. The list orders them,
 * not their names: pivot 1000 follows pivot 999.
 */
function findAnchor({ list: { schemeUris }, signer }: VerifiedList, anchors: readonly LotlAnchor[]) {
  const published = new Map(anchors.map(anchor => [anchor.publication, anchor]));
  const at = schemeUris.findIndex(uri => published.has(uri));
  const anchor = at < 0 ? named(signer, anchors) : published.get(schemeUris[at]!);
  if (!anchor) throw refusal('ANCHOR_OUTDATED');
  const urls = at < 0 ? [] : schemeUris.slice(0, at).filter(uri => /\.xml$/i.test(uri));
  if (urls.length > MAX_PIVOTS) throw refusal('TOO_MANY_PIVOTS', String(urls.length));
  return { anchor, urls };
}

/** Signers that the user has named belong to no publication. */
function named({ sha256 }: Certificate, anchors: readonly LotlAnchor[]): LotlAnchor | undefined {
  return anchors.find(({ publication, signers }) => publication === null && signers.includes(sha256));
}

function fetchPivot(url: string, fetchList: (url: string) => Promise<Uint8Array>): Promise<Uint8Array> {
  return fetchList(url).catch(cause => {
    throw refusal('PIVOT_MISSING', url, cause);
  });
}

async function verifyListOfLists(bytes: Uint8Array): Promise<VerifiedList> {
  const verified = await verifyIntegrity(bytes);
  if (verified.list.kind !== 'list-of-lists') throw refusal('NOT_LIST_OF_LISTS');
  return verified;
}

/** The certificates of the list's pointers to itself. */
function announcedBy({ territory, pointers }: TrustedList): readonly Uint8Array[] {
  const own = pointers.filter(
    pointer => pointer.territory === territory && /listofthelists$/i.test(pointer.type ?? ''),
  );
  return own.flatMap(({ certificates }) => certificates);
}
