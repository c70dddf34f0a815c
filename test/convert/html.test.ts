/** A page that wants to be elsewhere in a moment, as paper. */
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../src/convert/input/prepare.js';

const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body><p>text</p></body></html>`;
const taken = async (bytes: Uint8Array) => Buffer.from((await prepareDocument(bytes, { name: 'page.html' })).bytes);

describe('an HTML page', () => {
  it.each([
    '<meta http-equiv="refresh" content="0; url=https://example.org">',
    "<META HTTP-EQUIV = 'Refresh' content=5>",
    '<meta http-equiv=&#114;efresh content="0">',
  ])('loses what would start a timer, and nothing else: %s', async head => {
    const bytes = Buffer.from(page(head));
    const after = (await taken(bytes)).toString();
    expect(after).toBe(page(head.replace(/http-equiv/i, 'data-equiv')));
  });

  it('keeps what says its encoding', async () => {
    const bytes = Buffer.from(
      page('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">\xe4'),
      'latin1',
    );
    expect(await taken(bytes)).toEqual(bytes);
  });

  it.each(['little', 'big'] as const)('is looked through in UTF-16, %s end first', async end => {
    const encode = (text: string) => {
      const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
      return end === 'big' ? bytes.swap16() : bytes;
    };
    const after = await taken(encode(page('<meta http-equiv="refresh" content="0">')));
    expect(after).toEqual(encode(page('<meta data-equiv="refresh" content="0">')));
  });
});
