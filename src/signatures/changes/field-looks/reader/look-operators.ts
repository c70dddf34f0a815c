/** The operators of content streams (ISO 32000-2, Annex A) that appearances of fields use. */
import { PdfArray, PdfName } from '../../../../pdf/index.js';
import { type Matrix, multiply } from '../../painting/geometry.js';
import { BLACK, deviceColour } from './colours.js';
import type { LookReader, Operands } from './look-reader.js';
import type { TextState } from './text-state.js';

type Handler = (reader: LookReader, operands: Operands) => void;

const IGNORED: Handler = () => {};
const withNumbers =
  (count: number, apply: (reader: LookReader, values: number[]) => void): Handler =>
  (reader, operands) => {
    const values = reader.numbers(operands, count);
    if (values) apply(reader, values);
  };
const textOperator = (count: number, apply: (text: TextState, values: number[]) => void): Handler =>
  withNumbers(count, (reader, values) => apply(reader.state.text, values));
const painting =
  (fill: boolean, stroke: boolean, close = false): Handler =>
  reader => {
    if (close) reader.path.close();
    reader.paint({ fill, stroke });
  };
const colour = (which: 'fill' | 'stroke', count: number): Handler =>
  withNumbers(count, ({ state }, values) => {
    state[which] = deviceColour(values);
    state[which === 'fill' ? 'deviceFill' : 'deviceStroke'] = true;
  });
/** The initial colour of a device space is black (8.6.4). */
const colourSpace =
  (which: 'fill' | 'stroke'): Handler =>
  ({ state }, [space]) => {
    const isDevice = space instanceof PdfName && /^Device(?:Gray|RGB|CMYK)$/.test(space.name);
    state[which === 'fill' ? 'deviceFill' : 'deviceStroke'] = isDevice;
    state[which] = isDevice ? BLACK : null;
  };
const components =
  (which: 'fill' | 'stroke'): Handler =>
  ({ state }, operands) => {
    state[which] = state[which === 'fill' ? 'deviceFill' : 'deviceStroke'] ? deviceColour(operands) : null;
  };

export const OPERATORS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['q', reader => reader.save()],
  ['Q', reader => reader.restore()],
  [
    'cm',
    withNumbers(6, ({ state }, m) => {
      state.matrix = multiply(m as unknown as Matrix, state.matrix);
    }),
  ],
  [
    'w',
    withNumbers(1, ({ state }, [width]) => {
      state.lineWidth = width!;
    }),
  ],
  [
    'd',
    ({ state }, [dash]) => {
      state.dash = dash instanceof PdfArray ? JSON.stringify(dash.items) : '?';
    },
  ],
  ...['J', 'j', 'M', 'i', 'ri', 'BT', 'BMC', 'EMC', 'MP', 'DP', 'BX', 'EX'].map((name): [string, Handler] => [
    name,
    IGNORED,
  ]),
  ['gs', (reader, operands) => reader.applyState(operands)],
  ['BDC', (reader, operands) => reader.beginMarked(operands)],
  ['g', colour('fill', 1)],
  ['rg', colour('fill', 3)],
  ['k', colour('fill', 4)],
  ['G', colour('stroke', 1)],
  ['RG', colour('stroke', 3)],
  ['K', colour('stroke', 4)],
  ['cs', colourSpace('fill')],
  ['CS', colourSpace('stroke')],
  ['sc', components('fill')],
  ['scn', components('fill')],
  ['SC', components('stroke')],
  ['SCN', components('stroke')],
  ['m', withNumbers(2, ({ path, state }, [x, y]) => path.move(x!, y!, state.matrix))],
  ['l', withNumbers(2, ({ path, state }, [x, y]) => path.line(x!, y!, state.matrix))],
  ['c', withNumbers(6, ({ path, state }, points) => path.curve(points, state.matrix))],
  ['v', withNumbers(4, ({ path, state }, points) => path.curve(points, state.matrix))],
  ['y', withNumbers(4, ({ path, state }, points) => path.curve(points, state.matrix))],
  ['re', withNumbers(4, ({ path, state }, [x, y, w, h]) => path.addRectangle(x!, y!, w!, h!, state.matrix))],
  ['h', ({ path }) => path.close()],
  ['W', ({ path }) => path.clip()],
  ['W*', ({ path }) => path.clip()],
  ['n', painting(false, false)],
  ['S', painting(false, true)],
  ['s', painting(false, true, true)],
  ['f', painting(true, false)],
  ['F', painting(true, false)],
  ['f*', painting(true, false)],
  ['B', painting(true, true)],
  ['B*', painting(true, true)],
  ['b', painting(true, true, true)],
  ['b*', painting(true, true, true)],
  ['BT', ({ state }) => state.text.begin()],
  ['ET', IGNORED],
  ['Tf', (reader, operands) => reader.selectFont(operands)],
  [
    'Tc',
    textOperator(1, (text, [value]) => {
      text.characterSpacing = value!;
    }),
  ],
  [
    'Tw',
    textOperator(1, (text, [value]) => {
      text.wordSpacing = value!;
    }),
  ],
  [
    'Tz',
    textOperator(1, (text, [value]) => {
      text.scaling = value! / 100;
    }),
  ],
  [
    'TL',
    textOperator(1, (text, [value]) => {
      text.leading = value!;
    }),
  ],
  [
    'Ts',
    textOperator(1, (text, [value]) => {
      text.rise = value!;
    }),
  ],
  [
    'Tr',
    withNumbers(1, (reader, [value]) => {
      // readers truncate fractions; other modes are not defined
      const mode = Math.trunc(value!);
      reader.state.text.mode = mode;
      if (mode < 0 || mode > 7) reader.understood = false;
    }),
  ],
  ['Td', textOperator(2, (text, [x, y]) => text.nextLine(x!, y!))],
  ['TD', textOperator(2, (text, [x, y]) => text.nextLine(x!, y!, -y!))],
  ['Tm', textOperator(6, (text, matrix) => text.place(matrix as unknown as Matrix))],
  ['T*', ({ state }) => state.text.nextLine(0, -state.text.leading)],
  ['Tj', (reader, operands) => reader.show(operands)],
  ['TJ', (reader, [items]) => reader.show(items instanceof PdfArray ? items.items : [null])],
  [
    "'",
    (reader, operands) => {
      reader.state.text.nextLine(0, -reader.state.text.leading);
      reader.show(operands);
    },
  ],
  [
    '"',
    (reader, [word, character, string]) => {
      const { text } = reader.state;
      if (typeof word === 'number' && typeof character === 'number')
        Object.assign(text, { wordSpacing: word, characterSpacing: character });
      else reader.understood = false;
      text.nextLine(0, -text.leading);
      reader.show([string ?? null]);
    },
  ],
]);
