/** `docconv doctor` tries the key and the authority of the setting `signing`, where there are some. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docconvResident, newHome } from '../../helpers/cli.js';
import { type AuthorityServers, refused, startAuthorities } from '../../helpers/pki/authority-servers.js';

let servers: AuthorityServers;
beforeAll(async () => {
  servers = await startAuthorities();
});
afterAll(() => servers.close());

interface Trial {
  name: string;
  ok: boolean;
  message: string | null;
}

/** The results of the tests whose names have this word. */
async function trials(word: string, signing?: object): Promise<Trial[]> {
  const folder = newHome();
  const { key, certificate } = servers.pki.id('ann');
  writeFileSync(join(folder, 'key.pem'), key.export({ format: 'pem', type: 'pkcs8' }));
  writeFileSync(join(folder, 'cert.der'), certificate.der);
  const file = join(folder, 'signing.json');
  if (signing) writeFileSync(file, JSON.stringify(signing));
  const none = { DOCCONV_ENGINE: 'native', DOCCONV_LIBREOFFICE: folder, DOCCONV_WORKERS: '0' };
  const env = { DOCCONV_HOME: folder, ...none, ...(signing && { DOCCONV_SIGNING: file }) };
  const { code, out } = await docconvResident(['doctor', '--json'], { env });
  const found = (JSON.parse(out).trials as Trial[]).filter(({ name }) => name.includes(word));
  expect(code).toBe(found.every(({ ok }) => ok) ? 0 : 1);
  return found;
}

const files = { key: 'key.pem', cert: 'cert.der' };

test('nothing is tried where no key is configured', async () => {
  expect(await trials('sign')).toMatchObject([{ name: 'sign a PDF and detect a change', ok: true }]);
});

test('a key and an authority that work', async () => {
  const all = await trials('sign', { ...files, tsa: `${servers.base}/tsa` });
  expect(all.slice(1)).toMatchObject([
    { name: 'open the key of the setting signing', ok: true, message: null },
    { name: 'get a timestamp for signing', ok: true, message: null },
  ]);
});

test('a key that is not there, and an authority that refuses', async () => {
  servers.answer('/tsa', () => ({ body: refused() }));
  const all = await trials('sign', { ...files, key: 'nowhere.pem', tsa: `${servers.base}/tsa` });
  servers.reset();
  expect(all.slice(1)).toMatchObject([
    { ok: false, message: expect.stringContaining('nowhere.pem') },
    { ok: false, message: expect.stringContaining('127.0.0.1') },
  ]);
  expect(await trials('the key', { tsa: `${servers.base}/tsa` })).toMatchObject([{ ok: false }]);
});
