/** The key of a server: what it signs, and when it is opened again. */
import { describe, expect, it } from 'vitest';
import { DocconvError } from '../../../src/errors.js';
import { documentDigest, signDetached } from '../../../src/sign/cms.js';
import { createIdentity, localSigner } from '../../../src/sign/index.js';
import { Refusal } from '../../../src/sign/keys/csc/service.js';
import { HeldKey } from '../../../src/sign/service/held-key.js';
import { defer } from '../../../src/system/deferred.js';

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
    const refused = counting(new Refusal(400, 'invalid_request', 'credentials/authorize', 'wrong PIN'), null);
    for (let i = 0; i < 3; i++) await expect(refused.key.signer()).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(refused.opened()).toBe(1);
  });

  it('that failed is closed once, when the last who uses it has ended', async () => {
    let closed = 0;
    const [first, second] = [defer<Uint8Array>(), defer<Uint8Array>()];
    const results = [first, second];
    const slow = { ...signer, sign: () => results.shift()!.promise, close: async () => void closed++ };
    const key = new HeldKey(async () => slow);
    const uses = [0, 1].map(() => key.sign(new Uint8Array(1), scheme, signer.certificate));
    first.reject(new DocconvError('SIGNING_FAILED.token-removed'));
    await expect(uses[0]).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(closed).toBe(0);
    second.resolve(new Uint8Array(1));
    await uses[1];
    expect(closed).toBe(1);
  });

  it('does not sign with another certificate than the document names', async () => {
    const { key } = counting();
    const { certificate } = createIdentity('Another');
    await expect(key.sign(new Uint8Array(1), scheme, certificate)).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
  });
});
