/** The page at /, in a real Chromium, on a real server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeTools } from '../helpers/requires.js';
import { openBrowser } from './browser.js';
import { signedPdf } from './signed.js';
import { type Started, startServer } from './started.js';

const LETTER = '{\\rtf1\\ansi Dear reader,\\par this is \\b bold\\b0 .\\page Second page.\\par}';

describeTools('the page', ['chromium'], () => {
  let server: Started;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    errors = [];
    page = await browser.newPage();
    page.on('pageerror', error => errors.push(error.message));
    page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  });
  afterEach(async () => {
    await page.close();
    expect(errors).toEqual([]);
  });

  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(server.folder, name);
    writeFileSync(path, content);
    return path;
  };
  const withKey = () => page.addInitScript(`sessionStorage.setItem('docconv-key', '${server.key}')`);

  it('asks for a key, gets it by mail, converts, and shows previews', async () => {
    await page.goto(server.url);
    await page.setInputFiles('#file', file('letter.rtf', LETTER));
    await page.getByLabel('E-mail address').fill('page@example.org');
    await page.getByRole('button', { name: 'Send code' }).click();
    const codeField = page.getByLabel('Code from the mail');
    await codeField.waitFor();
    await expect.poll(() => server.lastMail()).toContain('page@example.org');
    await codeField.fill(/^ {4}([A-Z0-9]{8})\s*$/m.exec(server.lastMail())![1]!.toLowerCase());
    await page.getByRole('button', { name: 'Get key' }).click();
    await page.getByText('shown only once').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe('letter.pdf');
    await expect.poll(() => page.locator('.pictures img').count(), { timeout: 20_000 }).toBe(2);
    const picture = page.getByAltText('Page 1 of letter.pdf');
    expect(
      await picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(400);
  });

  it('shows the verdict and the signer of a signed PDF, and announces it', async () => {
    await page.goto(server.url);
    await page.setInputFiles('#file', file('contract.pdf', signedPdf()));
    await page.locator('.verdict').waitFor();
    expect(await page.locator('.verdict strong').textContent()).toBe("Intact, signer's identity not verified");
    expect(await page.locator('.verdict').getAttribute('class')).toBe('verdict unsure');
    expect(await page.locator('.signer h3').first().textContent()).toContain('Anna Example');
    expect(await page.locator('#announcement').textContent()).toContain('contract.pdf: ');
    await page.getByAltText('Page 1 of contract.pdf').waitFor();
  });

  it('shows the findings of a PDF that was changed', async () => {
    const changed = Buffer.from(signedPdf());
    changed[changed.indexOf('A contract') + 2] = 'C'.charCodeAt(0);
    await page.goto(server.url);
    await page.setInputFiles('#file', file('changed.pdf', changed));
    await page.locator('.verdict').waitFor();
    await page.getByText('Findings').first().click();
    expect(await page.locator('.signer li .bad').count()).toBeGreaterThan(0);
    expect(await page.locator('progress').count()).toBe(0);
  });

  it('ends the progress bar if a result cannot be shown', async () => {
    await page.route('**/v1/verify', route => route.fulfill({ json: { verdict: 'valid' } }));
    await page.goto(server.url);
    await page.setInputFiles('#file', file('odd.pdf', signedPdf()));
    await page.getByRole('alert').waitFor();
    expect(await page.locator('progress').count()).toBe(0);
    expect(errors.splice(0)).not.toEqual([]);
  });

  it('shows errors, and never treats a file name as markup', async () => {
    await withKey();
    await page.goto(server.url);
    await page.setInputFiles('#file', file('<img src=x onerror=alert(1)>.docx', 'no docx'));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/docx/);
    expect(await page.locator('.card h2').last().textContent()).toBe('<img src=x onerror=alert(1)>.docx');
    expect(await page.locator('#results img').count()).toBe(0);
    errors = errors.filter(text => !text.includes('415')); // Chromium reports each refusal
  });

  it('accepts dropped files, and works by keyboard', async () => {
    await withKey();
    await page.goto(server.url);
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(LETTER)}], 'dropped.rtf'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }`);
    await page.getByRole('link', { name: 'Download PDF' }).waitFor();
    const seen: string[] = [];
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate('document.activeElement.id || document.activeElement.textContent'));
    }
    expect(seen).toEqual(expect.arrayContaining(['file', 'key-button', 'Download PDF']));
  });

  it('gives the styles of the documentation a nonce for one response', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${server.url}/docs`)).headers.get('content-security-policy')!),
    );
    expect(policies[0]).toMatch(/style-src 'self' 'nonce-[\w+/]{22}=='/);
    expect(policies[0]).not.toBe(policies[1]);
    expect(policies[0]).not.toContain('unsafe-inline');
    expect((await fetch(server.url)).headers.get('content-security-policy')).not.toContain('nonce');
  });

  it('sends the component of the documentation compressed, and again only when it has changed', async () => {
    const url = `${server.url}/page/docs/scalar.js`;
    const [compressed, plain] = await Promise.all(
      ['gzip', 'identity'].map(encoding => fetch(url, { headers: { 'accept-encoding': encoding } })),
    );
    expect(compressed!.headers.get('content-encoding')).toBe('gzip');
    expect(plain!.headers.get('content-encoding')).toBeNull();
    expect(await compressed!.text()).toBe(await plain!.text());
    const etag = compressed!.headers.get('etag')!;
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('executes only its own files', async () => {
    const response = await page.goto(server.url);
    const policy = response!.headers()['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toMatch(/'unsafe-eval'|https?:/);
    const evaluated = await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'globalThis.wasRun = true';
      document.head.append(script);
      Boolean(globalThis.wasRun);
    }`);
    expect(evaluated).toBe(false);
    errors = errors.filter(text => !text.includes('Content Security Policy'));
  });
});
