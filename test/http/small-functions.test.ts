/** Small functions with many cases. */
import { describe, expect, it } from 'vitest';
import { clientAddress } from '../../src/http/limits/rate-limit.js';
import { accepts } from '../../src/http/plugins/accept.js';
import { safeFileName } from '../../src/http/upload/document.js';
import { contentDisposition, outputName } from '../../src/http/work/output-name.js';
import { decodeBase64 } from '../../src/system/base64.js';

describe('accepts', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/pdf', true],
    ['APPLICATION/PDF; q=0.5', true],
    ['application/*', true],
    ['text/html, */*;q=0.1', true],
    ['text/html', false],
    ['application/pdf;q=0', false],
    ['application/pdf;q=0, */*', false],
    ['application/*;q=0, application/pdf', true],
    ['application/pdfx', false],
  ])('%s: %s', (header, expected) => expect(accepts(header, 'application/pdf')).toBe(expected));
});

describe('clients', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['', 'local'],
  ])('%s counts as %s', (ip, client) => expect(clientAddress({ ip } as never)).toBe(client));
});

describe('file names', () => {
  it.each([
    ['report.docx', 'report.docx'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a b.docx', 'a b.docx'],
    ['a\r\nSet-Cookie: x=1.docx', 'aSet-Cookie: x=1.docx'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['Brief %22x%22.docx', 'Brief "x".docx'],
    ['', 'document'],
    ['..', '..'],
    ['a\uD83D.docx', 'a.docx'],
    [`${'a'.repeat(300)}.docx`, `${'a'.repeat(241)}~9835fa6b.docx`],
  ])('%j becomes %j', (given, kept) => expect(safeFileName(given)).toBe(kept));

  it('become the name of the PDF', () => {
    expect(['a.docx', '.docx', 'archive.tar.gz', 'noext'].map(name => outputName(name, 'pdf'))).toEqual([
      'a.pdf',
      'document.pdf',
      'archive.tar.pdf',
      'noext.pdf',
    ]);
  });

  it('are in the header in ASCII and in UTF-8 (RFC 6266)', () => {
    expect(contentDisposition('Ännchens "Brief".pdf')).toBe(
      `attachment; filename="_nnchens _Brief_.pdf"; filename*=UTF-8''%C3%84nnchens%20%22Brief%22.pdf`,
    );
    expect(contentDisposition("it's (1)*.pdf")).toContain("UTF-8''it%27s%20%281%29%2A.pdf");
  });
});

describe('decodeBase64', () => {
  const text = (base64: string) => Buffer.from(decodeBase64(base64, 100)).toString();

  it.each([
    ['aGVsbG8='],
    ['aGVsbG8'],
    ['aGVs\r\nbG8=\n'],
    ['data:application/pdf;base64,aGVsbG8='],
    ['DATA:,aGVsbG8='],
  ])('%j decodes to hello', base64 => expect(text(base64)).toBe('hello'));

  it('reads both alphabets (RFC 4648, 4 and 5)', () => {
    expect(decodeBase64('-_-_', 100)).toEqual(decodeBase64('+/+/', 100));
  });

  it.each([['aGVsbG8*'], ['aGVsb'], ['aGV=bG8='], ['aGVsbG8==='], ['data:x'], ['"aGVs"']])('%j is refused', base64 =>
    expect(() => text(base64)).toThrow(/cannot be decoded/),
  );

  it('refuses what is larger than the limit', () => {
    expect(decodeBase64(Buffer.alloc(100).toString('base64'), 100)).toHaveLength(100);
    expect(() => decodeBase64(Buffer.alloc(103).toString('base64'), 100)).toThrow(/larger/);
  });
});
