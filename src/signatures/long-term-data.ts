/** Collects what the signatures of a file need to be validated later without the network: for the DSS dictionary. */
import type { Fetcher } from '../fetch/index.js';
import { openPdf } from '../pdf/index.js';
import { type Certificate, parseCrl, parseOcspResponse } from '../pki/index.js';
import type { CheckOptions } from './options.js';
import { readSecurityStore } from './path/dss.js';
import { identify } from './path/identity.js';
import { TrustedListLookup } from './path/trusted-list-lookup.js';
import { collectValidationData, dataAfter } from './path/validation-data.js';
import { type Signature, verifySignatures } from './verify/signatures.js';

/** DER of each. */
export interface LongTermData {
  certificates: Uint8Array[];
  crls: Uint8Array[];
  ocspResponses: Uint8Array[];
}

/** The certificates of all paths, and the revocation data that their validation fetches now. */
export async function collectLongTermData(
  source: Uint8Array,
  options: CheckOptions & { fetcher: Fetcher },
): Promise<LongTermData> {
  const document = await openPdf(source, options);
  const answers: Uint8Array[] = [];
  const fetcher = recording(options.fetcher, answers);
  const store = readSecurityStore(document);
  const stored = store.certificates.map(({ value }) => value);
  const { signatures } = await verifySignatures(document, stored);
  const { certificates } = collectValidationData(store, signatures);
  const evidence = { ...dataAfter(store, newestOf(signatures)), certificates };
  const lookup = new TrustedListLookup(options.trust ?? null);
  const identities = await identify(signatures, evidence, { ...options, fetcher }, lookup);
  const paths = identities.flatMap(({ conclusion }) => [conclusion, ...conclusion.timestamps]);
  const known = new Set(stored.map(({ sha256 }) => sha256));
  return {
    certificates: withoutKnown(
      paths.flatMap(({ chain }) => chain),
      known,
    ),
    crls: answers.filter(isReadable(parseCrl)),
    ocspResponses: answers.filter(isReadable(parseOcspResponse)),
  };
}

/**
 * The revision of the newest signature. Revocation data that was there before it, or that its message contains, must not keep
 * newer data from being fetched: a certificate may have been revoked since, and the file may come from somebody else.
 */
function newestOf(signatures: readonly Signature[]): number {
  return Math.max(...signatures.filter(({ kind }) => kind !== 'timestamp').map(({ site }) => site.revision.index));
}

function withoutKnown(certificates: readonly Certificate[], known: ReadonlySet<string>): Uint8Array[] {
  const found = new Map(certificates.map(({ sha256, der }) => [sha256, der]));
  return [...found].filter(([sha256]) => !known.has(sha256)).map(([, der]) => der);
}

/** Also keeps each answer. */
function recording(fetcher: Fetcher, answers: Uint8Array[]): Fetcher {
  const fetch: Fetcher['fetch'] = async request => {
    const answer = await fetcher.fetch(request);
    answers.push(answer.body);
    return answer;
  };
  return { ...fetcher, fetch };
}

const isReadable =
  (parse: (der: Uint8Array) => unknown) =>
  (der: Uint8Array): boolean => {
    try {
      parse(der);
      return true;
    } catch {
      return false;
    }
  };
