/** Decodes and cryptographically verifies every signature of a document. */
import { type PdfDocument, permissions, sameRef } from '../../pdf/index.js';
import type { Certificate, SignerInfo, TimestampToken } from '../../pki/index.js';
import { findSignatures, type SignatureSite } from '../find/signature-sites.js';
import { certificationLevel } from '../permissions.js';
import type { Signer } from '../result.js';
import { type Content, type VerifiedMessage, verifyMessage } from './cms.js';
import { decodeContents, type Message } from './contents.js';
import { digestDocument } from './digests.js';
import { contentTimestamps, signatureTimestamps, type VerifiedTimestamp } from './timestamps.js';

export interface Signature extends VerifiedMessage {
  readonly site: SignatureSite;
  readonly subFilter: string | null;
  readonly kind: Signer['kind'];
  /** Of a certification (12.8.2.2). */
  readonly docMDP: 1 | 2 | 3 | null;
  readonly message: Message | null;
  /** The SignerInfo whose signature was verified. */
  readonly signerInfo: SignerInfo | null;
  /** Of a document timestamp. */
  readonly token: TimestampToken | null;
  /** Signature timestamps. */
  readonly timestamps: readonly VerifiedTimestamp[];
  /** Content timestamps, made before signing. */
  readonly contentTimestamps: readonly VerifiedTimestamp[];
  readonly intact: boolean;
}

export interface VerifiedSignatures {
  readonly signatures: readonly Signature[];
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

/** `pool`: certificates from the DSS dictionary, for messages that contain too few. */
export async function verifySignatures(
  document: PdfDocument,
  pool: readonly Certificate[],
): Promise<VerifiedSignatures> {
  const decoded = findSignatures(document).map(site => {
    const subFilter = site.revision.getName(site.dictionary, 'SubFilter');
    return { site, subFilter, message: decodeContents(site, subFilter) };
  });
  const { document: sha256, contents } = await digestDocument(document, decoded);
  const available = [...new Set([...pool, ...decoded.flatMap(({ message }) => certificatesIn(message))])];
  return {
    sha256,
    signatures: decoded.map((one, i) => {
      document.budget.step(VERIFICATION);
      return verified(one, contents[i]!, available);
    }),
  };
}

/** Units of work for the cryptography of one signature. */
const VERIFICATION = 300;

const certificatesIn = (message: Message | null): readonly Certificate[] => {
  if (!message) return [];
  return message.binding === 'bare' ? message.certificates : message.data.certificates;
};

type DecodedSignature = Pick<Signature, 'site' | 'subFilter' | 'message'>;

function verified(decoded: DecodedSignature, content: Content, pool: readonly Certificate[]): Signature {
  const { message } = decoded;
  const outcome = verifyMessage(message, content, pool);
  const signerInfo = message && message.binding !== 'bare' ? (message.data.signers[0] ?? null) : null;
  const token = message?.binding === 'imprint' ? message.token : null;
  return {
    ...decoded,
    ...outcome,
    ...kindOf(decoded, token),
    signerInfo,
    token,
    timestamps: signerInfo && !token ? signatureTimestamps(signerInfo, pool) : [],
    contentTimestamps: signerInfo && !token ? contentTimestamps(signerInfo, content, pool) : [],
    intact: outcome.digestMatches === true && outcome.signatureVerifies === true,
  };
}

/** 12.8.6: only the signature that /Perms /DocMDP references certifies, regardless of the entries of others. */
function kindOf(
  { site, subFilter }: DecodedSignature,
  token: TimestampToken | null,
): Pick<Signature, 'kind' | 'docMDP'> {
  const { revision, dictionary, ref } = site;
  const isTimestamp = token || subFilter === 'ETSI.RFC3161' || revision.getName(dictionary, 'Type') === 'DocTimeStamp';
  if (isTimestamp) return { kind: 'timestamp', docMDP: null };
  const docMDP = sameRef(ref, permissions(revision).docMDP) ? certificationLevel(revision, dictionary) : null;
  return { kind: docMDP ? 'certification' : 'signature', docMDP };
}
