/** A private key in PEM (PKCS#8, also encrypted, and the older formats of OpenSSL) with its certificate in another file. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import { type Certificate, encodeOid, parseCertificates } from '../../pki/index.js';
import type { Identity } from '../identity.js';
import { issuersOf } from './foreign-key.js';

/** Rejects with PASSWORD_NEEDED, WRONG_PASSWORD, or OPTION_INVALID where key and certificates do not belong together. */
export function readKeyFiles(pem: Uint8Array, certificateFile: Uint8Array, password?: string): Identity {
  const key = readKey(pem, password);
  const certificates = readCertificates(certificateFile);
  const certificate = certificates.find(({ der }) => new X509Certificate(der).checkPrivateKey(key));
  if (!certificate) throw new DocconvError('OPTION_INVALID.key-of-other-certificate');
  return { key, certificate, others: issuersOf(certificate, certificates) };
}

/** The certificate of the signer first. */
export function readCertificates(file: Uint8Array): Certificate[] {
  const certificates = parseCertificates(file);
  if (certificates.length === 0) throw new DocconvError('OPTION_INVALID.certificate-file');
  return certificates;
}

function readKey(pem: Uint8Array, password: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(pem), format: 'pem', ...(password && { passphrase: password }) });
  } catch (cause) {
    throw keyError(cause, pem, password);
  }
}

/** OpenSSL has several errors for a wrong password, by the scheme of the encryption. */
function keyError(cause: unknown, pem: Uint8Array, password: string | undefined): DocconvError {
  const text = Buffer.from(pem).toString('latin1');
  if (!/ENCRYPTED/.test(text)) return new DocconvError('OPTION_INVALID.key-file');
  if (password && hasOldEncryption(text)) return new DocconvError('OPTION_UNSUPPORTED.key-encryption', {}, { cause });
  return password
    ? new DocconvError('WRONG_PASSWORD.key-file', {}, { cause })
    : new DocconvError('PASSWORD_NEEDED.key-file', {}, { cause });
}

const ENCRYPTED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----([A-Za-z0-9+/=\s]{1,20000})/;
/** PBES2 and pbeWithSHAAnd3-KeyTripleDES-CBC: OpenSSL 3 reads no other scheme without its legacy provider. */
const KNOWN_SCHEMES = ['1.2.840.113549.1.5.13', '1.2.840.113549.1.12.1.3'];

/** Of an EncryptedPrivateKeyInfo (RFC 5958, 3), which begins with its scheme. */
function hasOldEncryption(text: string): boolean {
  const [, base64] = ENCRYPTED_KEY.exec(text) ?? [];
  const start = Buffer.from(base64 ?? '', 'base64').subarray(0, 40);
  return start.length > 0 && !KNOWN_SCHEMES.some(scheme => start.includes(Buffer.from(encodeOid(scheme))));
}
