/** Certificates crafted to exhaust path building. */
import { expect, test } from 'vitest';
import { CertificateIndex, findPaths, limitedVerifier } from '../../../src/signatures/path/chain/index.js';
import { createPki, type Row } from '../../helpers/pki.js';

const SIZE = 9;
const names = Array.from({ length: SIZE }, (_, i) => `ca${i}`);

/** Every CA has a certificate of every other CA. */
function crossCertified(): Record<string, Row> {
  const pairs = names.flatMap(one => names.filter(other => other !== one).map(other => [one, other] as const));
  const cross = pairs.map(([one, other]): [string, Row] => [
    `${one} by ${other}`,
    { issuer: other, ca: true, keyOf: one, subject: `CN=${one},O=Test` },
  ]);
  return { ...Object.fromEntries(names.map(name => [name, {}])), ...Object.fromEntries(cross), ann: { issuer: 'ca0' } };
}

const pki = createPki(crossCertified());
const pool = Object.keys(crossCertified()).map(name => pki.certificate(name));
const sources = () => ({
  certificates: new CertificateIndex(pool),
  isSignedBy: limitedVerifier(),
  fetchIssuers: null,
});

test('cross-certificates without an anchor: the number of verifications is bounded by the pairs, not by the paths', async () => {
  const { isSignedBy, ...others } = sources();
  let verifications = 0;
  const counted: typeof isSignedBy = (...pair) => {
    verifications++;
    return isSignedBy(...pair);
  };
  const [path] = await findPaths(pki.certificate('ann'), { ...others, isSignedBy: counted, anchors: [] });
  expect(verifications).toBeLessThan(SIZE ** 3); // there are 8! paths through all CAs
  expect(path?.anchor).toBeNull();
});

test('the anchor is found through cross-certificates, and the shortest path is first', async () => {
  const anchors = [pki.certificate('ca5')];
  const paths = await findPaths(pki.certificate('ann'), { ...sources(), anchors });
  expect(paths[0]?.anchor).toBe(pki.certificate('ca5'));
  const lengths = paths.map(path => path.certificates.length);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});

test('the number of verifications is limited, and earlier outcomes are cached', () => {
  const many = createPki({
    root: {},
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`ca${i}`, { issuer: 'root', ca: true }])),
    ann: { issuer: 'ca19' },
  });
  const [ann, root] = [many.certificate('ann'), many.certificate('root')];
  const isSignedBy = limitedVerifier(10);
  const makers = Array.from({ length: 20 }, (_, i) => many.certificate(`ca${i}` as 'ann'));
  expect(makers.filter(maker => isSignedBy(ann, maker.publicKey))).toEqual([]);
  expect(limitedVerifier(1)(makers[0]!, root.publicKey)).toBe(true);
  expect(isSignedBy(makers[0]!, root.publicKey)).toBe(true);
  expect(isSignedBy(makers[1]!, root.publicKey)).toBe(false);
});
