/** JSON bodies: members that occur twice. */
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/http/json.js';
import { problemOf } from '../../../src/http/problem.js';

function problemOfText(text: string) {
  try {
    parseJson(text);
  } catch (thrown) {
    const { kind, errors } = problemOf(thrown);
    return [kind.code, errors[0]?.pointer];
  }
  return null;
}

describe('a member that occurs twice is refused, with its pointer', () => {
  it.each([
    ['{"a":1,"a":1}', '/a'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{"x":{"b":{},"b":[]}}', '/x/b'],
    ['[0,[],{"a":"{","a":2}]', '/2/a'],
    ['{"a":[{"c":1},{"c":1,"d":"\\"","c":2}]}', '/a/1/c'],
    ['{"a/b~":1,"a/b~":1}', '/a~1b~0'],
    ['{"":1,"":1}', '/'],
  ])('%s', (text, pointer) => expect(problemOfText(text)).toEqual(['duplicate_member', pointer]));
});

describe('equal names in different objects, and strings that look like JSON, are permitted', () => {
  it.each(['{"a":{"a":{"a":1}},"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"\\"a\\":1,","b":["a","a"]}', '"a"', '[]'])(
    '%s',
    text => expect(parseJson(text)).toEqual(JSON.parse(text)),
  );
});

it.each(['', '{', '{"__proto__":1}', "{'a':1}", '{"a":1}x'])('%j is not valid', text =>
  expect(problemOfText(text)?.[0]).toBe('invalid_json'),
);

it('a byte order mark is skipped', () => expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 }));
