/** A JSON body with a document: in base64, which is decoded as it arrives, or by a URL, which is fetched. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { decodeBase64 } from '../../system/base64.js';
import { compileBodySchema } from '../app.js';
import { parseJson } from '../json.js';
import type { Fetches } from '../limits/fetches.js';
import { clientIdOf } from '../limits/rate-limit.js';
import { badParameter } from '../problem.js';
import type { ServerSettings } from '../services.js';
import type { DocumentWriter } from './document.js';
import { readJsonText } from './json-body.js';

/** The members of `document` that say which one: exactly one of both. */
export const DOCUMENT_REFERENCE = {
  base64: Type.Optional(
    Type.String({ description: 'The document; a data: prefix is tolerated', contentEncoding: 'base64' }),
  ),
  url: Type.Optional(
    Type.String({ maxLength: 8192, description: 'URL of the document: http or https, with a public address' }),
  ),
};

interface DocumentReference {
  base64?: string;
  url?: string;
}

interface Parts {
  fetches: Fetches;
  settings: ServerSettings;
}

/** Reads a body into the writer, and returns it. Throws invalid_json, invalid_parameter, BASE64_INVALID, and as fetchers do. */
type JsonReader<Body> = (
  request: FastifyRequest,
  body: AsyncIterable<Buffer>,
  writer: DocumentWriter,
  signal: AbortSignal,
) => Promise<Body>;

export function createJsonReader<Schema extends TSchema>(
  schema: Schema,
  { fetches, settings }: Parts,
): JsonReader<Static<Schema>> {
  const validate = compileBodySchema(schema);
  return async (request, body, writer, signal) => {
    const { text, placeholder } = await readJsonText(body, block => writer.write(block));
    const valid = validate(parseJson(text));
    const { base64, url } = (valid as { document: DocumentReference }).document;
    if (placeholder !== null && base64 !== placeholder)
      throw badParameter(DOCUMENT, 'Only the member "base64" may be this long.');
    if ((base64 === undefined) === (url === undefined))
      throw badParameter(DOCUMENT, 'The document must have exactly one of "base64" and "url".');
    if (url !== undefined) {
      request.fetchesUrl = true;
      writer.holds(await fetches.fetch(url, clientIdOf(request), block => writer.write(block), signal));
      request.fetchesUrl = false;
    } else if (placeholder === null) await writer.write(decodeBase64(base64 ?? '', settings.maxUpload));
    return valid;
  };
}

const DOCUMENT = { pointer: '/document' };
