/** Digests of the document and of all byte ranges, computed in one pass over the file. */
import { type DigestJob, digestRanges, type PdfDocument, type RandomAccess } from '../../pdf/index.js';
import { type AlgorithmIdentifier, digestParameters, type Verification } from '../../pki/index.js';
import type { Range } from '../find/byte-range.js';
import type { SignatureSite } from '../find/signature-sites.js';
import { type Content, SHA1 } from './cms.js';
import type { Message } from './contents.js';

export interface Digests {
  /** Hexadecimal, lower case. */
  readonly document: string;
  /** The signed bytes of each message, in the order of the sites. */
  readonly contents: readonly Content[];
}

export async function digestDocument(
  { source, size }: PdfDocument,
  signed: readonly { readonly site: SignatureSite; readonly message: Message | null }[],
): Promise<Digests> {
  const requested = signed.map(({ site, message }) => jobOf(site.range.ranges ?? [], message));
  const jobs = requested.filter(job => job !== null);
  const document = { algorithm: 'sha256', ranges: [{ offset: 0, length: size }] };
  const [whole, ...digests] = await digestRanges(source, [document, ...jobs]);
  return {
    document: Buffer.from(whole!).toString('hex'),
    contents: signed.map(({ site }, i) => {
      const job = requested[i] ?? null;
      return contentOf(source, site.range.ranges ?? [], job && { job, digest: digests[jobs.indexOf(job)]! });
    }),
  };
}

function jobOf(ranges: readonly Range[], message: Message | null): DigestJob | null {
  const algorithm = message && digestAlgorithmOf(message);
  const parameters = algorithm && digestParameters(algorithm);
  return parameters && ranges.length > 0 ? { ...parameters, ranges } : null;
}

/** Null where the bytes themselves are signed. */
function digestAlgorithmOf(message: Message): AlgorithmIdentifier | null {
  if (message.binding === 'bare') return null;
  if (message.binding === 'sha1-content') return SHA1;
  if (message.token) return message.token.info.imprint.algorithm;
  const [signer] = message.data.signers;
  return signer?.signedAttributes ? signer.digestAlgorithm : null;
}

function contentOf(
  source: RandomAccess,
  ranges: readonly Range[],
  known: { job: DigestJob; digest: Uint8Array } | null,
): Content {
  return {
    digest: algorithm => (known && isSame(known.job, digestParameters(algorithm)) ? known.digest : null),
    feed: verification => feedRanges(source, ranges, verification),
  };
}

const isSame = (job: DigestJob, wanted: ReturnType<typeof digestParameters>): boolean =>
  job.algorithm === wanted?.algorithm && job.outputLength === wanted.outputLength;

const CHUNK = 1 << 20;

function feedRanges(source: RandomAccess, ranges: readonly Range[], verification: Verification): void {
  for (const { offset, length } of ranges) {
    const end = Math.min(offset + length, source.size);
    for (let at = offset; at < end; at += CHUNK) verification.update(source.read(at, Math.min(CHUNK, end - at)));
  }
}
