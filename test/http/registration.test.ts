/** Registration over HTTP: addresses, and when a further code can be requested. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../helpers/servers/free-port.js';
import { startMailServer } from '../helpers/servers/smtp.js';
import { type Started, startServer } from './started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const get = (query: string) => fetch(`${server.url}/v1/auth/register?email=${query}`);
const post = (email: string) =>
  fetch(`${server.url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
const addressOf = async (answer: Promise<Response>) => {
  const response = await answer;
  return response.status === 202 ? ((await response.json()) as { email: string }).email : response.status;
};

describe('the address', () => {
  test.each([
    ['a+tag@x.org', 'a+tag@x.org'],
    ['b++tag@x.org', 'b++tag@x.org'],
    ['c%2Btag@x.org', 'c+tag@x.org'],
    ['+d@x.org', 'd@x.org'],
    ['%20e@x.org%20', 'e@x.org'],
    ['f+@x.org', 400],
    ['g@+x.org', 400],
  ])('?email=%s', async (query, expected) => {
    expect(await addressOf(get(query))).toBe(expected);
  });

  test.each([
    [' h@x.org ', 'h@x.org'],
    ['+i@x.org', '+i@x.org'],
    ['j tag@x.org', 400],
  ])('%j in a JSON body is not rewritten', async (email, expected) => {
    expect(await addressOf(post(email))).toBe(expected);
  });
});

test('the answer states when a further code can be requested; a request before then is refused', async () => {
  expect(await (await post('resend@x.org')).json()).toMatchObject({ expiresIn: 600, retryAfter: 60 });
  const refused = await post('resend@x.org');
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"codes";q=1;w=60']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
});

test('a store that cannot be written is answered by 503, without its path', async () => {
  const started = await startServer();
  onTestFinished(() => started.stop());
  const headers = { authorization: `Bearer ${started.key}` };
  const [log] = readdirSync(started.folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    /audit\.jsonl$/.test(name),
  );
  const path = join(started.folder, log!);
  rmSync(path);
  mkdirSync(path); // as root, permissions prevent nothing
  const { keys } = (await (await fetch(`${started.url}/v1/keys`, { headers })).json()) as { keys: { id: string }[] };
  const { id } = keys[0]!;
  const removed = await fetch(`${started.url}/v1/keys/${id}`, { method: 'DELETE', headers });
  rmSync(dirname(path), { recursive: true });
  writeFileSync(dirname(path), '');
  const registered = await fetch(`${started.url}/v1/auth/register?email=later@x.org`);
  for (const answer of [removed, registered]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'store_unavailable', retryable: true });
    expect(text).not.toContain('docconv-test-');
  }
  expect(started.log()).toContain(path);
});

describe('a mail server', () => {
  const start = async (port: number) => {
    const smtp = { host: '127.0.0.1', port, security: 'none' } as const;
    const started = await startServer({ smtp, mailRetryMs: 20, readyzConverts: false });
    onTestFinished(() => started.stop());
    const { metrics } = started;
    const register = (email: string) => fetch(`${started.url}/v1/auth/register?email=${email}`);
    const mailState = async () => {
      const answer = await fetch(`${started.url}/readyz`);
      return ((await answer.json()) as { checks: { mail: object } }).checks.mail;
    };
    return { started, metrics, register, mailState };
  };

  test('that is down: mails are repeated, metrics and /readyz show it, and no code is counted', async () => {
    const port = await freePort();
    const { metrics, register, mailState } = await start(port);
    expect((await register('ann@example.org')).status).toBe(202);
    await expect.poll(metrics).toMatch(/docconv_mails_total\{outcome="retried"\} [1-9]/);
    expect(await metrics()).toContain('docconv_mails_pending 1');
    expect((await register('bob@example.org')).status).toBe(202);
    await expect.poll(mailState).toMatchObject({ status: 'failing', pending: 2, since: expect.any(String) });
    const server = await startMailServer({ port });
    const both = [await server.mail(1), await server.mail(2)].map(({ recipients }) => recipients[0]);
    expect(both.sort()).toEqual(['ann@example.org', 'bob@example.org']);
    await expect.poll(mailState).toEqual({ status: 'ok', pending: 0 });
    expect(await metrics()).toContain('docconv_codes_total{event="issued"} 2');
  });

  test('that refuses: the log contains no address, and the code is not counted', async () => {
    const refuse = (address: { address: string }, _session: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(`5.1.1 <${address.address}> is unknown`), { responseCode: 550 }));
    const { port } = await startMailServer({ more: { onRcptTo: refuse } });
    const { started, metrics, register } = await start(port);
    for (let i = 1; i <= 7; i++) {
      expect((await register(`ann+${i}@example.org`)).status, 'one mailbox').toBe(202);
      await expect.poll(metrics).toContain(`docconv_mails_total{outcome="failed"} ${i}`);
    }
    await expect.poll(() => started.log()).toContain('the mail server answered 550 5.1.1 to RCPT TO');
    expect(started.log()).not.toMatch(/ann[+@]|example\.org/);
  });
});
