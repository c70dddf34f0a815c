/** The page at /, in a real Chromium, on a real server. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeTools } from '../helpers/requires.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { LOW_CONTRAST } from './contrast.js';
import { pdfChangedAfterBob, pdfWithFindings, signedPdf } from './signed.js';
import { type Started, startServer } from './started.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const LETTER = '{\\rtf1\\ansi Dear reader,\\par this is \\b bold\\b0 .\\page Second page.\\par}';

describeTools('the page', ['chromium', 'qpdf'], () => {
  let server: Started;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    server = await startServer({ maxUpload: 300_000 });
    const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
    browser = await chromium.launch({ executablePath, args: FLAGS });
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

  it('shows findings of each level, and all of them in the report that it offers', async () => {
    await page.goto(server.url);
    await page.setInputFiles('#file', file('findings.pdf', pdfWithFindings()));
    await page.locator('.verdict.bad').waitFor();
    for (const summary of await page.locator('.signer summary').all()) await summary.click();
    const items = await page.locator('.signer li').allTextContents();
    expect(items).toContainEqual(expect.stringMatching(/bad: The signed bytes were changed/));
    expect(items).toContainEqual(expect.stringMatching(/unsure: The signed attributes are not in DER order/));
    expect(items.join()).not.toContain('/Type more than once');
    expect(await page.locator('progress').count()).toBe(0);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download report' }).click();
    expect((await download).suggestedFilename()).toBe('findings-report.html');
    const report = readFileSync(await (await download).path(), 'utf8');
    expect(report).toContain('The signed bytes were changed');
    expect(report).toContain('/Type more than once');
  });

  it('tells after which signature a document was changed', async () => {
    await page.goto(server.url);
    await page.setInputFiles('#file', file('twice.pdf', pdfChangedAfterBob()));
    await page.locator('.verdict.bad').waitFor();
    const anna = page.locator('.signer', { has: page.getByRole('heading', { name: /Anna/ }) });
    const bob = page.locator('.signer', { has: page.getByRole('heading', { name: /Bob/ }) });
    expect(await anna.locator('summary').allTextContents()).toContain(
      'Changes after Anna Example, Example GmbH (DE) had signed (2)',
    );
    expect(await bob.locator('summary').allTextContents()).toContain('Changes after Bob Sample (DE) had signed (1)');
    await bob.locator('li').getByText('(not allowed)').waitFor();
  });

  it('verifies a sample, and explains its verdict and what happens to files', async () => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'a signed PDF' }).click();
    await page.locator('.verdict.unsure').waitFor();
    expect(await page.locator('.verdict').textContent()).toContain('no authority that this service trusts has checked');
    await page.getByText('What happens to my file?').click();
    expect(await page.locator('#files').textContent()).toMatch(/on this computer only, and is deleted there/);
    await page.getByText('What does “trusted” mean?').click();
    expect(await page.locator('#trust').textContent()).toContain('no list of trusted authorities');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    expect((await chooser).isMultiple()).toBe(true);
  });

  it('asks for the password of an encrypted PDF until it is right', async () => {
    const plain = file('plain.pdf', blankPdf('Secret').bytes);
    const locked = join(server.folder, 'locked.pdf');
    execFileSync('qpdf', ['--encrypt', 'open sesame', 'owner', '256', '--', plain, locked]);
    await page.goto(server.url);
    await page.setInputFiles('#file', locked);
    for (const password of ['wrong', 'open sesame']) {
      await page.getByLabel('Password of locked.pdf').fill(password);
      await page.getByRole('button', { name: 'Open' }).click();
      await page
        .getByText(password === 'wrong' ? 'The password is wrong.' : 'This PDF is not signed.')
        .first()
        .waitFor();
    }
    expect(await page.locator('progress').count()).toBe(0);
    errors = errors.filter(text => !text.includes('422')); // Chromium reports each refusal
  });

  it('tells why a file has no result: it is unreadable, too large, or no file at all', async () => {
    await page.goto(server.url);
    await page.setInputFiles('#file', file('broken.pdf', '%PDF-1.7 nothing'));
    await page.getByRole('alert').getByText('This PDF is damaged').waitFor();
    await page.setInputFiles('#file', file('large.txt', Buffer.alloc(300_001)));
    await page.getByRole('alert').getByText('this service accepts up to 300 kB').waitFor();
    await page.evaluate(`dispatchEvent(new DragEvent('drop', { dataTransfer: new DataTransfer(), cancelable: true }))`);
    await page.getByRole('alert').getByText('What was dropped is not a file').waitFor();
    expect(await page.locator('progress').count()).toBe(0);
    errors = errors.filter(text => !text.includes('422'));
  });

  it('shows errors of the service at the step where they occur, and when another code can be sent', async () => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Get an API key' }).click();
    await page.getByLabel('E-mail address').fill('again@example.org');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the mail').fill('AAAA2222');
    await page.getByRole('button', { name: 'Get key' }).click();
    await page.locator('#key .problem').waitFor();
    const again = page.getByRole('button', { name: /^Send a new code/ });
    expect(await again.textContent()).toMatch(/\(in \d+ s\)$/);
    expect(await again.isDisabled()).toBe(true);
    errors = errors.filter(text => !text.includes('400'));
  });

  it('fits a narrow screen, and its text has enough contrast in light and dark', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(server.url);
    await page.setInputFiles(
      '#file',
      file('a-long-name-without-any-blank-in-it-which-cannot-be-folded.pdf', pdfWithFindings()),
    );
    await page.locator('.verdict').waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await page.evaluate(LOW_CONTRAST)).toEqual([]);
    }
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

  it('documents every route, and sends requests from the documentation', async () => {
    await withKey();
    await page.goto(`${server.url}/docs`);
    await page.locator('#problems tr').first().waitFor();
    const paths = await page.locator('.operation .path').allTextContents();
    expect(paths).toEqual(expect.arrayContaining(['/v1/convert', '/v1/verify', '/v1/auth/register', '/v1/keys']));
    const own = page.locator('.operation', { has: page.getByText('Your keys', { exact: true }) });
    await own.locator('summary').first().click();
    await own.locator('summary', { hasText: 'Try it' }).click();
    await own.getByRole('button', { name: 'Try it' }).click();
    await own.locator('pre').waitFor();
    expect(await own.locator('pre').textContent()).toContain('owner@example.org');
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
