/** Events that a real server sends are as the webhooks of its description: headers and body, of jobs with each end. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { startReceiver } from '../../jobs/webhooks/receiver.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';
import type { Description } from './described.js';

let server: Started;
let description: Description;
beforeAll(async () => {
  server = await startServer({ fetcher: createFetcher({ allowPrivate: true }) });
  description = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description;
});
afterAll(() => server.stop());

async function submit(webhook: string, content: Buffer | string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'a.pdf');
  form.set('webhook', webhook);
  const headers = { authorization: `Bearer ${server.key}`, prefer: 'respond-async' };
  const answer = await fetch(`${server.url}/v1/verify`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { id: string }).id;
}

/** The name of the webhook whose description the event follows. */
function nameOf(headers: Record<string, string>, body: string): string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(description, 'api');
  const found = Object.entries(description.webhooks).find(([name, { post }]) => {
    const required = (post?.parameters ?? []).filter(one => one.required);
    const validate = ajv.getSchema(`api#/webhooks/${name}/post/requestBody/content/application~1json/schema`)!;
    return required.every(one => headers[one.name]) && validate(JSON.parse(body));
  });
  return found?.[0];
}

it('each event follows the description', { timeout: 60_000 }, async () => {
  const { received, url } = await startReceiver();
  const ids = [await submit(url, signedPdf()), await submit(url, 'no PDF')];
  for (let job = 0; job < 20; job++) ids.push(await submit(url, signedPdf()));
  const last = ids.at(-1)!;
  const headers = { authorization: `Bearer ${server.key}` };
  expect((await fetch(`${server.url}/v1/jobs/${last}`, { method: 'DELETE', headers })).status).toBe(204);
  await expect.poll(() => received.length).toBe(ids.length);
  const types = received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  expect(new Set(types)).toEqual(new Set(['job.succeeded', 'job.failed', 'job.cancelled']));
  for (const { headers: sent, body } of received) expect([nameOf(sent, body), body]).toEqual(['jobEnded', body]);
});
