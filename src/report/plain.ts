/** Text that a document supplied, made harmless: it must not steer a terminal, reorder a line or fake a second one. */

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, bidirectional marks and overrides (Unicode TR 36,
 * 2.1), zero-width characters, language tags and lone surrogates.
 */
const UNSAFE =
  /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** One line: white space is one blank, every unsafe character shows its code, e.g. `\u202e`; cut at `limit` characters. */
export function plain(text: string, limit = 200): string {
  const line = text
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
    .replace(UNSAFE, visible);
  const characters = [...line.slice(0, 2 * limit + 2)];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : line;
}

/** The same for JSON text, where an escape keeps the value: nothing that a terminal could act upon is left raw. */
export function plainJson(json: string): string {
  return json.replace(UNSAFE, character =>
    character === '\n' ? character : character.split('').map(visible).join(''),
  );
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
