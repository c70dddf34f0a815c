import { percentDecoded } from '../url.js';

/**
 * The name of a file in the header Content-Disposition of an answer (RFC 6266), null where it states none. `filename*`
 * (RFC 8187) comes first. What is not valid is passed over, as browsers do.
 */
export function fileNameIn(header: string): string | null {
  const parameters = parametersOf(header);
  const [, encoded] = /^utf-8'[^']*'(.+)$/i.exec(parameters.get('filename*') ?? '') ?? [];
  const name = parameters.get('filename') ?? '';
  return (
    (encoded && percentDecoded(encoded)) ||
    (name.startsWith('"') ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name) ||
    null
  );
}

/** As they are written: the first of each name, which is in lower case here. */
function parametersOf(header: string): Map<string, string> {
  const [, ...parts] = header.match(PART) ?? [];
  const found = parts.flatMap(part => {
    const [, name, value] = PARAMETER.exec(part) ?? [];
    return name && value ? [[name.toLowerCase(), value] as const] : [];
  });
  return new Map(found.reverse());
}

/** Between semicolons: one in a quoted string separates nothing. */
const PART = /(?:"(?:\\.|[^"\\])*"?|[^;"])+/g;
const PARAMETER = /^\s*([^\s=]+)\s*=\s*("(?:\\.|[^"\\])*"|[^\s"]\S*)/;
