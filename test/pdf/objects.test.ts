import { describe, expect, test } from 'vitest';
import {
  openPdf,
  type PdfDict,
  type PdfObject,
  type PdfStream,
  type PdfString,
  parsePdfDate,
  textOf,
} from '../../src/pdf/index.js';
import { onePage, PAGE_OBJECTS } from './documents.js';

async function objectFrom(
  syntax: string,
): Promise<{ value: PdfObject; bytes: Buffer; notes: readonly { code: string }[]; ambiguities: readonly string[] }> {
  const { bytes } = onePage({ objects: { ...PAGE_OBJECTS, 5: syntax } });
  const document = await openPdf(bytes);
  const { value = null, ambiguities = [] } = document.latest.object(5) ?? {};
  return { value, bytes, notes: document.notes, ambiguities };
}

describe('objects', () => {
  const rows: [string, unknown][] = [
    ['-17', -17],
    ['+.5', 0.5],
    ['00012', 12],
    ['4.', 4],
    ['true', true],
    ['null', null],
    ['/A#20B', { name: 'A B' }],
    ['[1 3 0 R(x)]', { items: [1, { num: 3, gen: 0 }, { hex: false }] }],
    ['<</A/B/C<41>>>', {}],
    ['% comment\n7 % another', 7],
  ];
  for (const [syntax, expected] of rows) {
    test(`reads ${JSON.stringify(syntax)}`, async () => {
      const { value } = await objectFrom(syntax);
      if (typeof expected === 'object' && expected !== null) expect(value).toMatchObject(expected);
      else expect(value).toBe(expected);
    });
  }

  const strings: [string, string][] = [
    ['(a(b)c)', 'a(b)c'],
    ['(\\n\\(\\101\\7)', '\n(A\x07'],
    ['(one\\\ntwo\r\nthree)', 'onetwo\nthree'],
    ['(one\\\r\ntwo\rthree\\\rfour)', 'onetwo\nthreefour'],
    ['(\\\\\\)\\x\\8\\1234\\777)', '\\)x8S4\xff'],
    ['(a\\)(b))', 'a)(b)'],
    ['<48 656C6c6>', 'Hell`'],
    ['<>', ''],
  ];
  for (const [syntax, expected] of strings) {
    test(`reads the string ${JSON.stringify(syntax)}`, async () => {
      const { value } = await objectFrom(syntax);
      expect(Buffer.from((value as PdfString).bytes).toString('latin1')).toBe(expected);
    });
  }

  test('a string records the offsets of its token including delimiters', async () => {
    const { value, bytes } = await objectFrom('<</Contents <00ff> /Z 1>>');
    const token = (value as PdfDict).get('Contents') as PdfString;
    expect(bytes.subarray(token.span!.start, token.span!.end).toString()).toBe('<00ff>');
  });

  test('duplicate keys are noted, and the last value counts', async () => {
    const { value, notes } = await objectFrom('<</A 1/A 2>>');
    expect((value as PdfDict).duplicates).toEqual(['A']);
    expect((value as PdfDict).get('A')).toBe(2);
    expect(notes).toMatchObject([{ code: 'duplicate-key' }]);
  });

  const ambiguous: [string, string][] = [
    ['/A#00', 'A#00'],
    ['/A#4', 'A#4'],
    ['/A#MF', 'A#MF'],
    ['/A\x80', 'A\x80'],
    ['/A\xff', 'A\xff'],
    ['<</B 1/C<</A#00 1>>>>', '/C<</A#00 1>>'],
    ['<</B[1 /A#4 2]>>', '/B[1 /A#4 2]'],
    ['-+5', ' -+5'],
    ['<</B[1 --5]>>', '/B/1 --5'],
    ['<</Rotate 90.0>>', '/Rotate 90.0'],
    ['<</B[<</F 2.>>]>>', '/B/0/F 2.0'],
    ['90.', ' 90.0'],
  ];
  for (const [syntax, ambiguity] of ambiguous) {
    test(`${JSON.stringify(syntax)} is ambiguous, as programs read different values`, async () => {
      const { value, ambiguities } = await objectFrom(syntax);
      expect(value).not.toBeNull();
      expect(ambiguities).toEqual([ambiguity]);
    });
  }

  for (const plain of ['/A#20B#ff', '/\xc3\xa9', '-5', '+5', '[90.0 4294967296]', '<</CA 1.0/Rotate 90/F 2.5>>']) {
    test(`${JSON.stringify(plain)} is read alike`, async () => {
      expect(await objectFrom(plain)).toMatchObject({ notes: [], ambiguities: [] });
    });
  }

  for (const broken of ['<</A 1', '[1 2', '(open', '<0g>', 'nonsense', '<</A>>']) {
    test(`${JSON.stringify(broken)} is not an object`, async () => {
      const { value, notes } = await objectFrom(broken);
      expect(value).toBeNull();
      expect(notes).toMatchObject([{ code: 'object-malformed', object: 5 }]);
    });
  }

  test('nesting is limited to 500 levels', async () => {
    expect((await objectFrom('['.repeat(400) + ']'.repeat(400))).value).not.toBeNull();
    expect((await objectFrom('['.repeat(600) + ']'.repeat(600))).value).toBeNull();
  });

  test('circular references are null', async () => {
    const objects = { ...PAGE_OBJECTS, 5: '6 0 R', 6: '5 0 R' };
    const { latest } = await openPdf(onePage({ objects }).bytes);
    expect(latest.resolve(latest.object(5)!.value)).toBeNull();
  });

  test('names with escapes are decoded', async () => {
    const { value } = await objectFrom('/A#42#4#zz#c3#');
    expect(value).toMatchObject({ name: 'AB#4#zz\xc3#' });
  });

  test('streams that are the /Length of each other are read', async () => {
    const chain = Array.from({ length: 5000 }, (_, i) => [
      10 + i,
      { dict: `/Length ${11 + i} 0 R`, data: Buffer.from('abc') },
    ]);
    const { latest } = await openPdf(onePage({ objects: { ...PAGE_OBJECTS, ...Object.fromEntries(chain) } }).bytes);
    for (let num = 10; num < 5010; num++) {
      const stream = latest.object(num)!.value as PdfStream;
      expect(stream.data.end - stream.data.start).toBe(3);
    }
  });

  test('a stream whose /Length refers to itself is still read', async () => {
    const objects = { ...PAGE_OBJECTS, 4: { dict: '/Length 4 0 R', data: Buffer.from('abc') } };
    const { latest, notes } = await openPdf(onePage({ objects }).bytes);
    expect(latest.object(4)).not.toBeNull();
    expect(notes).toMatchObject([{ code: 'stream-length' }]);
  });
});

describe('text', () => {
  test('strings are decoded from each encoding', () => {
    expect(textOf(Buffer.from('feff00e420ac', 'hex'))).toBe('ä€');
    expect(textOf(Buffer.from('efbbbfc3a4', 'hex'))).toBe('ä');
    expect(textOf(Buffer.from('a0e484', 'hex'))).toBe('€ä—');
  });

  const dates: [string, string | null][] = [
    ["D:20240501103000+02'00'", '2024-05-01T08:30:00.000Z'],
    ["D:20240501103000-05'30", '2024-05-01T16:00:00.000Z'],
    ["D:20240501103000Z'", '2024-05-01T10:30:00.000Z'],
    ['D:20240501103000Z', '2024-05-01T10:30:00.000Z'],
    ["D:20240501103000Z00'00'", '2024-05-01T10:30:00.000Z'],
    ['D:2024', '2024-01-01T00:00:00.000Z'],
    ['20240501', '2024-05-01T00:00:00.000Z'],
    ['D:20241301', null],
    ['yesterday', null],
  ];
  for (const [text, expected] of dates) test(`date ${text}`, () => expect(parsePdfDate(text)).toBe(expected));
});
