/** The table of url-forms.ts against real sockets. Its printed form: `npx vitest run test/fetch/ssrf --reporter=verbose`. */
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetcher, type FetcherSettings } from '../../src/fetch/index.js';
import { authorizeUrl, createPolicy } from '../../src/fetch/policy.js';
import { describeWith } from '../helpers/requires.js';
import { ALLOWED, hasIpv6, type Planted, plant } from './servers.js';
import { FORMS, type Form } from './url-forms.js';

const ZONE: Record<string, string[]> = {
  'allowed.example.org': [ALLOWED],
  'loopback.example.org': ['127.0.0.1'],
  'loopback6.example.org': ['::1'],
  'mapped.example.org': ['::ffff:127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
  'a.localhost': ['127.0.0.1'],
  'public-then-loopback.example.org': ['93.184.215.14', '127.0.0.1'],
  'loopback-then-public.example.org': ['127.0.0.1', '93.184.215.14'],
  'public-then-ula.example.org': ['93.184.215.14', 'fd00::1'],
  'empty.example.org': [],
};

async function resolve(name: string): Promise<string[]> {
  if (name === 'silent.example.org') return new Promise(() => undefined);
  const addresses = ZONE[name];
  if (addresses) return addresses;
  throw Object.assign(new Error(name), { code: name.startsWith('servfail') ? 'EAI_AGAIN' : 'ENOTFOUND' });
}

let planted: Planted;
beforeAll(async () => {
  planted = await plant();
});
afterAll(() => planted.close());

function fetch(url: string, settings: FetcherSettings = {}, timeoutMs = 20_000) {
  const guarded = createFetcher({ ports: [planted.port], allow: [`${ALLOWED}/32`], resolve, ...settings });
  return guarded.fetch({ url: url.replaceAll('{port}', String(planted.port)), maxBytes: 1_000_000, timeoutMs });
}

for (const [group, rows] of FORMS) {
  describe(group, () => {
    test.each(rows.map(row => [row.code, row.what, row.url.slice(0, 70), row] as const))(
      '%s: %s: %j',
      async (code, _what, _url, row: Form) => {
        const before = planted.reached();
        const timeoutMs = code === 'FETCH_TIMEOUT' ? 300 : 20_000;
        await expect(fetch(row.url, {}, timeoutMs)).rejects.toMatchObject({
          code,
          message: expect.stringMatching(/^.{20,}\.$/),
        });
        expect(planted.reached()).toBe(before);
      },
    );
  });
}

describe('control: without the guard the same URLs do reach the planted server', () => {
  const rows = FORMS.flatMap(([, forms]) => forms.filter(form => form.reaches));
  const needsIpv6 = ({ url }: Form) => /\[|loopback6|mapped/.test(url);
  const reaches = async (_what: string, url: string) => {
    const before = planted.reached();
    const answer = await fetch(url, { allowPrivate: true });
    expect(Buffer.from(answer.body).toString()).toBe('secret');
    expect(planted.reached()).toBeGreaterThan(before);
  };
  const titled = (forms: Form[]) => forms.map(({ what, url }) => [what, url] as const);
  test.each(titled(rows.filter(row => !needsIpv6(row))))('%s: %j', reaches);
  describeWith('IPv6', [{ missing: 'this machine has no IPv6', met: hasIpv6 }], () => {
    test.each(titled(rows.filter(needsIpv6)))('%s: %j', reaches);
  });
});

describe('a name with thousands of addresses', () => {
  const answering = (addresses: string[]) => {
    vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(addresses as never);
    vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('none'));
    onTestFinished(() => void vi.restoreAllMocks());
  };
  const thousands = Array.from({ length: 4000 }, (_, i) => `8.8.${i >> 8}.${i & 255}`);
  const authorized = () => authorizeUrl('http://many.example.org/', createPolicy({}));

  test('the first ones are checked, and no others are connected to', async () => {
    answering([...thousands, '127.0.0.1']);
    expect((await authorized()).addresses).toEqual(thousands.slice(0, 16));
  });

  test('a forbidden address among them is enough', async () => {
    answering(['8.8.8.8', '127.0.0.1', ...thousands]);
    await expect(authorized()).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
  });
});

describe('DNS rebinding', () => {
  test('between lookup and connect: the name is resolved once, and the checked address is connected', async () => {
    const answers = [[ALLOWED], ['127.0.0.1']];
    const before = planted.reached();
    const answer = await fetch('http://rebind.example.org:{port}/file', { resolve: async () => answers.shift() ?? [] });
    expect(Buffer.from(answer.body).toString()).toBe('%PDF-1.7');
    expect(answers).toEqual([['127.0.0.1']]);
    expect(planted.reached()).toBe(before);
  });

  test('between two hops: the name is checked again', async () => {
    const answers = [[ALLOWED], ['127.0.0.1']];
    const before = planted.reached();
    const url = 'http://rebind.example.org:{port}/redirect?to=%2Ffile';
    await expect(fetch(url, { resolve: async () => answers.shift() ?? [] })).rejects.toMatchObject({
      code: 'URL_FORBIDDEN',
    });
    expect(planted.reached()).toBe(before);
  });

  test('from a public address to this machine: the public address alone is tried', async () => {
    const before = planted.reached();
    const answers = [['203.0.113.7'], ['127.0.0.1']];
    const settings = { allow: ['203.0.113.7/32'], resolve: async () => answers.shift() ?? [] };
    await expect(fetch('http://rebind.example.org:{port}/', settings, 300)).rejects.toMatchObject({
      code: expect.stringMatching(/^FETCH_/),
    });
    expect(planted.reached()).toBe(before);
  });
});
