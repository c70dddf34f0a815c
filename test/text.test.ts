import { describe, expect, it } from 'vitest';
import { escapeLines, escapeUnsafe, hasUnsafe, removeUnsafe, singleLine, textOf } from '../src/text.js';

describe('a single line', () => {
  it.each([
    ['an escape sequence', '\x1b[31mred\x1b[0m', '\\u001b[31mred\\u001b[0m'],
    ['an 8-bit control sequence introducer', '\u009b2J', '\\u009b2J'],
    ['a right-to-left override', 'fdp.\u202eexe', 'fdp.\\u202eexe'],
    ['an isolate', 'a\u2066b\u2069', 'a\\u2066b\\u2069'],
    ['a faked second line', 'Anna\n✓ valid', 'Anna ✓ valid'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['zero-width characters', 'a\u200bb\ufeffc', 'a\\u200bb\\ufeffc'],
    ['language tags', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['ordinary text of many scripts', 'Ägypten, 東京, عمان, 🖋', 'Ägypten, 東京, عمان, 🖋'],
  ])('shows %s', (_, text, expected) => expect(singleLine(text)).toBe(expected));

  it('cuts what is too long, never inside a character', () => {
    expect(singleLine('🖋'.repeat(10), 5)).toBe('🖋🖋🖋🖋…');
    expect(singleLine('x'.repeat(1_000_000), 5)).toBe('xxxx…');
  });
});

it('escaped JSON has the same value and no unsafe characters', () => {
  const value = { name: 'a\u202eb\u009b\x7f\u{e0041}\n', list: ['x'] };
  for (const indent of [undefined, 2]) {
    const json = escapeLines(JSON.stringify(value, null, indent));
    expect(JSON.parse(json)).toEqual(value);
    expect(json).toMatch(/^[\n\x20-\x7e]*$/);
  }
});

it('the same characters are found, escaped and removed', () => {
  const name = 'a\u202eb\x1b\n.pdf';
  expect([hasUnsafe(name), hasUnsafe(name), hasUnsafe('Ägypten 東京')]).toEqual([true, true, false]);
  expect(escapeUnsafe(name)).toBe('a\\u202eb\\u001b\\u000a.pdf');
  expect(removeUnsafe(name)).toBe('ab.pdf');
});

it.each([
  ['UTF-8', [0x61, 0xc3, 0xa4]],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa4]],
  ['UTF-16, little-endian', [0xff, 0xfe, 0x61, 0, 0xe4, 0]],
  ['UTF-16, big-endian', [0xfe, 0xff, 0, 0x61, 0, 0xe4]],
])('a file in %s is read', (_, bytes) => expect(textOf(Uint8Array.from(bytes))).toBe('aä'));
