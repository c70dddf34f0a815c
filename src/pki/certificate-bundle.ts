/** Certificate files: PEM with any number of blocks, DER, or PKCS #7 in either encoding. */
import { textOf } from '../text.js';
import { type Certificate, parseCertificate } from './certificate.js';
import { parseSignedData } from './cms.js';
import { attempt, readDer } from './der/reader.js';

/** All certificates that can be read; none for a file of another format. */
export function parseCertificates(bytes: Uint8Array): Certificate[] {
  const blocks = pemBlocks(bytes);
  return blocks.length > 0 ? blocks.flatMap(fromDer) : fromDer(bytes);
}

const PEM = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE|PKCS7|CMS)-----([\s\S]*?)-----END \1-----/g;

function pemBlocks(bytes: Uint8Array): Uint8Array[] {
  return [...textOf(bytes).matchAll(PEM)].map(([, label, base64]) => {
    const der = Buffer.from(base64!, 'base64');
    return label === 'TRUSTED CERTIFICATE' ? withoutTrust(der) : der;
  });
}

/** What OpenSSL trusts a certificate for follows it. */
const withoutTrust = (der: Uint8Array): Uint8Array => attempt(() => readDer(der).bytes) ?? der;

function fromDer(der: Uint8Array): Certificate[] {
  for (const read of [() => [parseCertificate(der)], () => parseSignedData(der).certificates]) {
    try {
      return [...read()];
    } catch {
      // Try the other format.
    }
  }
  return [];
}
