/** The key of a server: what it signs, and when it is opened again. */
import { describe, expect, it } from 'vitest';
import { DocconvError } from '../../../src/errors.js';
import { documentDigest, signDetached } from '../../../src/sign/cms.js';
import { createIdentity, localSigner } from '../../../src/sign/index.js';
import { HeldKey } from '../../../src/sign/service/held-key.js';

const signer = localSigner(createIdentity('Example'));
const scheme = { type: 'ecdsa', digest: 'sha256' } as const;

describe('the data that a signing process may have signed', () => {
  it('is that of a document only', async () => {
    let asked = new Uint8Array();
    const recording = { ...signer, sign: async (data: Uint8Array) => (asked = Uint8Array.from(data)) };
    await signDetached(Buffer.from('a document'), recording, { scheme });
    expect(documentDigest(asked, signer.certificate, 'sha256')).toHaveLength(32);
    const other = createIdentity('Another').certificate;
    expect(documentDigest(asked, other, 'sha256')).toBeNull();
    expect(documentDigest(asked, signer.certificate, 'sha512')).toBeNull();
    expect(documentDigest(asked.subarray(1), signer.certificate, 'sha256')).toBeNull();
    expect(documentDigest(signer.certificate.der, signer.certificate, 'sha256')).toBeNull();
    expect(documentDigest(new Uint8Array(), signer.certificate, 'sha256')).toBeNull();
  });
});

describe('a key', () => {
  const counting = (...errors: (DocconvError | null)[]) => {
    let opened = 0;
    const key = new HeldKey(async () => {
      const error = errors[opened++];
      if (error) throw error;
      return signer;
    });
    return { key, opened: () => opened };
  };

  it('is opened again after a failure, and not after a secret was refused', async () => {
    const gone = counting(new DocconvError('SIGNING_FAILED.token-removed'), null);
    await expect(gone.key.signer()).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(gone.key.isFailing).toBe(true);
    expect(await gone.key.sign(new Uint8Array(1), scheme, signer.certificate)).not.toHaveLength(0);
    expect([gone.opened(), gone.key.isFailing]).toEqual([2, false]);
    const wrong = counting(new DocconvError('WRONG_PASSWORD.pin'), null);
    for (let i = 0; i < 3; i++) await expect(wrong.key.signer()).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(wrong.opened()).toBe(1);
  });

  it('does not sign with another certificate than the document names', async () => {
    const { key } = counting();
    const { certificate } = createIdentity('Another');
    await expect(key.sign(new Uint8Array(1), scheme, certificate)).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
  });
});
