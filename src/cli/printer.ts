/**
 * What commands print: no text from a document, a file name, a certificate or a server can control the terminal, because
 * every character that could is escaped here. Only the colours that this file itself has set remain.
 */
import type { Writable } from 'node:stream';
import { escapeLines } from '../text.js';

/** Prints text to a standard stream. Line feeds stay: names that may contain one need `escapeUnsafe` or `singleLine`. */
export interface Printer {
  write(text: string): void;
}

const COLORS = ['red', 'green', 'yellow', 'cyan', 'bold', 'dim'] as const;
type Color = (typeof COLORS)[number];

/** Functions that colour text, or return it unchanged (pipes, NO_COLOR). The result is for a printer. */
export type Colors = Record<Color, (text: string) => string>;

/** Begins a sequence that sets a colour, until it is printed: text from outside cannot contain it. Null without colours. */
let sequence: string | null = null;
const ESCAPED = '\x1b[';

export function printerTo(stream: Writable): Printer {
  return { write: text => void stream.write(printed(text)) };
}

/** As a printer writes it, for programs that draw on the terminal themselves. */
export function printed(text: string): string {
  return sequence === null ? escapeLines(text) : text.split(sequence).map(escapeLines).join(ESCAPED);
}

/** Loads what it needs only when there are colours: chalk takes 5 ms. */
export async function colorsFor(isTerminal: boolean): Promise<Colors> {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  const forced = Boolean(FORCE_COLOR && FORCE_COLOR !== '0');
  if (NO_COLOR || !(forced || (isTerminal && TERM !== 'dumb'))) return colorsBy(text => text);
  const { Chalk } = await import('chalk');
  const { randomUUID } = await import('node:crypto');
  const chalk = new Chalk({ level: 1 });
  sequence ??= `\x1b${randomUUID()}[`;
  const start = sequence;
  return colorsBy((text, name) => chalk[name](printed(text)).replaceAll(ESCAPED, start));
}

function colorsBy(paint: (text: string, name: Color) => string): Colors {
  return Object.fromEntries(COLORS.map(name => [name, (text: string) => paint(text, name)])) as Colors;
}
