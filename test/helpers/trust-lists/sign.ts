/** Signs lists as TS 119 612, annex B, requires it, or deliberately not. Canonical forms are written, not computed. */
import { constants, createHash, sign } from 'node:crypto';
import type { Identity } from '../pki.js';

type Hash = 'sha256' | 'sha384' | 'sha512';

export interface ListSigning {
  readonly signer: Identity;
  /** Default: by the kind of key, with SHA-256. */
  readonly method?: `${'rsa' | 'ecdsa'}-${Hash}` | `${Hash}-rsa-MGF1`;
  /** Of the references. */
  readonly digest?: Hash;
  /** Canonical form of the signed properties; 'default': no transform. */
  readonly properties?: 'exclusive' | 'inclusive' | 'default';
  /** SHA-1 in SigningCertificate (TL v5), otherwise SHA-256 in SigningCertificateV2. */
  readonly old?: boolean;
  readonly signingTime?: string;
  /** URI of the reference to the list. */
  readonly uri?: string;
  /** In KeyInfo. */
  readonly certificates?: readonly Identity[];
  /** The certificate that the signed properties name. */
  readonly named?: Identity;
  /** What is hashed, where the document is not in canonical form. */
  readonly canonical?: string;
  /** Changes SignedInfo in its canonical form before it is signed. */
  readonly signedInfo?: (xml: string) => string;
  /** Changes the signed properties before they are hashed. */
  readonly signedProperties?: (xml: string) => string;
  /** Changes the finished signature. */
  readonly signature?: (xml: string) => string;
  /** Where the signature is inserted; default: before the end tag of the root. */
  readonly before?: string;
}

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const DIGEST_URIS: Readonly<Record<Hash | 'sha1', string>> = {
  sha1: `${DS}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
};

/** The document with an enveloped signature. */
export function signList(document: string, signing: ListSigning): Buffer {
  const { before = '</TrustServiceStatusList>', canonical = document } = signing;
  const at = document.lastIndexOf(before);
  return Buffer.from(`${document.slice(0, at)}${makeSignature(canonical, signing)}${document.slice(at)}`);
}

function makeSignature(canonical: string, signing: ListSigning): string {
  const { signer, certificates = [signer] } = signing;
  const properties = writeProperties(signing);
  const info = (signing.signedInfo ?? same)(writeSignedInfo(canonical, properties.canonical, signing));
  const value = signBytes(Buffer.from(info), signing).toString('base64');
  const keys = certificates.map(
    ({ der }) => `<ds:X509Certificate>${Buffer.from(der).toString('base64')}</ds:X509Certificate>`,
  );
  const signature = [
    `<ds:Signature xmlns:ds="${DS}" Id="signature">`,
    info,
    `<ds:SignatureValue>${value}</ds:SignatureValue>`,
    `<ds:KeyInfo><ds:X509Data>${keys.join('')}</ds:X509Data></ds:KeyInfo>`,
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#signature">${properties.written}</xades:QualifyingProperties></ds:Object>`,
    '</ds:Signature>',
  ].join('');
  return (signing.signature ?? same)(signature);
}

const same = (xml: string) => xml;

function writeSignedInfo(list: string, properties: string, signing: ListSigning): string {
  const { digest = 'sha256', uri = '', properties: form = 'exclusive' } = signing;
  const transform = (name: string) => `<ds:Transform Algorithm="${name}"></ds:Transform>`;
  const reference = (attributes: string, transforms: readonly string[], content: string) => {
    const list = transforms.length > 0 ? `<ds:Transforms>${transforms.map(transform).join('')}</ds:Transforms>` : '';
    const value = createHash(digest).update(content).digest('base64');
    return `<ds:Reference ${attributes}>${list}<ds:DigestMethod Algorithm="${DIGEST_URIS[digest]}"></ds:DigestMethod><ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`;
  };
  const forms = { exclusive: [EXCLUSIVE], inclusive: [INCLUSIVE], default: [] };
  return [
    `<ds:SignedInfo xmlns:ds="${DS}">`,
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${methodUri(methodOf(signing))}"></ds:SignatureMethod>`,
    reference(`URI="${uri}"`, [`${DS}enveloped-signature`, EXCLUSIVE], list),
    reference('Type="http://uri.etsi.org/01903#SignedProperties" URI="#properties"', forms[form], properties),
    '</ds:SignedInfo>',
  ].join('');
}

/** As they stand in the document, and in canonical form. */
function writeProperties(signing: ListSigning): { written: string; canonical: string } {
  const { signer, named = signer, old = false, properties: form = 'exclusive' } = signing;
  const { signingTime = '2026-01-05T10:00:00Z' } = signing;
  const declared = form === 'exclusive' ? ` xmlns:ds="${DS}"` : '';
  const hash = old ? 'sha1' : 'sha256';
  const value = createHash(hash).update(named.der).digest('base64');
  const digest = `<ds:DigestMethod${declared} Algorithm="${DIGEST_URIS[hash]}"></ds:DigestMethod><ds:DigestValue${declared}>${value}</ds:DigestValue>`;
  const element = old ? 'xades:SigningCertificate' : 'xades:SigningCertificateV2';
  const content = `<xades:SignedSignatureProperties><xades:SigningTime>${signingTime}</xades:SigningTime><${element}><xades:Cert><xades:CertDigest>${digest}</xades:CertDigest></xades:Cert></${element}></xades:SignedSignatureProperties>`;
  const rest = (signing.signedProperties ?? same)(` Id="properties">${content}</xades:SignedProperties>`);
  const inherited = ` xmlns="http://uri.etsi.org/02231/v2#" xmlns:ds="${DS}" xmlns:xades="${XADES}"`;
  const start = '<xades:SignedProperties';
  return {
    written: `${start}${rest}`,
    canonical: `${start}${form === 'exclusive' ? ` xmlns:xades="${XADES}"` : inherited}${rest}`,
  };
}

function methodOf({ method, signer }: ListSigning): NonNullable<ListSigning['method']> {
  if (method) return method;
  const { kind } = signer.certificate.publicKey;
  return kind === 'EC' ? 'ecdsa-sha256' : kind === 'RSA-PSS' ? 'sha256-rsa-MGF1' : 'rsa-sha256';
}

function methodUri(method: string): string {
  return `http://www.w3.org/${method.endsWith('MGF1') ? '2007/05' : '2001/04'}/xmldsig-more#${method}`;
}

function signBytes(bytes: Uint8Array, signing: ListSigning): Buffer {
  const method = methodOf(signing);
  const hash = /sha\d+/.exec(method)![0];
  const { key } = signing.signer;
  if (method.startsWith('ecdsa')) return sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' });
  if (!method.endsWith('MGF1')) return sign(hash, bytes, key);
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return sign(hash, bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
}
