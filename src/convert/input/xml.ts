/** Just enough XML for the small parts that describe a package. Document parts are metered in inspect/, never parsed. */

/** UTF-16 by its byte order mark, otherwise UTF-8 (XML 1.0, appendix F). */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

export type Attributes = Readonly<Record<string, string>>;

/** The attributes of every element of this local name, in order; prefixes are dropped, comments and CDATA skipped. */
export function attributesOf(xml: string, localName: string): Attributes[] {
  const elements = visible(xml).matchAll(
    /<(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g,
  );
  return [...elements].filter(([, name]) => name === localName).map(([, , attributes = '']) => parse(attributes));
}

const HIDING = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** By hand: a lazy expression would scan to the end for every opening that is never closed. */
function visible(xml: string): string {
  let shown = '';
  let at = 0;
  for (const { index } of xml.matchAll(/<[!?]/g)) {
    const pair = index < at ? undefined : HIDING.find(([begin]) => xml.startsWith(begin, index));
    if (!pair) continue;
    shown += xml.slice(at, index);
    const close = xml.indexOf(pair[1], index + pair[0].length);
    if (close < 0) return shown;
    at = close + pair[1].length;
  }
  return shown + xml.slice(at);
}

function parse(attributes: string): Attributes {
  const pairs = attributes.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', double, single]) => [name, unescapeXml(double ?? single ?? '')]),
  );
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return PREDEFINED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
