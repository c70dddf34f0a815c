/**
 * The rules that `redocly lint` of version 2 recommends: those that version 1 has, and the others written here. The packages of
 * version 2, and the last ones of version 1, refuse the npm of Debian.
 */
import { isDeepStrictEqual } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';

type Node = Record<string, unknown>;
interface Context {
  readonly type: { readonly name: string };
  report(problem: { message: string }): void;
}

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const;
const UNSAFE = [/<script\b/i, /<[a-z][^>]*\bon[a-z]+\s*=/i, /(?:\]\(\s*|\b(?:href|src)\s*=\s*["']?\s*)javascript:/i];

const hasEqual = (list: readonly unknown[]): boolean =>
  list.some((item, i) => list.slice(0, i).some(other => isDeepStrictEqual(other, item)));
const listIn = (node: Node, name: string): readonly Node[] => (Array.isArray(node[name]) ? node[name] : []);

/** Each is a visitor of nodes: what is wrong with one. */
const RULES = {
  'no-duplicated-enum-values': {
    Schema: schema => hasEqual(listIn(schema, 'enum')) && 'a value of "enum" occurs twice',
  },
  'no-duplicated-tag-names': {
    Root: root => hasEqual(listIn(root, 'tags').map(({ name }) => name)) && 'the name of a tag occurs twice',
  },
  'no-illogical-composition-keywords': {
    Schema: schema => COMPOSITIONS.some(name => isIllogical(schema, name)) && 'a list of schemas is illogical',
  },
  'no-mixed-number-range-constraints': {
    Schema: schema =>
      (isMixed(schema, 'minimum', 'exclusiveMinimum') || isMixed(schema, 'maximum', 'exclusiveMaximum')) &&
      'a limit is given twice',
  },
  'no-schema-type-mismatch': {
    Schema: ({ type, items, properties }) =>
      typeof type === 'string' &&
      ((type !== 'array' && items) || (type !== 'object' && properties)) &&
      `the type ${type} has no such members`,
  },
  'no-unsafe-markdown': {
    any: ({ description }) =>
      typeof description === 'string' && UNSAFE.some(pattern => pattern.test(description)) && 'a text runs a script',
  },
  // The scopes of OAuth 2 are not compared, as no scheme has them.
  'security-scopes-defined': { SecurityScheme: ({ type }) => type === 'oauth2' && 'a scheme has scopes' },
  'spec-ref-siblings': {
    ref: (node, { type }) =>
      !['Schema', 'PathItem'].includes(type.name) &&
      Object.keys(node).some(name => !['$ref', 'summary', 'description'].includes(name)) &&
      'a reference has other members',
  },
} satisfies Record<string, Record<string, (node: Node, context: Context) => unknown>>;

export const OWN_RULES = Object.keys(RULES);

function isIllogical(schema: Node, name: (typeof COMPOSITIONS)[number]): boolean {
  if (!Array.isArray(schema[name])) return false;
  const schemas = listIn(schema, name);
  const isAlone = schemas.length < 2 && (name !== 'allOf' || Object.keys(schema).length === 1);
  return isAlone || hasEqual(schemas) || schemas.some(member => Object.keys(member).length === 0);
}

function isMixed(schema: Node, inclusive: string, exclusive: string): boolean {
  return typeof schema[inclusive] === 'number' && typeof schema[exclusive] === 'number';
}

/** As a plugin has it: a function for each rule, which makes the visitor. */
const visitors = Object.entries(RULES).map(([rule, visitor]) => {
  const reporting = Object.entries(visitor).map(([type, faultOf]) => {
    const visit = (node: Node, context: Context) => {
      const message = faultOf(node, context);
      if (message) context.report({ message: String(message) });
    };
    return [type, type === 'ref' ? { leave: visit } : visit];
  });
  return [rule, () => Object.fromEntries(reporting)] as const;
});

/** The names of the rules that the description breaks, errors and warnings alike. */
export async function brokenRules(description: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    plugins: [{ id: 'own', rules: { oas3: Object.fromEntries(visitors) } }],
    rules: {
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-required-schema-properties-undefined': 'error',
      ...Object.fromEntries(OWN_RULES.map(rule => [`own/${rule}`, 'error'])),
    },
  });
  const problems = await lintFromString({ source: description, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}
