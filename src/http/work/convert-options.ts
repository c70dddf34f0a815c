/**
 * The request parameters of a conversion, generated from the table of PDF options. Each may be a query parameter or a
 * form field, except secrets and private data, which are accepted as form fields only, since URLs end up in logs.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import { FORMATS } from '../../convert/formats.js';
import { flagOf, PDF_OPTION_NAMES, parsePdfOptions } from '../../convert/option-values.js';
import { type OptionRow, PDF_OPTIONS, type PdfOptionName, type PdfOptions } from '../../convert/options.js';
import type { OutputName } from '../../convert/outputs.js';
import { DocconvError } from '../../errors.js';
import { badParameter, type HttpProblem, messageForClient, withParameterNames } from '../problem.js';
import { BINARY, closed, WEBHOOK } from '../schemas.js';
import { safeFileName } from '../upload/document.js';
import { isFilePart, OPERATION_FORM, OPERATION_QUERY, OPERATION_TEXTS, withoutFiles } from './operation-parameters.js';
import { outputName } from './output-name.js';

export interface ConvertRequest {
  to: OutputName;
  pdf: Omit<PdfOptions, 'to'>;
  from: string | undefined;
  /** Password of an encrypted document. */
  password: string | undefined;
  /** File name of the merged PDF; null: nothing is merged. */
  merge: string | null;
}

/** Name of a merged PDF. */
const DEFAULT_MERGED = 'merged.pdf';

const OPTION_OF_PARAMETER = new Map(PDF_OPTION_NAMES.map(name => [parameterOf(name), name]));

const FROM = Type.String({
  description: `Format of the document; needed only if its content and file name do not show it: ${FORMATS.map(({ name }) => name).join(', ')}`,
  examples: ['docx'],
});

const MERGE = Type.String({
  description: `Join all files of the form into one PDF with this name, in their order; true: ${DEFAULT_MERGED}`,
});

/** Rejects unknown parameters and describes the values; parsePdfOptions() validates them. */
export const ConvertQuery = closed({
  from: Type.Optional(FROM),
  merge: Type.Optional(MERGE),
  webhook: Type.Optional(WEBHOOK),
  ...OPERATION_QUERY,
  ...schemasOf(name => !isFormOnly(name)),
});

export const ConvertForm = Type.Object(
  {
    file: Type.Unsafe<never>({
      anyOf: [BINARY, { type: 'array', items: BINARY, minItems: 1 }],
      description: 'The document; several with `merge`',
    }),
    from: Type.Optional(FROM),
    merge: Type.Optional(MERGE),
    webhook: Type.Optional(WEBHOOK),
    password: Type.Optional(Type.String({ description: 'Password of an encrypted document' })),
    ...OPERATION_FORM,
    ...schemasOf(() => true),
  },
  { additionalProperties: false, required: ['file'] },
);

/** The parameters of a request by name. Throws invalid_parameter for unknown ones and those that are given twice. */
export function collectParameters(query: object, fields: ReadonlyMap<string, string>): Record<string, string> {
  const given = new Map<string, string>(Object.entries(query as Record<string, string>));
  for (const [name, value] of fields) {
    if (given.has(name))
      throw badParameter({ parameter: name }, `"${name}" is given both in the URL and in the form. Send it once.`);
    if (isFilePart(name))
      throw badParameter({ parameter: name }, `Send "${name}" as a file, with the name of the file.`);
    if (!Object.hasOwn(ConvertForm.properties, name) || name === 'file') throw unknownOption(name);
    given.set(name, value);
  }
  return Object.fromEntries(given);
}

/** Throws invalid_parameter with the name of the parameter. @param parameters of an order */
export function readParameters(parameters: Readonly<Record<string, string>>): ConvertRequest {
  const given = withoutFiles(parameters);
  const unknown = Object.keys(given).find(name => !Object.hasOwn(ConvertForm.properties, name));
  if (unknown !== undefined) throw unknownOption(unknown); // of a job that a later version accepted
  const raw = Object.entries(given).flatMap(([name, value]) => {
    const option = OPTION_OF_PARAMETER.get(name);
    return option ? [[option, value] as const] : [];
  });
  const { to = 'pdf', ...pdf } = parseOptions(Object.fromEntries(raw));
  const merge = mergedName(given.merge);
  if (merge !== null && to !== 'pdf') throw badParameter({ parameter: 'to' }, '"merge" writes a PDF: omit "to".');
  return { to, pdf, from: given.from, password: given.password, merge };
}

function mergedName(value: string | undefined): string | null {
  if (value === undefined || value === 'false') return null;
  return value === 'true' ? DEFAULT_MERGED : outputName(safeFileName(value), 'pdf');
}

/** Passwords in the URL get their own message, since servers and proxies have already logged them, and so do names of the library. */
export function checkQuery(query: object): void {
  const formOnly = ['password', ...OPERATION_TEXTS, ...PDF_OPTION_NAMES.filter(isFormOnly).map(parameterOf)];
  const parameter = formOnly.find(name => name in query);
  if (parameter) throw badParameter({ parameter }, `Send "${parameter}" as a form field: URLs are written to logs.`);
  const unknown = Object.keys(query).find(name => !Object.hasOwn(ConvertQuery.properties, name));
  if (unknown !== undefined) throw unknownOption(unknown);
}

/** "pdfVersion" is the name of an option in the library. */
function unknownOption(parameter: string): HttpProblem {
  const option = PDF_OPTION_NAMES.find(known => known.toLowerCase() === parameter.replace(/[-_]/g, '').toLowerCase());
  const hint = option ? `Use "${parameterOf(option)}".` : 'GET /openapi.json lists the options.';
  return badParameter({ parameter }, `There is no option "${parameter}". ${hint}`);
}

function schemasOf(wanted: (name: PdfOptionName) => boolean): Record<string, TSchema> {
  const names = PDF_OPTION_NAMES.filter(wanted);
  return Object.fromEntries(names.map(name => [parameterOf(name), Type.Optional(schemaOf(PDF_OPTIONS[name]))]));
}

/** Queries and forms carry strings only; the description states the real type. (Generators make members with `default` required.) */
function schemaOf(row: OptionRow): TSchema {
  const description = withParameterNames(row.help);
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
    default: {
      const implied = row.implied === undefined ? '' : `; true: ${row.implied}`;
      return Type.String({
        description: `${description}${implied}`,
        ...(row.type === 'secret' ? { format: 'password' } : {}),
      });
    }
  }
}

function isFormOnly(name: PdfOptionName): boolean {
  const row: OptionRow = PDF_OPTIONS[name];
  return row.type === 'secret' || (row.type === 'text' && row.isPrivate === true);
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
    const parameter = parameterOf(thrown.detail.option as PdfOptionName);
    throw badParameter({ parameter }, messageForClient(thrown.message));
  }
}
