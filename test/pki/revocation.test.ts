import { describe, expect, test } from 'vitest';
import {
  findRevoked,
  hasUnknownEntries,
  isResponder,
  matchesCertId,
  parseCrl,
  parseOcspResponse,
  verifySignedBy,
} from '../../src/pki/index.js';
import { type CrlRequest, createPki } from '../helpers/pki.js';

const pki = createPki({
  root: {},
  ca: { issuer: 'root', ca: true },
  other: { issuer: 'root', ca: true },
  ann: { issuer: 'ca' },
  bob: { issuer: 'ca' },
  responder: { issuer: 'ca', eku: ['ocspSigning'], ocspNoCheck: true },
});
const { subject: caName } = pki.certificate('ca');

describe('a CRL', () => {
  const crl = parseCrl(pki.crl('ca', { revoked: { ann: pki.daysAgo(4) }, number: 7 }));

  test('finds a revoked certificate by serial number and issuer', () => {
    const { serialNumber } = pki.certificate('ann');
    expect(findRevoked(crl, serialNumber, caName)).toMatchObject({ revokedAt: pki.daysAgo(4), reason: null });
    expect(findRevoked(crl, pki.certificate('bob').serialNumber, caName)).toBeNull();
    expect(findRevoked(crl, serialNumber, pki.certificate('other').subject)).toBeNull();
  });

  test('is parsed into its fields, and its signature verifies', () => {
    expect(crl).toMatchObject({
      thisUpdate: pki.daysAgo(1),
      nextUpdate: pki.daysAgo(-1),
      number: '07',
      baseNumber: null,
    });
    expect(verifySignedBy(crl, pki.certificate('ca').publicKey)).toBe('valid');
    expect(verifySignedBy(crl, pki.certificate('other').publicKey)).toBe('invalid');
  });

  test('has the reason of a revocation', () => {
    const { serialNumber } = pki.certificate('ann');
    const held = parseCrl(pki.crl('ca', { revoked: [{ serialNumber, at: pki.daysAgo(1), reason: 6 }] }));
    expect(findRevoked(held, serialNumber, caName)?.reason).toBe('certificateHold');
  });

  test('that is indirect assigns entries to the most recently named issuer', () => {
    const { serialNumber } = pki.certificate('ann');
    const entries = [
      { serialNumber: 'AA', at: pki.daysAgo(3), issuer: 'CN=ca,O=Test' },
      { serialNumber, at: pki.daysAgo(2) },
    ];
    const indirect = parseCrl(pki.crl('other', { revoked: entries, distributionPoint: { indirect: true } }));
    expect(findRevoked(indirect, serialNumber, caName)?.revokedAt).toEqual(pki.daysAgo(2));
    expect(findRevoked(indirect, serialNumber, pki.certificate('other').subject)).toBeNull();
  });

  test('that is indirect may list one serial number of several issuers', () => {
    const { serialNumber } = pki.certificate('ann');
    const entries = [
      { serialNumber, at: pki.daysAgo(9) },
      { serialNumber, at: pki.daysAgo(8), issuer: 'CN=ca,O=Test' },
      { serialNumber: `${serialNumber}00`, at: pki.daysAgo(7) },
      { serialNumber, at: pki.daysAgo(6) },
      { serialNumber, at: pki.daysAgo(5), issuer: 'CN=third,O=Test' },
      { serialNumber, at: pki.daysAgo(4) },
    ];
    const indirect = parseCrl(pki.crl('other', { revoked: entries, distributionPoint: { indirect: true } }));
    expect(findRevoked(indirect, serialNumber, caName)?.revokedAt).toEqual(pki.daysAgo(8));
    expect(findRevoked(indirect, serialNumber, pki.certificate('other').subject)?.revokedAt).toEqual(pki.daysAgo(9));
    expect(findRevoked(indirect, `${serialNumber}00`, caName)?.revokedAt).toEqual(pki.daysAgo(7));
    expect(findRevoked(indirect, `00${serialNumber}`.slice(0, 4), caName)).toBeNull();
  });

  test('with a negative serial number is searched', () => {
    const negative = Uint8Array.of(0xfe, 0xdc, 0xba);
    const encoded = parseCrl(pki.crl('ca', { revoked: [{ serialNumber: '345678', at: pki.daysAgo(9) }] }));
    const content = Buffer.from(encoded.entries!.content);
    content.set(negative, content.indexOf(Buffer.from('345678', 'hex')));
    const crl = { ...encoded, entries: { ...encoded.entries!, content } };
    expect(findRevoked(crl, '-012346', caName)?.revokedAt).toEqual(pki.daysAgo(9));
    expect(findRevoked(crl, 'FEDCBA', caName)).toBeNull();
  });

  test('has entries of unknown meaning only where a critical extension is not processed', () => {
    const at = pki.daysAgo(9);
    const value = Buffer.from([10, 1, 1]);
    const unknown = { oid: '1.2.3', critical: true, value };
    const reason = { oid: '2.5.29.21', critical: true, value };
    const list = (revoked: CrlRequest['revoked'] & object) =>
      hasUnknownEntries(parseCrl(pki.crl('ca', { revoked, distributionPoint: { indirect: true } })));
    expect(list([])).toBe(false);
    expect(list([{ serialNumber: '0101FF', at, reason: 1 }])).toBe(false);
    expect(list([{ serialNumber: '0A', at, issuer: 'CN=ca,O=Test', extensions: [reason] }])).toBe(false);
    expect(list([{ serialNumber: '0A', at, extensions: [{ ...unknown, critical: false }] }])).toBe(false);
    expect(list([{ serialNumber: '0101FF', at, extensions: [unknown] }])).toBe(true);
    expect(list([{ serialNumber: '0A', at, extensions: [reason, unknown] }])).toBe(true);
  });

  test('with 50,000 entries is searched', () => {
    const revoked = Array.from({ length: 50_000 }, (_, i) => ({
      serialNumber: (0x100000 + i).toString(16),
      at: pki.daysAgo(9),
    }));
    const long = parseCrl(pki.crl('ca', { revoked }));
    expect(findRevoked(long, (0x100000 + 49_999).toString(16).toUpperCase().padStart(6, '0'), caName)).not.toBeNull();
  });
});

describe('an OCSP response', () => {
  test.each(['SHA-1', 'SHA-256'] as const)('identifies its certificate by %s', hash => {
    const { certId } = parseOcspResponse(pki.ocsp('ann', { hash })).responses[0]!;
    expect(matchesCertId(certId, pki.certificate('ann'), pki.certificate('ca'))).toBe(true);
    expect(matchesCertId(certId, pki.certificate('bob'), pki.certificate('ca'))).toBe(false);
    expect(matchesCertId(certId, pki.certificate('ann'), pki.certificate('other'))).toBe(false);
  });

  test.each([true, false])('identifies its responder (by key: %s)', byKey => {
    const response = parseOcspResponse(pki.ocsp('ann', { responder: 'responder', byKey }));
    expect(isResponder(response, pki.certificate('responder'))).toBe(true);
    expect(isResponder(response, pki.certificate('ca'))).toBe(false);
    expect(response.certificates.map(one => one.subject.commonName)).toEqual(['responder']);
    expect(verifySignedBy(response, pki.certificate('responder').publicKey)).toBe('valid');
  });

  test('has date and reason of a revocation', () => {
    const revoked = { status: 'revoked', revokedAt: pki.daysAgo(10), reason: 1 } as const;
    expect(parseOcspResponse(pki.ocsp('ann', revoked)).responses[0]).toMatchObject({
      status: 'revoked',
      revokedAt: pki.daysAgo(10),
      reason: 'keyCompromise',
      nextUpdate: pki.daysAgo(-1),
    });
    expect(parseOcspResponse(pki.ocsp('ann', { status: 'unknown' })).responses[0]?.status).toBe('unknown');
  });
});
