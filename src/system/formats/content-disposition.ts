/**
 * The name of a file in the header Content-Disposition of an answer (RFC 6266), null where it states none. `filename*`
 * (RFC 8187) comes first. What is not valid is passed over, as browsers do.
 */
export function fileNameIn(header: string): string | null {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header) ?? [];
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(header) ?? [];
  return decoded(encoded) || quoted?.replace(/\\(.)/g, '$1') || token || null;
}

function decoded(text = ''): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
