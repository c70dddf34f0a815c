/** Which proxy the environment names for a URL. */
import { expect, test } from 'vitest';
import { proxyFor } from '../../src/fetch/proxy.js';

const P = 'http://proxy.example.org:3128';
test.each<[url: string, env: Record<string, string>, proxy: string | null]>([
  ['https://a.example.org/', {}, null],
  ['https://a.example.org/', { HTTPS_PROXY: P }, P],
  ['https://a.example.org/', { https_proxy: P, HTTPS_PROXY: 'http://other' }, P],
  ['https://a.example.org/', { HTTP_PROXY: P }, null],
  ['http://a.example.org/', { http_proxy: P }, P],
  ['http://a.example.org/', { ALL_PROXY: P }, P],
  ['http://a.example.org/', { http_proxy: 'proxy.example.org:3128' }, P],
  ['https://a.example.org/', { HTTPS_PROXY: P, NO_PROXY: '*' }, null],
  ['https://a.example.org/', { HTTPS_PROXY: P, NO_PROXY: 'x.org, example.org' }, null],
  ['https://a.example.org/', { HTTPS_PROXY: P, no_proxy: '.example.org' }, null],
  ['https://a.example.org/', { HTTPS_PROXY: P, no_proxy: '*.example.org' }, null],
  ['https://aexample.org/', { HTTPS_PROXY: P, no_proxy: 'example.org' }, P],
  ['https://a.example.org:8443/', { HTTPS_PROXY: P, no_proxy: 'a.example.org:8443' }, null],
  ['https://a.example.org/', { HTTPS_PROXY: P, no_proxy: 'a.example.org:8443' }, P],
])('%s with %j: %s', (url, env, proxy) => expect(proxyFor(new URL(url), env)).toBe(proxy));

test.each(['http://ann:geheim@[', 'socks5://ann:geheim@proxy.example.org', 'ann:geheim@proxy:port'])(
  'what is not the URL of a proxy is refused, and not repeated: %s',
  HTTPS_PROXY => {
    const find = () => proxyFor(new URL('https://a.example.org/'), { HTTPS_PROXY });
    expect(find).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    expect(find).not.toThrow(/geheim/);
  },
);
