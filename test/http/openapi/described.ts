/** Compares real responses with the API description: status, headers, media type, and the body with its schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

export interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object>; required?: string[] } }> };
  responses: Record<
    string,
    { headers: Record<string, object>; content?: Record<string, object>; 'x-problem-codes'?: string[] }
  >;
}
export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
  'x-problems': { code: string; status: number; cause: string; remedy: string }[];
}

export interface Described {
  readonly description: Description;
  readonly operations: readonly string[];
  /** @param path with or without its query; a response on a path or method that is not described is ignored */
  expectDescribed(method: string, path: string, response: Answered): void;
}

interface Answered {
  status: number;
  headers: Headers;
  body: string;
}

export async function readDescription(url: string): Promise<Described> {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as Description;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(description, 'api');

  return {
    description,
    operations: Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method} ${path}`),
    ),
    expectDescribed(method, path, { status, headers, body }) {
      const pattern = Object.keys(description.paths).find(known => matches(known, path.split('?')[0]!));
      const operation = pattern && description.paths[pattern]![method.toLowerCase()];
      if (!operation) return;
      const name = `${operation.operationId} ${status}`;
      const described = operation.responses[status];
      expect(described, name).toBeDefined();
      const sent = [
        'x-request-id',
        'www-authenticate',
        'retry-after',
        'content-disposition',
        'docconv-engine',
        'etag',
        'content-range',
      ];
      const known = Object.keys(described!.headers).map(header => header.toLowerCase());
      expect(
        sent.filter(header => headers.has(header) && !known.includes(header)),
        name,
      ).toEqual([]);
      if (!described!.content) return expect(body, name).toBe('');
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      expect(Object.keys(described!.content), name).toContain(type);
      if (!type.endsWith('json')) return;
      const value = JSON.parse(body);
      const place = ['paths', pattern!, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
      const validate = ajv.getSchema(`api#/${place.map(pointerPart).join('/')}`)!;
      validate(value);
      expect(validate.errors ?? [], name).toEqual([]);
      if (described!['x-problem-codes']) expect(described!['x-problem-codes'], name).toContain(value.code);
    },
  };
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

function pointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
