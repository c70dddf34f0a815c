/** Content that is the same in every answer is compressed by Accept-Encoding, and not sent again to those who have it. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startServer } from '../started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer({ corsOrigins: ['https://example.org'] });
});
afterAll(() => server.stop());

async function get(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode: status, headers: answered, body } = await request(server.url + path, { method, headers });
  return { status, headers: answered, body: Buffer.from(await body.arrayBuffer()) };
}

const DECODED: Record<string, (body: Buffer) => Buffer> = {
  br: body => brotliDecompressSync(body),
  gzip: body => gunzipSync(body),
  identity: body => body,
};

describe.each(['/openapi.json', '/docs', '/', '/page/app.js', '/page/pdfium.wasm'])('%s', path => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['identity', 'identity'],
    ['', 'identity'],
    ['zstd', 'identity'],
  ])('for Accept-Encoding "%s" is sent as %s', async (header, encoding) => {
    const plain = await get(path);
    const { status, headers, body } = await get(path, { 'accept-encoding': header });
    expect([status, headers['content-encoding'] ?? 'identity']).toEqual([200, encoding]);
    expect(DECODED[encoding]!(body).equals(plain.body)).toBe(true);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    if (encoding !== 'identity') expect(body.length).toBeLessThan(0.6 * plain.body.length);
  });

  it('has an ETag for each encoding, with each of which the answer is 304 without a body', async () => {
    const encodings = ['br', 'gzip', 'identity'];
    const tags = await Promise.all(
      encodings.map(async name => (await get(path, { 'accept-encoding': name })).headers.etag),
    );
    expect(new Set(tags).size).toBe(3);
    const conditions = [...tags.flatMap(tag => [`${tag}`, `W/${tag}`, `"other", ${tag}`]), '*'];
    for (const condition of conditions) {
      const { status, body, headers } = await get(path, { 'if-none-match': condition });
      expect([condition, status, body.length, headers['content-encoding']]).toEqual([condition, 304, 0, undefined]);
      expect(tags).toContain(headers.etag);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is refused where If-Match names another version or encoding', async () => {
    const { headers } = await get(path, { 'accept-encoding': 'br' });
    const tag = String(headers.etag);
    const statusOf = async (condition: string) =>
      (await get(path, { 'accept-encoding': 'br', 'if-match': condition })).status;
    for (const condition of [tag, `"other", ${tag}`, '*'])
      expect([condition, await statusOf(condition)]).toEqual([condition, 200]);
    for (const condition of ['"other"', `W/${tag}`])
      expect([condition, await statusOf(condition)]).toEqual([condition, 412]);
    expect((await get(path, { 'if-match': tag })).status).toBe(412);
  });

  it('has the same headers for HEAD', async () => {
    const { headers } = await get(path, { 'accept-encoding': 'br' });
    const head = await get(path, { 'accept-encoding': 'br' }, 'HEAD');
    for (const name of ['etag', 'content-type', 'content-length', 'content-encoding'])
      expect([name, head.headers[name]]).toEqual([name, headers[name]]);
    expect(head.body.length).toBe(0);
  });
});

it('what varies by Origin varies by the encoding as well', async () => {
  const { headers } = await get('/openapi.json', { origin: 'https://example.org' });
  expect(String(headers.vary).toLowerCase().split(', ').sort()).toEqual(['accept-encoding', 'origin']);
});

it('a document that is compressed already is sent as it is', async () => {
  const { headers, body } = await get('/page/samples/report.docx', { 'accept-encoding': 'br' });
  expect([headers['content-encoding'], body.subarray(0, 2).toString()]).toEqual([undefined, 'PK']);
});
