/** The page at /: what is cancelled, what is no PDF, several files at once, and accessibility with results. */
import { expect, it } from 'vitest';
import { pdfChangedAfterBob, pdfWithFindings, signedPdf } from '../signed.js';
import { violationsOf } from './accessible.js';
import { describePage, LETTER, withKey } from './tab.js';

describePage('the page', [], tab => {
  it('cancels a conversion, which the service stops as well', async () => {
    await withKey(tab);
    await tab.page.goto(tab.server.url);
    const text = Array.from({ length: 5_000 }, (_, line) => `This is the line ${line} of a long text.`).join('\n');
    await tab.page.setInputFiles('#file', tab.file('long.txt', text));
    await tab.page.getByText('Converting', { exact: true }).waitFor();
    await tab.page.getByRole('button', { name: 'Cancel' }).click();
    await tab.page.locator('.status', { hasText: 'Cancelled' }).waitFor();
    expect(await tab.page.locator('progress').count()).toBe(0);
    expect(await tab.page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => tab.server.log()).toMatch(/"path":"\/v1\/convert".*"status":499/);
    await tab.page.setInputFiles('#file', tab.file('letter.rtf', LETTER));
    await tab.page.getByRole('link', { name: 'Download PDF' }).waitFor();
  });

  it('cancels a verification, and what waits for a key', async () => {
    await tab.page.route('**/v1/verify', () => {}); // no answer
    await tab.page.goto(tab.server.url);
    const files = [tab.file('contract.pdf', signedPdf()), tab.file('letter.rtf', LETTER)];
    await tab.page.setInputFiles('#file', files);
    await tab.page.getByText('Waiting for an API key').waitFor();
    const cancel = tab.page.getByRole('button', { name: 'Cancel' });
    await expect.poll(() => cancel.count()).toBe(2);
    await cancel.first().click();
    await cancel.first().click();
    await expect.poll(() => tab.page.locator('.batch').textContent()).toBe('2 of 2 files done: 2 cancelled');
    await tab.page.getByLabel('Or use an existing key').fill(tab.server.key);
    await tab.page.getByRole('button', { name: 'Use key' }).click();
    await tab.page.waitForTimeout(500);
    expect(await tab.page.locator('.card .status', { hasText: 'Cancelled' }).count()).toBe(2);
    expect(await tab.page.getByRole('link', { name: 'Download PDF' }).count()).toBe(0);
  });

  it.each([
    ['text', 'just a text', /its content is no PDF/],
    ['a web page', '\n<!doctype html><title>Log in</title>', /its content is a web page/],
    ['an office document', LETTER, /its content is an office document/],
    ['nothing', '', /The file is empty/],
  ])('tells that a file named .pdf is %s, without a request or a key', async (_, content, text) => {
    const requests: string[] = [];
    tab.page.on('request', request => requests.push(`${request.method()} ${request.url()}`));
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('Invoice.PDF', content));
    await tab.page.getByRole('alert').getByText(text).waitFor();
    expect(requests.filter(request => request.startsWith('POST'))).toEqual([]);
    expect(await tab.page.locator('#key').isVisible()).toBe(false);
  });

  it('sums up several files in one line', async () => {
    await withKey(tab);
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', [
      tab.file('letter.rtf', LETTER),
      tab.file('contract.pdf', signedPdf()),
      tab.file('changed.pdf', pdfChangedAfterBob()),
      tab.file('findings.pdf', pdfWithFindings()),
      tab.file('none.pdf', 'none'),
    ]);
    const line = '5 of 5 files done: 1 converted, 1 intact, 2 not valid, 1 failed';
    await expect.poll(() => tab.page.locator('.batch').textContent()).toBe(line);
    expect(await tab.page.locator('#announcement').textContent()).toBe(line);
    expect(await tab.page.locator('article.card').count()).toBe(5);
    await tab.page.setInputFiles('#file', tab.file('contract.pdf', signedPdf()));
    expect(await tab.page.locator('.batch').count()).toBe(1);
  });

  it('is accessible with results, the key form and open options, in light and dark colours', async () => {
    const messages: string[] = [];
    tab.page.on('console', message => messages.push(message.text()));
    await tab.page.goto(tab.server.url);
    const files = [
      tab.file('letter.rtf', LETTER),
      tab.file('changed.pdf', pdfChangedAfterBob()),
      tab.file('none.pdf', 'none'),
    ];
    await tab.page.setInputFiles('#file', files);
    await tab.page.getByAltText('Page 1 now').first().waitFor();
    await tab.page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
    expect(await tab.page.locator('#key').isVisible()).toBe(true);
    expect(messages).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violationsOf(tab.page)).toEqual([]);
    }
  });
});
