/** The API reference at /docs, in a real Chromium. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeTools } from '../../helpers/requires.js';
import { type Started, startServer } from '../started.js';
import { openBrowser } from './browser.js';

interface Description {
  paths: Record<string, Record<string, { summary: string }>>;
  'x-problems': { code: string; cause: string; remedy: string }[];
}

/** The component has some style attributes, which are blocked; nothing depends on them. */
const BLOCKED_STYLE = /^Applying inline style violates/;
/** Of a PDF in the response; it can be downloaded. */
const BLOCKED_PREVIEW = /^Loading plugin data from 'blob:/;

describeTools('the API reference', ['chromium'], () => {
  let server: Started;
  let browser: Browser;
  let description: Description;
  let page: Page;
  let errors: string[];
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
    errors = [];
    urls = [];
  });
  /** After every test: nothing failed, and nothing was requested from another host. */
  afterEach(async () => {
    await page.close();
    expect(errors.filter(text => !BLOCKED_STYLE.test(text) && !BLOCKED_PREVIEW.test(text))).toEqual([]);
    expect(urls.length).toBeGreaterThan(5);
    expect(urls.filter(url => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([]);
  });

  async function open(path = '/docs', options: BrowserContextOptions = {}): Promise<void> {
    page = await browser.newPage(options);
    page.setDefaultTimeout(60_000);
    page.on('pageerror', error => errors.push(error.message));
    page.on('console', message => message.type() === 'error' && errors.push(message.text()));
    page.on('request', request => urls.push(request.url()));
    await page.addInitScript(`sessionStorage.setItem('docconv-key', '${server.key}')`);
    await page.route('**/base/**', async route => {
      const url = route.request().url().replace('/base/', '/');
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto(`${server.url}${path}`);
    await page.getByRole('heading', { name: 'docconv', exact: true }).waitFor();
  }

  const section = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last();

  it('lists every operation in its navigation, and explains every problem', async () => {
    await open();
    const contents = page.getByRole('navigation', { name: 'Sidebar' });
    for (const methods of Object.values(description.paths))
      for (const { summary } of Object.values(methods)) await contents.getByText(summary, { exact: true }).waitFor();
    await contents.getByText('Problems', { exact: true }).click();
    const text = (await section('Problems').textContent()) ?? '';
    expect(description['x-problems'].length).toBeGreaterThan(30);
    for (const { code, cause, remedy } of description['x-problems']) {
      expect(text).toContain(code);
      expect(text).toContain(cause);
      expect(text).toContain(remedy);
    }
    const last = description['x-problems'].map(({ code }) => code).at(-1)!;
    await section('Problems').getByText(last, { exact: true }).scrollIntoViewIfNeeded();
    expect(await section('Problems').getByText(last, { exact: true }).isVisible()).toBe(true);
  });

  it('has links to operations, with examples and the members of the result', async () => {
    await open('/docs#tag/documents/POST/v1/verify');
    const verify = section('Verify a signed PDF');
    await verify.getByText('--fail-with-body').waitFor();
    await verify.getByText('"TOTAL_PASSED"').first().waitFor();
    await verify.getByRole('button', { name: '200' }).first().click();
    await verify.getByText('The verdict in one sentence').waitFor();
  });

  it('sends a file with a form, with the key of this tab', async () => {
    const letter = join(server.folder, 'letter.rtf');
    writeFileSync(letter, '{\\rtf1\\ansi Dear reader.\\par}');
    await open('/docs#tag/documents/POST/v1/convert', { viewport: { width: 1280, height: 1400 } });
    await section('Convert a document to PDF or another format, or merge several into one PDF')
      .getByRole('button', { name: 'Test Request' })
      .click();
    const client = page.getByRole('dialog');
    const chooser = page.waitForEvent('filechooser');
    await client.getByRole('button', { name: 'Select File' }).first().click();
    await (await chooser).setFiles(letter);
    await client.getByText('letter.rtf').first().waitFor();
    await page.waitForTimeout(2000); // the component shows the name of the file some time before it would send it
    const answer = page.waitForResponse(response => response.url().endsWith('/v1/convert'));
    await client.getByRole('button', { name: 'Send', exact: false }).first().click();
    expect((await answer).status()).toBe(200);
    await client.getByText('Download').first().waitFor();
  });

  it('works below a path prefix', async () => {
    await open('/base/docs#tag/keys/GET/v1/keys');
    await page.getByText(`${server.url}/base/v1/keys`).first().waitFor();
    await section('Your keys').getByRole('button', { name: 'Test Request' }).click();
    const client = page.getByRole('dialog');
    const answer = page.waitForResponse(response => response.url() === `${server.url}/base/v1/keys`);
    await client.getByRole('button', { name: 'Send', exact: false }).first().click();
    expect((await answer).status()).toBe(200);
    await client.getByText('owner@example.org').first().waitFor();
    expect(urls.filter(url => !url.startsWith(`${server.url}/base/`) && !url.startsWith('blob:'))).toEqual([]);
  });

  it('fits a narrow screen, in dark colours where the system has them', async () => {
    await open('/docs', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(/\d+/.exec(String(background))?.map(Number)[0]).toBeLessThan(60);
    await page.getByRole('button', { name: 'Open Menu' }).click();
    await page
      .getByText('Convert a document to PDF or another format, or merge several into one PDF', { exact: true })
      .first()
      .waitFor();
  });
});
