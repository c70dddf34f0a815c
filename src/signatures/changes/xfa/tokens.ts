/** Reads the tags of an XML document one after the other, in linear time. */

export interface Token {
  /** As written: a tag, a text, a comment, an instruction or CDATA; null: not well-formed from here. */
  readonly token: string | null;
  /** Its offset. */
  readonly at: number;
  /** Of a tag, without its prefix. */
  readonly name: string | null;
  /** A tag that starts an element, that ends one, or both. */
  readonly starts: boolean;
  readonly ends: boolean;
}

const ATTRIBUTES = /[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*/.source;
// the name is whole: what begins like a long tag is read once
const TAG = new RegExp(`<(/?)([^\\s<>/!?"']+)(?=[\\s/>])${ATTRIBUTES}>`).source;
const TOKEN = new RegExp(`<!--.*?-->|<\\?.*?\\?>|<!\\[CDATA\\[.*?\\]\\]>|${TAG}|[^<]+`, 'sy');

export function* tokensOf(text: string): Generator<Token> {
  const reader = new RegExp(TOKEN);
  while (reader.lastIndex < text.length) {
    const at = reader.lastIndex;
    const [token = null, slash, name] = reader.exec(text) ?? [];
    const isTag = name !== undefined;
    const [starts, ends] = [isTag && slash === '', isTag && (slash !== '' || token!.endsWith('/>'))];
    yield { token, at, name: isTag ? name.slice(name.indexOf(':') + 1) : null, starts, ends };
    if (token === null) return;
  }
}
