/** The certificates of issuers that are embedded, of those in a file beside the key. */
import { expect, test } from 'vitest';
import { readKeyFiles } from '../../../src/sign/index.js';
import { createPki, type Row } from '../../helpers/pki.js';

/** Each issued by the next, all of one name. */
const COUNT = 40;
const row = (_: unknown, i: number): [string, Row] => [
  `ca${i}`,
  { subject: 'CN=Same', ca: true, ...(i < COUNT - 1 && { issuer: `ca${i + 1}` }) },
];
const rows: Record<string, Row> = Object.fromEntries(Array.from({ length: COUNT }, row).reverse());
const pki = createPki({ ...rows, anna: { issuer: 'ca0' } });

function othersOf(...names: string[]): string[] {
  const key = pki.id('anna').key.export({ format: 'pem', type: 'pkcs8' });
  const bundle = ['anna', ...names].map(name => pki.id(name).pem).join('');
  const bySha256 = new Map(Object.keys(rows).map(name => [pki.id(name).certificate.sha256, name]));
  return readKeyFiles(Buffer.from(key), Buffer.from(bundle)).others.map(({ sha256 }) => bySha256.get(sha256) ?? '?');
}

test('each issuer once, also where the file has it twice', () => {
  expect(othersOf('ca0', 'ca1', `ca${COUNT - 1}`, 'ca1', 'ca0', `ca${COUNT - 1}`)).toEqual(['ca0', 'ca1']);
});

test('no longer chain than check() follows', () => {
  const issuers = Object.keys(rows).reverse();
  expect(othersOf(...issuers.toReversed())).toEqual(issuers.slice(0, 11));
});

test.each([
  ['old', 'recent'],
  ['recent', 'old'],
])('the one that is valid now of several of one key: %s, %s', (...names) => {
  const ca: Row = { subject: 'CN=Issuing', ca: true, issuer: 'root' };
  const shared = { ...ca, keyOf: 'recent' };
  const renewed = createPki(
    {
      root: {},
      recent: { ...ca, withoutKeyIds: true },
      old: { ...shared, notAfter: new Date(Date.now() - 86_400_000) },
      anna: { issuer: 'recent' },
    },
    new Date(),
  );
  const bundle = ['anna', ...names, 'root'].map(name => renewed.id(name).pem).join('');
  const key = renewed.id('anna').key.export({ format: 'pem', type: 'pkcs8' });
  const { others } = readKeyFiles(Buffer.from(key), Buffer.from(bundle));
  expect(others).toEqual(renewed.certificates('recent', 'root'));
});
