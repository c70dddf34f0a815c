import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTrustStore, readAnchors, savedAnchors } from '../../src/trust/index.js';
import { createPki } from '../helpers/pki.js';
import { describeTools } from '../helpers/requires.js';

const pki = createPki({ root: {}, other: { subject: 'C=DE,O=Acme,CN=Other Root' }, ca: { issuer: 'root', ca: true } });
const home = mkdtempSync(join(tmpdir(), 'docconv-trust-'));
afterAll(() => rmSync(home, { recursive: true }));

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(home, name), content);
  return join(home, name);
};
const subjects = async (place: string) => (await readAnchors(place)).map(one => one.subject.commonName);

describe('anchors are read from', () => {
  test('a PEM file with several certificates among other text', async () => {
    const { pem: other } = pki.id('other');
    expect(await subjects(write('two.pem', `# mine\n${pki.id('root').pem}\nand\n${other}`))).toEqual([
      'root',
      'Other Root',
    ]);
  });

  test('a DER file', async () => {
    expect(await subjects(write('root.cer', pki.id('root').der))).toEqual(['root']);
  });

  test('PKCS #7', async () => {
    const bundle = pki.cms('root', Buffer.from(''), { certificates: [pki.id('root'), pki.id('other')] });
    expect(await subjects(write('bundle.p7b', bundle))).toEqual(['root', 'Other Root']);
  });

  test('a folder, ignoring files of other types', async () => {
    mkdirSync(join(home, 'folder'));
    write('folder/a.crt', pki.id('root').pem);
    write('folder/b.der', pki.id('other').der);
    write('folder/broken.pem', 'nothing');
    write('folder/notes.txt', pki.id('ca').pem);
    expect(await subjects(join(home, 'folder'))).toEqual(['root', 'Other Root']);
  });

  test('a folder completely, or not at all', async () => {
    mkdirSync(join(home, 'incomplete'));
    write('incomplete/a.crt', pki.id('root').pem);
    symlinkSync('missing.pem', join(home, 'incomplete', 'b.pem'));
    const message = expect.stringContaining(join('incomplete', 'b.pem'));
    await expect(readAnchors(join(home, 'incomplete'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', message });
  });

  test('the system', async () => {
    expect((await readAnchors('system')).length).toBeGreaterThan(50);
  });

  test('an error names a missing file and a file without certificates', async () => {
    await expect(readAnchors(join(home, 'no.pem'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const empty = write('empty.pem', 'hello');
    await expect(readAnchors(empty)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining(empty),
    });
  });
});

describe('saved anchors', () => {
  const folder = join(home, 'config', 'trust');
  const saved = savedAnchors(folder);

  test('are empty at first', async () => {
    expect(await saved.list()).toEqual([]);
  });

  test('are saved once each by concurrent writers', async () => {
    const both = pki.certificates('root', 'other');
    await Promise.all([saved.add(both), saved.add(both), savedAnchors(folder).add(both)]);
    expect(await saved.add(both)).toEqual([]);
    expect((await saved.list()).map(anchor => anchor.certificate.subject.commonName)).toEqual(['Other Root', 'root']);
    expect(readdirSync(folder).every(name => /^[0-9a-f]{64}\.pem$/.test(name))).toBe(true);
  });

  test('are found by fingerprint, by a prefix of it and by name', async () => {
    const { sha256 } = pki.certificate('other');
    for (const name of [sha256, sha256.toUpperCase().replace(/..(?=.)/g, '$&:'), sha256.slice(0, 8), 'Other Root']) {
      expect((await saved.find(name)).fingerprint).toBe(sha256);
    }
    await expect(saved.find(sha256.slice(0, 7))).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  test('form a trust store with the given ones', async () => {
    const store = await openTrustStore({
      places: [join(home, 'root.cer'), write('ca.pem', pki.id('ca').pem)],
      kept: folder,
    });
    expect(store.portable.certificates).toHaveLength(3);
    expect(store.find(pki.certificate('ca').subject)).toMatchObject([
      { source: 'file', certificate: { sha256: pki.certificate('ca').sha256 } },
    ]);
    expect(store.find(pki.certificate('root').issuer)).toHaveLength(1);
    expect((await openTrustStore({ places: [], kept: null })).sources).toEqual([]);
    expect((await openTrustStore({ places: [] })).sources).toEqual([]);
  });

  test('are removed', async () => {
    expect((await saved.remove('Other Root')).fingerprint).toBe(pki.certificate('other').sha256);
    expect(await saved.list()).toHaveLength(1);
  });

  test('are rejected when their file was replaced', async () => {
    writeFileSync(join(folder, `${pki.certificate('root').sha256}.pem`), pki.id('other').pem);
    await expect(saved.list()).rejects.toMatchObject({ code: 'TRUST_UNAVAILABLE' });
  });
});

describeTools('openssl', ['openssl'], () => {
  test('toPem output can be read as a bundle', async () => {
    const pem = write('in.pem', pki.id('root').pem + pki.id('other').pem);
    const out = join(home, 'openssl.p7b');
    execFileSync('openssl', ['crl2pkcs7', '-nocrl', '-certfile', pem, '-out', out]);
    expect(await subjects(out)).toEqual(['root', 'Other Root']);
  });
});
