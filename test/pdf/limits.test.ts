/** Cross-references and object streams that state more than the file can hold. */

import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openPdf } from '../../src/pdf/index.js';
import { PdfDict } from '../../src/pdf/syntax/objects.js';
import { isRegular } from '../../src/pdf/xref/stream.js';
import { PdfWriter, stream } from '../helpers/pdf-writer.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

const LIMIT = { code: 'LIMIT_EXCEEDED' };

/** A page, and a cross-reference stream with these entries and data; `objects` in their order in the file. */
function withXrefStream(entries: string, data: Uint8Array, filter = '/Filter/FlateDecode'): Buffer {
  const writer = new PdfWriter().revision({ objects: PAGE_OBJECTS, unfinished: true });
  const offset = writer.length;
  const dict = `<</Type/XRef/Root 1 0 R${entries}${filter}/Length ${data.length}>>`;
  return writer.raw(`9 0 obj\n${dict}\nstream\n`).raw(data).raw(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`)
    .bytes;
}

describe('a cross-reference stream', () => {
  const packed = deflateSync(Buffer.alloc(1 << 20));
  test.each([
    ['/Size', '/Size 5000000/W[1 4 2]'],
    ['/Index', '/Size 9/W[1 4 2]/Index[0 5000000]'],
    ['many subsections', `/Size 9/W[1 4 2]/Index[${'0 100000 '.repeat(50)}]`],
    ['the largest integer', '/Size 9007199254740991/W[1 4 2]'],
    ['several of the largest integer', '/Size 9/W[1 4 2]/Index[0 9007199254740991 0 9007199254740991]'],
  ])('for too many entries by %s is refused before it is inflated', async (_, entries) => {
    const before = process.memoryUsage().arrayBuffers;
    await expect(openPdf(withXrefStream(entries, packed))).rejects.toMatchObject(LIMIT);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
  });

  test.each([
    ['/Size 9', '/Size -1/W[1 4 2]'],
    ['/W', '/Size 9/W[1 4 -2]'],
    ['/W', '/Size 9/W[100 100 100]'],
    ['/W', '/Size 9/W[0 0 0]'],
    ['/Index', '/Size 9/W[1 4 2]/Index[0 9 1]'],
    ['/Index', '/Size 9/W[1 4 2]/Index[-5 9]'],
    ['/Index', '/Size 9/W[1 4 2]/Index[0 1e9]'],
  ])('with a malformed %s is not used: %s', async (_, entries) => {
    const document = await openPdf(withXrefStream(entries, packed));
    expect(document.recovered).toBe(true);
  });

  test('may have as many entries as a small file has room for, most of them free', async () => {
    const rows = Buffer.alloc(7 * 60_000);
    const document = await openPdf(onePage({ objects: { ...PAGE_OBJECTS, 59999: 'null' }, xref: 'stream' }).bytes);
    expect(document.recovered).toBe(false);
    const bytes = withXrefStream('/Size 60000/W[1 4 2]', deflateSync(rows));
    expect((await openPdf(bytes)).recovered).toBe(true);
  });
});

describe('a chain of cross-references', () => {
  test('with too many entries in all is refused', async () => {
    const writer = onePage();
    const rows = deflateSync(Buffer.alloc(7 * 90_000));
    let previous = writer.xrefs[0]!;
    for (let i = 0; i < 20; i++) {
      const offset = writer.length;
      const dict = `<</Type/XRef/Root 1 0 R/Size 90000/W[1 4 2]/Prev ${previous}/Filter/FlateDecode/Length ${rows.length}>>`;
      writer.raw(`9 0 obj\n${dict}\nstream\n`).raw(rows).raw(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`);
      previous = offset;
    }
    await expect(openPdf(writer.bytes)).rejects.toMatchObject(LIMIT);
  });
});

describe('a cross-reference table', () => {
  const table = (subsections: string): Buffer => {
    const writer = new PdfWriter().revision({ objects: PAGE_OBJECTS, unfinished: true });
    const offset = writer.length;
    const entries = [1, 2, 3, 4].map(num => `${String(writer.offsets.get(num)!).padStart(10, '0')} 00000 n \n`);
    const own = `0 5\n0000000000 65535 f \n${entries.join('')}`;
    return writer.raw(`xref\n${own}${subsections}trailer\n<</Size 9/Root 1 0 R>>\nstartxref\n${offset}\n%%EOF\n`).bytes;
  };

  test('with a count that the file does not have is read', async () => {
    const document = await openPdf(table('6 4000000000\n0000000009 00000 f \n'));
    expect(document.recovered).toBe(false);
    expect(document.notes).toContainEqual(expect.objectContaining({ code: 'xref-entry-malformed' }));
  });
});

describe('an object stream', () => {
  const latest = async (entries: string, body = '5 0 (a)') => {
    const writer = onePage({ objects: { ...PAGE_OBJECTS, 6: stream(body, `/Type/ObjStm${entries}`) }, xref: 'stream' });
    const file = writer.revision({ objects: {}, xref: 'stream', misplaced: { 5: { container: 6, index: 0 } } });
    return (await openPdf(file.bytes)).latest;
  };
  test.each(['/N 1/First 4', '/N 99999999999/First 4'])('is read with %s', async entries => {
    expect((await latest(entries)).object(5)?.value).toMatchObject({ hex: false });
  });
  test.each([
    '/N -1/First 4',
    '/N 1.5/First 4',
    `/N ${'9'.repeat(400)}/First 4`,
    '/N 1/First -4',
    '/N 1/First 99999999999',
    '/N 1/First(4)',
    '/First 4',
  ])('has no objects with %s', async entries => {
    expect((await latest(entries)).object(5)).toBeNull();
  });
});

test('a cross-reference stream may have more sections than can be passed to a function', () => {
  const subsections = Array.from({ length: 150_000 }, (_, i) => [2 * i, 1] as const);
  const layout = { widths: [1, 2, 1] as const, subsections, count: subsections.length };
  expect(isRegular(new PdfDict(new Map(), null), layout)).toBe(false);
});

test.each(['x', '.0.'])('half a million digits before %s are read at once', async end => {
  const { bytes } = onePage({ objects: { ...PAGE_OBJECTS, 5: `${'9'.repeat(500_000)}${end}` } });
  expect((await openPdf(bytes)).latest.object(5)).toBeNull();
});
