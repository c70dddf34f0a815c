/** A service whose trusted lists are lost or damaged accepts no stranger. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { servedLists } from '../../../src/cli/commands/serve/served-lists.js';
import { listsFolder as listsFolderOf, trustRecord, userTrustStore } from '../../../src/cli/input/trust.js';
import { loadConfig } from '../../../src/config/index.js';
import { makeFolder } from '../../../src/system/files/files.js';
import { newHome } from '../../helpers/cli.js';
import { createPki } from '../../helpers/pki.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { indexedList, writeGeneration } from '../../helpers/trust-lists/generation.js';
import { startServer } from '../started.js';

const pki = createPki({ ca: {}, stranger: {} }, new Date());
const pdf = new Uint8Array(blankPdf().sign({ make: bytes => pki.cms('stranger', bytes) }).bytes);
const GRANTED = [{ status: 'granted', start: '2020-01-01T00:00:00Z' }];

/** `before`: loads the lists before the start. */
async function serve({ processPerDocument, before }: { processPerDocument: boolean; before: boolean }) {
  const env = { DOCCONV_HOME: newHome() };
  const folder = listsFolderOf(env);
  makeFolder(folder);
  const load = async () => {
    const generation = await writeGeneration(folder, [indexedList('DE', pki.id('ca').der, GRANTED)]);
    trustRecord(env).add(['eu']);
    return generation;
  };
  const loaded = before ? await load() : null;
  const config = loadConfig({ env }).values;
  const trust = await userTrustStore({}, config, { cwd: folder, env });
  const server = await startServer({ trust, lists: servedLists(config, env), processPerDocument });
  onTestFinished(() => server.stop());
  const verify = async (query = '') => {
    const headers = { 'content-type': 'application/pdf' };
    const response = await fetch(`${server.url}/v1/verify${query}`, { method: 'POST', body: pdf, headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  return { server, folder, verify, generation: loaded ?? (await load()) };
}

const refused = { status: 200, body: { verdict: 'indeterminate' } };
const unavailable = { status: 503, body: { code: 'trust_unavailable', retryable: true } };

test.each([true, false])(
  'no stranger is accepted after the lists were lost while it runs; a process for each document: %s',
  async processPerDocument => {
    const { folder, verify, server } = await serve({ processPerDocument, before: true });
    expect(await verify()).toMatchObject(refused);
    rmSync(folder, { recursive: true });
    // a process that has the lists open uses them; another one does not start as if there had never been any
    for (let i = 0; i < 5; i++) {
      const answer = await verify();
      expect(answer).toMatchObject(answer.status === 200 ? refused : unavailable);
    }
    if (processPerDocument) expect((await verify()).body.detail).not.toContain(folder);
    const ready = await fetch(`${server.url}/readyz`);
    expect(await ready.json()).toMatchObject({ checks: { trustedLists: { status: 'failing' } } });
  },
);

test('no stranger is accepted after lists were loaded while it runs, and then lost', async () => {
  const { folder, verify } = await serve({ processPerDocument: true, before: false });
  rmSync(folder, { recursive: true });
  await verify(); // by a process that was started before the lists were loaded
  expect(await verify()).toMatchObject(unavailable);
});

test('lists that are damaged at its start are an error, unless the request requires no trust', async () => {
  const { folder, verify, generation, server } = await serve({ processPerDocument: false, before: true });
  writeFileSync(join(folder, generation, 'index'), 'x');
  expect(await verify()).toMatchObject(unavailable);
  expect(await verify('?trust=not-required')).toMatchObject({ status: 200, body: { verdict: 'intact' } });
  expect(server.log()).toMatch(/docconv trust update/);
});
