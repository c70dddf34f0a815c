/** A public URL with a path: behind nginx that removes the path from requests, and behind nginx that passes it on. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Remote } from '../../../src/remote/index.js';
import { hasEnded } from '../../helpers/processes.js';
import { describeTools } from '../../helpers/requires.js';
import { freePort } from '../../helpers/servers/free-port.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';

const ENDS: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ENDS.splice(0).reverse()) await end();
});

/** Starts both; nginx reads the example of deploy/. */
async function behindNginx(removesPath: boolean): Promise<{ server: Started; url: string }> {
  const port = await freePort();
  const url = `http://localhost:${port}/docconv`;
  const server = await startServer({ publicUrl: url, trustProxy: ['loopback'] });
  ENDS.push(() => server.stop());
  const example = readFileSync('deploy/nginx/docconv-prefix.conf', 'utf8');
  const target = `127.0.0.1:${server.port}`;
  const locations = example.replace('127.0.0.1:8080/', removesPath ? `${target}/` : target);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${name};`)
    .join(' ');
  const site = `server { listen 127.0.0.1:${port}; absolute_redirect off; ${locations} }`;
  const conf = join(server.folder, 'nginx.conf');
  writeFileSync(conf, `daemon off; pid pid; error_log stderr; events {} http { access_log off; ${paths} ${site} }`);
  const nginx = spawn('nginx', ['-p', server.folder, '-c', conf], { stdio: 'ignore' });
  ENDS.push(async () => {
    nginx.kill('SIGTERM');
    if (!hasEnded(nginx)) await once(nginx, 'exit');
  });
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        r => r.status,
        () => 0,
      ),
    )
    .toBe(200);
  return { server, url };
}

describeTools('a public URL with a path', ['nginx', 'chromium'], () => {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  });
  afterAll(() => browser?.close());

  /** `wrong`: responses that are errors, or that are not below the public URL. */
  async function openPage(url: string): Promise<{ page: Page; wrong: string[] }> {
    const page = await browser.newPage();
    ENDS.push(() => page.close());
    const wrong: string[] = [];
    page.on('response', response => {
      const isOwn = /^(blob|data):/.test(response.url()) || new URL(response.url()).pathname.startsWith('/docconv/');
      if (response.status() >= 400 || !isOwn) wrong.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url);
    return { page, wrong };
  }

  describe.each([
    ['removes the path', true],
    ['passes the path on', false],
  ])('behind a proxy that %s', (_name, removesPath) => {
    it('serves the page and its requests', async () => {
      const { server, url } = await behindNginx(removesPath);
      const { page, wrong } = await openPage(`${url}/`);
      const file = join(server.folder, 'contract.pdf');
      writeFileSync(file, signedPdf());
      await page.setInputFiles('#file', file);
      await page.locator('.verdict').waitFor();
      await page.getByAltText('Page 1 of contract.pdf').waitFor();
      expect(wrong).toEqual([]);
    });

    it('serves the documentation and its requests', async () => {
      const { url } = await behindNginx(removesPath);
      const { page, wrong } = await openPage(`${url}/docs`);
      await page.getByText('/v1/convert').first().waitFor({ state: 'attached' });
      expect(wrong).toEqual([]);
    });

    it('serves clients, and mails have its address', async () => {
      const { server, url } = await behindNginx(removesPath);
      const remote = new Remote({ server: url });
      expect(await remote.verify(signedPdf())).toMatchObject({ verdict: 'intact' });
      await remote.close();
      expect((await fetch(`${url}/v1/auth/register?email=a@example.org`)).status).toBe(202);
      await expect.poll(() => server.lastMail()).toContain('a@example.org');
      expect(server.lastMail().replaceAll('=\r\n', '')).toContain(`${url}/v1/auth/verify`);
      const { servers } = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: { url: string }[] };
      expect(servers[0]?.url).toBe(url);
    });
  });
});

it('without a proxy, both paths are served, and the path itself leads to the page', async () => {
  const server = await startServer({ publicUrl: 'http://localhost/docconv' });
  ENDS.push(() => server.stop());
  const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
  const statuses = ['/docconv/', '/docconv/v1/keys', '/v1/keys', '/docconvert/', '/docconv/docconv/'].map(
    async path => (await get(path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401, 401, 404, 404]);
  const redirected = await get('/docconv');
  expect([redirected.status, redirected.headers.get('location')]).toEqual([308, '/docconv/']);
});

it('a path that is one of the service is refused at the start', async () => {
  await expect(startServer({ publicUrl: 'https://example.org/v1' })).rejects.toThrow(
    /^The path of publicUrl, \/v1, is a path of the service/,
  );
});
