/** A part of the OpenAPI document, as JSON. */
export type Json = Record<string, unknown>;
