/** Messages, of which only the status of the answer matters: sent under the same guard as requests for documents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFetcher } from '../../src/fetch/index.js';
import { ALLOWED, type Planted, plant } from './servers.js';
import { FORMS } from './url-forms.js';

let planted: Planted;
beforeAll(async () => {
  planted = await plant();
});
afterAll(() => planted.close());

function send(path: string, { timeoutMs = 20_000, headers = {} } = {}) {
  const resolve = async (name: string) => (name === 'rebinding.example.org' ? [ALLOWED, '127.0.0.1'] : ['127.0.0.1']);
  const fetcher = createFetcher({ ports: [planted.port], allow: [`${ALLOWED}/32`], resolve });
  const url = path.startsWith('/') ? `http://${ALLOWED}:${planted.port}${path}` : path;
  const body = Buffer.from('{"type":"test"}');
  return fetcher.send({ url: url.replaceAll('{port}', String(planted.port)), body, headers, timeoutMs });
}

const lastRequest = () => planted.requests.at(-1)!;

test('it is a POST with the headers of a webhook, and none that identifies the caller', async () => {
  const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1', authorization: 'Bearer x' };
  expect(await send('/file', { headers })).toEqual({ status: 200, retryAfter: null });
  expect(lastRequest()).toMatchObject({
    method: 'POST',
    headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json', 'content-length': '15' },
  });
  expect(lastRequest().headers).not.toHaveProperty('authorization');
});

test('a redirect is an answer, and is not followed', async () => {
  const seen = planted.requests.length;
  expect((await send(`/redirect?status=307&to=${encodeURIComponent('/file')}`)).status).toBe(307);
  expect(planted.requests.length - seen).toBe(1);
});

test.each([
  ['503&after=120', 503, 120],
  ['429&after=soon', 429, null],
  ['500&after=Wed, 21 Oct 2015 07:28:00 GMT', 500, 0],
  ['503&after=Wed, 21 Oct 2015 07:28:00 GMT&date=Wed, 21 Oct 2015 07:26:00 GMT', 503, 120],
  ['410', 410, null],
  ['429&after=99999999999', 429, 99_999_999_999],
])('the answer %s', async (query, status, retryAfter) => {
  expect(await send(`/status?is=${query}`)).toEqual({ status, retryAfter });
});

test.each(['/huge', '/endless', '/drip', '/half', '/cut', '/gzip'])(
  'the body of an answer is not read: %s',
  async path => {
    expect((await send(path)).status).toBe(200);
  },
);

test('without an answer there is an error in time', async () => {
  await expect(send('/silent', { timeoutMs: 300 })).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
  await expect(send('/headers')).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  await expect(send('/garbage')).rejects.toMatchObject({ code: 'FETCH_FAILED' });
});

describe('no form of a URL reaches a forbidden address', () => {
  const rows = FORMS.flatMap(([, forms]) => forms.map(({ what, url }) => [what, url] as const));
  test.each([...rows, ['one forbidden address', 'http://rebinding.example.org:{port}/'] as const])(
    '%s: %j',
    async (_what, url) => {
      const before = planted.reached();
      const answer = await send(url, { timeoutMs: 300 }).catch(({ code }) => code);
      expect(answer === 'URL_FORBIDDEN' || answer === 'FETCH_TIMEOUT' || answer.status >= 300).toBe(true);
      expect(planted.reached()).toBe(before);
    },
  );
});
