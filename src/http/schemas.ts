/** Schemas that several routes share. */
import { type TSchema, Type } from '@sinclair/typebox';
import { MAX_KEY_NAME } from '../keys/keys.js';

const Problem = Type.Object(
  {
    type: Type.String({ description: 'urn:docconv:problem: followed by the code' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What failed, and what to do next' }),
    instance: Type.String({ description: 'urn:request: followed by the request id' }),
    code: Type.String({ description: 'Stable, machine-readable' }),
    requestId: Type.String(),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.Optional(Type.String()),
          pointer: Type.Optional(Type.String()),
          detail: Type.String(),
        }),
      ),
    ),
  },
  { description: 'RFC 9457' },
);

/** For `response`: every status outside 2xx. */
export const PROBLEMS = {
  default: {
    description: 'A problem; /docs lists the codes',
    content: { 'application/problem+json': { schema: Problem } },
  },
};

/** An object schema that rejects unknown members instead of ignoring them. */
export function closed<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
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

export const KeyName = Type.String({ maxLength: MAX_KEY_NAME, description: 'Name of the key, for people' });
