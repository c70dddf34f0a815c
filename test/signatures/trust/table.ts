/**
 * Validation of certificates and time: one row per case, each a PDF with signature, timestamps and revocation data, and the
 * indication according to EN 319 102-1. Validation time is NOW; `ann` is the signer.
 */
import { attribute, type CmsOptions, createPki, NOW, type Pki, type Row } from '../../helpers/pki.js';
import { blankPdf, type TestPdf } from '../../helpers/signed-pdf.js';

export interface TrustCase {
  readonly name: string;
  /** Changes to the table of certificates below. */
  readonly rows?: Readonly<Record<string, Row>>;
  readonly anchors?: readonly string[];
  readonly now?: Date;
  readonly pdf: (pki: Pki) => TestPdf;
  /** 'TOTAL_PASSED', or indication and sub-indication of the first signature. */
  readonly expected: string;
}

export const date = (text: string): Date => new Date(`${text}T00:00:00Z`);

const ROWS: Readonly<Record<string, Row>> = {
  root: {},
  other: {},
  ca: { issuer: 'root', ca: true },
  ann: { issuer: 'ca' },
  bob: { issuer: 'ca' },
  tsa: { issuer: 'root', eku: ['timeStamping'], ekuCritical: true },
  responder: { issuer: 'ca', eku: ['ocspSigning'], ocspNoCheck: true },
};

export function tableOf({ rows, now }: TrustCase): Pki {
  return createPki({ ...ROWS, ...rows }, now ?? NOW);
}

export type Store = Parameters<TestPdf['withStore']>[0];
export type Sign = Partial<Omit<CmsOptions, 'signer' | 'data'>>;

export const signed = (pki: Pki, options: Sign = {}): TestPdf =>
  // the time that the signer claims is before all timestamps: it contradicts none
  blankPdf().sign({ make: bytes => pki.cms('ann', bytes, options), entries: { M: '(D:20251101110000Z)' } });

/** Fresh CRLs of both CAs without entries. */
export const good = (pki: Pki): Store => ({ crls: [pki.crl('root'), pki.crl('ca')] });

/** Revocation data about the signer, with a fresh CRL of the root. */
export const about = (pki: Pki, store: Store): Store => ({ ...store, crls: [pki.crl('root'), ...(store.crls ?? [])] });

export const stamped = (pki: Pki, time: Date, options: object = {}): Sign => ({
  timestamp: value => pki.timestamp('tsa', value, { time, ...options }),
});

export const NO_CHAIN = 'INDETERMINATE/NO_CERTIFICATE_CHAIN_FOUND';
export const GENERAL = 'INDETERMINATE/CERTIFICATE_CHAIN_GENERAL_FAILURE';
export const CONSTRAINTS = 'INDETERMINATE/CHAIN_CONSTRAINTS_FAILURE';
export const TRY_LATER = 'INDETERMINATE/TRY_LATER';
export const REVOKED = 'INDETERMINATE/REVOKED_NO_POE';
export const OUT_OF_BOUNDS = 'INDETERMINATE/OUT_OF_BOUNDS_NO_POE';
export const NOT_REVOKED = 'INDETERMINATE/OUT_OF_BOUNDS_NOT_REVOKED';
export const WEAK = 'INDETERMINATE/CRYPTO_CONSTRAINTS_FAILURE_NO_POE';
export const PASSED = 'TOTAL_PASSED';

export const plain = (
  name: string,
  expected: string,
  rows: Readonly<Record<string, Row>> = {},
  more: Partial<TrustCase> = {},
): TrustCase => ({
  name,
  rows,
  expected,
  pdf: pki => signed(pki).withStore(good(pki)),
  ...more,
});

export function contentTimestamp(pki: Pki, bytes: Uint8Array, time: Date, options: object = {}): Uint8Array {
  return attribute('1.2.840.113549.1.9.16.2.20', pki.timestamp('tsa', bytes, { time, ...options }));
}
