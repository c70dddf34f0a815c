/** What is read from a certified PDF, and what is not: the rules by which Adobe's list is accepted. */
import { describe, expect, test } from 'vitest';
import { type AttachmentRequest, readCertifiedAttachment } from '../../src/signatures/certified-attachment.js';
import { createPki } from '../helpers/pki.js';
import { type AdobeRow, adobeList } from '../helpers/trust-lists/adobe.js';

const now = new Date();
const rows = {
  root: {},
  ca: { issuer: 'root', ca: true },
  signer: { issuer: 'ca', subject: 'CN=Adobe List' },
  other: {},
  person: { issuer: 'other' },
};
const pki = createPki(rows, now);
const root = pki.certificate('root');

const read = (bytes: Uint8Array, request: Partial<AttachmentRequest> = {}) =>
  readCertifiedAttachment(bytes, { name: 'SecuritySettings.xml', anchors: [root], maxBytes: 10_000, ...request });

describe('accepted', () => {
  test.each<[string, AttachmentRequest['anchors']]>([
    ['by a certificate', [root]],
    ['by the digest of a certificate in the PDF', [root.sha256]],
  ])('%s', async (_, anchors) => {
    const { bytes, signerName, signed } = await read(adobeList('<x/>', pki).bytes, { anchors });
    expect(Buffer.from(bytes).toString()).toBe('<x/>');
    expect(signerName).toBe('Adobe List');
    expect(signed.getTime()).toBeCloseTo(pki.daysAgo(0.1).getTime(), -4);
  });

  test('with revocation data that is out of date now, and was good when it was signed', async () => {
    const old = createPki(rows, new Date(now.getTime() - 90 * 86_400_000));
    const { bytes } = await read(adobeList('<x/>', old).bytes, { anchors: [old.certificate('root')] });
    expect(Buffer.from(bytes).toString()).toBe('<x/>');
  });
});

const list = (row: AdobeRow = {}) => adobeList('<x/>', pki, row);
const cms = (options: Parameters<typeof pki.cms>[2]) => ({
  make: (bytes: Buffer) => pki.cms('signer', bytes, options),
});
const chain = ['signer', 'ca', 'root'].map(name => pki.id(name));
const EMPTY = '<</Length 0>>\nstream\n\nendstream';
const expired = createPki({ ...rows, signer: { issuer: 'ca', notAfter: new Date(now.getTime() - 86_400_000) } }, now);

describe('refused', () => {
  test.each<[name: string, bytes: () => Uint8Array, reason: RegExp, request?: Partial<AttachmentRequest>]>([
    ['one byte is changed', () => flipped(list().bytes, '<x/>'), /was changed|digest|not valid/],
    ['not signed', () => unsigned(), /exactly one signature/],
    ['signed, and not certified', () => list({ certified: false }).bytes, /exactly one signature, which certifies/],
    ['a change behind the signature', () => list().revise({ 4: EMPTY }).bytes, /whole file|not permitted|not valid/],
    ['a revision behind the signature that changes nothing', () => withRevision().bytes, /whole file/],
    [
      'bytes behind the signature',
      () => Buffer.concat([list().bytes, Buffer.from('\n% more\n')]),
      /whole file|not valid/,
    ],
    [
      'a second signature',
      () => list().sign({ make: bytes => pki.cms('person', bytes) }).bytes,
      /exactly one signature/,
    ],
    ['another authority', () => list().bytes, /not trusted/, { anchors: [pki.certificate('other')] }],
    ['a digest of no certificate in it', () => list().bytes, /cannot be trusted/, { anchors: ['00'.repeat(32)] }],
    ['no anchor', () => list().bytes, /cannot be trusted/, { anchors: [] }],
    ['without revocation data', () => list(cms({ certificates: chain })).bytes, /no revocation data/],
    [
      'a revoked signer',
      () =>
        list(
          cms({
            certificates: chain,
            archival: { crls: [pki.crl('ca', { revoked: { signer: pki.daysAgo(0.5) } }), pki.crl('root')] },
          }),
        ).bytes,
      /revoked/,
    ],
    [
      'an expired signer',
      () => adobeList('<x/>', expired).bytes,
      /expired/,
      { anchors: [expired.certificate('root')] },
    ],
    ['another attachment', () => list({ name: 'Other.xml' }).bytes, /exactly one file SecuritySettings\.xml/],
    ['two of them', () => list({ copies: 2 }).bytes, /exactly one file/],
    ['too large', () => list().bytes, /larger than 3 bytes/, { maxBytes: 3 }],
    ['no PDF', () => Buffer.from('hello'), /PDF/],
  ])('%s', async (_, bytes, reason, request) => {
    await expect(read(bytes(), request)).rejects.toThrow(reason);
  });
});

function flipped(bytes: Uint8Array, text: string): Uint8Array {
  const copy = Buffer.from(bytes);
  copy[copy.indexOf(text) + 1]! ^= 1;
  return copy;
}

function unsigned(): Uint8Array {
  const { bytes, revisions } = list();
  return bytes.subarray(0, revisions[0]);
}

function withRevision() {
  const pdf = list();
  return pdf.revise({ [pdf.next]: '<</Unused true>>' });
}
