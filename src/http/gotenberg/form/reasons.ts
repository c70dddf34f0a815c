/** Why Gotenberg refuses the value of a form field, in the words that its clients know: those of the Go library. */

export type Checked<Value> = { readonly value: Value } | { readonly fault: string };

export function parseFlag(text: string): Checked<boolean> {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return { value: true };
  if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) return { value: false };
  return { fault: invalidSyntax('ParseBool', text) };
}

export function parseInteger(text: string): Checked<number> {
  if (!/^[+-]?\d+$/.test(text)) return { fault: invalidSyntax('Atoi', text) };
  const value = Number(text);
  return Number.isSafeInteger(value)
    ? { value }
    : { fault: `strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range` };
}

const invalidSyntax = (parser: string, text: string): string =>
  `strconv.${parser}: parsing ${JSON.stringify(text)}: invalid syntax`;

/** Checks an integer; `least` to `most`, or one of a few. */
export function integerWithin(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => Checked<number> {
  return text => {
    const parsed = parseInteger(text);
    if ('fault' in parsed) return parsed;
    if (parsed.value < least) return { fault: `value is inferior to ${least}` };
    return parsed.value > most ? { fault: `value is superior to ${most}` } : parsed;
  };
}

export function integerOf(...choices: readonly number[]): (text: string) => Checked<number> {
  const listed = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  return text => {
    const parsed = parseInteger(text);
    return 'fault' in parsed || choices.includes(parsed.value) ? parsed : { fault: `value is not ${listed}` };
  };
}

export function parseJson(text: string): Checked<unknown> {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: jsonFault(text) };
  }
}

/** Of text that is not JSON. */
function jsonFault(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'unexpected end of JSON input';
  for (const literal of ['true', 'false', 'null']) {
    if (start[0] !== literal[0]) continue;
    const wrong = [...literal].findIndex((char, i) => start[i] !== char);
    if (wrong < 0) return `invalid character ${quoted(start[literal.length]!)} after top-level value`;
    if (wrong >= start.length) return 'unexpected end of JSON input';
    return `invalid character ${quoted(start[wrong]!)} in literal ${literal} (expecting ${quoted(literal[wrong]!)})`;
  }
  if (!/^[[{"\d-]/.test(start)) return `invalid character ${quoted([...start][0]!)} looking for beginning of value`;
  return isCut(start) ? 'unexpected end of JSON input' : 'invalid character in JSON text';
}

const isCut = (text: string): boolean => /[[{]/.test(text[0]!) && !/[\]}]\s*$/.test(text);

const quoted = (char: string): string => (char === "'" ? `'\\''` : `'${char}'`);

/** What Go calls the type of a JSON value. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return value === null ? 'null' : typeof value;
}

export function wrongType(value: unknown, wanted: string): string {
  return `json: cannot unmarshal ${kindOf(value)} into Go value of type ${wanted}`;
}
