/** The page at / in less common situations. */
import { once } from 'node:events';
import { createServer, request as requestTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { LOW_CONTRAST } from './contrast.js';
import { pdfChangedAfterBob, pdfWithFindings } from './signed.js';
import { describePage } from './tab.js';

describePage('the page', [], tab => {
  it('tells after which signature a document was changed', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('twice.pdf', pdfChangedAfterBob()));
    await tab.page.locator('.verdict.bad').waitFor();
    const anna = tab.page.locator('.signer', { has: tab.page.getByRole('heading', { name: /Anna/ }) });
    const bob = tab.page.locator('.signer', { has: tab.page.getByRole('heading', { name: /Bob/ }) });
    expect(await anna.locator('summary').allTextContents()).toContain(
      'Changes after Anna Example, Example GmbH (DE) had signed (2)',
    );
    expect(await bob.locator('summary').allTextContents()).toContain('Changes after Bob Sample (DE) had signed (1)');
    await bob.locator('li').getByText('(not allowed)').waitFor();
  });

  it('shows errors of the service at the step where they occur, and when another code can be sent', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.getByRole('button', { name: 'Get an API key' }).click();
    await tab.page.getByLabel('E-mail address').fill('again@example.org');
    await tab.page.getByRole('button', { name: 'Send code' }).click();
    await tab.page.getByLabel('Code from the mail').fill('AAAA2222');
    await tab.page.getByRole('button', { name: 'Get key' }).click();
    await tab.page.locator('#key .problem').waitFor();
    const again = tab.page.getByRole('button', { name: /^Send a new code/ });
    expect(await again.textContent()).toMatch(/\(in \d+ s\)$/);
    expect(await again.isDisabled()).toBe(true);
    tab.errors = tab.errors.filter(text => !text.includes('400'));
  });

  it('fits a narrow screen, and its text has enough contrast in light and dark', async () => {
    await tab.page.setViewportSize({ width: 390, height: 800 });
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles(
      '#file',
      tab.file('a-long-name-without-any-blank-in-it-which-cannot-be-folded.pdf', pdfWithFindings()),
    );
    await tab.page.locator('.verdict').waitFor();
    for (const summary of await tab.page.locator('summary').all()) await summary.click();
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await tab.page.evaluate(LOW_CONTRAST)).toEqual([]);
    }
  });

  it('converts to images: of all pages in an archive, or one of chosen pages, or a thumbnail', async () => {
    const { page, server } = tab;
    await page.addInitScript(`sessionStorage.setItem('docconv-key', '${server.key}')`);
    await page.goto(tab.server.url);
    await page.locator('.options summary').click();
    await page.getByLabel('Convert to').selectOption('png');
    await page.getByLabel('Resolution of images').fill('50');
    const convertTo = async (link: string) => {
      await page.setInputFiles('#file', tab.file('letter.rtf', '{\\rtf1\\ansi First page.\\page Second page.\\par}'));
      const download = page.waitForEvent('download');
      const card = page.locator('article.card').first();
      await card.getByRole('link', { name: link }).click();
      const width = () =>
        card.locator('img').evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth);
      return { name: (await download).suggestedFilename(), card, width };
    };
    const all = await convertTo('Download ZIP');
    expect(all.name).toBe('letter.zip');
    await page.getByLabel('Pages').fill('2');
    const second = await convertTo('Download PNG');
    await expect.poll(second.width).toBeGreaterThan(400);
    await page.getByLabel('Thumbnail').check();
    const small = await convertTo('Download PNG');
    expect(small.name).toBe('letter.png');
    await expect.poll(small.width).toBeLessThan(256);
  });

  it('works below a path prefix', async () => {
    const proxy = createServer((request, response) => {
      const { method, url = '', headers } = request;
      const path = url.replace(/^\/base(?=\/)/, '');
      if (path === url) return response.writeHead(404).end();
      const own = { port: tab.server.port, method, path, headers: { ...headers, host: new URL(tab.server.url).host } };
      const forward = requestTo(own, answer => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)));
      return request.pipe(forward);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    await tab.page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/base/`);
    await tab.page.getByRole('button', { name: 'a signed PDF' }).click();
    await tab.page.getByAltText('Page 1 of contract.pdf').waitFor();
    proxy.closeAllConnections();
    proxy.close();
  });
});
