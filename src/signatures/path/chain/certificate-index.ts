/** Looks up issuers and OCSP responders in constant time, as crafted data may contain thousands of certificates. */
import { createHash } from 'node:crypto';
import { type Certificate, nameKey } from '../../../pki/index.js';

/** Certificates by subject, without duplicates, and by key hash, one form of an OCSP responder ID (RFC 6960, 4.2.1). */
export class CertificateIndex {
  private readonly bySubject = new Map<string, Map<string, Certificate>>();
  private byKeyHash: Map<string, Certificate[]> | null = null;

  constructor(certificates: readonly Certificate[]) {
    for (const certificate of certificates) this.add(certificate);
  }

  add(certificate: Certificate): void {
    const key = nameKey(certificate.subject);
    const named = this.bySubject.get(key) ?? new Map<string, Certificate>();
    this.bySubject.set(key, named.set(certificate.sha256, certificate));
    this.byKeyHash = null;
  }

  named(name: Certificate['subject']): Certificate[] {
    return [...(this.bySubject.get(nameKey(name))?.values() ?? [])];
  }

  /** `hash`: SHA-1. */
  withKeyHash(hash: Uint8Array): readonly Certificate[] {
    this.byKeyHash ??= this.hashKeys();
    return this.byKeyHash.get(Buffer.from(hash).toString('hex')) ?? [];
  }

  private hashKeys(): Map<string, Certificate[]> {
    const hashed = new Map<string, Certificate[]>();
    for (const named of this.bySubject.values()) {
      for (const certificate of named.values()) {
        const key = createHash('sha1').update(certificate.publicKey.keyBytes).digest('hex');
        hashed.set(key, [...(hashed.get(key) ?? []), certificate]);
      }
    }
    return hashed;
  }
}
