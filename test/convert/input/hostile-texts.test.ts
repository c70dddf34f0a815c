/** Texts for which a search with backtracking would take time that grows with the square of their length: hours for these. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { cleanPage, readPage } from '../../../src/convert/output/text/html.js';
import { withoutTrailingBlanks } from '../../../src/text.js';

const LENGTH = 4_000_000;
const repeated = (text: string) => text.repeat(LENGTH / text.length);

function archive(body: string, fields = ''): string {
  const part = `--B\nContent-Type: text/html${fields}\n\n<p>Words</p>${body}\n--B--\n`;
  return `MIME-Version: 1.0\nContent-Type: multipart/related; boundary=B\n\n${part}`;
}

/** Seconds of processor time. */
async function cost(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

const prepare = (text: string, name: string) =>
  prepareDocument(Buffer.from(text), { name }).then(({ bytes }) => Buffer.from(bytes).toString());

describe('a web archive', () => {
  it.each([
    ['style elements without end', archive(repeated('<style>'))],
    ['blanks before other text', archive(`${repeated(' ')}x`, '\nContent-Transfer-Encoding: quoted-printable')],
    ['a parameter without value', archive('', `; ${repeated('a')}`)],
    ['header fields', archive('', `\n${repeated('a:\n ')}`)],
    ['parts with titles without end', archive(repeated('<title'))],
  ])('with many %s', { timeout: 120_000 }, async (_what, text) => {
    let page = '';
    expect(
      await cost(async () => {
        page = await prepare(text, 'page.mht');
      }),
    ).toBeLessThan(10);
    expect(page).toContain('<p>Words</p>');
  });
});

describe('a page', () => {
  it.each([
    ['blanks in a declaration', `p { display: a${repeated(' ')}b }`],
    ['blanks in a selector', `p${repeated(' ')}b { display: none }`],
    ['blocks in blocks', repeated('@media {')],
  ])('with many %s', { timeout: 120_000 }, async (_what, css) => {
    expect(await cost(() => prepare(`<html><style>${css}</style><p>Words</p></html>`, 'page.html'))).toBeLessThan(10);
  });
});

it('blanks within a line take linear time, and those at its end are removed', async () => {
  expect(await cost(() => withoutTrailingBlanks(`${repeated(' ')}x`))).toBeLessThan(2);
  expect(withoutTrailingBlanks('a \t\r\n  b\n \nc  ')).toBe('a\r\n  b\n\nc');
});

it('addresses in styles end with the style', async () => {
  const page = readPage(Buffer.from(`<p style="color: red; background: url(http://x/${repeated('url(')}">a</p>`));
  expect(await cost(() => cleanPage(page, () => null))).toBeLessThan(2);
  expect(page.body.outerHTML).not.toContain('http');
});
