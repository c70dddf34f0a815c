/** docconv webhooks, and what docconv jobs shows of them, with a real server and a real receiver. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFetcher } from '../../src/fetch/index.js';
import { docconvResident } from '../helpers/cli.js';
import { signedPdf } from '../http/signed.js';
import { type Started, startServer } from '../http/started.js';
import { startReceiver } from '../jobs/webhooks/receiver.js';

let server: Started;
const folder = mkdtempSync(join(tmpdir(), 'docconv-remote-webhooks-'));
beforeAll(async () => {
  server = await startServer({ fetcher: createFetcher({ allowPrivate: true }) });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const cli = (...argv: string[]) => {
  const env = { DOCCONV_HOME: folder, DOCCONV_API_KEY: server.key };
  return docconvResident([...argv, '--server', server.url], { env, cwd: folder });
};

async function submit(webhook: string): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([signedPdf()]), 'a.pdf');
  body.set('webhook', webhook);
  const headers = { authorization: `Bearer ${server.key}`, prefer: 'respond-async' };
  const answer = await fetch(`${server.url}/v1/verify`, { method: 'POST', headers, body });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

it('shows what became of a webhook, and has it sent again', async () => {
  let status = 410;
  const { received, url } = await startReceiver((_request, response) => response.writeHead(status).end());
  const job = await submit(url);
  const shown = async () => (await cli('jobs', 'show', job)).out;
  await expect.poll(shown).toMatch(/^webhook: failed after 1 attempt \(410\) msg_[\w-]{22}$/m);
  expect((await cli('jobs', 'list')).out).toMatch(new RegExp(`^${job} .* webhook failed$`, 'm'));
  expect((await cli('jobs', 'list', '--status', 'failed')).out).toBe('');
  const [, id] = /(msg_[\w-]{22})/.exec(await shown())!;
  const row = new RegExp(`^${id}  job.succeeded  ${job}  failed after 1 attempt \\(410\\)  http`);
  expect((await cli('webhooks', 'list', '--status', 'failed')).out).toMatch(row);
  expect(await cli('webhooks', 'list', '--status', 'pending')).toMatchObject({
    out: '',
    err: 'There are no webhooks.\n',
  });
  status = 200;
  const resent = await cli('webhooks', 'resend', id!, '--json');
  expect(JSON.parse(resent.out)).toMatchObject({ id, job, status: 'pending' });
  await expect.poll(shown).toMatch(/^webhook: delivered at 20.* UTC after 2 attempts \(200\)/m);
  expect(received.map(({ id: sent }) => sent)).toEqual([id, id]);
  expect(await cli('webhooks', 'resend', 'msg_none')).toMatchObject({ code: 6 });
});

it('tries a receiver', async () => {
  const { url } = await startReceiver();
  expect(await cli('webhooks', 'test', url)).toMatchObject({ code: 0, err: expect.stringContaining('answered 204') });
  const closed = await cli('webhooks', 'test', 'http://127.0.0.1:1/', '--json');
  expect(closed).toMatchObject({ code: 6, err: expect.stringContaining('not delivered: fetch_failed') });
  expect(JSON.parse(closed.out)).toMatchObject({ delivered: false, status: null, error: 'fetch_failed' });
  expect(await cli('webhooks', 'test', 'ftp://127.0.0.1/')).toMatchObject({ code: 6 });
});

it('prints and replaces the secret', async () => {
  const { received, url } = await startReceiver();
  const first = (await cli('webhooks', 'secret')).out.trim();
  const rotated = await cli('webhooks', 'rotate');
  expect(rotated.err).toMatch(/^Until 20.* UTC, events are signed with the former secret as well/);
  await cli('webhooks', 'test', url);
  for (const secret of [first, rotated.out.trim()])
    expect(new Webhook(secret).verify(received[0]!.body, received[0]!.headers)).toBeTruthy();
});
