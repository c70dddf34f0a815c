import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openPdf, type PdfStream } from '../../src/pdf/index.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

async function decode(dict: string, data: Uint8Array) {
  const { latest } = await openPdf(onePage({ objects: { ...PAGE_OBJECTS, 4: { dict, data } } }).bytes);
  const decoded = latest.decode(latest.object(4)!.value as PdfStream);
  return { ...decoded, text: Buffer.from(decoded.bytes).toString('latin1') };
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const FLATE = '/Filter/FlateDecode';

describe('filters', () => {
  const rows: [string, string, Uint8Array, string][] = [
    ['Flate', FLATE, deflateSync('hello'), 'hello'],
    ['ASCIIHex', '/Filter/ASCIIHexDecode', latin('68 656C6c6F>'), 'hello'],
    ['ASCII85', '/Filter[/ASCII85Decode]', latin('zBOu!rDZ~>'), '\0\0\0\0hello'],
    ['RunLength', '/Filter/RunLengthDecode', Buffer.from([1, 104, 105, 254, 33, 128]), 'hi!!!'],
    [
      'LZW, where each code is that of the sequence being defined',
      '/Filter/LZWDecode',
      Buffer.from('80106050382404', 'hex'),
      'AAAAAAAAAA',
    ],
    [
      'LZW (the example of ISO 32000-2, 7.4.4.2)',
      '/Filter/LZWDecode',
      Buffer.from('800b6050220c0c8501', 'hex'),
      '-----A---B',
    ],
    ['a chain', '/Filter[/ASCIIHexDecode/FlateDecode]', latin(`${deflateSync('both').toString('hex')}>`), 'both'],
    [
      'PNG up',
      `${FLATE}/DecodeParms<</Predictor 12/Columns 3>>`,
      deflateSync(Buffer.from([2, 97, 98, 99, 2, 1, 1, 1])),
      'abcbcd',
    ],
    ['PNG sub', `${FLATE}/DecodeParms<</Predictor 11/Columns 3>>`, deflateSync(Buffer.from([1, 97, 1, 1])), 'abc'],
    [
      'TIFF',
      `${FLATE}/DecodeParms<</Predictor 2/Columns 3>>`,
      deflateSync(Buffer.from([97, 1, 1, 98, 1, 1])),
      'abcbcd',
    ],
  ];
  for (const [name, dict, data, expected] of rows) {
    test(name, async () => expect((await decode(dict, data)).text.slice(0, expected.length)).toBe(expected));
  }

  test.each(['Flate', 'LZW', 'ASCII85', 'ASCIIHex', 'RunLength'])(
    '%s of no bytes is nothing, and not damaged',
    async name => {
      const predictor = name === 'Flate' ? '/DecodeParms<</Predictor 12/Columns 3>>' : '';
      const { bytes, damaged } = await decode(`/Filter/${name}Decode${predictor}`, Buffer.alloc(0));
      expect([bytes.length, damaged]).toEqual([0, false]);
    },
  );

  test('a truncated Flate stream is decoded as far as possible and marked as damaged', async () => {
    const whole = deflateSync(Buffer.from('0123456789'.repeat(1000)), { level: 0 });
    const { bytes, damaged } = await decode(FLATE, whole.subarray(0, 5000));
    expect(bytes.length).toBeGreaterThan(4000);
    expect(damaged).toBe(true);
  });

  test('a decompression bomb is not decoded', async () => {
    const bomb = deflateSync(Buffer.alloc(100 << 20), { level: 1 });
    const { bytes, damaged } = await decode(FLATE, bomb);
    expect([bytes.length, damaged]).toEqual([0, true]);
  });

  test('images are not decoded', async () => {
    expect(await decode('/Filter/DCTDecode', latin('jpeg'))).toMatchObject({ pending: 'DCTDecode', text: 'jpeg' });
  });
});
