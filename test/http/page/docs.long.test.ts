/** The API reference at /docs, in a real Chromium. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeTools } from '../../helpers/requires.js';
import type { Description } from '../openapi/described.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';
import { violationsOf } from './accessible.js';
import { openBrowser } from './browser.js';

describeTools('the API reference', ['chromium', 'bash', 'curl'], () => {
  let server: Started;
  let browser: Browser;
  let description: Description;
  let page: Page;
  let messages: string[];
  let urls: string[];
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser();
    description = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(() => {
    messages = [];
    urls = [];
  });
  /** After every test: the console is empty, nothing violates the policy, and nothing was requested from another host. */
  afterEach(async () => {
    expect(await page.evaluate('globalThis.violations')).toEqual([]);
    await page.close();
    expect(messages).toEqual([]);
    expect(urls.filter(url => !url.startsWith(server.url))).toEqual([]);
  });

  async function open(path = '/docs', options: BrowserContextOptions = {}): Promise<void> {
    page = await browser.newPage(options);
    page.on('pageerror', error => messages.push(error.message));
    page.on('console', message => messages.push(message.text()));
    page.on('request', request => urls.push(request.url()));
    await page.addInitScript(`
      globalThis.violations = [];
      addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective));`);
    await page.route('**/base/**', async route => {
      const url = route.request().url().replace('/base/', '/');
      const answer = route.fetch({ url }).then(response => route.fulfill({ response }));
      await answer.catch(() => undefined); // the page was closed; what it lacks is seen in the page
    });
    await page.goto(`${server.url}${path}`);
  }

  it('begins with commands that get a key, convert and verify, each to be copied', { timeout: 60_000 }, async () => {
    await open('/docs', { viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
    const commands: string[] = [];
    for (const step of await page.locator('.steps li').all()) {
      const { y, height } = (await step.boundingBox())!;
      expect(y + height, 'within the first screen').toBeLessThan(800);
      await step.getByRole('button', { name: 'Copy' }).click();
      await step.getByRole('button', { name: 'Copied' }).waitFor();
      commands.push(await page.evaluate('navigator.clipboard.readText()'));
    }
    expect(commands.length).toBe(4);
    const own = commands.map(command => command.replace('you@example.org', 'ann@example.org')); // as step 1 says
    const [ask, redeem, convert, verify] = own as [string, string, string, string];
    writeFileSync(join(server.folder, 'report.docx'), readFileSync(resolve('examples/report.docx')));
    writeFileSync(join(server.folder, 'signed.pdf'), signedPdf());
    expect(await run(ask)).toContain('code_sent');
    await expect.poll(() => server.lastMail()).toContain('ann@example.org');
    const code = /^ {4}([A-Z0-9]{8})\s*$/m.exec(server.lastMail())![1]!;
    const { apiKey } = JSON.parse(await run(redeem.replace('CODE', code)));
    await run(convert, apiKey);
    expect(readFileSync(join(server.folder, 'report.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await run(verify, apiKey)).toContain('Anna Example');
  });

  async function run(command: string, key = ''): Promise<string> {
    const env = { ...process.env, DOCCONV_API_KEY: key };
    return (await promisify(execFile)('bash', ['-ec', command], { cwd: server.folder, env })).stdout;
  }

  it('lists every operation, problem and object, and has each place that its links lead to', async () => {
    await open();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const operations = [description.paths, description.webhooks].flatMap(all =>
      Object.values(all).flatMap(Object.values),
    );
    for (const { operationId, summary } of operations) {
      expect(await contents.getByRole('link', { name: summary, exact: true }).getAttribute('href')).toBe(
        `#${operationId}`,
      );
      await page
        .locator(`#${operationId}`)
        .getByRole('heading', { name: summary, exact: true })
        .waitFor({ state: 'attached' });
    }
    expect(description['x-problems'].length).toBeGreaterThan(30);
    for (const { code, cause, remedy } of description['x-problems']) {
      const text = await page.locator(`#problem-${code}, #problem-${code} + dd`).allTextContents();
      expect(text.join(' ')).toContain(cause.replaceAll('`', ''));
      expect(text.join(' ')).toContain(remedy.replaceAll('`', ''));
    }
    for (const name of Object.keys(description.components.schemas))
      expect(await page.locator(`#schema-${name}`).count()).toBe(1);
    expect(
      await page.evaluate(`[...document.querySelectorAll('a[href^="#"]')].map(link => link.getAttribute('href'))
        .filter(href => document.querySelectorAll(href).length !== 1)`),
    ).toEqual([]);
  });

  it('shows the members of a result, and the samples of all operations in the language that was chosen', async () => {
    await open('/docs#verifyDocument');
    const verify = page.locator('#verifyDocument');
    await verify.getByText('--fail-with-body').waitFor();
    await verify.getByLabel('Python').check();
    await page.locator('#convertDocument').getByText('import requests').waitFor();
    expect(await page.locator('#convertDocument').getByText('--fail-with-body').isVisible()).toBe(false);
    await verify.getByText('Answers').click();
    await verify.getByRole('link', { name: 'VerificationResult' }).click();
    await page.locator('#schema-VerificationResult').getByText('The verdict in one sentence').waitFor();
    await verify.getByRole('link', { name: 'not_a_pdf' }).click();
    await page.locator('#problem-not_a_pdf').waitFor();
  });

  it('is complete without JavaScript, and its samples have the address of the server below a path prefix', async () => {
    await open('/base/docs');
    await page.locator('#listKeys').getByText(`${server.url}/base/v1/keys`).first().waitFor({ state: 'attached' });
    expect(urls.filter(url => !url.startsWith(`${server.url}/base/`))).toEqual([]);
    await page.close();
    await open('/docs', { javaScriptEnabled: false });
    await page.getByText(`${server.url}/v1/convert`).first().waitFor();
    expect(await page.locator('button').count()).toBe(0);
    await page.close();
    await open();
  });

  it.each([
    ['wide', 'light', 1280],
    ['narrow', 'dark', 390],
  ] as const)('is accessible and fits on a %s screen in %s colours', async (_, colorScheme, width) => {
    await open('/docs', { viewport: { width, height: 844 }, colorScheme });
    await page.evaluate(`{
      for (const one of document.querySelectorAll('details')) one.open = true;
      for (const one of document.querySelectorAll('.operation')) one.style.contentVisibility = 'visible';
    }`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const background = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const isDark = Number(/\d+/.exec(String(background))?.[0]) < 60;
    expect(isDark).toBe(colorScheme === 'dark');
    expect(await violationsOf(page)).toEqual([]);
  });
});
