/** Declarations of XHTML pages, which LibreOffice would print, and the entities that they declare. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';

const page = (subset: string, body: string) => `<!DOCTYPE html [${subset}]><html><body><p>${body}</p></body></html>`;

async function bodyOf(bytes: Buffer, encoding: 'latin1' | 'utf8' | 'utf16le' = 'utf8') {
  const prepared = await prepareDocument(bytes, { name: 'a.xhtml' });
  const text = Buffer.from(prepared.bytes).toString(encoding);
  expect(text).not.toContain('ENTITY');
  return /<p>([\s\S]*)<\/p>/.exec(text)?.[1];
}

describe('the internal subset of a page', () => {
  it.each([
    ['an entity', '<!ENTITY co "M\u00fcller & Co">', '&co;&amp;&other;', 'M\u00fcller & Co&amp;&other;'],
    ['in another one', '<!ENTITY a "1"><!ENTITY b "&a;2&#38;lt;">', '&b;', '12&lt;'],
    ['with characters of markup', `<!ENTITY c ">'">`, '<i title="&c;">&c;</i>', '<i title="&#62;&#39;">&#62;&#39;</i>'],
    ['a comment', '<!-- a > b --><!ENTITY c ">">', '&c;', '&#62;'],
    ['an entity in a comment', '<!-- <!ENTITY c "1"> -->', '&c;', '&c;'],
    ['the first of two', '<!ENTITY c "1"><!ENTITY c "2">', '&c;', '1'],
    ['a predefined one', '<!ENTITY lt "&#38;#60;">', '&lt;', '&#60;'],
    // what the inspection has not seen
    ['with an element', '<!ENTITY c "<meta http-equiv=\'refresh\'/>">', '&c;', '&c;'],
    ['with a part of an element', '<!ENTITY a "<"><!ENTITY c "&a;img src=x/>">', '&c;', '&c;'],
    ['an external one', '<!ENTITY c SYSTEM "file:///etc/passwd">', '&c;', '&c;'],
    ['a cycle', '<!ENTITY a "&b;"><!ENTITY b "&a;">', '&a;', '&a;'],
  ])('%s', async (_, subset, body, expected) => {
    expect(await bodyOf(Buffer.from(page(subset, body)))).toBe(expected);
  });

  it('is none in a comment or in a text', async () => {
    for (const page of [
      '<!DOCTYPE html><!-- was: <!DOCTYPE html [ --><p>First</p><p>see a[1]> x</p>',
      '<html><body><textarea><!DOCTYPE html [</textarea><p>see a[1]> x</p></body></html>',
    ]) {
      const { bytes } = await prepareDocument(Buffer.from(page), { name: 'a.html' });
      expect(Buffer.from(bytes).toString()).toContain(page);
    }
    const behind = `<?xml version="1.0"?>\n<!-- <!DOCTYPE html [ -->${page('<!ENTITY c "1">', '&c;')}`;
    expect(await bodyOf(Buffer.from(behind))).toBe('1');
  });

  it('of UTF-16', async () => {
    const text = `\ufeff${page('<!-- \u013e --><!ENTITY c "\u4e2d">', '&c;')}`;
    const little = Buffer.from(text, 'utf16le');
    expect(await bodyOf(little, 'utf16le')).toBe('\u4e2d');
    const { bytes } = await prepareDocument(Buffer.from(little).swap16(), { name: 'a.xhtml' });
    expect(Buffer.from(bytes).swap16().toString('utf16le')).toContain('<p>\u4e2d</p>');
  });

  it('adds a limited number of characters', async () => {
    const many = Array.from({ length: 200 }, () => '&c;').join('');
    const body = await bodyOf(Buffer.from(page(`<!ENTITY c "${'x'.repeat(1000)}">`, many)));
    expect(body?.split('&c;')).toHaveLength(101);
    const levels = Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('');
    expect(await bodyOf(Buffer.from(page(`<!ENTITY a0 "x">${levels}`, '&a30;&a2;')))).toBe('&a30;xxxx');
  });
});
