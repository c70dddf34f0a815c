/** A client with the generated types calls every operation, and every answer is compared with the description. */
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { paths } from '../../../docs/openapi.js';
import { sharedConverter } from '../../convert/engine-setup.js';
import { expectPdf } from '../../helpers/pdf-text.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';
import { type Described, readDescription } from './described.js';

let server: Started;
let described: Described;
beforeAll(async () => {
  server = await startServer({ converter: sharedConverter() });
  described = await readDescription(server.url);
});
afterAll(() => server.stop());

it('calls every operation, and every answer is as described', async () => {
  const called = new Set<string>();
  const client = createClient<paths>({ baseUrl: server.url });
  client.use({
    async onResponse({ request: { method }, response, schemaPath }) {
      called.add(`${method.toLowerCase()} ${schemaPath}`);
      const { status, headers } = response;
      const body = await response.clone().text();
      described.expectDescribed(method, new URL(response.url).pathname, { status, headers, body });
    },
  });
  const email = 'client@example.org';
  const headers = { authorization: `Bearer ${server.key}` };
  const code = () => vi.waitFor(() => /verify-email \S+ (\S+)/.exec(server.lastMail())![1]!, 20_000);
  const fileForm = (bytes: Uint8Array<ArrayBuffer>) => () => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'document');
    return form;
  };

  await client.GET('/healthz');
  await client.GET('/readyz');
  await client.GET('/openapi.json');
  await client.GET('/v1/auth/register', { params: { query: { email } } });
  const redeemed = await client.POST('/v1/auth/verify', { body: { email, code: await code() } });
  expect(redeemed.data?.apiKey).toMatch(/^dck_/);
  await client.POST('/v1/auth/register', { body: { email: 'other@example.org' } });
  await client.GET('/v1/auth/verify', { params: { query: { email, code: 'ABCD2345' } } });

  const listed = await client.GET('/v1/keys', { headers });
  expect(listed.data?.keys.map(({ current }) => current)).toEqual([true]);

  const text = new TextEncoder().encode('hello');
  const form = { bodySerializer: fileForm(text), body: { file: '' } };
  const query = { from: 'txt', pages: '1', 'page-numbers': 'Seite {page}' };
  const pdf = await client.POST('/v1/convert', { ...form, headers, params: { query }, parseAs: 'arrayBuffer' });
  await expectPdf(new Uint8Array(pdf.data!), 'hello Seite 1');

  const signed = signedPdf();
  const body = { document: { base64: signed.toString('base64') }, trust: 'not-required' as const };
  const verified = await client.POST('/v1/verify', { body });
  expect(verified.data).toMatchObject({ verdict: 'intact', signer: { name: 'Anna Example' } });
  const page = await client.POST('/v1/verify', {
    bodySerializer: fileForm(new Uint8Array(signed)),
    body: { file: '' },
    params: { query: { report: 'html' } },
    parseAs: 'text',
  });
  expect(page.data).toContain('Anna Example');
  const refused = await client.POST('/v1/verify', { body: { document: { url: 'http://127.0.0.1/a.pdf' } } });
  expect(refused.error?.code).toBe('url_forbidden');

  const later = { query, header: { Prefer: 'respond-async' } };
  const accepted = await client.POST('/v1/convert', { ...form, headers, params: later });
  expect(accepted.response.status).toBe(202);
  const job = { id: (accepted.data as unknown as { id: string }).id };
  await client.GET('/v1/jobs', { headers });
  const ended = await client.GET('/v1/jobs/{id}', { headers, params: { path: job, header: { Prefer: 'wait=60' } } });
  expect(ended.data?.status).toBe('succeeded');
  const result = await client.GET('/v1/jobs/{id}/result', { headers, params: { path: job }, parseAs: 'arrayBuffer' });
  await expectPdf(new Uint8Array(result.data as ArrayBuffer), 'hello Seite 1');
  const etag = result.response.headers.get('etag')!;
  for (const [name, value, status] of [
    ['Range', 'bytes=0-9', 206],
    ['If-None-Match', etag, 304],
    ['Range', 'bytes=99999999-', 416],
  ] as const) {
    const params = { path: job, header: { [name]: value } };
    const answer = await client.GET('/v1/jobs/{id}/result', { headers, params, parseAs: 'arrayBuffer' });
    expect(answer.response.status).toBe(status);
  }
  await client.DELETE('/v1/jobs/{id}', { headers, params: { path: job } });
  const { data: signing } = await client.GET('/v1/webhook-secret', { headers });
  expect(signing?.secret).toMatch(/^whsec_/);

  const { data: replaced } = await client.POST('/v1/webhook-secret/rotate', { headers });
  expect(replaced?.secret).not.toBe(signing?.secret);
  const receiver = { body: { url: 'http://127.0.0.1/hook' } };
  expect((await client.POST('/v1/webhooks/test', { headers, ...receiver })).error?.code).toBe('webhook_undeliverable');
  expect((await client.GET('/v1/webhooks/deliveries', { headers })).data?.deliveries).toEqual([]);
  const noDelivery = { headers, params: { path: { id: 'msg_none' } } };
  expect((await client.GET('/v1/webhooks/deliveries/{id}', noDelivery)).error?.code).toBe('not_found');
  expect((await client.POST('/v1/webhooks/deliveries/{id}/resend', noDelivery)).response.status).toBe(404);

  const path = { id: listed.data!.keys[0]!.id };
  await client.PATCH('/v1/keys/{id}', { headers, params: { path }, body: { name: 'scanner' } });
  const rotated = await client.POST('/v1/keys/{id}/rotate', { headers, params: { path } });
  expect(rotated.data?.name).toBe('scanner');
  headers.authorization = `Bearer ${rotated.data?.apiKey}`;
  expect((await client.DELETE('/v1/keys/{id}', { headers, params: { path } })).response.status).toBe(204);

  expect([...called].sort()).toEqual([...described.operations].sort());
});
