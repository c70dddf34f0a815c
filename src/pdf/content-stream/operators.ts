/** The operators of content streams (ISO 32000-2, Annex A) with the operands that they accept. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfString } from '../syntax/objects.js';
import { type Colour, type ColourSpace, colourIn, colourSpaceNamed, initialColour } from './colour.js';
import type { Content } from './content.js';
import { applyParameters, type GraphicsState, isMiter } from './graphics-state.js';
import { IDENTITY, type Matrix } from './matrix.js';
import type { Segment } from './path.js';

interface Operator {
  accepts(operands: readonly PdfObject[]): boolean;
  execute(content: Content, operands: readonly PdfObject[]): void;
}

type Execute<T> = (content: Content, operands: readonly T[]) => void;

type Kind = (operand: PdfObject) => boolean;
const number: Kind = operand => Number.isFinite(operand);
const name: Kind = operand => operand instanceof PdfName;
const string: Kind = operand => operand instanceof PdfString;
const array: Kind = operand => operand instanceof PdfArray;
const texts: Kind = operand => operand instanceof PdfArray && operand.items.every(item => string(item) || number(item));
const dict: Kind = operand => operand instanceof PdfDict;
const properties: Kind = operand => name(operand) || dict(operand);
/** Text rendering modes (9.3.6). */
const mode: Kind = operand => Number.isInteger(operand) && (operand as number) >= 0 && (operand as number) <= 7;

/** Operators that take exactly `count` numbers. */
const numeric = (count: number, operators: Readonly<Record<string, Execute<number>>>): [string, Operator][] =>
  Object.entries(operators).map(([operator, execute]) => [
    operator,
    {
      accepts: operands => operands.length === count && operands.every(number),
      execute: execute as Execute<PdfObject>,
    },
  ]);

const typed = (operator: string, kinds: readonly Kind[], execute: Execute<PdfObject>): [string, Operator] => [
  operator,
  { accepts: operands => operands.length === kinds.length && kinds.every((is, i) => is(operands[i]!)), execute },
];

/** Numeric operators that only set one parameter. */
const setting =
  (convert: (value: number) => Partial<GraphicsState>): Execute<number> =>
  ({ state }, [value]) =>
    void Object.assign(state, convert(value!));

type Side = 'fill' | 'stroke';

/** Sets a colour in a device space. */
const deviceColour =
  (side: Side, space: ColourSpace): Execute<number> =>
  (content, components) => {
    content.state[side] = colourIn(spaceNamed(content, space), components);
  };

const selectSpace = (operator: string, side: Side): [string, Operator] =>
  typed(operator, [name], (content, [space]) => {
    content.state[side] = initialColour(spaceNamed(content, nameOf(space)));
  });

/** Sets a colour in the current space: numbers, and the name of a pattern at the end. */
const selectColour = (operator: string, side: Side): [string, Operator] => [
  operator,
  {
    accepts: operands =>
      operands.every((operand, i) => number(operand) || (name(operand) && i === operands.length - 1)),
    execute: (content, operands) => {
      content.state[side] = colourOf(content, content.state[side].space, operands);
    },
  },
];

const construct =
  (segment: Segment): Execute<number> =>
  ({ path }, coordinates) =>
    path.add(segment, coordinates);

const paint =
  (fills: boolean, strokes: boolean, closes = false, isEvenOdd = false): Execute<number> =>
  content => {
    if (closes) content.path.add('h', []);
    content.emit({ kind: 'path', path: content.path, fills, strokes, isEvenOdd });
  };

const clip: Execute<number> = content => {
  content.clips = true;
};
const mark: Execute<PdfObject> = (content, [tag, stated = null]) => {
  const properties = stated instanceof PdfName ? content.resource('Properties', stated.name) : stated;
  content.emit({ kind: 'marked', tag: tag as PdfName, properties });
};
const moveLine: Execute<number> = (content, [x, y, ...more]) => {
  content.nextLine(x!, y!);
  if (more.length > 0) content.place.isAmbiguous = true;
};
const glyph: Execute<number> = content => content.emit({ kind: 'glyph' });
const ignore = (): void => {};

export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...numeric(0, {
    q: content => content.save(),
    Q: content => content.restore(),
    h: construct('h'),
    n: paint(false, false),
    S: paint(false, true),
    s: paint(false, true, true),
    f: paint(true, false),
    F: paint(true, false),
    'f*': paint(true, false, false, true),
    B: paint(true, true),
    'B*': paint(true, true, false, true),
    b: paint(true, true, true),
    'b*': paint(true, true, true, true),
    W: clip,
    'W*': clip,
    BT: content => content.placeText(IDENTITY),
    ET: ignore,
    'T*': content => content.nextLine(0, -content.state.leading),
    EMC: ignore,
    BX: content => content.enterCompatibility(1),
    EX: content => content.enterCompatibility(-1),
  }),
  ...numeric(1, {
    w: setting(lineWidth => ({ lineWidth })),
    J: ignore,
    j: setting(join => ({ hasMiterJoins: isMiter(join) })),
    M: setting(miterLimit => ({ miterLimit })),
    i: ignore,
    Tc: setting(charSpace => ({ charSpace })),
    Tw: setting(wordSpace => ({ wordSpace })),
    Tz: setting(percent => ({ horizontalScale: percent / 100 })),
    TL: setting(leading => ({ leading })),
    Ts: setting(rise => ({ rise })),
    g: deviceColour('fill', 'DeviceGray'),
    G: deviceColour('stroke', 'DeviceGray'),
  }),
  ...numeric(2, {
    m: construct('m'),
    l: construct('l'),
    TD: (content, [x, y]) => {
      content.state.leading = -y!;
      content.nextLine(x!, y!);
    },
    d0: glyph,
  }),
  // of more than two operands some readers take the first, others the last; text that follows is at either place
  [
    'Td',
    { accepts: operands => operands.length >= 2 && operands.every(number), execute: moveLine as Execute<PdfObject> },
  ],
  ...numeric(3, { rg: deviceColour('fill', 'DeviceRGB'), RG: deviceColour('stroke', 'DeviceRGB') }),
  ...numeric(4, {
    re: ({ path }, [x, y, width, height]) => path.addRectangle(x!, y!, width!, height!),
    v: construct('c2'),
    y: construct('c2'),
    k: deviceColour('fill', 'DeviceCMYK'),
    K: deviceColour('stroke', 'DeviceCMYK'),
  }),
  ...numeric(6, {
    c: construct('c3'),
    cm: (content, numbers) => content.transform(numbers as unknown as Matrix),
    Tm: (content, numbers) => content.placeText(numbers as unknown as Matrix),
    d1: glyph,
  }),
  typed('d', [array, number], ({ state }, [dash]) => {
    state.dash = dash as PdfArray;
  }),
  typed('ri', [name], ignore),
  typed('gs', [name], (content, [parameters]) =>
    setParameters(content, content.resource('ExtGState', nameOf(parameters))),
  ),
  selectSpace('cs', 'fill'),
  selectSpace('CS', 'stroke'),
  selectColour('sc', 'fill'),
  selectColour('scn', 'fill'),
  selectColour('SC', 'stroke'),
  selectColour('SCN', 'stroke'),
  typed('Tr', [mode], ({ state }, [value]) => {
    state.renderingMode = value as number;
  }),
  typed('Tf', [name, number], (content, [font, size]) => {
    content.selectFont(nameOf(font), size as number);
    content.emit({ kind: 'font' });
  }),
  typed('Tj', [string], (content, operands) => content.showText(operands)),
  typed('TJ', [texts], (content, [items]) => content.showText((items as PdfArray).items)),
  typed("'", [string], (content, operands) => {
    content.nextLine(0, -content.state.leading);
    content.showText(operands);
  }),
  typed('"', [number, number, string], (content, [wordSpace, charSpace, text]) => {
    Object.assign(content.state, { wordSpace, charSpace });
    content.nextLine(0, -content.state.leading);
    content.showText([text!]);
  }),
  typed('sh', [name], (content, [shading]) =>
    content.emit({ kind: 'shading', shading: content.resource('Shading', nameOf(shading)) }),
  ),
  typed('Do', [name], (content, [object]) =>
    content.emit({ kind: 'object', object: content.resource('XObject', nameOf(object)) }),
  ),
  typed('EI', [dict], (content, [image]) => content.emit({ kind: 'inline-image', image: image as PdfDict })),
  typed('MP', [name], ignore),
  typed('DP', [name, properties], ignore),
  typed('BMC', [name], mark),
  typed('BDC', [name, properties], mark),
]);

const nameOf = (operand: PdfObject | undefined): string => (operand as PdfName).name;

const spaceNamed = ({ context }: Content, space: string): ColourSpace =>
  colourSpaceNamed(context.revision, context.resources, space);

function colourOf(content: Content, space: ColourSpace, operands: readonly PdfObject[]): Colour {
  const pattern = operands.at(-1);
  if (pattern instanceof PdfName)
    return { space: 'Pattern', rgb: null, pattern: content.resource('Pattern', pattern.name) };
  if (space === 'Pattern') return { space, rgb: null, pattern: null };
  return colourIn(space, operands as number[]);
}

function setParameters(content: Content, parameters: PdfObject): void {
  if (parameters instanceof PdfDict) {
    applyParameters(content.context.revision, content.state, parameters);
    content.emit({ kind: 'parameters', parameters });
  } else content.fail();
}
