/** Fetches certificates, CRLs and OCSP responses: each URL once, with limits on the number and size of responses. */
import { type Fetcher, type FetchRequest, requestKey } from '../../../fetch/index.js';
import { message } from '../../../messages/index.js';
import {
  type Certificate,
  type Crl,
  encodeOcspRequest,
  type OcspResponse,
  parseCertificates,
  parseOcspResponse,
  parseServedCrl,
} from '../../../pki/index.js';
import type { Sourced, ValidationSources } from '../types.js';

const LIMITS = { requests: 40, addressesEach: 3, timeoutMs: 10_000 } as const;
const MAX_BYTES = { certificate: 200_000, crl: 20_000_000, ocsp: 200_000 } as const;

/** For one document: crafted certificates can contain any number of URLs, so all share one limit on requests. */
export class OnlineSources {
  private readonly failures = new Map<string, string>();
  private readonly answers = new Map<string, Promise<Uint8Array | null>>();
  private requests = 0;

  constructor(
    private readonly fetcher: Fetcher,
    private readonly signal?: AbortSignal,
  ) {}

  /** Issuers by the AIA extension, which may refer to a PKCS #7 bundle (RFC 5280, 4.2.2.1). */
  async issuers(certificate: Certificate): Promise<Certificate[]> {
    const urls = webAddresses(certificate.extensions.authorityInfoAccess.caIssuers);
    const found = await Promise.all(urls.map(url => this.read({ url, ...limit('certificate') }, parseCertificates)));
    return found.flatMap(one => one ?? []);
  }

  /**
   * By OCSP and then by CRL, after each answer what has come so far: a responder need not know a certificate (RFC 6960, 2.2), and
   * what one sends may be outdated or not authorized.
   */
  async *revocation(
    certificate: Certificate,
    issuer: Certificate,
  ): AsyncGenerator<Pick<ValidationSources, 'crls' | 'ocspResponses'>> {
    const { ocsp, lists } = revocationRequests(certificate, issuer);
    const ocspResponses: Sourced<OcspResponse>[] = [];
    const crls: Sourced<Crl>[] = [];
    for (const request of ocsp) {
      const value = await this.read(request, parseOcspResponse);
      if (value) ocspResponses.push({ value, revision: null });
      if (value) yield { ocspResponses, crls };
    }
    for (const request of lists) {
      const value = await this.read(request, parseServedCrl);
      if (value) crls.push({ value, revision: null });
      if (value) yield { ocspResponses, crls };
    }
  }

  /** Why the status of this certificate could not be fetched: one sentence, or null when nothing was requested. */
  failureFor(certificate: Certificate): string | null {
    const { ocsp, lists } = revocationAddresses(certificate);
    const url = [...ocsp, ...lists].find(address => this.failures.has(address));
    return url ? `${url}: ${this.failures.get(url)}` : null;
  }

  private async read<T>(request: FetchRequest, parse: (bytes: Uint8Array) => T): Promise<T | null> {
    const key = requestKey(request);
    const answer = this.answers.get(key) ?? this.fetchOnce(request);
    this.answers.set(key, answer);
    const bytes = await answer;
    try {
      return bytes && parse(bytes);
    } catch {
      this.failures.set(request.url, message('fetch.response-unreadable'));
      return null;
    }
  }

  private async fetchOnce(request: FetchRequest): Promise<Uint8Array | null> {
    if (this.requests++ >= LIMITS.requests) return null;
    try {
      const signal = this.signal ? { signal: this.signal } : {};
      return (await this.fetcher.fetch({ ...request, ...signal })).body;
    } catch (error) {
      this.signal?.throwIfAborted();
      this.failures.set(request.url, (error as Error).message);
      return null;
    }
  }
}

function limit(kind: keyof typeof MAX_BYTES): Pick<FetchRequest, 'maxBytes' | 'timeoutMs'> {
  return { maxBytes: MAX_BYTES[kind], timeoutMs: LIMITS.timeoutMs };
}

/** In the order in which they are sent, until one states a status. */
export function revocationRequests(
  certificate: Certificate,
  issuer: Certificate,
): { ocsp: FetchRequest[]; lists: FetchRequest[] } {
  const { ocsp, lists } = revocationAddresses(certificate);
  const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' };
  const body = ocsp.length > 0 ? encodeOcspRequest(certificate, issuer) : new Uint8Array();
  return {
    ocsp: ocsp.map(url => ({ url, method: 'POST', body, headers, ...limit('ocsp') })),
    lists: lists.map(url => ({ url, ...limit('crl') })),
  };
}

function revocationAddresses({ extensions }: Certificate): { ocsp: string[]; lists: string[] } {
  const names = extensions.crlDistributionPoints.flatMap(point => point.fullNames ?? []);
  const lists = names.flatMap(name => (name.type === 'uri' ? [name.value] : []));
  return { ocsp: webAddresses(extensions.authorityInfoAccess.ocsp), lists: webAddresses(lists) };
}

/** Skips LDAP URLs: the fetcher supports HTTP only. */
function webAddresses(urls: readonly string[]): string[] {
  return [...new Set(urls)].filter(url => /^https?:\/\//i.test(url)).slice(0, LIMITS.addressesEach);
}
