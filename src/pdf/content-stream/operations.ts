/** Parses content streams (ISO 32000-2, 7.8.2) into operators with their operands. */
import { isDigit, isRegular, latin1 } from '../syntax/chars.js';
import { MalformedObject, nullIfMalformed, type PdfObject } from '../syntax/objects.js';
import { Parser } from '../syntax/parser.js';
import { InlineImages } from './inline-image.js';

export interface Operation {
  /** Null: a syntax error or a limit. It is the last operation; what follows in the stream is unknown. */
  readonly operator: string | null;
  readonly operands: readonly PdfObject[];
  /** Offset of the byte behind the operator. */
  readonly end: number;
}

/** More than any real page has. */
const MAX_OPERATIONS = 500_000;
const MAX_OPERANDS = 64;
/** PDFium reads integers beyond 32 bits as 0. */
const MAX_INTEGER = 2 ** 31 - 1;

const UNREADABLE: Operation = { operator: null, operands: [], end: -1 };

/** Never throws. An inline image is one operation 'EI' with its dictionary as operand. */
export function* contentOperations(bytes: Uint8Array, limit = MAX_OPERATIONS): Iterable<Operation> {
  const parser = new Parser(bytes, null);
  const images = new InlineImages();
  for (let count = 0; ; count++) {
    const operation = nullIfMalformed(() => nextOperation(parser, images));
    if (operation === undefined) return;
    if (operation === null || count === limit) return yield UNREADABLE;
    yield operation;
  }
}

/** Undefined at the end of the stream; operands without an operator have no effect there. */
function nextOperation(parser: Parser, images: InlineImages): Operation | undefined {
  const operands: PdfObject[] = [];
  for (;;) {
    const byte = parser.skipWhite();
    if (byte === -1) return undefined;
    const operator = isLetter(byte) ? takeWord(parser) : null;
    if (operator === 'BI') return { operator: 'EI', operands: [images.next(parser)], end: parser.position };
    if (operator !== null && !VALUES.has(operator)) return { operator, operands, end: parser.position };
    if (operands.length === MAX_OPERANDS) throw new MalformedObject(`more than ${MAX_OPERANDS} operands`);
    if (operator !== null) operands.push(VALUES.get(operator)!);
    else operands.push(takeNumber(parser) ?? otherValue(parser));
  }
}

function otherValue(parser: Parser): PdfObject {
  // some readers take such a number for 0
  if ([0, 1].every(at => isSign(parser.peek(at)))) throw new MalformedObject('a number has several signs');
  return parser.value();
}

const isSign = (byte: number): boolean => byte === 0x2b || byte === 0x2d;

const VALUES: ReadonlyMap<string, PdfObject> = new Map<string, PdfObject>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** The operators ' and " show text on the next line. */
const isLetter = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x27 || byte === 0x22;

/** Operators by their bytes: making a string of each would take a fifth of the time. */
const words = new Map<number, string>();
const MAX_WORDS = 1_000;

function takeWord(parser: Parser): string {
  const { bytes, position } = parser;
  let end = position + 1;
  while (end < bytes.length && isRegular(bytes[end]!)) end++;
  parser.position = end;
  if (end - position > 3) return latin1(bytes, position, end);
  let key = 0;
  for (let at = position; at < end; at++) key = key * 256 + bytes[at]!;
  const known = words.get(key);
  if (known !== undefined) return known;
  const word = latin1(bytes, position, end);
  if (words.size < MAX_WORDS) words.set(key, word);
  return word;
}

/** An ordinary number; null for other objects. `Parser.value` would look for a reference after each integer. */
function takeNumber(parser: Parser): number | null {
  const { bytes } = parser;
  let at = parser.position;
  const negative = bytes[at] === 0x2d;
  if (negative) at++;
  const first = at;
  let value = 0;
  for (; isDigit(bytes[at]!); at++) value = value * 10 + bytes[at]! - 0x30;
  if (value > MAX_INTEGER) throw new MalformedObject('an integer has more than 32 bits');
  let digits = at - first;
  if (bytes[at] === 0x2e) {
    at++;
    for (let unit = 0.1; isDigit(bytes[at]!); at++, unit /= 10, digits++) value += (bytes[at]! - 0x30) * unit;
  }
  if (digits === 0 || (at < bytes.length && isRegular(bytes[at]!))) return null;
  parser.position = at;
  return negative ? -value : value;
}
