import { expect, test } from 'vitest';
import { isClosedObject } from '../../src/pdf/index.js';

const isClosed = (text: string): boolean => isClosedObject(Buffer.from(text, 'latin1'), 8, 0);

test.each([
  '8 0 obj\n<</A[1 2<4 1>]/B(x\\)y)/C<<>>/D/E>>\nendobj\n',
  '8 0 obj[(endobj)]endobj',
  '8 0 obj null endobj\r\n',
])('ends: %s', text => expect(isClosed(text)).toBe(true));

test.each([
  ['another number', '9 0 obj null endobj'],
  ['another generation', '8 1 obj null endobj'],
  ['another keyword', '8 0 objx null endobj'],
  ['no end', '8 0 obj null'],
  ['a string that does not end', '8 0 obj (x endobj'],
  ['an end that is escaped', '8 0 obj (x\\) endobj'],
  ['parentheses in a string', '8 0 obj (x(y) endobj'],
  ['a hexadecimal string that does not end', '8 0 obj <41 endobj'],
  ['a string in a hexadecimal one', '8 0 obj <(>\\(\\(x)> endobj'],
  ['a comment', '8 0 obj (x) % ) endobj'],
  ['a dictionary that does not end', '8 0 obj <</A 1 endobj'],
  ['an array that does not end', '8 0 obj <</A[1>> endobj'],
  ['brackets that cross', '8 0 obj [<<]>> endobj'],
  ['a stream', '8 0 obj <</Length 99>>stream\nx endobj'],
])('may not end: %s', (_, text) => expect(isClosed(text)).toBe(false));
