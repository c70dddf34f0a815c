/** The page at /, in a real Chromium, on a real server. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blankPdf } from '../helpers/signed-pdf.js';
import { pdfWithFindings, signedPdf } from './signed.js';
import { describePage, type Tab } from './tab.js';

const LETTER = '{\\rtf1\\ansi Dear reader,\\par this is \\b bold\\b0 .\\page Second page.\\par}';

const withKey = ({ page, server }: Tab) => page.addInitScript(`sessionStorage.setItem('docconv-key', '${server.key}')`);

describePage('the page', ['qpdf'], tab => {
  it('asks for a key, gets it by mail, converts, and shows previews', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('letter.rtf', LETTER));
    await tab.page.getByLabel('E-mail address').fill('page@example.org');
    await tab.page.getByRole('button', { name: 'Send code' }).click();
    const codeField = tab.page.getByLabel('Code from the mail');
    await codeField.waitFor();
    await expect.poll(() => tab.server.lastMail(), { timeout: 20_000 }).toContain('page@example.org');
    await codeField.fill(/^ {4}([A-Z0-9]{8})\s*$/m.exec(tab.server.lastMail())![1]!.toLowerCase());
    await tab.page.getByRole('button', { name: 'Get key' }).click();
    await tab.page.getByText('shown only once').waitFor();

    const download = tab.page.waitForEvent('download');
    await tab.page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe('letter.pdf');
    await expect.poll(() => tab.page.locator('.pictures img').count(), { timeout: 20_000 }).toBe(2);
    const picture = tab.page.getByAltText('Page 1 of letter.pdf');
    expect(
      await picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(400);
  });

  it('makes one PDF of several files where that is chosen', async () => {
    await withKey(tab);
    await tab.page.goto(tab.server.url);
    await tab.page.getByText('Options').click();
    await tab.page.getByLabel('Several files as one PDF').check();
    const files = [tab.file('letter.rtf', LETTER), tab.file('scan.pdf', blankPdf('Scanned').bytes)];
    await tab.page.setInputFiles('#file', files);
    const download = tab.page.waitForEvent('download');
    await tab.page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe('merged.pdf');
    await expect.poll(() => tab.page.locator('.pictures img').count(), { timeout: 20_000 }).toBe(3);
    expect(await tab.page.locator('.card h2').textContent()).toBe('letter.rtf, scan.pdf');
  });

  it('shows the verdict and the signer of a signed PDF, and announces it', async () => {
    await tab.page.goto(tab.server.url);
    const sent = tab.page.waitForRequest('**/v1/verify');
    await tab.page.setInputFiles('#file', tab.file('contract.pdf', signedPdf()));
    expect((await sent).headers()['content-type'], 'the bytes, not base64').toMatch(/^multipart\/form-data/);
    await tab.page.locator('.verdict').waitFor();
    expect(await tab.page.locator('.verdict strong').textContent()).toBe("Intact, signer's identity not verified");
    expect(await tab.page.locator('.verdict').getAttribute('class')).toBe('verdict unsure');
    expect(await tab.page.locator('.signer h3').first().textContent()).toContain('Anna Example');
    expect(await tab.page.locator('#announcement').textContent()).toContain('contract.pdf: ');
    await tab.page.getByAltText('Page 1 of contract.pdf').waitFor();
  });

  it('shows findings of each level, and all of them in the report that it offers', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('findings.pdf', pdfWithFindings()));
    await tab.page.locator('.verdict.bad').waitFor();
    for (const summary of await tab.page.locator('.signer summary').all()) await summary.click();
    const items = await tab.page.locator('.signer li').allTextContents();
    expect(items).toContainEqual(expect.stringMatching(/bad: The signed bytes were changed/));
    expect(items).toContainEqual(expect.stringMatching(/unsure: The signed attributes are not in DER order/));
    expect(items.join()).not.toContain('/Type more than once');
    expect(await tab.page.locator('progress').count()).toBe(0);

    const download = tab.page.waitForEvent('download');
    await tab.page.getByRole('link', { name: 'Download report' }).click();
    expect((await download).suggestedFilename()).toBe('findings-report.html');
    const report = readFileSync(await (await download).path(), 'utf8');
    expect(report).toContain('The signed bytes were changed');
    expect(report).toContain('/Type more than once');
  });

  it('verifies a sample, and explains its verdict and what happens to files', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.getByRole('button', { name: 'a signed PDF' }).click();
    await tab.page.locator('.verdict.unsure').waitFor();
    expect(await tab.page.locator('.verdict').textContent()).toContain(
      'no authority that this service trusts has checked',
    );
    await tab.page.getByText('What happens to my file?').click();
    expect(await tab.page.locator('#files').textContent()).toMatch(/on this computer only, and is deleted there/);
    await tab.page.getByText('What does “trusted” mean?').click();
    expect(await tab.page.locator('#trust').textContent()).toContain('no list of trusted authorities');
    const chooser = tab.page.waitForEvent('filechooser');
    await tab.page.getByRole('button', { name: 'Choose another file' }).click();
    expect((await chooser).isMultiple()).toBe(true);
  });

  it('disables options that the chosen output does not have', async () => {
    const { page } = tab;
    await page.goto(tab.server.url);
    await page.locator('.options summary').click();
    const disabled = () =>
      page.locator('#options [name]:disabled').evaluateAll(all => all.map(field => field.getAttribute('name')));
    expect(await disabled()).toEqual(['dpi', 'thumbnail']);
    await page.getByLabel('Convert to').selectOption('webp');
    expect(await disabled()).toEqual(['pdfa', 'open-password', 'merge', 'pdfua']);
    await page.getByLabel('Thumbnail').check();
    expect(await disabled()).toEqual(['dpi', 'pdfa', 'open-password', 'merge', 'pdfua']);
    await page.getByLabel('Convert to').selectOption('txt');
    expect(await disabled()).toEqual([
      'dpi',
      'pages',
      'pdfa',
      'open-password',
      'merge',
      'thumbnail',
      'landscape',
      'pdfua',
    ]);
  });

  it('asks for the password of an encrypted PDF until it is right', async () => {
    const plain = tab.file('plain.pdf', blankPdf('Secret').bytes);
    const locked = join(tab.server.folder, 'locked.pdf');
    execFileSync('qpdf', ['--encrypt', 'open sesame', 'owner', '256', '--', plain, locked]);
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', locked);
    for (const password of ['wrong', 'open sesame']) {
      await tab.page.getByLabel('Password of locked.pdf').fill(password);
      await tab.page.getByRole('button', { name: 'Open' }).click();
      await tab.page
        .getByText(password === 'wrong' ? 'The password is wrong.' : 'This PDF is not signed.')
        .first()
        .waitFor();
    }
    expect(await tab.page.locator('progress').count()).toBe(0);
    tab.errors = tab.errors.filter(text => !text.includes('422')); // Chromium reports each refusal
  });

  it('tells why a file has no result: it is unreadable, too large, or no file at all', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('broken.pdf', '%PDF-1.7 nothing'));
    await tab.page.getByRole('alert').getByText('This PDF is damaged').waitFor();
    await tab.page.setInputFiles('#file', tab.file('large.txt', Buffer.alloc(300_001)));
    await tab.page.getByRole('alert').getByText('this service accepts up to 300 kB').waitFor();
    await tab.page.evaluate(
      `dispatchEvent(new DragEvent('drop', { dataTransfer: new DataTransfer(), cancelable: true }))`,
    );
    await tab.page.getByRole('alert').getByText('What was dropped is not a file').waitFor();
    expect(await tab.page.locator('progress').count()).toBe(0);
    tab.errors = tab.errors.filter(text => !text.includes('422'));
  });

  it('ends the progress bar if a result cannot be shown', async () => {
    await tab.page.route('**/v1/verify', route => route.fulfill({ json: { verdict: 'valid' } }));
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('odd.pdf', signedPdf()));
    await tab.page.getByRole('alert').waitFor();
    expect(await tab.page.locator('progress').count()).toBe(0);
    expect(tab.errors.splice(0)).not.toEqual([]);
  });

  it('shows errors, and never treats a file name as markup', async () => {
    await withKey(tab);
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('<img src=x onerror=alert(1)>.docx', 'no docx'));
    const alert = tab.page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/docx/);
    expect(await tab.page.locator('.card h2').last().textContent()).toBe('<img src=x onerror=alert(1)>.docx');
    expect(await tab.page.locator('#results img').count()).toBe(0);
    tab.errors = tab.errors.filter(text => !text.includes('415')); // Chromium reports each refusal
  });

  it('accepts dropped files, and works by keyboard', async () => {
    await withKey(tab);
    await tab.page.goto(tab.server.url);
    await tab.page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(LETTER)}], 'dropped.rtf'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }`);
    await tab.page.getByRole('link', { name: 'Download PDF' }).waitFor();
    const seen: string[] = [];
    for (let i = 0; i < 12; i++) {
      await tab.page.keyboard.press('Tab');
      seen.push(await tab.page.evaluate('document.activeElement.id || document.activeElement.textContent'));
    }
    expect(seen).toEqual(expect.arrayContaining(['file', 'key-button', 'Download PDF']));
  });

  it('executes only its own files', async () => {
    const response = await tab.page.goto(tab.server.url);
    const policy = response!.headers()['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toMatch(/'unsafe-eval'|https?:/);
    const evaluated = await tab.page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'globalThis.wasRun = true';
      document.head.append(script);
      Boolean(globalThis.wasRun);
    }`);
    expect(evaluated).toBe(false);
    tab.errors = tab.errors.filter(text => !text.includes('Content Security Policy'));
  });
});
