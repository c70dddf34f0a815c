/** HTML pages with http-equiv directives. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../src/convert/input/prepare.js';

const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body><p>text</p></body></html>`;
const taken = async (bytes: Uint8Array) => Buffer.from((await prepareDocument(bytes, { name: 'page.html' })).bytes);

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

  it.each(['little', 'big'] as const)('is edited in UTF-16, %s-endian', async end => {
    const encode = (text: string) => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      return end === 'big' ? bytes.swap16() : bytes;
    };
    const after = await taken(encode(page('<meta http-equiv="refresh" content="0">')));
    expect(after).toEqual(encode(page('<meta data-equiv="refresh" content="0">')));
  });
});
