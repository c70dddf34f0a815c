/** Collects what the signatures of a file need to be validated later without the network: for the DSS dictionary. */
import { type Fetcher, requestKey } from '../fetch/index.js';
import { openPdf } from '../pdf/index.js';
import { type Certificate, parseOcspResponse, parseServedCrl } from '../pki/index.js';
import type { CheckOptions } from './options.js';
import { CertificateIndex, limitedVerifier } from './path/chain/index.js';
import { readSecurityStore } from './path/dss.js';
import { identify } from './path/identity.js';
import { type RecordedAnswers, type RevocationFault, revocationFault } from './path/revocation/index.js';
import { TrustedListLookup } from './path/trusted-list-lookup.js';
import type { CertificateConclusion, TrustFaultCode } from './path/types.js';
import { collectValidationData, dataAfter } from './path/validation-data.js';
import { type Signature, verifySignatures } from './verify/signatures.js';

/** DER of each. */
export interface LongTermData {
  certificates: Uint8Array[];
  crls: Uint8Array[];
  ocspResponses: Uint8Array[];
  /** Why the data is not complete, or proves nothing; null: nothing is known to be missing. */
  missing: MissingData | null;
}

export interface MissingData {
  /** Of the certificate without a status, or of that of a timestamp which is revoked. */
  readonly name: string;
  readonly fault: RevocationFault | 'revoked';
}

const REVOKED: readonly TrustFaultCode[] = ['revoked', 'revoked-before-signing', 'authority-revoked'];

/** The certificates of all paths, and the revocation data that their validation fetches now. */
export async function collectLongTermData(
  source: Uint8Array,
  options: CheckOptions & { fetcher: Fetcher },
): Promise<LongTermData> {
  const document = await openPdf(source, options);
  const answers = new Map<string, Uint8Array | null>();
  const fetcher = recording(options.fetcher, answers);
  const store = readSecurityStore(document);
  const stored = store.certificates.map(({ value }) => value);
  const { signatures } = await verifySignatures(document, stored);
  const { certificates } = collectValidationData(store, signatures);
  const evidence = { ...dataAfter(store, newestOf(signatures)), certificates };
  const lookup = new TrustedListLookup(options.trust ?? null);
  const identities = await identify(signatures, evidence, { ...options, fetcher }, lookup, true);
  const paths = identities.flatMap(({ conclusion }) => [conclusion, ...conclusion.timestamps]);
  const stamps = identities.flatMap(({ conclusion }, i): readonly CertificateConclusion[] =>
    signatures[i]!.kind === 'timestamp' ? [conclusion] : conclusion.timestamps,
  );
  const known = new Set(stored.map(({ sha256 }) => sha256));
  const bodies = [...answers.values()].filter(body => body !== null);
  const available = certificates.map(({ value }) => value);
  return {
    certificates: withoutKnown(
      paths.flatMap(({ chain }) => chain),
      known,
    ),
    crls: bodies.flatMap(body => derOf(body, parseServedCrl)),
    ocspResponses: bodies.flatMap(body => derOf(body, parseOcspResponse)),
    missing: missingData(paths, answers, available, options.at ?? new Date()) ?? revokedData(stamps),
  };
}

/** The first certificate whose status is unknown, in the order of the paths. */
function missingData(
  paths: readonly CertificateConclusion[],
  answers: RecordedAnswers,
  available: readonly Certificate[],
  now: Date,
): MissingData | null {
  const chains = paths.flatMap(({ chain }) => chain);
  const certificates = new CertificateIndex([...available, ...chains]);
  const sources = {
    certificates,
    isSignedBy: limitedVerifier(),
    now,
    expiredKeptSince: () => null,
    crls: [],
    ocspResponses: [],
  };
  for (const { faults, chain } of paths) {
    for (const { code, certificate } of faults) {
      const index = chain.findIndex(one => one.sha256 === certificate?.sha256);
      const issuer = chain[index + 1];
      if (code !== 'revocation-unknown' || !certificate || !issuer) continue;
      const subject = { certificate, issuer, authorities: chain.slice(index + 1) };
      const fault = revocationFault(subject, answers, sources);
      if (fault) return { name: nameOf(certificate), fault };
    }
  }
  return null;
}

/** Of timestamps: what a revoked signer means is said by the rules for signatures. */
function revokedData(paths: readonly CertificateConclusion[]): MissingData | null {
  const found = paths.flatMap(({ faults }) => faults).find(({ code }) => REVOKED.includes(code));
  return found?.certificate ? { name: nameOf(found.certificate), fault: 'revoked' } : null;
}

const nameOf = ({ subject }: Certificate): string => subject.commonName ?? subject.text;

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
function recording(fetcher: Fetcher, answers: Map<string, Uint8Array | null>): Fetcher {
  const fetch: Fetcher['fetch'] = async request => {
    answers.set(requestKey(request), null);
    const answer = await fetcher.fetch(request);
    answers.set(requestKey(request), answer.body);
    return answer;
  };
  return { ...fetcher, fetch };
}

/** None: it is something else. */
function derOf(body: Uint8Array, parse: (body: Uint8Array) => { readonly der: Uint8Array }): Uint8Array[] {
  try {
    return [parse(body).der];
  } catch {
    return [];
  }
}
