/**
 * A test PKI defined by a table, with a fixed time. Each row is a certificate, identified by the name of the row.
 *
 *   const pki = createPki({
 *     root: {},
 *     ca: { issuer: 'root', ca: true },
 *     ann: { issuer: 'ca', subject: 'C=DE,O=Acme,CN=Ann' },
 *     tsa: { issuer: 'ca', eku: ['timeStamping'], ekuCritical: true },
 *   });
 *   pki.certificate('ann')                              parsed; pki.id('ann') has .der, .pem and .key too
 *   pki.cms('ann', rangesOfThePdf, { timestamp: value => pki.timestamp('tsa', value) })
 *   pki.crl('ca', { revoked: { ann: pki.daysAgo(3) } }) pki.ocsp('ann', { responder: 'ca' })
 *
 * Keys are generated once per process and shared between tables; P-256 unless a row states another type.
 */
import type { KeyObject } from 'node:crypto';
import type { Certificate } from '../../src/pki/index.js';
import { type Identity, issueOnce, type Row, subjectName } from './pki/certificates.js';
import { type CmsOptions, makeCms, makeTimestamp, type TimestampOptions } from './pki/cms.js';
import { type KeyType, privateKey } from './pki/keys.js';
import { type CrlOptions, makeCrl, makeOcsp, type OcspOptions, type RevokedRow } from './pki/revocation.js';

export type { Identity, Row } from './pki/certificates.js';
export { attribute, type CmsOptions, type TimestampOptions } from './pki/cms.js';
export { type Digest, type KeyType, type Scheme, signWith } from './pki/keys.js';

/** The default time of a table. */
export const NOW = new Date('2026-06-01T12:00:00Z');
const DAY = 86_400_000;

export interface CrlRequest extends Partial<Omit<CrlOptions, 'revoked'>> {
  /** Row -> revocation time; or complete entries. */
  readonly revoked?: Readonly<Record<string, Date>> | readonly RevokedRow[];
  /** The row that signs; default: the issuer. */
  readonly signer?: string;
}

export interface OcspRequest extends Partial<Omit<OcspOptions, 'certificates'>> {
  /** The row that signs; default: the issuer of the certificate. */
  readonly responder?: string;
  /** The row whose name and key the certID hashes; default: the issuer of the certificate. */
  readonly issuer?: string;
  readonly certificates?: readonly string[];
}

export class Pki<Name extends string = string> {
  private readonly identities = new Map<string, Identity>();
  private readonly keys = new Map<string, KeyObject>();

  constructor(
    private readonly rows: Readonly<Record<Name, Row>>,
    readonly now: Date,
  ) {
    for (const name of Object.keys(rows)) this.issueRow(name);
  }

  id(name: string): Identity {
    const identity = this.identities.get(name);
    if (!identity) throw new Error(`the table has no row ${name}`);
    return identity;
  }

  certificate(name: Name): Certificate {
    return this.id(name).certificate;
  }

  certificates(...names: Name[]): Certificate[] {
    return names.map(name => this.certificate(name));
  }

  daysAgo(days: number): Date {
    return new Date(this.now.getTime() - days * DAY);
  }

  /** Default: nothing revoked, from yesterday to tomorrow. */
  crl(issuer: Name, { revoked = [], signer, ...options }: CrlRequest = {}): Uint8Array {
    const entries = Array.isArray(revoked)
      ? (revoked as readonly RevokedRow[])
      : Object.entries(revoked as Record<string, Date>).map(([name, at]) => ({ serialNumber: this.serial(name), at }));
    const defaults = { thisUpdate: this.daysAgo(1), nextUpdate: this.daysAgo(-1) };
    return makeCrl(this.id(issuer), this.id(signer ?? issuer), { ...defaults, ...options, revoked: entries });
  }

  /** Default: good, by the issuer, from yesterday to tomorrow. */
  ocsp(name: Name, { responder, issuer, certificates, ...options }: OcspRequest = {}): Uint8Array {
    const issuerName = issuer ?? this.rows[name].issuer ?? name;
    const defaults = { thisUpdate: this.daysAgo(1), nextUpdate: this.daysAgo(-1) };
    return makeOcsp(this.id(name), this.id(issuerName), this.id(responder ?? issuerName), {
      ...defaults,
      ...options,
      ...(certificates ? { certificates: certificates.map(row => this.id(row)) } : {}),
    });
  }

  /** Detached by default; includes the signer's path without the root. */
  cms(signer: Name, data: Uint8Array, options: Partial<Omit<CmsOptions, 'signer' | 'data'>> = {}): Uint8Array {
    return makeCms({ certificates: this.path(signer), ...options, signer: this.id(signer), data });
  }

  /** Default: an hour ago. */
  timestamp(tsa: Name, data: Uint8Array, options: Partial<TimestampOptions> = {}): Uint8Array {
    const time = new Date(this.now.getTime() - 3_600_000);
    return makeTimestamp(data, { time, certificates: this.path(tsa), signer: this.id(tsa), ...options });
  }

  /** The row and its issuers without the root. */
  path(name: string): Identity[] {
    const path: Identity[] = [];
    for (let at: string | undefined = name; at && !path.some(one => one.name === at); at = this.row(at).issuer) {
      if (this.row(at).issuer || at === name) path.push(this.id(at));
    }
    return path;
  }

  private serial(name: string): string {
    return this.id(name).certificate.serialNumber;
  }

  private row(name: string): Row {
    return (this.rows as Readonly<Record<string, Row>>)[name] ?? {};
  }

  private issueRow(name: string): void {
    const row = this.row(name);
    const issuer = row.issuer ?? name;
    const input = {
      name,
      row,
      key: this.key(name),
      issuerName: subjectName(issuer, this.row(issuer)),
      issuerKey: this.key(issuer),
      signingKey: this.key(row.signedBy ?? issuer),
      serial: 1000 + this.identities.size,
      now: this.now,
    };
    this.identities.set(name, issueOnce(input));
  }

  private key(name: string): KeyObject {
    const row = this.row(name);
    if (row.keyOf) return this.key(row.keyOf);
    const type: KeyType = row.key ?? 'P-256';
    const key = this.keys.get(name) ?? privateKey(type, this.keys.size);
    this.keys.set(name, key);
    return key;
  }
}

export function createPki<Name extends string>(rows: Readonly<Record<Name, Row>>, now: Date = NOW): Pki<Name> {
  return new Pki(rows, now);
}
