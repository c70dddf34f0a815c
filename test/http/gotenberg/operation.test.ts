/** A server with Gotenberg's routes that is in trouble, or stops. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../../src/http/app.js';
import { sendErrorFor } from '../../../src/http/gotenberg/answers.js';
import { installDraining } from '../../../src/http/plugins/draining.js';
import { installLog } from '../../../src/http/plugins/log.js';
import { installRequestEnd } from '../../../src/http/request-end.js';
import { startServer } from '../started.js';

test('a folder for temporary files that is a file now: /readyz has its checks, and uploads are refused for a while', async () => {
  const server = await startServer({ gotenberg: 'open', readyzConverts: false });
  onTestFinished(() => server.stop());
  const name = readdirSync(server.folder).find(entry => entry.startsWith('docconv-serve-')) ?? '';
  const path = join(server.folder, name);
  rmSync(path, { recursive: true });
  writeFileSync(path, '');

  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.headers.get('content-type')).toContain('application/problem+json');
  const reason = expect.stringMatching(/another program has replaced it, or changed its rights$/);
  const checks = { temporaryFolder: { status: 'failing', reason } };
  expect(await ready.json()).toMatchObject({ status: 503, code: 'not_ready', checks });

  const body = () => {
    const form = new FormData();
    form.append('file', new Blob(['{\\rtf1 a}']), 'a.rtf');
    form.append('files', new Blob(['{\\rtf1 a}']), 'a.rtf');
    return form;
  };
  const headers = { authorization: `Bearer ${server.key}` };
  const own = await fetch(`${server.url}/v1/convert`, { method: 'POST', headers, body: body() });
  expect(await own.json()).toMatchObject({ status: 503, code: 'store_unavailable', retryable: true });
  const text = await fetch(`${server.url}/forms/libreoffice/convert`, { method: 'POST', body: body() });
  expect([text.status, text.headers.get('content-type')]).toEqual([503, 'text/plain; charset=UTF-8']);
  expect(text.headers.get('retry-after')).toBe('2');

  rmSync(path);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 8_000 }).toBe(200);
}, 20_000);

test.each([
  ['/forms/x', true, 'text/plain; charset=UTF-8'],
  ['/x', false, 'application/problem+json; charset=utf-8'],
])('%s that cannot be ended otherwise: its answer at the end of the grace period', async (path, ofGotenberg, type) => {
  const app = fastify() as unknown as App;
  onTestFinished(() => app.close());
  installRequestEnd(app);
  installLog(app);
  const draining = installDraining(app, sendErrorFor({ gotenberg: 'open' }));
  const begun = new Promise<void>(resolve => {
    app.get(path, { config: { failsAsGotenberg: ofGotenberg } }, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  const answer = app.inject(path).then(({ statusCode, headers }) => [statusCode, headers['content-type']]);
  await begun;
  await draining.expire();
  expect(await answer).toEqual([503, type]);
});
