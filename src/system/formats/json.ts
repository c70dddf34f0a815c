/** What parsed JSON is. */

/** Neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null for text that is no JSON. The words of the parser, which quote the text, are not passed on. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null for text that is no JSON, or no object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = parseIfJson(text);
  return isObject(value) ? value : null;
}

/** An object whose members are strings. */
export function isObjectOfTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every(text => typeof text === 'string');
}
