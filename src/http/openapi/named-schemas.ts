/** Moves every schema that has a title to the components of the document, and refers to it there. */

/** A part of the OpenAPI document, as JSON. */
export type Json = Record<string, unknown>;

/** `schemas` by title. Two different schemas with one title are an error of the routes. */
export function moveNamedSchemas(document: object): { value: Json; schemas: Json } {
  const schemas: Json = {};

  function move(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== 'object' || value === null) return value;
    const moved = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, move(member)]));
    // a schema, not the property "title" of one, whose value is an object
    if (typeof moved.title !== 'string') return moved;
    const { title, ...schema } = moved;
    const known = schemas[title as string];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are named ${title}`);
    schemas[title as string] = schema;
    return { $ref: `#/components/schemas/${title}` };
  }

  return { value: move(document) as Json, schemas };
}
