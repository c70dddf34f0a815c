/** In a second language, the page of the service shows results without English but what is in documents. */
import { readFileSync } from 'node:fs';
import { build } from 'rolldown';
import { expect, it } from 'vitest';
import { ENGLISH } from '../../src/messages/english/index.js';
import { setLanguage } from '../../src/messages/index.js';
import { check, type VerificationResult } from '../../src/signatures/index.js';
import { describePage } from '../http/page/tab.js';
import { pdfChangedAfterBob, pdfWithFindings, signedPdf } from '../http/signed.js';
import { foreignWords, readableText, SECOND } from './language.js';

/** The script of the page with other texts, as one file. */
async function translatedScript(): Promise<string> {
  const texts = `export const verificationTexts = () => (${JSON.stringify(SECOND)});`;
  const { output } = await build({
    input: 'src/http/page/app.ts',
    external: ['./pdfium.js'],
    platform: 'browser',
    plugins: [{ name: 'texts', load: id => (/english[\\/]verification\.ts$/.test(id) ? texts : null) }],
    output: { format: 'esm', codeSplitting: false },
    write: false,
  });
  return output[0].code;
}

async function translatedResult(pdf: Uint8Array): Promise<VerificationResult> {
  setLanguage(SECOND);
  try {
    return await check(pdf);
  } finally {
    setLanguage(ENGLISH);
  }
}

describePage('the page in a second language', [], tab => {
  it.each([
    ['an intact signature', signedPdf],
    ['findings and a timestamp', pdfWithFindings],
    ['changes', pdfChangedAfterBob],
  ])('shows %s, and offers a report', async (_, make) => {
    const pdf = make();
    const known = { file: 'a.pdf', result: await translatedResult(pdf) };
    const body = await translatedScript();
    await tab.page.route('**/page/app.js', route => route.fulfill({ contentType: 'text/javascript', body }));
    await tab.page.route('**/v1/verify', route => route.fulfill({ json: known.result }));
    await tab.page.goto(tab.server.url);
    await tab.page.setInputFiles('#file', tab.file('a.pdf', pdf));
    await tab.page.locator('.pictures img').first().waitFor();
    const places = ['#results', '#verdicts', '#trust', '#announcement'];
    const shown = await Promise.all(places.map(place => tab.page.locator(place).innerHTML()));
    expect(shown.join()).toMatch(/[а-я]{10}/i);
    expect(foreignWords(readableText(shown.join('\n')), known)).toEqual([]);

    const download = tab.page.waitForEvent('download');
    await tab.page.locator('a[download]').click();
    const report = readFileSync(await (await download).path(), 'utf8');
    expect(report).toContain('<html lang="ru">');
    expect(foreignWords(readableText(report), known)).toEqual([]);
  });
});
