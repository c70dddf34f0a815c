/** The OpenAPI document, made from the schemas of the routes, which also validate their requests. */
import type { TSchema } from '@sinclair/typebox';
import type { FastifySchema, RouteOptions } from 'fastify';
import { packageVersion } from '../../system/package.js';
import type { App } from '../app.js';
import type { ProblemCode } from '../problem-table.js';
import { HEADERS, type HeaderName, headerRefs, refTo } from '../response-headers.js';
import type { Answer } from '../schemas.js';
import { type Json, moveNamedSchemas } from './named-schemas.js';
import { problemResponses } from './problem-responses.js';
import { WEBHOOKS } from './webhooks.js';

const INFO = {
  title: 'docconv',
  version: packageVersion(),
  description: 'Converts office documents to PDF and verifies signed PDFs.',
  license: { name: 'MIT', identifier: 'MIT' },
};
const TAGS = [
  { name: 'Documents', description: 'Convert and verify documents' },
  { name: 'Jobs', description: 'Conversions and verifications that no request waits for' },
  { name: 'Keys', description: 'Get, list and revoke API keys' },
  { name: 'Service', description: 'Health, metrics and this description' },
];

export interface ApiDescription {
  /** Of all routes that are defined so far and have a summary. */
  document(serverUrl: string): Json;
}

/** Install before the routes that it describes. */
export function installDescription(app: App): ApiDescription {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', route => {
    if (route.schema?.operationId) routes.push(route);
  });
  return { document: serverUrl => documentOf(routes, serverUrl) };
}

function documentOf(routes: readonly RouteOptions[], serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const methods = [route.method].flat().filter(method => method !== 'HEAD'); // fastify's routes beside those for GET
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    for (const method of methods) paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route) };
  }
  const { value, schemas } = moveNamedSchemas({ paths, webhooks: webhooks() });
  const securitySchemes = { key: { type: 'http', scheme: 'bearer', description: 'Your API key' } };
  const components = { securitySchemes, headers: usedHeaders(value), schemas };
  return { openapi: '3.1.0', info: INFO, servers: [{ url: serverUrl }], tags: TAGS, ...value, components };
}

/** A service with fewer routes, as one without signing, does not describe the headers of the others. */
function usedHeaders(described: Json): Json {
  const text = JSON.stringify(described);
  const names = Object.keys(HEADERS) as HeaderName[];
  return Object.fromEntries(names.filter(name => text.includes(`"${refTo(name)}"`)).map(name => [name, HEADERS[name]]));
}

function webhooks(): Json {
  return Object.fromEntries(
    Object.entries(WEBHOOKS).map(([name, { headers, body, response, ...described }]) => {
      const requestBody = { required: true, content: contentOf({ 'application/json': body }) };
      const parameters = parametersOf(headers, 'header');
      return [name, { post: { ...described, security: [], parameters, requestBody, responses: response } }];
    }),
  );
}

function operationOf(route: RouteOptions): Json {
  const schema = route.schema ?? {};
  const { operationId, summary, description, tags, security = [] } = schema;
  const parameters = [
    ...parametersOf(schema.params, 'path'),
    ...parametersOf(schema.querystring, 'query'),
    ...parametersOf(schema.headers, 'header'),
  ];
  const bodies = route.config?.bodies ?? (schema.body ? { 'application/json': schema.body as object } : null);
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags,
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(bodies && { requestBody: { required: true, content: contentOf(bodies) } }),
    responses: { ...successesOf(schema), ...problemResponses(route) },
  };
}

interface Properties {
  properties?: Record<string, Json & { description?: string; examples?: unknown[] }>;
  required?: string[];
}

function parametersOf(schema: unknown, place: 'path' | 'query' | 'header'): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Properties;
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description && { description }),
    schema: rest,
  }));
}

function contentOf(schemas: Readonly<Record<string, object>>): Json {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

function successesOf({ response }: FastifySchema): Json {
  const answers = Object.entries((response ?? {}) as Record<string, Answer | TSchema>);
  return Object.fromEntries(answers.map(([status, schema]) => [status, successOf(schema)]));
}

function successOf(schema: Answer | TSchema): Json {
  const headers = headerRefs(['X-Request-Id', ...('content' in schema ? (schema.headers ?? []) : [])]);
  if ('content' in schema) {
    const { description, content } = schema;
    return { description, headers, ...(Object.keys(content).length > 0 && { content }) };
  }
  const { description = 'Success', ...rest } = schema;
  if (schema.type === 'null') return { description, headers };
  return { description, headers, content: contentOf({ 'application/json': rest }) };
}

declare module 'fastify' {
  interface FastifySchema {
    /** Routes without it are not described. */
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: readonly string[];
    security?: readonly Record<string, readonly string[]>[];
    /** Codes that the route can answer beside those that follow from the rest of its schema, see problem-responses.ts. */
    problems?: readonly ProblemCode[];
  }
  interface FastifyContextConfig {
    /** Schemas by media type, of a body that fastify does not read itself: one with a document. */
    bodies?: Readonly<Record<string, object>>;
  }
}
