import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestRanges, openSource } from '../../src/pdf/index.js';

/** Larger than the read buffer and not a multiple of a page. */
const bytes = randomBytes((5 << 20) + 123);
const range = (offset: number, length: number) => ({ offset, length });
const whole = [range(0, bytes.length)];
const signed = [range(0, 3_000_000), range(3_100_000, bytes.length - 3_100_000)];

const expected = (algorithm: string, ranges: readonly { offset: number; length: number }[]) =>
  ranges
    .reduce((hash, { offset, length }) => hash.update(bytes.subarray(offset, offset + length)), createHash(algorithm))
    .digest('hex');

describe('digests of ranges', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docconv-digest-'));
    writeFileSync(join(folder, 'file'), bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const jobs = [
    { algorithm: 'sha256', ranges: whole },
    { algorithm: 'sha256', ranges: signed },
    { algorithm: 'sha512', ranges: signed },
    { algorithm: 'sha256', ranges: [range(10, 5), range(0, 20)] },
    { algorithm: 'sha256', ranges: [range(0, 2 ** 40)] },
    { algorithm: 'sha256', ranges: [] },
  ];
  const digests = ['sha256', 'sha256', 'sha512', 'sha256', 'sha256', 'sha256'].map((algorithm, i) =>
    expected(algorithm, i === 4 ? whole : jobs[i]!.ranges),
  );

  for (const kind of ['a file', 'bytes']) {
    test(`of ${kind}: equal to hashing each range separately`, async () => {
      const source = openSource(kind === 'bytes' ? bytes : join(folder, 'file'));
      const found = await digestRanges(source, jobs);
      expect(found.map(digest => Buffer.from(digest).toString('hex'))).toEqual(digests);
      source.close();
    });
  }

  test('bytes that two jobs share are read once', async () => {
    let read = 0;
    const counted = {
      ...openSource(bytes),
      read(at: number, length: number) {
        read += length;
        return bytes.subarray(at, at + length);
      },
    };
    await digestRanges(counted, jobs.slice(0, 3));
    expect(read).toBe(bytes.length);
  });

  test('a large file is read in pages, and reads may cross page boundaries', () => {
    const source = openSource(join(folder, 'file'));
    for (const [offset, length] of [
      [65_530, 20],
      [0, 1],
      [1_000_000, 200_000],
      [bytes.length - 5, 50],
    ] as const) {
      expect(Buffer.compare(source.read(offset, length), bytes.subarray(offset, offset + length))).toBe(0);
    }
    expect(source.read(bytes.length + 1, 10)).toHaveLength(0);
    source.close();
  });
});
