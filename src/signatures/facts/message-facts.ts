/** Facts about the structure of a CMS message. */
import {
  type AlgorithmIdentifier,
  ATTRIBUTE,
  type Certificate,
  digestName,
  ID_DATA,
  type SignedData,
  type SignerInfo,
  signatureScheme,
  TST_INFO,
  tokenFault,
} from '../../pki/index.js';
import type { CmsMessage, Message } from '../verify/contents.js';
import type { CmsFacts, SignedAttributeFacts } from './types.js';

const UNREADABLE: CmsFacts = {
  encoding: null,
  signerInfos: null,
  foreignContent: null,
  trailingBytes: null,
  consistent: null,
  signedAttributes: null,
  algorithmsAgree: null,
  timestampContent: null,
  maskDigest: null,
};

/** `certificate`: of the signer. */
export function observeMessage(
  message: Message | null,
  subFilter: string | null,
  certificate: Certificate | null,
): CmsFacts {
  if (!message) return UNREADABLE;
  if (message.binding === 'bare') return { ...UNREADABLE, encoding: 'PKCS #1' };
  const { data } = message;
  const [signer] = data.signers;
  return {
    encoding: 'CMS',
    signerInfos: data.signers.length,
    foreignContent: hasForeignContent(message),
    trailingBytes: data.trailing.others > 0,
    consistent: signer ? isConsistent(data, signer) : null,
    signedAttributes: signer ? attributeFacts(signer, message, subFilter) : null,
    algorithmsAgree: signer ? doAlgorithmsAgree(signer) : null,
    timestampContent: message.token ? (tokenFault(message.token, certificate) ?? 'sound') : 'absent',
    maskDigest: signer ? maskDigestOf(signer) : null,
  };
}

/** RFC 5652: SignedData has version 1, 3, 4 or 5, SignerInfo 1 or 3. */
function isConsistent({ version, digestAlgorithms }: SignedData, signer: SignerInfo): boolean {
  return (
    [1, 3, 4, 5].includes(version) &&
    [1, 3].includes(signer.version) &&
    digestAlgorithms.some(({ oid }) => oid === signer.digestAlgorithm.oid)
  );
}

const SHA1_LENGTH = 20;

/** Only adbe.pkcs7.sha1 and timestamp tokens have content, of a defined kind (12.8.3.3.1). */
function hasForeignContent({ binding, data }: CmsMessage): boolean {
  if (binding === 'detached') return data.content !== null;
  if (binding === 'sha1-content') return data.content?.length !== SHA1_LENGTH;
  return data.contentType !== TST_INFO;
}

function attributeFacts(
  { signedAttributes }: SignerInfo,
  { data, token }: CmsMessage,
  subFilter: string | null,
): SignedAttributeFacts | 'absent' {
  // a document is id-data (EN 319 142-1, 6.3; ISO 32000-2, 12.8.3.3): the signer of another type meant no document
  const isExpected = data.contentType === (token ? TST_INFO : ID_DATA);
  if (!signedAttributes) {
    const isPermitted = isExpected && mayLackAttributes(subFilter);
    return isPermitted ? 'absent' : { contentType: false, messageDigest: false, single: true, der: true };
  }
  return {
    contentType: isExpected && signedAttributes.contentType === data.contentType,
    messageDigest: signedAttributes.messageDigest !== null,
    single: !signedAttributes.repeatsValue,
    der: Buffer.compare(signedAttributes.asSent, signedAttributes.asDer) === 0,
  };
}

/** Only in PKCS #7 messages: CAdES requires them (EN 319 122-1, 5.1), RFC 5652, 5.3 for all content other than id-data. */
const mayLackAttributes = (subFilter: string | null): boolean => subFilter?.startsWith('adbe.') ?? true;

/** RFC 8419, 3: the digest for each curve; Ed448 requires 64 bytes of SHAKE256. */
const EDWARDS_DIGESTS: Readonly<Record<string, readonly string[]>> = {
  Ed25519: ['2.16.840.1.101.3.4.2.3'],
  Ed448: ['2.16.840.1.101.3.4.2.12', '2.16.840.1.101.3.4.2.18'],
};

function maskDigestOf({ signatureAlgorithm, digestAlgorithm }: SignerInfo): CmsFacts['maskDigest'] {
  const scheme = signatureScheme(signatureAlgorithm, digestAlgorithm);
  if (!scheme) return null;
  const { digest, pss } = scheme;
  return pss && pss.mgf1Digest !== digest ? pss.mgf1Digest : 'same';
}

/** Null: unknown algorithm. A CMS algorithm protection attribute must match as well (RFC 6211). */
function doAlgorithmsAgree(signer: SignerInfo): boolean | null {
  const scheme = signatureScheme(signer.signatureAlgorithm, signer.digestAlgorithm);
  const stated = digestName(signer.digestAlgorithm);
  if (!scheme || !stated) return null;
  if (scheme.digest === null) return EDWARDS_DIGESTS[scheme.name]?.includes(signer.digestAlgorithm.oid) ?? null;
  return scheme.digest === stated && matchesAlgorithmProtection(signer);
}

function matchesAlgorithmProtection({ signedAttributes, digestAlgorithm, signatureAlgorithm }: SignerInfo): boolean {
  if (!signedAttributes?.all.some(attribute => attribute.oid === ATTRIBUTE.cmsAlgorithmProtection)) return true;
  const stated = signedAttributes.cmsAlgorithmProtection;
  return sameOid(stated?.digestAlgorithm, digestAlgorithm) && sameOid(stated?.signatureAlgorithm, signatureAlgorithm);
}

const sameOid = (a: AlgorithmIdentifier | null | undefined, b: AlgorithmIdentifier): boolean => a?.oid === b.oid;
