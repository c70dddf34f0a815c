/** The text of a visible signature, with the facts of the certificate and of the signature. */
import { DocconvError } from '../../errors.js';
import { singleLine } from '../../system/text.js';
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

/** Null: none. A line all of whose fields are empty is left out. */
export function filledText({ text, image }: VisibleSignature, values: TextValues): string | null {
  const template = text ?? (image ? '' : DEFAULT_TEXT);
  if (template.trim() === '' && !image) throw new DocconvError('OPTION_INVALID.visible-text-empty');
  if (template.trim() === '') return null;
  const lines = template.split('\n').filter(line => {
    const fields = fieldsOf(line, values);
    return fields.length === 0 || fields.some(field => values[field] !== '');
  });
  return lines.map(line => line.replace(FIELD, (_, field: keyof TextValues) => singleLine(values[field]))).join('\n');
}

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
