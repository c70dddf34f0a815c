/** `docconv serve` that is killed while its mail server is down. */
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newHome } from '../helpers/cli.js';
import { freePort } from '../helpers/servers/free-port.js';
import { codeIn, startMailServer } from '../helpers/servers/smtp.js';
import { serve } from './served.js';

test('a mail that waits when the service is killed is sent after the restart, and its code is valid', async () => {
  const port = await freePort();
  const home = newHome();
  const env = {
    DOCCONV_HOME: home,
    DOCCONV_SMTP_HOST: '127.0.0.1',
    DOCCONV_SMTP_PORT: String(port),
    DOCCONV_SMTP_SECURITY: 'none',
  };
  const killed = await serve(env);
  expect((await fetch(`${killed.url}/v1/auth/register?email=ann@example.org`)).status).toBe(202);
  await expect.poll(killed.log).toContain('another attempt follows');
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');
  const folder = join(home, 'data', 'mail-queue');
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);

  const mails = await startMailServer({ port });
  const restarted = await serve(env);
  const code = codeIn(await mails.mail());
  expect((await fetch(`${restarted.url}/v1/auth/verify?email=ann@example.org&code=${code}`)).status).toBe(200);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  await restarted.stop();
  expect(mails.received).toHaveLength(1);
  for (const log of [killed.log(), restarted.log()]) expect(log).not.toMatch(/ann@|example\.org/);
});
