/**
 * The request parameters of a conversion, made from the one table of PDF options: named as on the command line without
 * their dashes, in the query or as fields of the form; secrets as fields only, since URLs end up in logs.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import { FORMATS } from '../../convert/formats.js';
import { flagOf, PDF_OPTION_NAMES, parsePdfOptions } from '../../convert/option-values.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptionName, type PdfOptions } from '../../convert/options.js';
import { DocconvError } from '../../errors.js';
import { HttpProblem } from '../problem.js';
import { closed } from '../schemas.js';

export interface ConvertRequest {
  pdf: PdfOptions;
  from: string | null;
  /** Opens an encrypted document. */
  password: string | null;
}

const OPTION_OF_PARAMETER = new Map(PDF_OPTION_NAMES.map(name => [parameterOf(name), name]));

const FROM = Type.String({
  description: `What the document is, where its bytes or name do not say it: ${FORMATS.map(({ name }) => name).join(', ')}`,
  examples: ['docx'],
});

/** Values are checked by the option table itself; the schema tells what it takes, and refuses what it does not know. */
export const ConvertQuery = closed({ from: Type.Optional(FROM), ...schemasOf(name => !isSecret(name)) });

export const ConvertForm = Type.Object(
  {
    file: Type.Unsafe<never>({ type: 'string', format: 'binary', description: 'The document' }),
    from: Type.Optional(FROM),
    password: Type.Optional(Type.String({ description: 'Opens an encrypted document' })),
    ...schemasOf(() => true),
  },
  { additionalProperties: false, required: ['file'] },
);

/** Throws OPTION_INVALID or invalid_parameter, naming the parameter. */
export function readParameters(query: object, fields: ReadonlyMap<string, string>): ConvertRequest {
  const given = new Map<string, string>(Object.entries(query as Record<string, string>));
  for (const [name, value] of fields) {
    if (given.has(name)) throw badParameter(name, `"${name}" is both in the URL and in the form: leave one out.`);
    if (!(name in ConvertForm.properties) || name === 'file') throw badParameter(name, `There is no option "${name}".`);
    given.set(name, value);
  }
  const raw = [...given].flatMap(([name, value]) => {
    const option = OPTION_OF_PARAMETER.get(name);
    return option ? [[option, value] as const] : [];
  });
  const pdf = namingParameters(() => parsePdfOptions(Object.fromEntries(raw)));
  return { pdf, from: given.get('from') ?? null, password: given.get('password') ?? null };
}

/** For what is there in vain: a secret in the URL is in somebody's log by now. */
export function refuseSecrets(query: object): void {
  const secrets = ['password', ...PDF_OPTION_NAMES.filter(isSecret).map(parameterOf)];
  const found = secrets.find(name => name in query);
  if (found)
    throw badParameter(found, `Send "${found}" as a field of the form, not in the URL, which ends up in logs.`);
}

function schemasOf(wanted: (name: PdfOptionName) => boolean): Record<string, TSchema> {
  const names = PDF_OPTION_NAMES.filter(wanted);
  return Object.fromEntries(names.map(name => [parameterOf(name), Type.Optional(schemaOf(PDF_OPTIONS[name]))]));
}

/** Strings to TypeBox, as they are in a query and a form; their true types to the reader of the description. */
function schemaOf(row: OptionRow): TSchema {
  const description = row.help;
  switch (row.type) {
    case 'boolean':
      return Type.String({ description, enum: ['true', 'false'], default: String(row.preset) });
    case 'integer':
      return Type.String({ description: `${description} (${row.min} to ${row.max})`, pattern: '^[0-9]+$' });
    case 'choice':
      return Type.String({ description, enum: [...row.choices] });
    case 'list':
      return Type.String({ description: `${description}; any of ${row.choices.join(', ')}, separated by commas` });
    default:
      return Type.String({ description, ...(row.type === 'secret' ? { format: 'password' } : {}) });
  }
}

function isSecret(name: PdfOptionName): boolean {
  return PDF_OPTIONS[name].type === 'secret';
}

function parameterOf(name: PdfOptionName): string {
  return flagOf(name).slice(2);
}

/** The table speaks of flags; a request has parameters of the same names. */
function namingParameters<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof DocconvError) || typeof thrown.detail.option !== 'string') throw thrown;
    throw badParameter(
      parameterOf(thrown.detail.option as PdfOptionName),
      `Option ${thrown.message.replaceAll(/--(?=[a-z])/g, '')}`,
    );
  }
}

function badParameter(parameter: string, sentence: string): HttpProblem {
  return new HttpProblem('invalid_parameter', sentence, { errors: [{ parameter, detail: sentence }] });
}
