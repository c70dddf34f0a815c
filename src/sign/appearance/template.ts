/** The text of a visible signature, with the facts of the certificate and of the signature. */
import { DocconvError } from '../../errors.js';
import { shortened, spaced } from '../../text.js';
import type { VisibleSignature } from './visible.js';

export interface TextValues {
  readonly name: string;
  readonly issuer: string;
  readonly date: string;
  readonly reason: string;
  readonly location: string;
}

/** It states facts only: whether a signature is valid is what a program finds out each time. */
const DEFAULT_TEXT = 'Signed by {name}\nIssuer: {issuer}\nDate: {date}\nReason: {reason}\nLocation: {location}';

/**
 * Null: none. A line all of whose fields are empty is left out. Throws OPTION_INVALID for characters that are not shown
 * as they are: without them, the text would say something else than was asked for.
 */
export function filledText({ text, image }: VisibleSignature, values: TextValues): string | null {
  const template = text ?? (image ? '' : DEFAULT_TEXT);
  if (template.trim() === '' && !image) throw new DocconvError('OPTION_INVALID.visible-text-empty');
  if (template.trim() === '') return null;
  const lines = template.split(LINE_END).filter(line => {
    const fields = fieldsOf(line, values);
    return fields.length === 0 || fields.some(field => values[field] !== '');
  });
  const filled = lines.map(line =>
    line.replace(FIELD, (_, field: keyof TextValues) => shortened(spaced(values[field]))),
  );
  const shown = filled.join('\n').replaceAll('\t', ' ');
  requireShowable(shown);
  return shown;
}

const LINE_END = /\r\n?|[\n\u2028\u2029]/;
const FIELD = /\{(\w+)\}/g;

function fieldsOf(line: string, values: TextValues): (keyof TextValues)[] {
  return [...line.matchAll(FIELD)].map(([, field]) => {
    if (!Object.hasOwn(values, field!)) {
      const known = Object.keys(values).map(key => `{${key}}`);
      throw new DocconvError('OPTION_INVALID.visible-text-field', { field: `{${field}}`, fields: known.join(', ') });
    }
    return field as keyof TextValues;
  });
}

/**
 * Control characters and separators of lines, what XML cannot have (XML 1.0, 2.2), and what changes the direction of other characters, so that a name
 * can look like another one. Joiners and marks of direction do not: scripts need them.
 */
const UNSHOWABLE = /(?!\n)\p{Cc}|\p{Cs}|[\u2028-\u202e\u2066-\u2069\ufffe\uffff]/gu;

export const isShowable = (text: string): boolean => text.search(UNSHOWABLE) < 0;

function requireShowable(text: string): void {
  const codes = new Set(text.match(UNSHOWABLE)?.map(character => character.charCodeAt(0)));
  const names = [...codes].map(code => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  if (names.length > 0)
    throw new DocconvError('OPTION_INVALID.visible-text-characters', { characters: names.join(', ') });
}
