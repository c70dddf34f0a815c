/** Certificates crafted to exhaust path building. */

import { expect, test } from 'vitest';
import { readDer } from '../../../src/pki/der/reader.js';
import { parseSignedData } from '../../../src/pki/index.js';
import { readName } from '../../../src/pki/name.js';
import { check } from '../../../src/signatures/index.js';
import { CertificateIndex, findPaths, limitedVerifier } from '../../../src/signatures/path/chain/index.js';
import { forbiddenName } from '../../../src/signatures/path/chain/name-constraints.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { oid, sequence, setOf, utf8 } from '../../helpers/pki/der.js';
import { createPki, NOW, type Row } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';

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
  const [path] = await findPaths(pki.certificate('ann'), { ...others, isSignedBy: counted, anchorsNamed: () => [] });
  expect(verifications).toBeLessThan(SIZE ** 3); // there are 8! paths through all CAs
  expect(path?.anchor).toBeNull();
});

test('the anchor is found through cross-certificates, and the shortest path is first', async () => {
  const { find: anchorsNamed } = trustStoreOf([pki.certificate('ca5')]);
  const paths = await findPaths(pki.certificate('ann'), { ...sources(), anchorsNamed });
  expect(paths[0]?.anchor?.certificate).toBe(pki.certificate('ca5'));
  const lengths = paths.map(path => path.certificates.length);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});

test('the number of verifications is limited, whatever earlier documents left in the cache', () => {
  const many = createPki({
    root: {},
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`ca${i}`, { issuer: 'root', ca: true }])),
    ann: { issuer: 'ca19' },
  });
  const [ann, root] = [many.certificate('ann'), many.certificate('root')];
  const isSignedBy = limitedVerifier(10);
  const makers = Array.from({ length: 20 }, (_, i) => many.certificate(`ca${i}` as 'ann'));
  expect(makers.filter(maker => isSignedBy(ann, maker.publicKey))).toEqual([]);
  const another = limitedVerifier(1);
  expect([0, 1, 0].map(i => another(makers[i]!, root.publicKey))).toEqual([true, false, true]);
  expect(isSignedBy(makers[0]!, root.publicKey)).toBe(false);
});

test('slow keys use up the limit on verifications faster', () => {
  const slow = createPki({ root: { key: 'P-521' }, ann: { issuer: 'root' }, bob: { issuer: 'root' } });
  const isSignedBy = limitedVerifier(20);
  const { publicKey } = slow.certificate('root');
  expect(isSignedBy(slow.certificate('ann'), publicKey)).toBe(true);
  expect(isSignedBy(slow.certificate('bob'), publicKey)).toBe(false);
  expect(isSignedBy(slow.certificate('ann'), publicKey)).toBe(true);
});

test('more names and name constraints than can be compared are forbidden', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `dns:${i}.test`);
  const { nameConstraints } = createPki({ ca: { permitted: ['dns:test', ...names(1019)] } }).certificate(
    'ca',
  ).extensions;
  const forbidden = (count: number) =>
    forbiddenName(createPki({ ann: { san: names(count) } }).certificate('ann'), nameConstraints!);
  expect(forbidden(1000)).toBeNull();
  expect(forbidden(1100)).toBe('more names than can be compared');
});

test('a name with more than 200 parts is malformed', () => {
  const name = (parts: number) =>
    readDer(sequence(...Array.from({ length: parts }, () => setOf([sequence(oid('2.5.4.11'), utf8('x'))]))));
  expect(readName(name(200)).attributes).toHaveLength(200);
  expect(() => readName(name(201))).toThrow('too many parts');
});

test('of many signers, the first ones are read, and the message is malformed', async () => {
  const many = createPki({ ann: {} });
  const make = (bytes: Uint8Array) => many.cms('ann', bytes, { signerInfos: 30 });
  expect(parseSignedData(make(Buffer.from('x'))).signers).toHaveLength(10);
  const { signers } = await check(blankPdf().sign({ make, room: 20_000 }).bytes, { at: NOW });
  expect(signers[0]).toMatchObject({ intact: true, subIndication: 'FORMAT_FAILURE' });
});

test('of many certificates that could be the signer, the one that the signing-certificate attribute identifies is used', async () => {
  const rows = Object.fromEntries(
    Array.from({ length: 30 }, (_, i): [string, Row] => [`other${i}`, { issuer: 'ca', subject: `CN=${i}`, serial: 7 }]),
  );
  const many = createPki<string>({ ca: {}, ...rows, ann: { issuer: 'ca', serial: 7 } });
  const certificates = [...Object.keys(rows), 'ann'].map(name => many.id(name));
  const make = (bytes: Uint8Array) => many.cms('ann', bytes, { certificates });
  const { signers } = await check(blankPdf().sign({ make, room: 20_000 }).bytes, { at: NOW });
  expect(signers[0]).toMatchObject({ intact: true, name: 'ann' });
});
