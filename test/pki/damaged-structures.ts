/** ASN.1 structures with damaged bytes. */
import { expect, test } from 'vitest';
import type { DocconvError } from '../../src/errors.js';
import {
  createDigest,
  findRevoked,
  findSignerCertificates,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
  parseSignedData,
  parseTimestampToken,
  signatureScheme,
  verifySignedAttributes,
} from '../../src/pki/index.js';
import { readQcStatements } from '../../src/pki/qc-statements.js';
import { qcStatements } from '../helpers/pki/qc.js';
import { createPki } from '../helpers/pki.js';

const pki = createPki({
  root: { permitted: ['dns:example.com'], policies: ['1.2.3'] },
  qualified: { issuer: 'root', policies: ['1.2.3'], qc: { legislation: ['CH'] } },
  ann: { issuer: 'root', key: 'RSA-1024', san: ['email:a@b.example'], ocspUrl: 'http://a/', crlUrl: 'http://b/' },
  tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
});
const DATA = Buffer.from('data');
const archival = { crls: [pki.crl('root', { revoked: { tsa: pki.daysAgo(3) } })], ocsps: [pki.ocsp('ann')] };

/** Each structure with the function that parses and uses it. */
const SAMPLES: Record<string, { der: Uint8Array; use: (der: Uint8Array) => void }> = {
  'a certificate': { der: pki.id('ann').der, use: parseCertificate },
  'a qualified certificate': { der: pki.id('qualified').der, use: parseCertificate },
  'statements of a qualified certificate': { der: qcStatements({ legislation: ['CH'] }), use: readQcStatements },
  'a CRL': {
    der: archival.crls[0]!,
    use: der => {
      const crl = parseCrl(der);
      findRevoked(crl, pki.certificate('tsa').serialNumber, pki.certificate('root').subject);
    },
  },
  'an OCSP response': { der: archival.ocsps[0]!, use: parseOcspResponse },
  'a timestamp token': { der: pki.timestamp('tsa', DATA), use: parseTimestampToken },
  'a signature': {
    der: pki.cms('ann', DATA, {
      archival,
      scheme: { pss: { mgf1: 'SHA-1' } },
      timestamp: v => pki.timestamp('tsa', v),
    }),
    use: der => {
      const signed = parseSignedData(der);
      for (const signer of signed.signers) {
        signatureScheme(signer.signatureAlgorithm, signer.digestAlgorithm);
        createDigest(signer.digestAlgorithm);
        for (const one of findSignerCertificates(signer, signed.certificates))
          verifySignedAttributes(signer, one.publicKey);
      }
    },
  },
};

/** Mulberry32: a small, seeded, reproducible generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function damaged(der: Uint8Array, next: () => number): Uint8Array {
  const bytes = Buffer.from(der);
  const at = () => Math.floor(next() * bytes.length);
  const kind = next();
  if (kind < 0.1) return bytes.subarray(0, at());
  if (kind < 0.2) return Buffer.concat([bytes.subarray(0, at()), bytes.subarray(at())]);
  for (let i = 0; i < 1 + next() * 4; i++)
    bytes[at()] = kind < 0.5 ? [0, 0x80, 0xff, 0x30, 0x84][Math.floor(next() * 5)]! : next() * 256;
  return bytes;
}

/** Defines a test for each structure that reads it `count` times, damaged in another way each time. */
export function testDamaged(count: number, seed: number): void {
  test.each(Object.entries(SAMPLES))(`%s is read or rejected as corrupt, ${count} times`, (_, { der, use }) => {
    const next = random(seed);
    for (let i = 0; i < count; i++) {
      const bytes = damaged(der, next);
      try {
        use(bytes);
      } catch (error) {
        if ((error as DocconvError).code !== 'CORRUPT_DOCUMENT')
          throw new Error(Buffer.from(bytes).toString('hex'), { cause: error });
      }
    }
    expect(() => use(der)).not.toThrow();
  });
}
