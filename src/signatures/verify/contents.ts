/** Decodes /Contents by the SubFilter (ISO 32000-2, 12.8.3; EN 319 142-1, 5). */

import { PdfArray, type PdfObject, PdfString } from '../../pdf/index.js';
import {
  type Certificate,
  parseCertificate,
  parseOctetString,
  parseSignedData,
  parseTimestampToken,
  type SignedData,
  type TimestampToken,
} from '../../pki/index.js';
import { ownValue } from '../../system/collections.js';
import type { SignatureSite } from '../find/signature-sites.js';

/** How the message is bound to the bytes of the document. */
export type Binding =
  /** The digest of the byte ranges is a signed attribute, or the byte ranges are signed directly. */
  | 'detached'
  /** The content is the SHA-1 of the byte ranges. */
  | 'sha1-content'
  /** The imprint of a timestamp token is the digest of the byte ranges. */
  | 'imprint'
  /** A bare PKCS #1 signature over the byte ranges. */
  | 'bare';

const SUB_FILTERS: Readonly<Record<string, Binding>> = {
  'adbe.pkcs7.detached': 'detached',
  'adbe.pkcs7.sha1': 'sha1-content',
  'adbe.x509.rsa_sha1': 'bare',
  'ETSI.CAdES.detached': 'detached',
  'ETSI.RFC3161': 'imprint',
};

/** The prefix of ICP-Brasil: DOC-ICP-15.03, table A.18 requires PBAD.PAdES, a detached CMS message. */
const BRAZILIAN = /^PBAD[._]/;

/** Null: unknown. */
export function bindingOf(subFilter: string | null): Binding | null {
  if (subFilter === null) return null;
  return ownValue(SUB_FILTERS, subFilter) ?? (BRAZILIAN.test(subFilter) ? 'detached' : null);
}

export interface CmsMessage {
  readonly binding: Exclude<Binding, 'bare'>;
  readonly data: SignedData;
  /** Null unless the binding is 'imprint'. */
  readonly token: TimestampToken | null;
}

export interface BareMessage {
  readonly binding: 'bare';
  /** The signature value: the content of the DER OCTET STRING. */
  readonly signature: Uint8Array;
  /** From /Cert, the signer's first. */
  readonly certificates: readonly Certificate[];
}

export type Message = CmsMessage | BareMessage;

/** Null: cannot be decoded. An unknown SubFilter is decoded as a detached message, so that the signer is reported. */
export function decodeContents(site: SignatureSite, subFilter: string | null): Message | null {
  const { contents } = site.range;
  const binding = bindingOf(subFilter) ?? 'detached';
  try {
    return contents && (binding === 'bare' ? readBare(site, contents) : readCms(binding, contents));
  } catch {
    return null;
  }
}

function readCms(binding: CmsMessage['binding'], contents: Uint8Array): CmsMessage {
  if (binding !== 'imprint') return { binding, data: parseSignedData(contents), token: null };
  const token = parseTimestampToken(contents);
  return { binding, data: token.signedData, token };
}

function readBare(site: SignatureSite, contents: Uint8Array): BareMessage {
  return { binding: 'bare', signature: parseOctetString(contents), certificates: certificatesOf(site) };
}

/** A byte string or an array of them (table 255). */
function certificatesOf({ revision, dictionary }: SignatureSite): Certificate[] {
  const value = revision.get(dictionary, 'Cert');
  const items: readonly PdfObject[] = value instanceof PdfArray ? value.items : [value];
  return items.flatMap(item => {
    const string = revision.resolve(item);
    return string instanceof PdfString ? [parseCertificate(string.bytes)] : [];
  });
}
