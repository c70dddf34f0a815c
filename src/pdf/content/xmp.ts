/** Single properties out of an XMP packet (ISO 16684-1): written as an attribute, an element, or a list's first item. */

export type XmpProperty =
  | 'dc:title'
  | 'dc:creator'
  | 'xmp:CreatorTool'
  | 'xmp:CreateDate'
  | 'xmp:ModifyDate'
  | 'pdf:Producer';

/** Null when it is absent or blank. The usual prefixes are taken as given: packets with others are not met. */
export function xmpProperty(packet: string, property: XmpProperty): string | null {
  const attribute = new RegExp(`\\s${property}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(packet);
  const value = attribute ? (attribute[1] ?? attribute[2]!) : elementText(packet, property);
  return unescaped(value).trim() || null;
}

function elementText(packet: string, property: XmpProperty): string {
  const start = packet.indexOf(`<${property}`);
  const end = packet.indexOf(`</${property}>`, start);
  if (start < 0 || end < 0) return '';
  const inside = packet.slice(packet.indexOf('>', start) + 1, end);
  const item = /<rdf:li[^>]*>([^<]*)<\/rdf:li>/.exec(inside);
  return item ? item[1]! : inside.includes('<') ? '' : inside;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
