/**
 * The options of a verification: one table for query parameters, form fields and JSON members. Passwords are never accepted
 * in the query, since URLs end up in logs.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import { DocconvError } from '../../errors.js';
import { parseValidationTime } from '../../signatures/index.js';
import type { TrustSource } from '../../trust/index.js';
import { badParameter, type HttpProblem, type ParameterPlace, parsedParameter } from '../problem.js';
import { BINARY, closed, WEBHOOK } from '../schemas.js';
import { DOCUMENT_REFERENCE } from '../upload/json-request.js';

const text = (description: string, examples: string[]) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples }));
const choice = (description: string, ...words: string[]) => Type.Optional(Type.String({ description, enum: words }));

/** As in the query and in a form. In JSON, `online` is a boolean. */
const OPTIONS = {
  at: text(
    'Verify as of this time, in UTC unless it states an offset; not in the future. Default: now. `policy.validationTime` of the result states the time that was used.',
    ['2026-05-01T12:00:00Z', '2026-05-01'],
  ),
  trust: choice(
    'Whether a signer must be trusted. Default: required if the server has trust anchors.',
    'required',
    'not-required',
  ),
  sources: text(
    'Sources of trust to use, separated by commas: `eu` (trusted lists of the European Union), `aatl`, `file` (certificates of the operator). Default: all that the operator allows; others are refused. `policy.sources` of the result states those that were used.',
    ['eu', 'eu,file'],
  ),
  online: choice(
    'Whether missing certificates and revocation data are fetched. Default: as the operator has configured; `true` is refused where the operator has not enabled it.',
    'true',
    'false',
  ),
  webhook: Type.Optional(WEBHOOK),
  report: choice('Form of the result: JSON (default), or an HTML page to print or archive', 'json', 'html'),
};
const PASSWORD = Type.Optional(Type.String({ maxLength: 1024, description: 'Password of an encrypted PDF' }));

type OptionName = keyof typeof OPTIONS | 'password';

export const VerifyQuery = closed(OPTIONS);

export const VerifyForm = Type.Object(
  {
    file: Type.Unsafe<never>({ ...BINARY, description: 'The PDF' }),
    ...OPTIONS,
    password: PASSWORD,
  },
  { additionalProperties: false, required: ['file'] },
);

const jsonOf = <Document extends TSchema>(document: Document) =>
  Type.Object(
    { document, ...OPTIONS, online: Type.Optional(Type.Boolean({ description: OPTIONS.online.description! })) },
    { additionalProperties: false, title: 'VerifyRequest' },
  );

/** For the intake, whose messages say what is wrong with the document. */
export const VerifyJson = jsonOf(closed({ ...DOCUMENT_REFERENCE, password: PASSWORD }));

/** The same for the API description: exactly one of base64 and url. */
export const DescribedVerifyJson = jsonOf(
  Type.Unsafe({
    title: 'DocumentReference',
    oneOf: [
      {
        ...closed({ base64: Type.Optional(DOCUMENT_REFERENCE.base64, false), password: PASSWORD }),
        title: 'DocumentInBase64',
      },
      { ...closed({ url: Type.Optional(DOCUMENT_REFERENCE.url, false), password: PASSWORD }), title: 'DocumentByUrl' },
    ],
  }),
);

interface Sources {
  query: object;
  fields: ReadonlyMap<string, string>;
  body: { readonly document: { password?: string } } | undefined;
}

export interface VerifyOptions {
  /** For the verifier; absent: its default. */
  readonly input: {
    at?: Date;
    requireTrust?: boolean;
    online?: boolean;
    sources?: readonly TrustSource[];
    password?: string;
  };
  readonly report: 'json' | 'html';
}

/** A value, and where an error about it points to. */
interface Given {
  value: string;
  place: ParameterPlace;
}

/** What the operator allows; see ServerSettings. */
export interface Allowed {
  readonly online: boolean;
  readonly sources: readonly TrustSource[];
}

export type GivenOptions = ReadonlyMap<string, Given>;

/** Throws invalid_parameter. @param given see collectVerifyOptions() and givenAgain() */
export function readVerifyOptions(given: GivenOptions, allowed: Allowed): VerifyOptions {
  requireKnown(given);
  const at = read(given, 'at', value => parseValidationTime(value));
  const trust = read(given, 'trust', oneOf('required', 'not-required'));
  const online = read(given, 'online', oneOf('true', 'false'));
  const password = given.get('password')?.value;
  const sources = read(given, 'sources', value => allowedSources(value, allowed.sources));
  if (online === 'true' && !allowed.online)
    throw badParameter(given.get('online')!.place, 'This server does not fetch revocation data. Omit "online".');
  const input = {
    ...(at && { at }),
    ...(trust && { requireTrust: trust === 'required' }),
    ...(online && { online: online === 'true' }),
    ...(sources && { sources }),
    ...(password !== undefined && { password }),
  };
  return { input, report: read(given, 'report', oneOf('json', 'html')) ?? 'json' };
}

/** A later version may have accepted the options of a job. */
function requireKnown(given: GivenOptions): void {
  for (const [name, { place }] of given)
    if (!Object.hasOwn(VerifyForm.properties, name)) throw unknownOption(name, place);
}

function unknownOption(name: string, place: Given['place']): HttpProblem {
  return badParameter(place, `There is no option "${name}". GET /openapi.json lists the options.`);
}

/** Passwords in the URL get a message of their own: servers and proxies have already logged them. */
export function refusePasswordInQuery(query: object): void {
  if (!('password' in query)) return;
  const message = 'Send "password" in the form or in "document" of the JSON body: URLs are written to logs.';
  throw badParameter({ parameter: 'password' }, message);
}

/** The options of a job, which were checked already. */
export function givenAgain(parameters: Readonly<Record<string, string>>): GivenOptions {
  return new Map(Object.entries(parameters).map(([name, value]) => [name, { value, place: { parameter: name } }]));
}

export function valuesOf(given: GivenOptions): Record<string, string> {
  return Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
}

/** The options of a request by name. Throws invalid_parameter for unknown ones and those that are given twice. */
export function collectVerifyOptions({ query, fields, body }: Sources): GivenOptions {
  const given = new Map<string, Given>();
  const add = (name: string, value: string, place: Given['place']) => {
    if (!Object.hasOwn(VerifyForm.properties, name) || name === 'file') throw unknownOption(name, place);
    if (given.has(name)) throw badParameter(place, `"${name}" is given both in the URL and in the body. Send it once.`);
    given.set(name, { value, place });
  };
  for (const [name, value] of Object.entries(query)) add(name, value, { parameter: name });
  for (const [name, value] of fields) add(name, value, { parameter: name });
  const { document, ...options } = body ?? {};
  for (const [name, value] of Object.entries(options)) add(name, String(value), { pointer: `/${name}` });
  if (document?.password !== undefined) add('password', document.password, { pointer: '/document/password' });
  return given;
}

function read<Value>(
  given: ReadonlyMap<string, Given>,
  name: OptionName,
  parse: (text: string, name: OptionName) => Value,
): Value | undefined {
  const option = given.get(name);
  return option && parsedParameter(option.place, () => parse(option.value, name));
}

function oneOf<const Word extends string>(...words: Word[]): (value: string, name: OptionName) => Word {
  return (value, name) => {
    const found = words.find(word => word === value);
    if (found !== undefined) return found;
    throw new DocconvError('OPTION_INVALID.one-of', { name, values: words.join(', ') });
  };
}

function allowedSources(text: string, allowed: readonly TrustSource[]): TrustSource[] {
  return text.split(',').map(word => {
    const found = allowed.find(source => source === word.trim());
    if (found !== undefined) return found;
    throw new DocconvError('OPTION_INVALID.server-trust-source', { value: word, known: allowed.join(', ') });
  });
}
