/** Parses content streams (ISO 32000-2, 7.8.2) into operators with their operands. */
import { isRegular, isWhite, latin1 } from './chars.js';
import { nullIfMalformed, type PdfObject } from './objects.js';
import { Parser } from './parser.js';

export interface Operation {
  readonly operator: string;
  readonly operands: readonly PdfObject[];
}

/** More than any real page has; the rest of the stream is ignored. */
const MAX_OPERATIONS = 500_000;
const MAX_OPERANDS = 64;

/** Stops at the first syntax error without throwing. An inline image is one operation 'EI' without operands. */
export function* contentOperations(bytes: Uint8Array): Iterable<Operation> {
  const parser = new Parser(bytes, null);
  let operands: PdfObject[] = [];
  for (let count = 0; count < MAX_OPERATIONS; count++) {
    parser.skipWhite();
    if (parser.peek() === -1) return;
    const operator = takeOperator(parser);
    if (operator === null) {
      if (!takeOperand(parser, operands)) return;
      continue;
    }
    if (operator === 'BI') skipInlineImage(parser);
    yield { operator: operator === 'BI' ? 'EI' : operator, operands };
    operands = [];
  }
}

/** Null when an operand follows. */
function takeOperator(parser: Parser): string | null {
  const { bytes, position } = parser;
  let end = position;
  while (end < bytes.length && isRegular(bytes[end]!)) end++;
  const word = latin1(bytes, position, end);
  if (!/^[A-Za-z'"]/.test(word) || word === 'true' || word === 'false' || word === 'null') return null;
  parser.position = end;
  return word;
}

function takeOperand(parser: Parser, operands: PdfObject[]): boolean {
  return nullIfMalformed(() => operands.push(parser.value())) !== null && operands.length <= MAX_OPERANDS;
}

/** 8.9.7: binary data up to an 'EI' between white space. */
function skipInlineImage(parser: Parser): void {
  const text = Buffer.from(parser.bytes.buffer, parser.bytes.byteOffset, parser.bytes.length);
  for (let at = text.indexOf('EI', parser.position); at >= 0; at = text.indexOf('EI', at + 1)) {
    const [before, after] = [text[at - 1]!, text[at + 2]];
    if (isWhite(before) && (after === undefined || isWhite(after))) {
      parser.position = at + 2;
      return;
    }
  }
  parser.position = parser.bytes.length;
}
