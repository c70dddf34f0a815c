/** The events of content streams: their order, the graphics state of each, and what ends them. */
import { describe, expect, test } from 'vitest';
import {
  type Box,
  Content,
  type ContentEvent,
  type GraphicsState,
  initialState,
  interpret,
  OperationLimit,
  openPdf,
} from '../../src/pdf/index.js';
import { PdfWriter } from '../helpers/pdf-writer.js';

const RESOURCES = '<</ExtGState<</Wide<</LW 30>>>>/ColorSpace<</Alias/DeviceRGB>>>>';
const objects = { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[]/Count 0>>', 5: RESOURCES };

async function contentOf(limit = 1000): Promise<Content> {
  const revision = (await openPdf(new PdfWriter().revision({ objects }).bytes)).latest;
  const resources = revision.object(5)!.value as never;
  return new Content({ revision, resources, limit: new OperationLimit(limit) }, initialState());
}

/** What `see` returns for each event. */
async function seen<T>(operators: string, see: (event: ContentEvent, state: GraphicsState) => T, limit?: number) {
  const content = await contentOf(limit);
  return Array.from(interpret(content, Buffer.from(operators)), event => see(event, content.state));
}

const kinds = (operators: string, limit?: number) => seen(operators, event => event.kind, limit);

test('events come in the order of their operators, without those that set parameters', async () => {
  expect(
    await kinds('q 1 0 0 1 5 5 cm 1 w 0 0 m 5 5 l S Q /F 9 Tf (a) Tj /Wide gs /Sh sh /Nope Do /T BMC EMC'),
  ).toEqual(['path', 'font', 'text', 'parameters', 'shading', 'object', 'marked']);
});

test('each event has the state of its operator', async () => {
  const states = await seen('2 w n q 3 0 0 3 0 0 cm /Wide gs n Q n', (_, { lineWidth, matrix }) => [
    lineWidth,
    matrix[0],
  ]);
  expect(states).toEqual([
    [2, 1],
    [30, 3],
    [30, 3],
    [2, 1],
  ]);
});

describe('nothing follows', () => {
  const unreadable: [string, string][] = [
    ['an unknown operator', '1 unknown'],
    ['an operand too many', '1 2 w'],
    ['an operand of another type', '(1) w'],
    ['an array with another object than texts and numbers', '[(a) /b] TJ'],
    ['a text rendering mode that is not an integer', '1.5 Tr'],
    ['a graphics state that is missing', '/Nope gs'],
    ['more than 100 saved states', 'q '.repeat(101)],
    ['a syntax error', '(a'],
  ];
  for (const [what, operators] of unreadable)
    test(what, async () => expect(await kinds(`${operators} n`)).toEqual(['unreadable']));

  test('a limit on operations', async () => expect(await kinds('n n n', 2)).toEqual(['path', 'path', 'unreadable']));
});

test('a superfluous Q and unknown operators between BX and EX end nothing', async () => {
  expect(await kinds('Q BX 1 unknown EX n')).toEqual(['unknown', 'path']);
});

test('colours are known in device spaces and their aliases only, with the right number of components', async () => {
  const colours: [string, readonly number[] | null][] = [
    ['0.5 g', [0.5, 0.5, 0.5]],
    ['0.25 0.5 0 0.25 k', [0.5, 0.25, 0.75]],
    ['/DeviceCMYK cs', [0, 0, 0]],
    ['/Alias cs 1 0 1 sc', [1, 0, 1]],
    ['/Alias cs 1 sc', null],
    ['/Nope cs 1 sc', null],
    ['/DeviceRGB cs /Nope scn', null],
  ];
  for (const [operators, rgb] of colours)
    expect([operators, await seen(`${operators} n`, (_, { fill }) => fill.rgb)]).toEqual([operators, [rgb]]);
});

test('readers differ on text behind Q, and on the matrix of a path during which it changes', async () => {
  const isAmbiguous = (event: ContentEvent) =>
    event.kind === 'path' ? event.path.isAmbiguous : event.kind === 'text' && event.place.isAmbiguous;
  expect(await seen('q BT (a) Tj Q (a) Tj 1 1 Td (a) Tj BT (a) Tj', isAmbiguous)).toEqual([false, true, true, false]);
  expect(await seen('0 0 m 1 1 l S 0 0 m 1 0 0 1 5 5 cm 1 1 l S', isAmbiguous)).toEqual([false, true]);
  expect(await seen('q 2 0 0 2 0 0 cm 0 0 m Q 1 1 l S q 0 0 m Q 1 1 l S', isAmbiguous)).toEqual([true, false]);
});

test('a clipping path is known where it is a rectangle', async () => {
  const clips: [string, Box, boolean][] = [
    ['1 2 3 4 re W n', { left: 1, bottom: 2, right: 4, top: 6 }, true],
    ['0 0 m 9 0 l 9 9 l 0 9 l h W n', { left: 0, bottom: 0, right: 9, top: 9 }, true],
    ['0 0 m 9 0 l 9 9 l W n', { left: 0, bottom: 0, right: 9, top: 9 }, false],
    ['0 1 -1 1 0 0 cm 0 0 1 1 re W n', { left: -1, bottom: 0, right: 0, top: 2 }, false],
  ];
  for (const [operators, box, isPlain] of clips) {
    const content = await contentOf();
    for (const _ of interpret(content, Buffer.from(operators)));
    expect([operators, content.state.clip, content.state.isClipPlain]).toEqual([operators, box, isPlain]);
  }
});
