/** HTML pages with http-equiv directives, and with blocks that LibreOffice does not know. */

import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { PAGE_RULE } from './page-rule.js';

const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body><p>text</p></body></html>`;
/** What an engine gets, without the rule for the size of the pages, which is the same for all of them. */
async function taken(bytes: Uint8Array): Promise<Buffer> {
  const { bytes: edited } = await prepareDocument(bytes, { name: 'page.html' });
  const text = Buffer.from(edited).toString('latin1');
  const rules = ['utf8', 'utf16le', 'utf16be'].map(encoding => ruleIn(encoding));
  const rule = rules.find(each => text.includes(each));
  expect(rule).toBeDefined();
  return Buffer.from(text.replace(rule!, ''), 'latin1');
}

function ruleIn(encoding: string): string {
  if (encoding === 'utf8') return PAGE_RULE;
  const bytes = Buffer.from(PAGE_RULE, 'utf16le');
  return (encoding === 'utf16be' ? bytes.swap16() : bytes).toString('latin1');
}

describe('an HTML page', () => {
  it.each([
    '<meta http-equiv="refresh" content="0; url=https://example.org">',
    "<META HTTP-EQUIV = 'Refresh' content=5>",
    '<meta http-equiv=&#114;efresh content="0">',
  ])('loses only the directive that would start a timer: %s', async head => {
    const bytes = Buffer.from(page(head));
    const after = (await taken(bytes)).toString();
    expect(after).toBe(page(head.replace(/http-equiv/i, 'data-equiv')));
  });

  it('keeps the directive with its encoding', async () => {
    const bytes = Buffer.from(
      page('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">\xe4'),
      'latin1',
    );
    expect(await taken(bytes)).toEqual(bytes);
  });

  describe.each(['utf8', 'utf16le', 'utf16be'] as const)('in %s', encoding => {
    const encode = (text: string) => {
      const bytes = Buffer.from(`\ufeff${text}`, encoding === 'utf8' ? 'utf8' : 'utf16le');
      return encoding === 'utf16be' ? bytes.swap16() : bytes;
    };

    it('loses the directive', async () => {
      const after = await taken(encode(page('<meta http-equiv="refresh" content="0">')));
      expect(after).toEqual(encode(page('<meta data-equiv="refresh" content="0">')));
    });

    it.each([
      '<!-- <main> -->',
      '<title>The <main> element</title>',
      '<textarea>use <section> here',
      '<img alt="a <nav > tag">',
      '<style>/* <aside> */</style>',
    ])('keeps %s', async text => {
      expect(await taken(encode(page(text)))).toEqual(encode(page(text)));
    });

    it('has its blocks in lines of their own', async () => {
      const after = await taken(
        encode(page('<SECTION class="a">é</SECTION><figcaption\n>b</figcaption><nav/><sections>')),
      );
      expect(after).toEqual(
        encode(
          page('<div><SECTION class="a">é</SECTION></div><div><figcaption\n>b</figcaption></div><div><nav/><sections>'),
        ),
      );
    });
  });
});
