/** Documents that are made to be costly to inspect, of any size. */
import { documents, type FormatName } from '../documents.js';
import { editPackage } from '../edit-package.js';

export interface CostlyDocument {
  readonly name: string;
  /** File name; its extension decides how a text is read. */
  readonly file: string;
  /** `size`: about the bytes that the inspection reads, unpacked. */
  readonly make: (size: number) => Uint8Array;
  readonly password?: string;
  readonly landscape?: boolean;
}

/** `piece`, repeated to about `size` characters. */
export const fill = (size: number, piece: string): string => piece.repeat(Math.ceil(size / piece.length));

/** Numbered pieces, up to about `size` characters. */
export function numbered(size: number, piece: (i: number) => string): string {
  const pieces: string[] = [];
  for (let i = 0, length = 0; length < size; i++) {
    const next = piece(i);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join('');
}

export const times = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i));

type Change = (text: string, size: number) => string | Uint8Array;

/** A package with one part changed. */
export const inPart = (
  format: FormatName,
  part: string,
  name: string,
  change: Change,
  options: Partial<CostlyDocument> = {},
): CostlyDocument => ({
  name: `${name} (${format})`,
  file: `document.${format}`,
  make: size => editPackage(documents[format]().bytes, { [part]: text => change(text, size) }),
  ...options,
});

/** A document that is one text. */
export const plain = (format: FormatName, name: string, content: (size: number) => string | Uint8Array) => ({
  name: `${name} (${format})`,
  file: `document.${format}`,
  make: (size: number) => Buffer.from(content(size) as string),
});
