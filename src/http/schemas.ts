/** What several routes say of their requests and answers. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'urn:docconv:problem: and the code' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What happened, and what to do next' }),
    instance: Type.String({ description: 'urn:request: and the request id' }),
    code: Type.String({ description: 'Stable, for programs' }),
    requestId: Type.String(),
    retryable: Type.Boolean({ description: 'The same request may succeed later' }),
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
export type ProblemBody = Static<typeof Problem>;

/** For `response`: every answer outside 2xx. */
export const PROBLEMS = {
  default: {
    description: 'A problem; its code is listed on the documentation page',
    content: { 'application/problem+json': { schema: Problem } },
  },
};

/** A closed object: an unknown member is a mistake that is told, not ignored. */
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
