/** Updates over the network: what servers send, and do not send, and through a proxy. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DocconvError } from '../../../src/errors.js';
import { createFetcher } from '../../../src/fetch/index.js';
import { TrustRecord } from '../../../src/trust/index.js';
import { networkSource, trustStatus, updateLists } from '../../../src/trust/update/index.js';
import { networkFault } from '../../../src/trust/update/sources.js';
import { freePort } from '../../helpers/servers/free-port.js';
import { startProxy } from '../../helpers/servers/proxy.js';
import { listsFolder } from '../../helpers/trust-lists/generation.js';
import { ANCHOR, listOfLists, pki, stateList } from '../../helpers/trust-lists/world.js';

const BIG = 21 * 1024 * 1024;
const AA = stateList('AA');
const CC = stateList('CC');

/** What each state's server does; the path is its territory. */
const SERVERS: Readonly<Record<string, RequestListener>> = {
  AA: (_request, response) => response.end(AA),
  BB: (request, response) => {
    response.setHeader('etag', '"b1"');
    if (request.headers['if-none-match'] === '"b1"') response.writeHead(304).end();
    else response.end(stateList('BB'));
  },
  CC: (_request, response) => response.writeHead(302, { location: '/moved/CC.xml' }).end(),
  DD: (_request, response) => response.writeHead(503).end(),
  EE: () => {}, // never answers
  FF: (_request, response) => void response.writeHead(200, { 'content-length': String(BIG) }).write('<'),
  GG: (request, _response) => request.socket.destroy(),
  HH: (_request, response) => response.writeHead(302, { location: 'http://user:password@127.0.0.1/' }).end(),
};
const ANSWERED = ['AA', 'BB', 'CC'];

const OPEN = createFetcher({ allowPrivate: true });

let server: Server;
let base: string;
let lotl: Buffer;
let digest: string | null;
let requests: string[];

function answer(request: IncomingMessage, response: Parameters<RequestListener>[1]): void {
  const { pathname } = new URL(request.url!, 'http://x');
  requests.push(`${pathname}${request.headers['if-none-match'] ? ' if-none-match' : ''}`);
  if (pathname === '/lotl.xml') response.end(lotl);
  else if (pathname === '/moved/CC.xml') response.end(CC);
  else if (pathname === '/AA.sha2' && digest !== null) response.end(`${digest}\n`);
  else if (pathname.endsWith('.sha2')) response.writeHead(404).end();
  else SERVERS[pathname.slice(1, 3)]!(request, response);
}

function makeLotl(): Buffer {
  const pointers = Object.keys(SERVERS).map(territory => ({
    url: `${base}/${territory}.xml`,
    territory,
    certificates: [pki.id('state').der],
  }));
  return listOfLists([], { pointers });
}

beforeAll(async () => {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  lotl = makeLotl();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  digest = null;
});

const updateBy = (folder: string, territories: readonly string[] | null = ANSWERED, fetcher = OPEN) =>
  updateLists(folder, {
    source: networkSource(fetcher, territories ? 10_000 : 5_000),
    lotl: `${base}/lotl.xml`,
    anchors: [ANCHOR],
    territories,
    acceptShrink: false,
  });

describe('each server', () => {
  test('is asked for its list; the others do not suffer from one that is slow, dead, large or strange', async () => {
    const folder = listsFolder();
    const { outcomes } = await updateBy(folder, null);
    expect(outcomes.map(({ territory, outcome, reason }) => [territory, outcome, reason])).toEqual([
      ['AA', 'new', null],
      ['BB', 'new', null],
      ['CC', 'new', null],
      ['DD', 'refused', 'FETCH_FAILED'],
      ['EE', 'refused', 'FETCH_TIMEOUT'],
      ['FF', 'refused', 'TOO_LARGE'],
      ['GG', 'refused', 'FETCH_FAILED'],
      ['HH', 'refused', 'URL_FORBIDDEN'],
    ]);
    expect(trustStatus(folder).attention).toHaveLength(5);
  });

  test('sends nothing again that is known by its ETag or its digest', async () => {
    const folder = listsFolder();
    await updateBy(folder);
    digest = createHash('sha256').update(AA).digest('hex');
    requests = [];
    const { outcomes, isNew } = await updateBy(folder);
    expect(outcomes.filter(({ outcome }) => outcome === 'unchanged').map(({ territory }) => territory)).toEqual(
      ANSWERED,
    );
    expect(isNew).toBe(false);
    expect(requests).toEqual(expect.arrayContaining(['/AA.sha2', '/BB.xml if-none-match']));
    expect(requests).not.toContain('/AA.xml');
    expect(requests).not.toContain('/BB.sha2');
  });

  test('is not believed about a digest that differs: the list is fetched', async () => {
    const folder = listsFolder();
    await updateBy(folder);
    digest = '0'.repeat(64);
    requests = [];
    const { outcomes } = await updateBy(folder);
    expect(outcomes[0]).toMatchObject({ territory: 'AA', outcome: 'unchanged' });
    expect(requests).toContain('/AA.xml');
  });
});

test('private addresses are not reached unless they are allowed', async () => {
  await expect(updateBy(listsFolder(), null, createFetcher())).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
  expect(requests).toEqual([]);
});

test('an update that is cancelled changes nothing', async () => {
  const folder = listsFolder();
  const signal = AbortSignal.timeout(100);
  const source = networkSource(OPEN, 10_000);
  const settings = {
    source,
    lotl: `${base}/lotl.xml`,
    anchors: [ANCHOR],
    territories: ['AA', 'EE'],
    acceptShrink: false,
  };
  await expect(updateLists(folder, { ...settings, signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(trustStatus(folder)).toMatchObject({ generation: null, lastUpdate: null });
});

test('a proxy of the environment is used, which resolves the names', async () => {
  const { url, asked, close } = await startProxy((server.address() as AddressInfo).port);
  try {
    const fetcher = createFetcher({ proxies: { HTTP_PROXY: url, NO_PROXY: 'direct.example.org' } });
    const fetch = (host: string) => fetcher.fetch({ url: `http://${host}/AA.xml`, maxBytes: 1e6, timeoutMs: 5_000 });
    expect(Buffer.from((await fetch('lists.example.org')).body).equals(AA)).toBe(true);
    expect(asked).toEqual(['GET http://lists.example.org/AA.xml']);
    await expect(fetch('direct.example.org')).rejects.toThrow();
    await expect(fetch('127.0.0.1')).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    await expect(fetch('printer')).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(asked).toHaveLength(1);
  } finally {
    await close();
  }
});

describe('the message names the cause that the user can act on', () => {
  const REMEDY = /HTTPS_PROXY.*--mirror or docconv trust import\.$/;
  const failure = async (url: string, proxies: Record<string, string> = {}, timeoutMs = 10_000) => {
    const source = networkSource(createFetcher({ allowPrivate: true, proxies }), timeoutMs);
    const settings = { source, lotl: url, anchors: [ANCHOR], territories: null, acceptShrink: false };
    const folder = listsFolder();
    const thrown = await updateLists(folder, settings).catch(error => error);
    expect(trustStatus(folder).attention.join()).toContain(thrown.message);
    return thrown;
  };

  test('a name that DNS does not know', async () => {
    const { code, message } = await failure('http://lists.invalid/lotl.xml');
    expect([code, message]).toEqual(['FETCH_FAILED', expect.stringMatching(/^The name lists\.invalid could not be/)]);
    expect(message).toMatch(REMEDY);
  });

  test('the same where only public addresses are fetched', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }));
    const source = networkSource(createFetcher({ resolve }), 10_000);
    const thrown = await source.fetch('https://lists.example.org/', null).catch(error => error);
    expect(thrown.message).toMatch(/^The name lists\.example\.org could not be looked up: check the DNS/);
  });

  test('a server that is not reached', async () => {
    const { message } = await failure(`http://127.0.0.1:${await freePort()}/lotl.xml`);
    expect(message).toMatch(/could not be reached/);
    expect(message).toMatch(REMEDY);
  });

  test('a proxy that is not reached, or whose name is unknown', async () => {
    const url = 'http://lists.example.org/lotl.xml';
    const dead = await failure(url, { HTTP_PROXY: `http://127.0.0.1:${await freePort()}` });
    expect(dead.message).toMatch(REMEDY);
    const unknown = await failure(url, { HTTP_PROXY: 'http://name:secret@proxy.invalid:3128' });
    expect(unknown.message).toMatch(/^The name proxy\.invalid could not be looked up/);
    expect(unknown.message).not.toContain('secret');
  });

  test('a server that does not answer', async () => {
    const { code, message } = await failure(`${base}/EE.xml`, {}, 200);
    expect([code, message]).toEqual(['FETCH_TIMEOUT', expect.stringMatching(/--timeout/)]);
    expect(message).toMatch(REMEDY);
  });

  test.each(['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'a certificate that is not trusted: %s',
    code => {
      const cause = Object.assign(new Error('self-signed certificate'), { code });
      const thrown = new DocconvError('FETCH_FAILED.not-reached', { host: 'The server' }, { cause });
      expect(networkFault(thrown, 'https://lists.example.org/a.xml').message).toMatch(
        /^The certificate of the server lists\.example\.org .* \(self-signed certificate\)\..*NODE_EXTRA_CA_CERTS/,
      );
    },
  );

  test('a record of what is trusted that cannot be written', async () => {
    const file = join(listsFolder(), 'file');
    writeFileSync(file, '');
    expect(() => new TrustRecord(join(file, 'record')).add(['eu'])).toThrow(/Cannot write .*: its folder is a file/);
  });

  test('not where the server has answered', async () => {
    const { message } = await failure(`${base}/DD.xml`);
    expect(message).toMatch(/answered with status 503\.$/);
  });

  test('a folder that cannot be written, before anything is fetched', async () => {
    const folder = join(listsFolder(), 'file');
    writeFileSync(folder, '');
    const settings = { source: networkSource(OPEN, 10_000), lotl: `${base}/lotl.xml`, anchors: [ANCHOR] };
    const update = updateLists(join(folder, 'trust'), { ...settings, territories: null, acceptShrink: false });
    await expect(update).rejects.toMatchObject({
      code: 'OUTPUT_UNWRITABLE',
      message: expect.stringMatching(
        /cannot be saved in .*: its folder is a file\. Make .* writable .* DOCCONV_HOME\.$/,
      ),
    });
    expect(requests).toEqual([]);
  });
});
