/** The API description matches what is served. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/convert/formats.js';
import { PDF_OPTION_NAMES } from '../../../src/convert/option-values.js';
import { PDF_OPTIONS } from '../../../src/convert/options.js';
import { FILE_PARTS, OPERATION_FORM, OPERATION_TEXTS } from '../../../src/http/work/operation-parameters.js';
import { type Started, startServer } from '../started.js';
import { type Described, type Description, readDescription } from './described.js';

let server: Started;
let described: Described;
let description: Description;
beforeAll(async () => {
  server = await startServer();
  described = await readDescription(server.url);
  description = described.description;
});
afterAll(() => server.stop());

function namesIn(place: string, parameters: readonly { name: string; in: string }[] = []): string[] {
  return parameters.filter(parameter => parameter.in === place).map(({ name }) => name);
}

describe('openapi.json', () => {
  it('lists every operation, but no page', () => {
    expect(description.openapi).toBe('3.1.0');
    expect([...described.operations].sort()).toEqual([
      'delete /v1/jobs/{id}',
      'delete /v1/keys/{id}',
      'get /healthz',
      'get /openapi.json',
      'get /readyz',
      'get /v1/auth/register',
      'get /v1/auth/verify',
      'get /v1/jobs',
      'get /v1/jobs/{id}',
      'get /v1/jobs/{id}/result',
      'get /v1/keys',
      'get /v1/webhook-secret',
      'get /v1/webhooks/deliveries',
      'get /v1/webhooks/deliveries/{id}',
      'patch /v1/keys/{id}',
      'post /v1/auth/register',
      'post /v1/auth/verify',
      'post /v1/convert',
      'post /v1/keys/{id}/rotate',
      'post /v1/verify',
      'post /v1/webhook-secret/rotate',
      'post /v1/webhooks/deliveries/{id}/resend',
      'post /v1/webhooks/test',
    ]);
  });

  it('gives every operation a name of its own, a summary, security, and problem+json for errors', () => {
    const operations = Object.values(description.paths).flatMap(methods => Object.values(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { summary, security, responses } of operations) {
      expect(summary).toMatch(/\S/);
      expect(security).toBeInstanceOf(Array);
      const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      expect(problems.map(([status]) => status)).toEqual(expect.arrayContaining(['400', '500']));
      for (const [, { content = {} }] of problems) expect(Object.keys(content)).toEqual(['application/problem+json']);
    }
  });

  it('has every PDF option as a field, and as a query parameter unless it is a secret or private', () => {
    const convert = description.paths['/v1/convert']!.post!;
    const query = namesIn('query', convert.parameters);
    const form = Object.keys(convert.requestBody!.content['multipart/form-data']!.schema.properties);
    const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const secrets = PDF_OPTION_NAMES.filter(name => PDF_OPTIONS[name].type === 'secret').map(kebab);
    expect(secrets.length).toBeGreaterThan(0);
    expect(form.sort()).toEqual(
      [
        ...['file', 'from', 'merge', 'password', 'webhook'],
        ...Object.keys(OPERATION_FORM),
        ...PDF_OPTION_NAMES.map(kebab),
      ].sort(),
    );
    const formOnly = ['file', 'facturx', 'password', ...Object.keys(FILE_PARTS), ...OPERATION_TEXTS, ...secrets];
    expect(query.sort()).toEqual(form.filter(name => !formOnly.includes(name)).sort());
    expect(convert.security).toEqual([{ key: [] }]);
    for (const { name } of FORMATS) expect(JSON.stringify(convert.parameters)).toContain(name);
  });

  it('describes one of base64 and url, and every option of a verification in query, form and JSON', () => {
    const { DocumentReference, VerifyRequest } = description.components.schemas;
    const names = ['#/components/schemas/DocumentInBase64', '#/components/schemas/DocumentByUrl'];
    expect(DocumentReference).toEqual({ oneOf: names.map($ref => ({ $ref })) });
    const query = namesIn('query', description.paths['/v1/verify']!.post!.parameters);
    expect(query.sort()).toEqual(['at', 'online', 'report', 'sources', 'trust', 'webhook']);
    const form = description.paths['/v1/verify']!.post!.requestBody!.content['multipart/form-data']!.schema.properties;
    expect(Object.keys(form).sort()).toEqual([...query, 'file', 'password'].sort());
    expect(Object.keys(VerifyRequest!.properties).sort()).toEqual([...query, 'document'].sort());
  });

  it('lists every problem once, with its cause and remedy', () => {
    for (const { cause, remedy } of description['x-problems']) expect(`${cause} ${remedy}`).toMatch(/^[A-Z].*\.$/);
    const codes = description['x-problems'].map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['code_invalid', 'queue_full', 'password_needed']));
    expect(new Set(codes).size).toBe(codes.length);
  });
});
