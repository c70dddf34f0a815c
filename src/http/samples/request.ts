/** The request that stands for an operation in its code samples: the required parts of it, and all that have an example. */
import type { Operation, Schema } from '../docs/description.js';

export interface SampleRequest {
  readonly method: string;
  /** Complete, with its query. */
  readonly url: string;
  readonly needsKey: boolean;
  /** Name of the file that is sent as the form field `file`; null: none. */
  readonly file: string | null;
  /** The JSON body; undefined: none. */
  readonly json: unknown;
  /** What is done with the response: a PDF is saved under this name, anything else is printed. */
  readonly saveAs: string | null;
  readonly prints: 'json' | 'text' | 'nothing';
}

/** Documents in the samples, by path. */
const FILES: Readonly<Record<string, string>> = { '/v1/convert': 'report.docx', '/v1/verify': 'signed.pdf' };

export function requestOf(
  base: string,
  path: string,
  method: string,
  operation: Operation,
  resolve: (schema: Schema) => Schema,
): SampleRequest {
  const shown = (operation.parameters ?? []).filter(({ required, example }) => required || example);
  const value = ({ name, example, schema }: (typeof shown)[number]) =>
    String(example ?? exampleOf(schema, name, resolve));
  const query = shown.filter(({ in: place }) => place === 'query');
  const search = query.map(parameter => `${parameter.name}=${inQuery(value(parameter))}`).join('&');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => value(shown.find(one => one.name === name)!));

  const body = operation.requestBody?.content ?? {};
  const sendsForm = 'multipart/form-data' in body;
  const json = sendsForm ? undefined : body['application/json']?.schema;
  const [status, { content = {} }] = Object.entries(operation.responses)[0]!;
  const types = Object.keys(content);
  return {
    method: method.toUpperCase(),
    url: `${base}${filled}${search && `?${search}`}`,
    needsKey: operation.security.length > 0,
    file: sendsForm ? (FILES[path] ?? 'document') : null,
    json: json && exampleOf(json, '', resolve),
    saveAs: types.includes('application/pdf') ? 'report.pdf' : null,
    prints: status === '204' ? 'nothing' : types.includes('application/json') ? 'json' : 'text',
  };
}

/** An address stays as readers write it, who are to replace it (RFC 3986, 3.4). */
const inQuery = (value: string): string => encodeURIComponent(value).replaceAll('%40', '@');

/** A value that the schema describes, with the required members and those that have an example. */
function exampleOf(given: Schema, name: string, resolve: (schema: Schema) => Schema): unknown {
  const schema = resolve(given);
  const fixed = schema.examples?.[0] ?? schema.const ?? schema.enum?.[0];
  if (fixed !== undefined) return fixed;
  const alternative = (schema.oneOf ?? schema.anyOf)?.[0];
  if (alternative && !schema.properties) return exampleOf(alternative, name, resolve);
  if (!schema.properties) return PLACEHOLDERS[String(schema.type)] ?? name.toUpperCase();
  const required = [...(schema.required ?? []), ...(alternative?.required ?? [])];
  const isShown = ([member, shape]: [string, Schema]) => required.includes(member) || resolve(shape).examples;
  const members = Object.entries(schema.properties).filter(isShown);
  return Object.fromEntries(members.map(([member, shape]) => [member, exampleOf(shape, member, resolve)]));
}

/** Of types other than string, for which the name stands in capital letters. */
const PLACEHOLDERS: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true };
