/** Content streams: operators and operands, inline images, and what counts as unreadable. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contentOperations, type PdfArray, PdfDict, PdfName, type PdfString } from '../../src/pdf/index.js';

const operations = (content: string | Uint8Array) => [
  ...contentOperations(typeof content === 'string' ? Buffer.from(content, 'latin1') : content),
];
const operators = (content: string | Uint8Array) => operations(content).map(operation => operation.operator);
const numbers = (content: string) => operations(content)[0]!.operands;

test('operators follow their operands', () => {
  const [font, show, array] = operations('BT/F1 12 Tf(a(b)\\)c)Tj[<41>-20(B)]TJ T*(x)\' 1 2(y)"').slice(1);
  expect([font!.operator, show!.operator, array!.operator]).toEqual(['Tf', 'Tj', 'TJ']);
  expect(font!.operands).toEqual([new PdfName('F1'), 12]);
  expect(Buffer.from((show!.operands[0] as PdfString).bytes).toString()).toBe('a(b))c');
  expect((array!.operands[0] as PdfArray).items[1]).toBe(-20);
  expect(operators('BT/F1 12 Tf T*(x)\' 1 2(y)"')).toEqual(['BT', 'Tf', 'T*', "'", '"']);
});

test('comments and values that look like operators are none', () => {
  expect(operators('%BT ET\nq % Q\rtrue false null x/OC<</a[1 2]>>BDC')).toEqual(['q', 'x', 'BDC']);
  expect(operations('true null x')[0]!.operands).toEqual([true, null]);
  expect(operations('/OC<</a 1>>BDC')[0]!.operands[1]).toBeInstanceOf(PdfDict);
});

test('numbers are read in every notation', () => {
  const written: [string, number][] = [
    ['0', 0],
    ['-7', -7],
    ['+7', 7],
    ['.5', 0.5],
    ['-.25', -0.25],
    ['5.', 5],
    ['12.125', 12.125],
    ['2147483647', 2147483647],
  ];
  for (const [text, value] of written) expect([text, (numbers(`${text} w`)[0] as number) + 0]).toEqual([text, value]);
  expect(operations('1 0 0 RG')[0]).toEqual({ operator: 'RG', operands: [1, 0, 0], end: 8 });
});

test.each(['--3', '-+3', '+-3', '++3'])('readers differ on %s', number => {
  expect(operations(`${number} w`)[0]!.operator).toBeNull();
});

test('operands at the end without an operator have no effect', () => {
  expect(operators('q 1 2 (x)')).toEqual(['q']);
  expect(operators('')).toEqual([]);
});

describe('the last operation has no operator', () => {
  const broken: [string, string][] = [
    ['after an unterminated string', 'q (abc'],
    ['after an unterminated array', 'q [1 2'],
    ['after an unterminated dictionary', 'q <</a 1'],
    ['at a delimiter without its partner', 'q ) Q'],
    ['at a malformed number', 'q 1.2.3 w'],
    ['at an operator without white space', 'q 1 0 0 1 5 5cm'],
    ['at a number that programs read differently', 'q 4294967300 w'],
    ['at a malformed hexadecimal string', 'q <4g> Tj'],
    ['beyond 64 operands', `q ${'1 '.repeat(65)} sc`],
    ['in an inline image without end', 'q BI /W 1 ID xyz'],
    ['in an inline image without data', 'q BI /W 1'],
    ['in an inline image with a malformed key', 'q BI 5 1 ID x EI'],
  ];
  for (const [what, content] of broken) test(what, () => expect(operators(content)).toEqual(['q', null]));

  test('beyond 500,000 operations', () => {
    const all = operators('n '.repeat(500_001));
    expect([all.length, all.at(-1)]).toEqual([500_001, null]);
    expect(operators('n '.repeat(500_000)).at(-1)).toBe('n');
  });
});

describe('an inline image is one operation', () => {
  const image = (entries: string, data: string | Uint8Array, rest = 'Q') =>
    Buffer.concat([
      Buffer.from(`q BI ${entries} ID `),
      Buffer.from(data as string, 'latin1'),
      Buffer.from(`\nEI ${rest}`),
    ]);
  const clear: [string, Buffer][] = [
    ['without a filter', image('/W 4 /H 1 /BPC 8 /CS /G', 'abcd')],
    ['without a filter, in RGB', image('/Width 1 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceRGB', 'abcdef')],
    ['a stencil', image('/W 9 /H 2 /IM true', 'abcd')],
    ['with /FlateDecode', image('/W 4 /H 1 /BPC 8 /CS /G /F /Fl', deflateSync(Buffer.from('abcd')))],
    ['with /ASCIIHexDecode', image('/W 4 /H 1 /BPC 8 /CS /G /F [/AHx]', '61626364>', 'Q BI /W 1 ID x EI')],
    ['with /DCTDecode', image('/W 4 /H 1 /F /DCT', '\xff\xd8abc\xff\xd9', 'Q')],
    ['with another filter, when only one end is possible', image('/W 4 /H 1 /F /CCF', 'ab EIcd')],
  ];
  for (const [what, content] of clear)
    test(what, () => expect(operators(content).slice(0, 3)).toEqual(['q', 'EI', 'Q']));

  test('with its dictionary as operand', () => {
    const [, operation] = operations(image('/W 4 /H 1 /BPC 8 /CS /G', 'abcd'));
    expect((operation!.operands[0] as PdfDict).get('W')).toBe(4);
  });

  const ambiguous: [string, Buffer][] = [
    ['without a filter, with an EI in its data', image('/W 9 /H 1 /BPC 8 /CS /G', 'a EI (cde')],
    ['without a filter, with too much data', image('/W 2 /H 1 /BPC 8 /CS /G', 'abcd')],
    [
      'with /FlateDecode, with an EI in its data',
      image('/F /Fl', Buffer.concat([deflateSync(Buffer.from(' EI ('), { level: 0 })])),
    ],
    ['with /LZWDecode and two possible ends', image('/F /LZW', 'ab EI (cd')],
    ['with an unknown filter and two possible ends', image('/F /constructor', 'ab EI (cd')],
    ['in an unknown colour space and two possible ends', image('/W 2 /H 1 /BPC 8 /CS /Cs1', 'ab EI (cd')],
  ];
  for (const [what, content] of ambiguous)
    test(`unless its end is ambiguous: ${what}`, () => expect(operators(content)).toEqual(['q', null]));

  test('and many of them inflate to a limited size in total', () => {
    const data = deflateSync(Buffer.alloc(4 << 20));
    const one = image('/W 1 /H 1 /F /Fl', data);
    const all = operators(Buffer.concat(Array.from({ length: 20 }, () => one)));
    expect(all.at(-1)).toBeNull();
    expect(all.length).toBeLessThan(20);
  });
});
