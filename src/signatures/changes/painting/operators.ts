/** The operators of content streams (ISO 32000-2, Annex A) with the operands that they accept. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfString } from '../../../pdf/index.js';
import { type ColourSpace, colourSpaceNamed } from './colour.js';
import type { Matrix } from './geometry.js';
import { colourInk, type Ink, isMiter } from './graphics-state.js';
import type { Painter } from './paint.js';

interface Operator {
  accepts(operands: readonly PdfObject[]): boolean;
  execute(painter: Painter, operands: readonly PdfObject[]): void;
}

type Execute<T> = (painter: Painter, operands: readonly T[]) => void;

/** Operators that take exactly `count` numbers. */
const numeric = (count: number, operators: Readonly<Record<string, Execute<number>>>): [string, Operator][] =>
  Object.entries(operators).map(([name, execute]) => [
    name,
    {
      accepts: operands => operands.length === count && operands.every(operand => typeof operand === 'number'),
      execute: execute as Execute<PdfObject>,
    },
  ]);

type Kind = (operand: PdfObject) => boolean;
const number: Kind = operand => typeof operand === 'number';
const name: Kind = operand => operand instanceof PdfName;
const string: Kind = operand => operand instanceof PdfString;
const array: Kind = operand => operand instanceof PdfArray;
const dict: Kind = operand => operand instanceof PdfDict;
const properties: Kind = operand => name(operand) || dict(operand);

const typed = (operator: string, kinds: readonly Kind[], execute: Execute<PdfObject>): [string, Operator] => [
  operator,
  { accepts: operands => operands.length === kinds.length && kinds.every((is, i) => is(operands[i]!)), execute },
];

/** Set a colour in the current space: numbers, and the name of a pattern at the end. */
const colours = (operators: readonly string[], execute: Execute<PdfObject>): [string, Operator][] => {
  const accepts = (operands: readonly PdfObject[]): boolean =>
    operands.every((operand, i) => number(operand) || (name(operand) && i === operands.length - 1));
  return operators.map(operator => [operator, { accepts, execute }]);
};

const ignore = (): void => {};

export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...numeric(0, {
    q: painter => painter.save(),
    Q: painter => painter.restore(),
    h: ignore,
    n: painter => painter.endPath(false, false),
    S: painter => painter.endPath(false, true),
    s: painter => painter.endPath(false, true),
    f: painter => painter.endPath(true, false),
    F: painter => painter.endPath(true, false),
    'f*': painter => painter.endPath(true, false),
    B: painter => painter.endPath(true, true),
    'B*': painter => painter.endPath(true, true),
    b: painter => painter.endPath(true, true),
    'b*': painter => painter.endPath(true, true),
    W: painter => painter.clipWithPath(),
    'W*': painter => painter.clipWithPath(),
    BT: painter => painter.text.begin(),
    ET: ignore,
    'T*': painter => painter.nextLine(),
    EMC: ignore,
    BX: painter => painter.enterCompatibility(1),
    EX: painter => painter.enterCompatibility(-1),
  }),
  ...numeric(1, {
    w: (painter, [width]) => painter.set({ lineWidth: width! }),
    J: ignore,
    j: (painter, [join]) => painter.set({ hasMiterJoins: isMiter(join!) }),
    M: (painter, [limit]) => painter.set({ miterLimit: limit! }),
    i: ignore,
    Tc: (painter, [space]) => painter.set({ charSpace: space! }),
    Tw: (painter, [space]) => painter.set({ wordSpace: space! }),
    Tz: (painter, [percent]) => painter.set({ horizontalScale: percent! / 100 }),
    TL: (painter, [leading]) => painter.set({ leading: leading! }),
    Ts: (painter, [rise]) => painter.set({ rise: rise! }),
    Tr: (painter, [mode]) => painter.setRenderingMode(mode!),
    g: fillWith('DeviceGray'),
    G: strokeWith('DeviceGray'),
  }),
  ...numeric(2, {
    m: ({ path }, [x, y]) => path.move(x!, y!),
    l: ({ path }, points) => path.extend(points),
    Td: ({ text }, [x, y]) => text.moveBy(x!, y!),
    TD: (painter, [x, y]) => {
      painter.set({ leading: -y! });
      painter.text.moveBy(x!, y!);
    },
    d0: ignore,
  }),
  ...numeric(3, { rg: fillWith('DeviceRGB'), RG: strokeWith('DeviceRGB') }),
  ...numeric(4, {
    re: ({ path }, [x, y, width, height]) => path.rectangle(x!, y!, width!, height!),
    v: ({ path }, points) => path.extend(points),
    y: ({ path }, points) => path.extend(points),
    k: fillWith('DeviceCMYK'),
    K: strokeWith('DeviceCMYK'),
  }),
  ...numeric(6, {
    c: ({ path }, points) => path.extend(points),
    cm: (painter, numbers) => painter.transform(numbers as unknown as Matrix),
    Tm: ({ text }, numbers) => text.moveTo(numbers as unknown as Matrix),
    d1: ignore,
  }),
  typed('d', [array, number], ignore),
  typed('ri', [name], ignore),
  typed('gs', [name], (painter, [parameters]) => painter.setParameters(painter.resource('ExtGState', parameters))),
  typed('cs', [name], (painter, [space]) => painter.set({ fill: initialInk(painter, space!) })),
  typed('CS', [name], (painter, [space]) => painter.set({ stroke: initialInk(painter, space!) })),
  ...colours(['sc', 'scn'], (painter, operands) => painter.set({ fill: ink(painter, painter.state.fill, operands) })),
  ...colours(['SC', 'SCN'], (painter, operands) =>
    painter.set({ stroke: ink(painter, painter.state.stroke, operands) }),
  ),
  typed('Tf', [name, number], (painter, [font, size]) =>
    painter.setFont(painter.resource('Font', font), size as number),
  ),
  typed('Tj', [string], (painter, operands) => painter.showText(operands)),
  typed('TJ', [array], (painter, [items]) => painter.showText((items as PdfArray).items)),
  typed("'", [string], (painter, operands) => {
    painter.nextLine();
    painter.showText(operands);
  }),
  typed('"', [number, number, string], (painter, [wordSpace, charSpace, text]) => {
    painter.set({ wordSpace: wordSpace as number, charSpace: charSpace as number });
    painter.nextLine();
    painter.showText([text!]);
  }),
  typed('sh', [name], painter => painter.paintShading()),
  typed('Do', [name], (painter, [object]) => painter.paintObject(painter.resource('XObject', object))),
  typed('EI', [dict], (painter, [image]) => painter.paintImage(image as PdfDict, isStencil(image as PdfDict))),
  typed('MP', [name], ignore),
  typed('DP', [name, properties], ignore),
  typed('BMC', [name], (painter, [tag]) => painter.markContent(tag!)),
  typed('BDC', [name, properties], (painter, [tag]) => painter.markContent(tag!)),
]);

function fillWith(space: ColourSpace): Execute<number> {
  return (painter, components) => painter.set({ fill: colourInk(spaceOf(painter, space), components) });
}

function strokeWith(space: ColourSpace): Execute<number> {
  return (painter, components) => painter.set({ stroke: colourInk(spaceOf(painter, space), components) });
}

const spaceOf = ({ revision, resources }: Painter, space: string): ColourSpace =>
  colourSpaceNamed(revision, resources, space);

/** The initial colour of a space is not computed: it is black in most. */
const initialInk = (painter: Painter, space: PdfObject): Ink =>
  colourInk(spaceOf(painter, (space as PdfName).name), []);

function ink(painter: Painter, { space }: Ink, operands: readonly PdfObject[]): Ink {
  const pattern = operands.at(-1);
  return name(pattern!) || space === 'Pattern' ? painter.patternNamed(pattern) : colourInk(space, operands as number[]);
}

/** Inline images may abbreviate keys (8.9.7). */
const isStencil = (image: PdfDict): boolean => (image.get('IM') ?? image.get('ImageMask')) === true;
