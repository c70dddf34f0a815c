/** Files with as many cross-references and members of object streams as a reader has to accept. */
import { expect, test } from 'vitest';
import { openPdf } from '../../src/pdf/index.js';
import { heapInUse } from '../helpers/isolation/memory.js';
import { stream } from '../helpers/pdf-writer.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

test('a chain of cross-references of 10,000 sections is read', async () => {
  const writer = onePage();
  const parts = [writer.bytes.toString('latin1')];
  let [length, previous] = [writer.length, writer.xrefs[0]!];
  for (let i = 0; i < 10_000; i++) {
    const part = `xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev ${previous}>>\nstartxref\n${length}\n%%EOF\n`;
    parts.push(part);
    previous = length;
    length += part.length;
  }
  expect((await openPdf(Buffer.from(parts.join(''), 'latin1'))).revisions).toHaveLength(10_001);
});

test('an object stream with a million members takes little memory', async () => {
  const body = '5 0 '.repeat(1 << 20);
  const members = stream(`${body}(a)`, `/Type/ObjStm/N ${1 << 20}/First ${body.length}`);
  const writer = onePage({ objects: { ...PAGE_OBJECTS, 6: members }, xref: 'stream' });
  const file = writer.revision({ objects: {}, xref: 'stream', misplaced: { 5: { container: 6, index: 0 } } });
  const { latest } = await openPdf(file.bytes);
  const before = heapInUse();
  expect(latest.object(5)?.value).toMatchObject({ hex: false });
  expect(heapInUse() - before).toBeLessThan(64 << 20);
});
