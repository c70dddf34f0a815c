/** The description passes the rules that Redocly recommends, and the client in client.test.ts fits the types that are made from it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../started.js';
import { brokenRules, OWN_RULES } from './lint.js';

let text: string;
const folder = mkdtempSync(join(tmpdir(), 'docconv-api-'));
beforeAll(async () => {
  const server = await startServer();
  text = await (await fetch(`${server.url}/openapi.json`)).text();
  await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the calls of client.test.ts have the types that openapi-typescript makes', async () => {
  writeFileSync(join(folder, 'api-types.ts'), astToString(await openapiTS(text)));
  const compilerOptions = {
    rootDirs: [resolve('test/http/openapi'), folder], // client.test.ts imports ./api-types.js
    typeRoots: [resolve('node_modules/@types')],
  };
  const files = ['test/http/openapi/client.test.ts', 'test/helpers/engine-cache.ts'].map(file => resolve(file));
  const config = { extends: resolve('tsconfig.json'), compilerOptions, files, include: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const checked = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '--project', folder]);
  expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
});

it('the description passes the rules that Redocly recommends, without a warning', async () => {
  expect(await brokenRules(text)).toEqual([]);
});

/** Places in the description, and what each rule that is written here refuses there. */
const BROKEN: Record<string, (description: Faulty) => void> = {
  'no-duplicated-enum-values': ({ schema }) => Object.assign(schema, { enum: ['a', 'b', 'a'] }),
  'no-duplicated-tag-names': ({ root }) => Object.assign(root, { tags: [{ name: 'a' }, { name: 'a' }] }),
  'no-illogical-composition-keywords': ({ schema }) => Object.assign(schema, { oneOf: [{ type: 'string' }] }),
  'no-mixed-number-range-constraints': ({ schema }) => Object.assign(schema, { minimum: 1, exclusiveMinimum: 1 }),
  'no-schema-type-mismatch': ({ schema }) => Object.assign(schema, { type: 'string', items: {} }),
  'no-unsafe-markdown': ({ schema }) => Object.assign(schema, { description: '[a](javascript:b)' }),
  'security-scopes-defined': ({ root }) => Object.assign(root.components.securitySchemes, { o: { type: 'oauth2' } }),
  'spec-ref-siblings': ({ root }) => {
    Object.assign(root.paths['/healthz'].get.responses, { 599: { $ref: '#/components/responses/x', content: {} } });
  },
};

it.each(OWN_RULES)('a description that breaks the rule %s does not pass', async rule => {
  const root = JSON.parse(text);
  const schema = {};
  root.components.schemas.Faulty = schema;
  BROKEN[rule]!({ root, schema });
  expect(await brokenRules(JSON.stringify(root))).toContainEqual(expect.stringMatching(`^own/${rule}: `));
});

interface Faulty {
  // biome-ignore lint/suspicious/noExplicitAny: a description of any shape
  root: any;
  schema: object;
}
