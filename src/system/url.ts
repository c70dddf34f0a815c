/** URLs as the WHATWG parser reads them. */

/** Null for what is not a complete URL. `URL.parse` requires Node 22. */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}

/** Null where what is percent-encoded is not UTF-8. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** An HTTP or HTTPS URL without user name, password, query and fragment; null for any other. */
export function parseServiceUrl(text: string): URL | null {
  const url = parseUrl(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !(url.username || url.password || url.search || url.hash);
  return isPlain ? url : null;
}
