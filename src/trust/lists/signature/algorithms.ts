/** The algorithms that the signature of a list may use: all others are refused (TS 119 612, annex B; TS 119 312). */
import type { DigestName, SignatureScheme } from '../../../pki/index.js';
import type { Canonicalization } from './canonical.js';

export const CANONICALIZATIONS: Readonly<Record<string, Canonicalization>> = {
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'exclusive',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'inclusive',
};

export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const DIGEST_NAMES = ['sha256', 'sha384', 'sha512'] as const;
/** As node:crypto names it. */
export type ListDigest = (typeof DIGEST_NAMES)[number];

export const DIGESTS: Readonly<Record<string, ListDigest>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/** Many lists of 2019 name their signer by SHA-1, which is not relevant to security: the certificate is known before. */
export const CERTIFICATE_DIGESTS: Readonly<Record<string, string>> = {
  ...DIGESTS,
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
};

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

export const SIGNATURE_METHODS: Readonly<Record<string, SignatureScheme>> = Object.fromEntries(
  DIGEST_NAMES.flatMap(name => {
    const digest: DigestName = `SHA-${name.slice(3) as '256' | '384' | '512'}`;
    const saltLength = Number(name.slice(3)) / 8; // RFC 9231, 2.3.10
    return [
      [`${MORE}rsa-${name}`, { name: 'RSASSA-PKCS1-v1_5', digest, pss: null }],
      [`${MORE}ecdsa-${name}`, { name: 'PLAIN-ECDSA', digest, pss: null }],
      [
        `${MORE_2007}${name}-rsa-MGF1`,
        { name: 'RSASSA-PSS', digest, pss: { mgf1Digest: digest, saltLength, der: null } },
      ],
    ] satisfies [string, SignatureScheme][];
  }),
);
