/** The page at /, in a real Chromium, on a real server. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { pdfWithFindings, signedPdf } from '../signed.js';
import { describePage, LETTER, withKey } from './tab.js';

describePage('the page', ['qpdf'], tab => {
  it('asks for a key, gets it by mail, converts, and shows previews', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('letter.rtf', LETTER));
    await tab.page.getByLabel('E-mail address').fill('page@example.org');
    await tab.page.getByRole('button', { name: 'Send code' }).click();
    const codeField = tab.page.getByLabel('Code from the mail');
    await codeField.waitFor();
    await expect.poll(() => tab.server.lastMail()).toContain('page@example.org');
    await codeField.fill(/^ {4}([A-Z0-9]{8})\s*$/m.exec(tab.server.lastMail())![1]!.toLowerCase());
    await tab.page.getByRole('button', { name: 'Get key' }).click();
    await tab.page.getByText('shown only once').waitFor();

    const download = tab.page.waitForEvent('download');
    await tab.page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe('letter.pdf');
    await expect.poll(() => tab.page.locator('.pictures img').count()).toBe(2);
    const picture = tab.page.getByAltText('Page 1 of letter.pdf');
    expect(
      await picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(400);
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
