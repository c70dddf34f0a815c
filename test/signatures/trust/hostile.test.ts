/** Certificates made to exhaust whoever builds paths from them. */
import { expect, test } from 'vitest';
import { CertificateIndex, findPaths, limitedVerifier } from '../../../src/signatures/path/chain/index.js';

import { createPki, type Row } from '../../helpers/pki.js';

const SIZE = 9;
const names = Array.from({ length: SIZE }, (_, i) => `ca${i}`);

/** Every authority is certified by every other. */
function everybodyByEverybody(): Record<string, Row> {
  const pairs = names.flatMap(one => names.filter(other => other !== one).map(other => [one, other] as const));
  const cross = pairs.map(([one, other]): [string, Row] => [
    `${one} by ${other}`,
    { issuer: other, ca: true, keyOf: one, subject: `CN=${one},O=Test` },
  ]);
  return { ...Object.fromEntries(names.map(name => [name, {}])), ...Object.fromEntries(cross), ann: { issuer: 'ca0' } };
}

const pki = createPki(everybodyByEverybody());
const pool = Object.keys(everybodyByEverybody()).map(name => pki.certificate(name));
const sources = () => ({
  certificates: new CertificateIndex(pool),
  isSignedBy: limitedVerifier(),
  fetchIssuers: null,
});

test('cross-certificates without an anchor: each pair is verified a few times, not once for each path', async () => {
  const { isSignedBy, ...others } = sources();
  let verifications = 0;
  const counted: typeof isSignedBy = (...pair) => {
    verifications++;
    return isSignedBy(...pair);
  };
  const [path] = await findPaths(pki.certificate('ann'), { ...others, isSignedBy: counted, anchors: [] });
  expect(verifications).toBeLessThan(SIZE ** 3); // there are 8! paths through all authorities
  expect(path?.anchor).toBeNull();
});

test('the anchor behind a knot is found, and the shortest path goes first', async () => {
  const anchors = [pki.certificate('ca5')];
  const paths = await findPaths(pki.certificate('ann'), { ...sources(), anchors });
  expect(paths[0]?.anchor).toBe(pki.certificate('ca5'));
  const lengths = paths.map(path => path.certificates.length);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});

test('many authorities cost no more than the budget, and earlier verifications are remembered', () => {
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
