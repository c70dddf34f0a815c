/** Schemas that several routes share. */
import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { MAX_KEY_NAME } from '../keys/keys.js';
import { PROBLEMS as PROBLEM_TABLE, type ProblemCode } from './problem-table.js';
import type { HeaderName } from './response-headers.js';

export const Problem = named(
  'Problem',
  {
    type: Type.String({ description: 'urn:docconv:problem: followed by the code' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What failed, and what to do next' }),
    instance: Type.String({ description: 'urn:request: followed by the request id' }),
    code: Type.Unsafe<ProblemCode>({
      type: 'string',
      enum: Object.keys(PROBLEM_TABLE),
      description: 'Stable, machine-readable; later versions may add codes',
    }),
    requestId: Type.String(),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.Optional(Type.String({ description: 'Name of a query parameter or form field' })),
          pointer: Type.Optional(Type.String({ description: 'JSON pointer into the body (RFC 6901)' })),
          detail: Type.String(),
        }),
        { description: 'What is wrong with the request, by its place' },
      ),
    ),
    remoteStatus: Type.Optional(
      Type.Integer({ description: 'With fetch_failed: the HTTP status of the other server' }),
    ),
  },
  'An error (RFC 9457). Some codes have further members.',
);

/** A response in the `response` of a route's schema that has headers, or is not JSON. One that is JSON can be its schema alone. */
export interface Answer<Content = Readonly<Record<string, object>>> {
  readonly description: string;
  readonly content: Content;
  /** Beside X-Request-Id, which all have. */
  readonly headers?: readonly HeaderName[];
}

export function answer<const Content extends Readonly<Record<string, object>>>(
  description: string,
  content: Content,
  ...headers: HeaderName[]
): Answer<Content> {
  return { description, content, ...(headers.length > 0 && { headers }) };
}

/** The content itself, of a media type other than JSON. */
export const BINARY = { type: 'string', format: 'binary' } as const;

/** An object schema that rejects unknown members instead of ignoring them. */
export function closed<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** An object schema that has this name in the description. */
export function named<Properties extends Record<string, TSchema>>(
  title: string,
  properties: Properties,
  description?: string,
) {
  return Type.Object(properties, { title, ...(description !== undefined && { description }) });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

export function oneOf<const Words extends string[]>(...words: Words) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words });
}

export const Email = Type.String({
  minLength: 3,
  maxLength: 320,
  description: 'E-mail address',
  examples: ['you@example.org'],
});

export const KeyName = Type.String({
  maxLength: MAX_KEY_NAME,
  // UNSAFE of text.ts, as far as every dialect of regular expressions can say it
  pattern:
    '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]*$',
  description: 'Name of the key, for people',
});

export const TIME = '2026-05-04T09:30:00Z';

export const WEBHOOK = Type.String({
  maxLength: 2048,
  description: 'URL that receives an event when the job has ended; with `Prefer: respond-async` only',
  examples: ['https://example.org/docconv-events'],
});

/** A query parameter that is one of these words. The pattern checks it, since TypeBox does not check `enum`. */
export function choiceOf<const Words extends string[]>(description: string, ...words: Words) {
  const schema = Type.String({ description, enum: words, pattern: `^(?:${words.join('|')})$` });
  return schema as TSchema as TUnsafe<Words[number]>;
}

/** Of lists: see createCursors(). */
export const CURSOR = Type.String({ maxLength: 200, description: '`next` of the page before' });
export const NEXT = nullable(
  Type.String({
    description: 'The `cursor` of the next page, also while entries are added; null: this is the last page',
  }),
);

/** A day, or a time with its offset. */
export const moment = (description: string) => Type.String({ maxLength: 40, description });

export const phrase = (description: string, example: string) => Type.String({ description, examples: [example] });
/** Null: the document does not state it, or it could not be determined. */
export const text = (description: string, example: string) => nullable(phrase(description, example));
export const time = (description: string, example = TIME) =>
  Type.String({ format: 'date-time', description, examples: [example] });
export const flag = (description: string) => Type.Boolean({ description });
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description };
}
export const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
