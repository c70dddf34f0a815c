/** Looks up issuers and OCSP responders in constant time, as crafted data may contain thousands of certificates. */

import { createHash } from 'node:crypto';
import { type Certificate, nameKey } from '../../../pki/index.js';
import { grouped } from '../../../system/collections.js';

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
    const certificates = [...this.bySubject.values()].flatMap(named => [...named.values()]);
    return grouped(certificates, ({ publicKey }) => createHash('sha1').update(publicKey.keyBytes).digest('hex'));
  }
}
