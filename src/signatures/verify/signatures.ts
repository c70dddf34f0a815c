/** One signature, read and verified: what the later steps and the result are made from. */
import { type PdfDocument, permissions } from '../../pdf/index.js';
import type { Certificate, SignerInfo, TimestampToken } from '../../pki/index.js';
import { findSignatures, type SignatureSite, sameRef } from '../find/signature-sites.js';
import { certificationLevel } from '../permissions.js';
import type { Signer } from '../result.js';
import { type Content, type VerifiedMessage, verifyBare, verifyCms } from './cms.js';
import { type Message, readMessage } from './contents.js';
import { digestDocument } from './digests.js';
import { contentTimestamps, signatureTimestamps, type VerifiedTimestamp } from './timestamps.js';

export interface Signature extends VerifiedMessage {
  readonly site: SignatureSite;
  readonly subFilter: string | null;
  readonly kind: Signer['kind'];
  /** Of a certification (12.8.2.2). */
  readonly docMDP: 1 | 2 | 3 | null;
  readonly message: Message | null;
  /** The one whose signature was verified. */
  readonly signerInfo: SignerInfo | null;
  /** Of a document timestamp. */
  readonly token: TimestampToken | null;
  /** Over the signature value. */
  readonly timestamps: readonly VerifiedTimestamp[];
  /** Over the content, before it was signed. */
  readonly contentTimestamps: readonly VerifiedTimestamp[];
  readonly intact: boolean;
}

export interface VerifiedSignatures {
  readonly signatures: readonly Signature[];
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

/** `pool`: certificates from the document security store, for messages that bring too few. */
export async function verifySignatures(
  document: PdfDocument,
  pool: readonly Certificate[],
): Promise<VerifiedSignatures> {
  const read = findSignatures(document).map(site => {
    const subFilter = site.revision.getName(site.dictionary, 'SubFilter');
    return { site, subFilter, message: readMessage(site, subFilter) };
  });
  const { document: sha256, contents } = await digestDocument(document, read);
  const everywhere = [...new Set([...pool, ...read.flatMap(({ message }) => certificatesIn(message))])];
  return { sha256, signatures: read.map((one, i) => verified(one, contents[i]!, everywhere)) };
}

const certificatesIn = (message: Message | null): readonly Certificate[] => {
  if (!message) return [];
  return message.binding === 'bare' ? message.certificates : message.data.certificates;
};

type Read = Pick<Signature, 'site' | 'subFilter' | 'message'>;

function verified(read: Read, content: Content, pool: readonly Certificate[]): Signature {
  const { message } = read;
  const outcome = verify(message, content, pool);
  const signerInfo = message && message.binding !== 'bare' ? (message.data.signers[0] ?? null) : null;
  const token = message?.binding === 'imprint' ? message.token : null;
  return {
    ...read,
    ...outcome,
    ...kindOf(read, token),
    signerInfo,
    token,
    timestamps: signerInfo && !token ? signatureTimestamps(signerInfo, pool) : [],
    contentTimestamps: signerInfo && !token ? contentTimestamps(signerInfo, content, pool) : [],
    intact: outcome.digestMatches === true && outcome.signatureVerifies === true,
  };
}

const NOTHING: VerifiedMessage = { certificate: null, digestMatches: null, signatureVerifies: null };

function verify(message: Message | null, content: Content, pool: readonly Certificate[]): VerifiedMessage {
  if (!message) return NOTHING;
  return message.binding === 'bare' ? verifyBare(message, content) : verifyCms(message, content, pool);
}

/** The catalog decides about certification: a signature that only says so of itself is none (12.8.6). */
function kindOf({ site, subFilter }: Read, token: TimestampToken | null): Pick<Signature, 'kind' | 'docMDP'> {
  const { revision, dictionary, ref } = site;
  const isTimestamp = token || subFilter === 'ETSI.RFC3161' || revision.getName(dictionary, 'Type') === 'DocTimeStamp';
  if (isTimestamp) return { kind: 'timestamp', docMDP: null };
  const docMDP = sameRef(ref, permissions(revision).docMDP) ? certificationLevel(revision, dictionary) : null;
  return { kind: docMDP ? 'certification' : 'signature', docMDP };
}
