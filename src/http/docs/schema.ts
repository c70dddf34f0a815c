/** Schemas as HTML: their type in words, and their members as a list. */
import { type Html, html } from '../../report/index.js';
import type { Schema } from './description.js';
import { prose } from './text.js';

/** Of a schema that has a name, a link to its description. */
export function typeOf(schema: Schema): Html {
  const { $ref, type, format, items, anyOf, oneOf } = schema;
  const alternatives = oneOf ?? anyOf;
  if ($ref) return link($ref.split('/').at(-1)!);
  if (schema.enum) return html`${joined(schema.enum.map(word => html`<code>${word}</code>`))}`;
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`;
  if (alternatives) return joined(alternatives.map(typeOf));
  if (items) return html`array of ${typeOf(items)}`;
  return html`${[format ?? type ?? 'any', range(schema)].filter(Boolean).join(' ')}`;
}

function joined(words: readonly Html[]): Html {
  return html`${words.map((word, at) => (at === 0 ? word : html` or ${word}`))}`;
}

function range({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `(${minimum} to ${maximum})`;
  return minimum === undefined ? '' : `(at least ${minimum})`;
}

const link = (name: string): Html => html`<a href="#schema-${name}">${name}</a>`;

/** Null: the schema has no members. */
export function membersOf(schema: Schema): Html | null {
  const { properties, required = [] } = schema.items?.properties ? schema.items : schema;
  if (!properties) return null;
  return rows(Object.entries(properties).map(([name, of]) => ({ name, of, isRequired: required.includes(name) })));
}

interface Row {
  name: string;
  of: Schema;
  isRequired: boolean;
  /** Of a parameter; otherwise the schema has it. */
  description?: string | undefined;
  place?: string;
}

export function rows(all: readonly Row[]): Html {
  return html`<dl>${all.map(row)}</dl>`;
}

function row({ name, of, isRequired, description = of.description, place }: Row): Html {
  const preset = of.default === undefined ? '' : `, default ${of.default}`;
  const facts = html`${typeOf(of)}${place ? `, ${place}` : ''}${preset}${isRequired ? ', required' : ''}`;
  const text = description ? html`<p>${prose(description)}</p>` : null;
  return html`<dt><code>${name}</code> <span>${facts}</span></dt><dd>${text}${membersOf(of)}</dd>`;
}
