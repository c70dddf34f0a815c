/**
 * The request parameters of a conversion, generated from the table of PDF options. Each may be a query parameter or a
 * form field, except secrets, which are accepted as form fields only, since URLs end up in logs.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import { FORMATS } from '../../convert/formats.js';
import { flagOf, PDF_OPTION_NAMES, parsePdfOptions } from '../../convert/option-values.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptionName, type PdfOptions } from '../../convert/options.js';
import type { OutputName } from '../../convert/outputs.js';
import { DocconvError } from '../../errors.js';
import { HttpProblem, messageForClient } from '../problem.js';
import { BINARY, closed } from '../schemas.js';

interface ConvertRequest {
  to: OutputName;
  pdf: Omit<PdfOptions, 'to'>;
  from: string | undefined;
  /** Password of an encrypted document. */
  password: string | undefined;
}

const OPTION_OF_PARAMETER = new Map(PDF_OPTION_NAMES.map(name => [parameterOf(name), name]));

const FROM = Type.String({
  description: `Format of the document; needed only if its content and file name do not show it: ${FORMATS.map(({ name }) => name).join(', ')}`,
  examples: ['docx'],
});

/** Rejects unknown parameters and describes the values; parsePdfOptions() validates them. */
export const ConvertQuery = closed({ from: Type.Optional(FROM), ...schemasOf(name => !isSecret(name)) });

export const ConvertForm = Type.Object(
  {
    file: Type.Unsafe<never>({ ...BINARY, description: 'The document' }),
    from: Type.Optional(FROM),
    password: Type.Optional(Type.String({ description: 'Password of an encrypted document' })),
    ...schemasOf(() => true),
  },
  { additionalProperties: false, required: ['file'] },
);

/** Throws invalid_parameter with the name of the parameter. */
export function readParameters(query: object, fields: ReadonlyMap<string, string>): ConvertRequest {
  const given = new Map<string, string>(Object.entries(query as Record<string, string>));
  for (const [name, value] of fields) {
    if (given.has(name)) throw badParameter(name, `"${name}" is given both in the URL and in the form. Send it once.`);
    if (!Object.hasOwn(ConvertForm.properties, name) || name === 'file') throw unknownOption(name);
    given.set(name, value);
  }
  const raw = [...given].flatMap(([name, value]) => {
    const option = OPTION_OF_PARAMETER.get(name);
    return option ? [[option, value] as const] : [];
  });
  const { to = 'pdf', ...pdf } = parseOptions(Object.fromEntries(raw));
  return { to, pdf, from: given.get('from'), password: given.get('password') };
}

/** Passwords in the URL get a message of their own, since servers and proxies have already logged them, and so do names of the library. */
export function checkQuery(query: object): void {
  const secrets = ['password', ...PDF_OPTION_NAMES.filter(isSecret).map(parameterOf)];
  const found = secrets.find(name => name in query);
  if (found) throw badParameter(found, `Send "${found}" as a form field: URLs are written to logs.`);
  const unknown = Object.keys(query).find(name => !(name in ConvertQuery.properties));
  if (unknown !== undefined) throw unknownOption(unknown);
}

/** "pdfVersion" is the name of an option in the library. */
function unknownOption(name: string): HttpProblem {
  const option = PDF_OPTION_NAMES.find(known => known.toLowerCase() === name.replace(/[-_]/g, '').toLowerCase());
  const hint = option ? `Use "${parameterOf(option)}".` : 'GET /openapi.json lists the options.';
  return badParameter(name, `There is no option "${name}". ${hint}`);
}

function schemasOf(wanted: (name: PdfOptionName) => boolean): Record<string, TSchema> {
  const names = PDF_OPTION_NAMES.filter(wanted);
  return Object.fromEntries(names.map(name => [parameterOf(name), Type.Optional(schemaOf(PDF_OPTIONS[name]))]));
}

/** Queries and forms carry strings only; the description states the real type. (Generators make members with `default` required.) */
function schemaOf(row: OptionRow): TSchema {
  const description = row.help;
  switch (row.type) {
    case 'boolean':
      return Type.String({ description: `${description}. Default: ${row.preset}`, enum: ['true', 'false'] });
    case 'integer':
      return Type.String({
        description: `${description} (${row.min} to ${row.max}${row.implied === undefined ? '' : `; true: ${row.implied}`})`,
        pattern: row.implied === undefined ? '^[0-9]+$' : '^([0-9]+|true)$',
      });
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

/** Errors of the option table become problems of a request parameter. */
function parseOptions(raw: Readonly<Record<string, string>>): PdfOptions {
  try {
    return parsePdfOptions(raw);
  } catch (thrown) {
    if (!(thrown instanceof DocconvError) || typeof thrown.detail.option !== 'string') throw thrown;
    throw badParameter(parameterOf(thrown.detail.option as PdfOptionName), messageForClient(thrown.message));
  }
}

function badParameter(parameter: string, message: string): HttpProblem {
  return new HttpProblem('invalid_parameter', message, { errors: [{ parameter, detail: message }] });
}
