/** Conditional and range requests for results: what holds for every store of documents. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { type Started, startServer } from '../started.js';

type Fields = Record<string, string>;

export function resultCases(variables: () => Promise<Fields>): void {
  let server: Started;
  let path: string;
  let complete: Buffer;
  let etag: string;
  const request = (headers: Fields, method = 'GET', of = path) =>
    fetch(`${server.url}${of}`, { method, headers: { authorization: `Bearer ${server.key}`, ...headers } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  beforeAll(async () => {
    server = await startServer({}, await variables());
    path = await submit(server);
    const whole = await request({});
    [etag, complete] = [whole.headers.get('etag')!, await bytesOf(whole)];
    expect(complete.length).toBeGreaterThan(2_500_000); // several blocks of each store
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
  });
  afterAll(() => server.stop());

  it('answers 304 to a client that has the result', async () => {
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await request({ 'if-none-match': known, range: 'bytes=0-9' });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
    }
    expect((await request({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers 412 where the client wants another result, before any other condition', async () => {
    for (const wanted of ['"other"', `W/${etag}`, `"other", W/${etag}`]) {
      const answer = await request({ 'if-match': wanted, 'if-none-match': etag, range: 'bytes=0-9' });
      expect([answer.status, await answer.json()]).toMatchObject([412, { code: 'precondition_failed' }]);
    }
    for (const wanted of [etag, `"other", ${etag}`, '*']) {
      const answer = await request({ 'if-match': wanted, range: 'bytes=0-9' });
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([206, 10]);
    }
    const late = await request({ 'if-unmodified-since': new Date(0).toUTCString() }, 'HEAD');
    expect([late.status, late.headers.has('last-modified')]).toEqual([200, false]);
  });

  it('answers with the range that was asked for, and a client can fetch the result in parts', async () => {
    const size = complete.length;
    for (const [range, first, last] of [
      ['bytes=0-1', 0, 1],
      ['bytes=1048575-1048577', 1_048_575, 1_048_577],
      ['bytes=1000000-2400000', 1_000_000, 2_400_000],
      ['bytes=2000000-', 2_000_000, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=${size - 1}-99999999`, size - 1, size - 1],
      [`bytes=${size - 2}-${'9'.repeat(400)}`, size - 2, size - 1],
      [`bytes=-${'9'.repeat(400)}`, 0, size - 1],
    ] as const) {
      const answer = await request({ range });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/${size}`]);
      expect(answer.headers.get('content-length')).toBe(String(last - first + 1));
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect((await bytesOf(answer)).equals(complete.subarray(first, last + 1))).toBe(true);
    }
  });

  it('answers 416 to a range beyond the end', async () => {
    for (const range of [`bytes=${complete.length}-`, 'bytes=99999999-', `bytes=${'9'.repeat(400)}-`, 'bytes=-0']) {
      const answer = await request({ range });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${complete.length}`]);
      expect(await answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
    }
  });

  it('answers with all where a range is none, has a condition that fails, or is one of several', async () => {
    for (const headers of [
      { range: 'bytes=9-5' },
      { range: 'bytes=a-b' },
      { range: 'bytes=-' },
      { range: 'pages=1-2' },
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
      { range: 'bytes=0-1', 'if-range': `W/${etag}` },
      { range: 'bytes=0-1', 'if-range': new Date().toUTCString() },
    ] as Fields[]) {
      const answer = await request(headers);
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, complete.length]);
    }
    expect((await request({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  });

  it('answers HEAD with the headers of the whole result', async () => {
    const answer = await request({ range: 'bytes=0-1' }, 'HEAD');
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(complete.length)]);
    expect([answer.headers.get('etag'), await answer.text()]).toEqual([etag, '']);
  });

  it('another result has another ETag, and a job without a result has none', async () => {
    const other = await request({}, 'HEAD', await submit(server));
    expect(other.headers.get('etag')).not.toBe(etag);
    const failed = await request({}, 'GET', await submit(server, Buffer.from('nothing'), 'failed'));
    expect([failed.status >= 400, failed.headers.get('etag')]).toEqual([true, null]);
  });
}

/** Two copies of a PDF with incompressible content, merged. Resolves to the path of the result. */
async function submit({ url, key }: Started, bytes?: Buffer, status = 'succeeded'): Promise<string> {
  const content = bytes ?? blankPdf(randomBytes(700_000).toString('hex')).bytes;
  const form = new FormData();
  for (const name of ['a.pdf', 'b.pdf']) form.append('file', new Blob([new Uint8Array(content)]), name);
  form.append('merge', 'all.pdf');
  const headers = { authorization: `Bearer ${key}` };
  const options = { method: 'POST', headers: { ...headers, prefer: 'respond-async' }, body: form };
  const accepted = await fetch(`${url}/v1/convert`, options);
  expect(accepted.status).toBe(202);
  const { self, result } = ((await accepted.json()) as { links: Fields }).links as { self: string; result: string };
  const state = async () =>
    ((await (await fetch(url + self, { headers: { ...headers, prefer: 'wait=30' } })).json()) as Fields).status!;
  let reached = await state();
  while (reached === 'queued' || reached === 'running') reached = await state();
  expect(reached).toBe(status);
  return result;
}
