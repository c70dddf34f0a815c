import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, extractRevision } from '../../src/signatures/index.js';
import { createPki, NOW } from '../helpers/pki.js';
import { blankPdf } from '../helpers/signed-pdf.js';

const pki = createPki({ root: {}, ann: { issuer: 'root' } });
const make = (bytes: Buffer) => pki.cms('ann', bytes);

async function bytesOf(chunks: Promise<AsyncIterable<Uint8Array>>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of await chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

describe('the revision that a signature covers', () => {
  const twice = blankPdf().sign({ make }).sign({ make });

  test('is the file as it was signed, byte for byte, and its signature covers the whole file', async () => {
    const first = await bytesOf(extractRevision(twice.bytes, 1));
    expect(first.equals(twice.bytes.subarray(0, twice.revisions[1]))).toBe(true);
    expect((await check(first, { at: NOW })).signer).toMatchObject({ coverage: 'file', intact: true });
    expect((await bytesOf(extractRevision(twice.bytes, 2))).equals(twice.bytes)).toBe(true);
  });

  test('can be extracted from a path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'extract-'));
    try {
      const file = join(folder, 'twice.pdf');
      writeFileSync(file, twice.bytes);
      expect((await bytesOf(extractRevision(file, 1))).length).toBe(twice.revisions[1]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([0, 3, 1.5])('there is no signature %d', async number => {
    await expect(extractRevision(twice.bytes, number)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('the file has 2 signatures'),
    });
  });

  test('a signature that covers no revision has none', async () => {
    const short = blankPdf().sign({ make, range: ([a, b, c, d]) => [a!, b!, c!, d! - 20] });
    await expect(extractRevision(short.bytes, 1)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });
});
