/** The page at / in less common situations. */
import { once } from 'node:events';
import { createServer, request as requestTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { attach } from '../../../src/convert/operations/attach.js';
import { createIdentity, sign } from '../../../src/sign/index.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { pdfChangedAfterBob, pdfSignedTwice, pdfWithFindings, pdfWithLongPage, signedPdf } from '../signed.js';
import { LOW_CONTRAST } from './contrast.js';
import { DARK_PIXELS } from './dark-pixels.js';
import { describePage, LETTER, withKey } from './tab.js';

describePage('the page', [], tab => {
  it('tells after which signature a document was changed', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('twice.pdf', pdfChangedAfterBob()));
    await tab.page.locator('.verdict.bad').waitFor();
    const anna = tab.page.locator('.signer', { has: tab.page.getByRole('heading', { name: /Anna/ }) });
    const bob = tab.page.locator('.signer', { has: tab.page.getByRole('heading', { name: /Bob/ }) });
    expect(await anna.locator('summary').allTextContents()).toContain(
      'Changes after “Anna Example”, “Example GmbH” (DE) had signed (2)',
    );
    expect(await bob.locator('summary').allTextContents()).toContain('Changes after “Bob Sample” (DE) had signed (1)');
    await bob.locator('li').getByText('(not allowed)').waitFor();
  });

  it('shows changed pages as signed and as they are now', async () => {
    const { page } = tab;
    await page.goto(tab.server.url);
    await page.setInputFiles('#file', tab.file('twice.pdf', pdfChangedAfterBob()));
    const bob = page.locator('.signer', { has: page.getByRole('heading', { name: /Bob/ }) });
    await bob.getByAltText('Page 1 now').waitFor();
    expect(await bob.locator('figcaption').allTextContents()).toEqual(['Page 1 as signed', 'Page 1 now']);
    const counted = await page.evaluate(
      `(${DARK_PIXELS})([...document.querySelectorAll('.signer:last-of-type .changed-pages img')])`,
    );
    const [before, after] = counted as [number, number];
    expect(before).toBeGreaterThan(0);
    expect(after).toBeGreaterThan(before);
  });

  it.each([
    ['after which nothing was changed', signedPdf, null],
    ['to which an invisible signature was added', pdfSignedTwice, /looks the same as when it was signed/],
  ])('shows no changed page of a document %s', async (_, make, note) => {
    const { page } = tab;
    await page.goto(tab.server.url);
    await page.setInputFiles('#file', tab.file('contract.pdf', make()));
    await page.getByAltText('Page 1 of contract.pdf').waitFor();
    if (note) await page.locator('.changed-pages').getByText(note).waitFor();
    expect(await page.locator('.changed-pages img').count()).toBe(0);
    expect(await page.locator('.changed-pages').count()).toBe(note ? 1 : 0);
  });

  it('names attached files, as text', async () => {
    const name = '<img src=x>.xml';
    const files = [{ name, bytes: Buffer.from('<order/>'), mediaType: 'text/xml' }];
    const pdf = await attach(blankPdf('An order').bytes, { kind: 'attach', files });
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('order.pdf', await sign(pdf, createIdentity('Anna'))));
    await tab.page.getByText('About the file').click();
    await tab.page.getByText(`“${name}”, Unspecified, text/xml, 8 bytes`).waitFor();
  });

  it('says that changed pages cannot be compared if one is too large to render', async () => {
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('long.pdf', pdfWithLongPage()));
    await tab.page.getByText('The changed pages cannot be compared here.').waitFor();
    expect(await tab.page.locator('.changed-pages img').count()).toBe(0);
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
    const { page } = tab;
    await withKey(tab);
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
    await expect.poll(() => tab.page.locator('.pictures img').count()).toBe(3);
    expect(await tab.page.locator('.card h2').textContent()).toBe('letter.rtf, scan.pdf');
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
});
