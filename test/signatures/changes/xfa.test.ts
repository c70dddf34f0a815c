/** Data of XFA forms that are built to cost much are read in linear time, or not at all. */
import { describe, expect, test } from 'vitest';
import { namesBoundOtherwise } from '../../../src/signatures/changes/xfa/bindings.js';
import { readXfaData } from '../../../src/signatures/changes/xfa/data.js';
import { tokensOf } from '../../../src/signatures/changes/xfa/tokens.js';

/** Processor time: other tests run at the same time. */
const LIMIT_MS = 4000;

function timed<T>(run: () => T): T {
  const start = process.cpuUsage();
  const found = run();
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  return found;
}

const datasets = (content: string) => `<datasets><data>${content}</data></datasets>`;
const NAME = 'a'.repeat(1 << 20);
const ELEMENTS = '<a/>'.repeat(1 << 18);
const SPACE = ' '.repeat(1 << 20);

describe('data that cost much', () => {
  test.each([
    ['a long name above many elements', `<${NAME}>${ELEMENTS}</${NAME}>`, false],
    ['white space before many elements', `<form1>${SPACE}${ELEMENTS}</form1>`, true],
    ['white space in a tag', `<form1${SPACE}`, false],
    ['an attribute without a value', `<form1 ${NAME}`, false],
    ['a tag without an end', `<${NAME}`, false],
  ])('%s', (_, content, isRead) => {
    expect(timed(() => readXfaData(datasets(content))) !== null).toBe(isRead);
  });

  test.each(['<', '<a ', '<a b="', "<a b='c' ", '<!--', '<?', '<![CDATA['])(
    'a document that goes on with %s',
    start => {
      const tokens = timed(() => [...tokensOf(`<form1>${start}${NAME}`)]);
      expect(tokens.map(({ token }) => token)).toEqual(['<form1>', null]);
    },
  );

  test('a template of many parts, each bound to other data', () => {
    const parts = 50_000;
    const template = `<template>${'<subform name="A"><bind match="none"/><field name="B"/></subform>'.repeat(parts)}</template>`;
    expect([...timed(() => namesBoundOtherwise(template))!].sort()).toEqual(['', 'A', 'B']);
  });
});

describe('names that a template binds to other fields', () => {
  test.each([
    ['a name', '<field name="A"><bind match="once"/></field>', []],
    ['its own data', '<field name="A"><bind match="dataRef" ref="$.A[*]"/></field>', []],
    ['data of another place', '<field name="A"><bind match="dataRef" ref="$record.B.A"/></field>', ['A']],
    ['data of another name', '<field name="A"><bind ref="$.B"/></field>', ['A', 'B']],
    ['no data', "<subform name='A'><field name='C'/><bind match='none'/></subform>", ['A', 'C']],
    ['options', '<field name="A"><bindItems ref="$.B.C[*]"/></field>', ['A', 'C']],
    ['a comment', '<field name="A"><!-- <bind ref="$.B"/> --></field>', []],
    ['any data', '<field name="A"><bind ref="$.*"/></field>', null],
    ['an element without its end', '<field name="A">', null],
  ])('%s', (_, template, names) => {
    const found = namesBoundOtherwise(`<template>${template}</template>`);
    expect(found && [...found].filter(Boolean).sort()).toEqual(names);
  });
});
