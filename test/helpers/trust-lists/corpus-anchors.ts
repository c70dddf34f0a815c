/** Trust anchors for files of others: every self-signed certificate that they contain. */
import { DocconvError } from '../../../src/errors.js';
import { openPdf } from '../../../src/pdf/index.js';
import { isSelfSigned } from '../../../src/pki/index.js';
import { readSecurityStore } from '../../../src/signatures/path/dss.js';
import { collectValidationData } from '../../../src/signatures/path/validation-data.js';
import { verifySignatures } from '../../../src/signatures/verify/signatures.js';

/** As DER. Files that cannot be read have none. */
export async function selfSignedCertificates(
  files: readonly (readonly [path: string, options: { password?: string }])[],
): Promise<Uint8Array[]> {
  const found = new Map<string, Uint8Array>();
  for (const [path, options] of files) {
    for (const certificate of await certificatesIn(path, options)) {
      if (isSelfSigned(certificate)) found.set(certificate.sha256, certificate.der);
    }
  }
  return [...found.values()];
}

async function certificatesIn(path: string, options: { password?: string }) {
  try {
    const document = await openPdf(path, options);
    const store = readSecurityStore(document);
    const { signatures } = await verifySignatures(
      document,
      store.certificates.map(({ value }) => value),
    );
    document.close();
    return collectValidationData(store, signatures).certificates.map(({ value }) => value);
  } catch (thrown) {
    if (thrown instanceof DocconvError) return [];
    throw thrown;
  }
}
