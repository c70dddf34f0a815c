/** The API description matches what is served. */
import { Value } from '@sinclair/typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/convert/formats.js';
import { PDF_OPTION_NAMES } from '../../src/convert/option-values.js';
import { PDF_OPTIONS } from '../../src/convert/options.js';
import { VerificationResult } from '../../src/http/result-schema.js';
import { signedPdf } from './signed.js';
import { type Started, startServer } from './started.js';

interface Operation {
  summary: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown>; required?: string[] } }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  'x-problems': { code: string; status: number }[];
}

let server: Started;
let description: Description;
beforeAll(async () => {
  server = await startServer();
  description = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description;
});
afterAll(() => server.stop());

describe('openapi.json', () => {
  it('lists every operation, but no page', () => {
    expect(description.openapi).toBe('3.1.0');
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method} ${path}`),
    );
    expect(operations.sort()).toEqual([
      'delete /v1/keys/{id}',
      'get /healthz',
      'get /openapi.json',
      'get /readyz',
      'get /v1/auth/register',
      'get /v1/auth/verify',
      'get /v1/keys',
      'patch /v1/keys/{id}',
      'post /v1/auth/register',
      'post /v1/auth/verify',
      'post /v1/convert',
      'post /v1/keys/{id}/rotate',
      'post /v1/verify',
    ]);
  });

  it('gives every operation a summary, and problem+json for errors', () => {
    for (const methods of Object.values(description.paths)) {
      for (const { summary, responses } of Object.values(methods)) {
        expect(summary).toMatch(/\S/);
        expect(Object.keys(responses.default?.content ?? {})).toEqual(['application/problem+json']);
      }
    }
  });

  it('has every PDF option as a field, and as a query parameter unless it is a secret', () => {
    const convert = description.paths['/v1/convert']!.post!;
    const query = (convert.parameters ?? []).map(({ name }) => name);
    const form = Object.keys(convert.requestBody!.content['multipart/form-data']!.schema.properties);
    const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const secrets = PDF_OPTION_NAMES.filter(name => PDF_OPTIONS[name].type === 'secret').map(kebab);
    expect(secrets.length).toBeGreaterThan(0);
    expect(form.sort()).toEqual(['file', 'from', 'password', ...PDF_OPTION_NAMES.map(kebab)].sort());
    expect(query.sort()).toEqual(form.filter(name => !['file', 'password', ...secrets].includes(name)).sort());
    expect(convert.security).toEqual([{ key: [] }]);
    for (const { name } of FORMATS) expect(JSON.stringify(convert.parameters)).toContain(name);
  });

  it('lists every problem once', () => {
    const codes = description['x-problems'].map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['code_invalid', 'queue_full', 'password_needed']));
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('describes the verification result', async () => {
    const body = JSON.stringify({ document: { base64: signedPdf().toString('base64') } });
    const answer = await fetch(`${server.url}/v1/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const result = (await answer.json()) as Record<string, unknown>;
    const problems = Object.keys(VerificationResult.properties).filter(name => !(name in result));
    expect(problems).toEqual([]);
    expect(Value.Check(VerificationResult.properties.valid, result.valid)).toBe(true);
    expect(
      Value.Check(
        VerificationResult.properties.document.properties.sha256,
        (result.document as { sha256: string }).sha256,
      ),
    ).toBe(true);
  });
});
