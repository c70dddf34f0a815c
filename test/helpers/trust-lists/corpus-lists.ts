/** Signed files of others with the trusted lists of autumn 2023: both are in the corpus. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../../../src/errors.js';
import { type CheckOptions, check, type Signer, type VerificationResult } from '../../../src/signatures/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { EU_LOTL, memorySource, updateLists } from '../../../src/trust/update/index.js';
import { readManifest } from './corpus.js';

/** The publication of the certificates that signed the list of lists then. */
const PUBLICATION = 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2019.276.01.0001.01.ENG';

/** Loads the lists as an update does; resolves to their territories. `folder`: see Generations. */
async function loadCorpusLists(manifest: string, folder: string): Promise<ReadonlySet<string>> {
  const { lists, anchors } = readManifest(manifest);
  const records = lists.filter(({ file }) => file.startsWith('cache-2023/'));
  const source = memorySource(new Map(records.map(({ url, file }) => [url, readFileSync(join(manifest, file))])));
  const signers = anchors.filter(({ set }) => set === 'oj-2019').map(({ sha256 }) => sha256);
  const settings = { source, lotl: EU_LOTL, territories: null, acceptShrink: false };
  const { outcomes } = await updateLists(folder, { ...settings, anchors: [{ publication: PUBLICATION, signers }] });
  return new Set(outcomes.filter(({ outcome }) => outcome === 'new').map(({ territory }) => territory));
}

/** One signed file of the corpus, verified without and with the lists; trust is not required, so that nothing else differs. */
export interface Compared {
  readonly file: string;
  readonly isAttack: boolean;
  /** A verdict, or the code of an error. */
  readonly before: string;
  readonly after: string;
  /** With the lists, which make trust required by default. */
  readonly required: string;
  /** 'BE, Certipost, QESig' for each signature, and 'BE, Certipost' for each timestamp that leads to a listed service. */
  readonly listed: readonly string[];
  /** Chains of corpus/signed-trust.json that were not found. */
  readonly missing: readonly string[];
}

interface KnownChain {
  readonly kind: 'signature' | 'document-timestamp' | 'signature-timestamp';
  readonly territory: string;
  readonly list: string;
}

/** `corpus`: its folder; `folder`: for the lists. */
export async function compareWithLists(corpus: string, folder: string): Promise<Compared[]> {
  const loaded = await loadCorpusLists(join(corpus, 'trust-lists'), folder);
  const trust = trustStoreOf([], folder);
  const known = new Map(
    read<{ file: string; chains: KnownChain[] }>(corpus, 'signed-trust').map(one => [one.file, one]),
  );
  const compared: Compared[] = [];
  for (const { file, password, attack } of read<{ file: string; password?: string; attack?: unknown }>(
    corpus,
    'signed',
  )) {
    const given = password === undefined ? {} : { password };
    const options = { ...given, requireTrust: false };
    const path = join(corpus, 'signed', file);
    const before = await outcome(path, options);
    const after = await outcome(path, { ...options, trust });
    const signers = typeof after === 'string' ? [] : after.signers;
    const expected = (known.get(file)?.chains ?? []).filter(({ territory }) => loaded.has(territory));
    const missing = expected.filter(chain => !signers.some(signer => leadsTo(signer, chain)));
    compared.push({
      file,
      isAttack: attack !== undefined,
      before: verdictOf(before),
      after: verdictOf(after),
      required: verdictOf(await outcome(path, { ...given, trust })),
      listed: signers.flatMap(listedOf),
      missing: missing.map(({ kind, territory }) => `${kind}: ${territory}`),
    });
  }
  return compared;
}

const read = <Row>(corpus: string, name: string): Row[] =>
  JSON.parse(readFileSync(join(corpus, `${name}.json`), 'utf8'));

type Outcome = VerificationResult | string;

async function outcome(path: string, options: CheckOptions): Promise<Outcome> {
  return check(path, options).catch((error: unknown) => (error instanceof DocconvError ? error.code : String(error)));
}

const verdictOf = (one: Outcome) => (typeof one === 'string' ? one : one.verdict);

function leadsTo({ kind, trust, timestamps }: Signer, chain: KnownChain): boolean {
  if (chain.kind === 'signature-timestamp') return timestamps.some(stamp => stamp.trust?.territory === chain.territory);
  return (kind === 'timestamp') === (chain.kind === 'document-timestamp') && trust?.territory === chain.territory;
}

function listedOf({ trust, qualification, timestamps }: Signer): string[] {
  const own = trust?.territory
    ? [[trust.territory, trust.provider, qualification?.signature].filter(Boolean).join(', ')]
    : [];
  const stamps = timestamps.flatMap(stamp =>
    stamp.trust?.territory ? [`${stamp.trust.territory}, ${stamp.trust.provider}`] : [],
  );
  return [...own, ...stamps];
}
