/** The description passes the rules that Redocly recommends. */
import { beforeAll, expect, it } from 'vitest';
import { startServer } from '../started.js';
import { brokenRules, OWN_RULES } from './lint.js';

let text: string;
beforeAll(async () => {
  const server = await startServer();
  text = await (await fetch(`${server.url}/openapi.json`)).text();
  await server.stop();
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
