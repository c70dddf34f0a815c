/** The lists of 2023 from a server on this machine, with the publication of 2019 and its pivots: all as the manifest counts them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { trustStoreOf } from '../../../src/trust/index.js';
import { EU_LOTL, mirrorSource, trustStatus, updateLists } from '../../../src/trust/update/index.js';
import { describeCorpus } from '../../helpers/requires.js';
import { readManifest } from '../../helpers/trust-lists/corpus.js';
import { listsFolder } from '../../helpers/trust-lists/generation.js';

const PUBLICATION = 'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=uriserv:OJ.C_.2019.276.01.0001.01.ENG';

describeCorpus('of the corpus', 'trust-lists', folder => {
  const { lists, anchors } = readManifest(folder);
  const records = lists.filter(({ file }) => file.startsWith('cache-2023/'));
  const national = records.filter(({ kind }) => kind === 'tl');
  const signers = anchors.filter(({ set }) => set === 'oj-2019').map(({ sha256 }) => sha256);

  async function serve(): Promise<string> {
    const index = Object.fromEntries(records.map(({ url, file }) => [url, basename(file)]));
    const server = createServer((request, response) => {
      const name = basename(request.url!);
      response.end(name === 'index.json' ? JSON.stringify(index) : readFileSync(join(folder, 'cache-2023', name)));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  test('every list is loaded, and every certificate of a service is found', async () => {
    const source = await mirrorSource(await serve(), createFetcher({ allowPrivate: true }), 30_000);
    const settings = { source, lotl: EU_LOTL, territories: null, acceptShrink: false };
    const state = listsFolder();
    const result = await updateLists(state, { ...settings, anchors: [{ publication: PUBLICATION, signers }] });
    expect(result).toMatchObject({ isNew: true, sequence: 332, pivots: 2 });
    const loaded = result.outcomes.filter(({ outcome }) => outcome === 'new').map(({ territory }) => territory);
    expect(loaded).toEqual(national.map(({ territory }) => territory).sort());
    // the manifest has no list of Germany
    expect(result.outcomes.filter(({ outcome }) => outcome !== 'new')).toMatchObject([
      { territory: 'DE', outcome: 'refused' },
    ]);
    const found = trustStatus(state).lists.flatMap(({ list }) => list ?? []);
    expect(found.map(({ territory, sequence, services }) => [territory, sequence, services])).toEqual(
      national.map(({ territory, sequence, services }) => [territory, sequence, services]).sort(),
    );
    const certificates = new Map(
      national.map(({ territory, file }) => [territory, certificatesIn(readFileSync(join(folder, file), 'utf8'))]),
    );
    expect(Object.fromEntries(found.map(list => [list.territory, list.certificates]))).toEqual(
      Object.fromEntries([...certificates].map(([territory, all]) => [territory, all.size])),
    );
    expect(trustStoreOf([], state).sources).toEqual(['eu']);
  });
});

/** Those of services, found by other means than the reader of lists. */
function certificatesIn(xml: string): Set<string> {
  const services = xml.slice(
    xml.search(/<(?:\w+:)?TrustServiceProviderList/),
    xml.search(/<\/(?:\w+:)?TrustServiceProviderList/),
  );
  const values = services.matchAll(/<(?:\w+:)?X509Certificate>([^<]+)</g);
  return new Set([...values].map(([, value]) => Buffer.from(value!, 'base64').toString('base64')));
}
