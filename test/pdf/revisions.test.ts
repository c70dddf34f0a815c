import { describe, expect, test } from 'vitest';
import { openPdf, type PdfStream } from '../../src/pdf/index.js';
import { PdfWriter, stream } from '../helpers/pdf-writer.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

const codes = (document: { notes: readonly { code: string }[] }) => document.notes.map(note => note.code);

async function contentsOf(bytes: Uint8Array, index: number): Promise<string> {
  const document = await openPdf(bytes);
  const revision = document.revisions[index - 1]!;
  const content = revision.object(4)!.value as PdfStream;
  return Buffer.from(revision.decode(content).bytes).toString('latin1');
}

describe('revisions', () => {
  for (const xref of ['table', 'stream', 'hybrid'] as const) {
    test(`an update with a ${xref} keeps the older revision readable`, async () => {
      const file = onePage().revision({ objects: { 4: stream('new') }, xref });
      const document = await openPdf(file.bytes);
      expect(document.revisions.map(revision => revision.endOffset)).toEqual(file.ends);
      expect(await contentsOf(file.bytes, 1)).toBe('BT (Hello) Tj ET');
      expect(await contentsOf(file.bytes, 2)).toBe('new');
      expect(codes(document)).toEqual([]);
    });
  }

  for (const xref of ['stream', 'hybrid'] as const) {
    test(`objects in an object stream are found through a ${xref} cross-reference`, async () => {
      const document = await openPdf(onePage({ xref, packed: [2, 3] }).bytes);
      const page = document.latest.object(3)!;
      expect(page).toMatchObject({ span: null, gen: 0 });
      expect(page.container).toBeGreaterThan(4);
      expect(document.latest.getName(page.value as never, 'Type')).toBe('Page');
      expect(codes(document)).toEqual([]);
    });
  }

  test('a replaced object stream changes its members from that revision on', async () => {
    const first = onePage({ xref: 'stream', packed: [3] });
    const container = 5;
    const body = '3 0 <</Type/Page/Parent 2 0 R/Rotate 90>>';
    const spoofed = stream(body, '/Type/ObjStm/N 1/First 4');
    const document = await openPdf(first.revision({ objects: { [container]: spoofed }, xref: 'stream' }).bytes);
    const [before, after] = document.revisions;
    expect(before!.get(before!.object(3)!.value as never, 'Rotate')).toBeNull();
    expect(after!.get(after!.object(3)!.value as never, 'Rotate')).toBe(90);
  });

  test('the newest revision within an offset is the last one whose %%EOF precedes it', async () => {
    const file = onePage().revision({ objects: { 4: stream('new') } });
    const document = await openPdf(file.bytes);
    expect(document.revisionWithin(file.ends[0]! - 1)?.index).toBe(1);
    expect(document.revisionWithin(file.ends[0]!)?.index).toBe(1);
    expect(document.revisionWithin(file.ends[0]! - 8)).toBeNull();
    expect(document.revisionWithin(file.ends[1]!)?.index).toBe(2);
  });

  test('both sections of a linearized file are one revision', async () => {
    // the first-page section at the start of the file refers to the main section by /Prev
    const main = new PdfWriter('%PDF-1.7\n9 0 obj\n<</Linearized 1>>\nendobj\n');
    const place = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;
    const firstSection = main.length;
    const firstTrailer = (prev: number) =>
      `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 5/Root 1 0 R/Prev ${String(prev).padStart(6, '0')}>>\nstartxref\n0\n%%EOF\n`;
    const bodyStart = firstSection + firstTrailer(0).length;
    const objects = [1, 2, 3].map(num => `${num} 0 obj\n${PAGE_OBJECTS[num] as string}\nendobj\n`);
    const offsets = objects.map((_, i) => bodyStart + objects.slice(0, i).join('').length);
    const mainSection = bodyStart + objects.join('').length;
    main.raw(firstTrailer(mainSection)).raw(objects.join(''));
    main.raw(
      `xref\n1 3\n${offsets.map(place).join('')}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${firstSection}\n%%EOF\n`,
    );
    const document = await openPdf(main.bytes);
    expect(document.revisions).toHaveLength(1);
    expect(document.latest.sections.map(({ start }) => start)).toEqual([firstSection, mainSection]);
    expect(document.latest.endOffset).toBe(main.length);
    expect(codes(document)).toEqual([]);
  });
});

describe('verification of cross-reference entries and tolerated errors', () => {
  test('an entry that points at another object resolves to null and is noted', async () => {
    const first = onePage();
    const file = first.revision({ objects: {}, misplaced: { 4: first.offsets.get(3)! } });
    const document = await openPdf(file.bytes);
    expect(document.latest.object(4)).toBeNull();
    expect(document.notes).toEqual([expect.objectContaining({ code: 'entry-mismatch', revision: 2, object: 4 })]);
    expect(document.revisions[0]!.object(4)).not.toBeNull();
  });

  test('an entry that is wrong by two bytes is corrected and noted', async () => {
    const first = onePage();
    const file = first.revision({ objects: {}, misplaced: { 4: first.offsets.get(4)! - 2 } });
    const document = await openPdf(file.bytes);
    expect(document.latest.object(4)).not.toBeNull();
    expect(codes(document)).toEqual(['entry-inexact']);
  });

  test('a revision cannot refer to bytes of a later one', async () => {
    const plain = onePage({ objects: { ...PAGE_OBJECTS, 4: null } });
    const base = plain.length;
    const prepared = onePage({ objects: { ...PAGE_OBJECTS, 4: null }, misplaced: { 4: base } });
    expect(prepared.length).toBe(base);
    prepared.raw('4 0 obj\n(late)\nendobj\n').revision({ objects: { 9: 'null' } });
    const document = await openPdf(prepared.bytes);
    expect(document.revisions[0]!.object(4)).toBeNull();
    expect(document.notes).toContainEqual(
      expect.objectContaining({ code: 'entry-outside-revision', revision: 1, object: 4 }),
    );
  });

  const tolerated: [string, string, (file: PdfWriter) => Uint8Array][] = [
    ['junk before the header', 'junk-before-header', file => Buffer.concat([Buffer.from('junk\n'), file.bytes])],
    ['two %%EOF', 'eof-repeated', () => onePage({ eof: '%%EOF\n%%EOF\n' }).bytes],
    ['no %%EOF', 'eof-missing', () => onePage({ eof: '' }).bytes],
    ['bytes after the end', 'bytes-after-end', file => Buffer.concat([file.bytes, Buffer.from('tail')])],
    ['entries of 19 bytes', 'xref-spacing', file => replaced(file, / \n(?=\d{10}|trailer)/g, '\n')],
    ['a startxref two bytes early', 'startxref-inexact', file => replaced(file, /startxref\n(\d+)/, shifted(-2))],
    ['a wrong /Length', 'stream-length', file => replaced(file, '/Length 16', '/Length 99')],
    ['a missing endobj', 'endobj-missing', file => replaced(file, 'endstream\nendobj', 'endstream\n      ')],
    ['a key given twice', 'duplicate-key', file => replaced(file, '/Parent 2 0 R', '/Type  /Page ')],
  ];
  for (const [what, code, build] of tolerated) {
    test(`${what}: read, and noted as ${code}`, async () => {
      const document = await openPdf(build(onePage()));
      expect(document.latest.resolve(document.latest.root)).not.toBeNull();
      document.latest.object(3);
      document.latest.object(4);
      expect(document.recovered).toBe(false);
      expect(codes(document)).toContain(code);
    });
  }

  test('a loop of /Prev terminates, and the document counts as recovered', async () => {
    const first = onePage();
    const file = replaced(first, '/Root 1 0 R', `/Root 1 0 R/Prev ${first.xrefs[0]}`);
    const document = await openPdf(file);
    expect(document.recovered).toBe(true);
    expect(codes(document)).toContain('xref-loop');
  });

  test('without a cross-reference, objects are found by scanning and the document counts as recovered', async () => {
    const file = replaced(onePage(), /startxref\n\d+/, 'startxref\n7');
    const document = await openPdf(file);
    expect(document.recovered).toBe(true);
    expect(document.latest.root).not.toBeNull();
    expect(codes(document)).toContain('recovered');
  });

  test('rejects a file that is not a PDF', async () => {
    await expect(openPdf(Buffer.from('PK\x03\x04'))).rejects.toMatchObject({ code: 'NOT_A_PDF' });
    await expect(openPdf(Buffer.alloc(0))).rejects.toMatchObject({ code: 'EMPTY_FILE' });
    await expect(openPdf(Buffer.from('%PDF-1.7\nnothing'))).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
    await expect(openPdf('/nonexistent.pdf')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

function replaced(
  file: PdfWriter,
  what: string | RegExp,
  by: string | ((match: string, number: string) => string),
): Buffer {
  const text = file.bytes.toString('latin1');
  const changed = text.replace(what, by as string);
  expect(changed).not.toBe(text);
  return Buffer.from(changed, 'latin1');
}

const shifted = (by: number) => (_: string, offset: string) => `startxref\n${Number(offset) + by}`;
