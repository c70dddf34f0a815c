/** The fields and files of a form, with all their faults in one answer. */
import { extname } from 'node:path';
import { HttpProblem } from '../../problem.js';
import { compareNames } from './names.js';
import { type Checked, parseFlag, parseJson } from './reasons.js';
import type { FormFile, ReceivedForm } from './received.js';

/** Parts with these names are not documents to work on. */
const OTHER_FILES = new Set(['embeds', 'watermark', 'stamp', 'facturxXml']);

export class FormReader {
  readonly #faults: string[] = [];

  constructor(private readonly form: ReceivedForm) {}

  /** Empty text is absence. */
  text(name: string): string | undefined {
    return this.form.fields.get(name)?.[0] || undefined;
  }

  /** All values of a field that may be repeated. */
  texts(name: string): readonly string[] {
    return this.form.fields.get(name) ?? [];
  }

  flag(name: string, preset: boolean): boolean {
    return this.value(name, preset, parseFlag);
  }

  value<Value>(name: string, preset: Value, check: (text: string) => Checked<Value>): Value {
    const text = this.text(name);
    if (text === undefined) return preset;
    const checked = check(text);
    if ('value' in checked) return checked.value;
    this.refuse(name, text, checked.fault);
    return preset;
  }

  /** As `value`, but absence is a fault. */
  required<Value>(name: string, preset: Value, check: (text: string) => Checked<Value>): Value {
    if (this.text(name) === undefined) this.fault(`form field '${name}' is required`);
    return this.value(name, preset, check);
  }

  /** @param what the value is, in the words of the fault */
  json<Value>(
    name: string,
    what: string,
    check: (value: unknown) => Checked<Value>,
    isRequired = false,
  ): Value | undefined {
    const read = (text: string): Checked<Value | undefined> => {
      const parsed = parseJson(text);
      const checked = 'value' in parsed ? check(parsed.value) : parsed;
      return 'value' in checked ? checked : { fault: `unmarshal ${what}: ${checked.fault}` };
    };
    return isRequired ? this.required(name, undefined, read) : this.value(name, undefined, read);
  }

  refuse(name: string, text: string, reason: string): void {
    this.fault(invalidField(name, text, reason));
  }

  fault(sentence: string): void {
    this.#faults.push(sentence);
  }

  /** Those to work on, in the order of their names. None is a fault. */
  documents(extensions: readonly string[]): readonly FormFile[] {
    const wanted = this.form.files
      .filter(({ field, name }) => !OTHER_FILES.has(field) && extensions.includes(extname(name).toLowerCase()))
      .sort((a, b) => compareNames(a.name, b.name));
    if (wanted.length === 0) this.fault(`no form file found for extensions: [${extensions.join(' ')}]`);
    return wanted;
  }

  files(field: string): readonly FormFile[] {
    return this.form.files.filter(file => file.field === field);
  }

  /** Throws invalid_parameter with all faults. */
  validate(): void {
    if (this.#faults.length > 0) throw badForm(this.#faults.join('\n'));
  }
}

export function badForm(text: string): HttpProblem {
  return badRequest(`Invalid form data: ${text}`);
}

/** A sentence that the client gets as it is. */
export function badRequest(sentence: string): HttpProblem {
  return new HttpProblem('invalid_parameter', sentence);
}

export function invalidField(name: string, text: string, reason: string): string {
  return `form field '${name}' is invalid (got '${text}', resulting to ${reason})`;
}
