/** A private key in PEM (PKCS#8, also encrypted, and the older formats of OpenSSL) with its certificate in another file. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { DocconvError } from '../../errors.js';
import { type Certificate, parseCertificates } from '../../pki/index.js';
import { textOf } from '../../text.js';
import { certificatesOf, issuersOf } from '../certificate-key.js';
import { requireBoundedKey } from '../derivation.js';
import type { Identity } from '../identity.js';

/** Rejects with PASSWORD_NEEDED, WRONG_PASSWORD, or OPTION_INVALID where key and certificates do not belong together. */
export function readKeyFiles(pem: Uint8Array, certificateFile: Uint8Array, password?: string): Identity {
  const key = readKey(pem, password);
  const certificates = readCertificates(certificateFile);
  const [certificate] = certificatesOf(key, certificates);
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
  for (const [, base64] of textOf(pem).matchAll(ENCRYPTED)) requireBoundedKey(Buffer.from(base64!, 'base64'));
  try {
    return createPrivateKey({
      key: textOf(pem),
      format: 'pem',
      ...(password !== undefined && { passphrase: password }),
    });
  } catch (cause) {
    throw keyError(cause, pem, password);
  }
}

/** PKCS #8, of which OpenSSL takes the first that it can read; in older formats, the key is derived without iterations. */
const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]*)/g;

/** The code of OpenSSL 3 for a cipher that it reads with its legacy provider only. */
const OLD_SCHEME = 'ERR_OSSL_EVP_UNSUPPORTED';

/** OpenSSL has several other errors for a wrong password, by the scheme of the encryption. */
function keyError(cause: unknown, pem: Uint8Array, password: string | undefined): DocconvError {
  if (!/ENCRYPTED/.test(textOf(pem))) return new DocconvError('OPTION_INVALID.key-file');
  if (password !== undefined && (cause as NodeJS.ErrnoException).code === OLD_SCHEME)
    return new DocconvError('OPTION_UNSUPPORTED.key-encryption', {}, { cause });
  return password !== undefined
    ? new DocconvError('WRONG_PASSWORD.key-file', {}, { cause })
    : new DocconvError('PASSWORD_NEEDED.key-file', {}, { cause });
}
