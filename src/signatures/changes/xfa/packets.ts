/** The packets of an XFA form (ISO 32000-1, 12.7.8): an array of names and streams, or one stream with the whole document. */
import { PdfArray, type PdfObject, type PdfRevision, PdfStream, PdfString, textOf } from '../../../pdf/index.js';
import { decodeXml } from '../../../system/xml.js';
import { tokensOf } from './tokens.js';

export interface Packet {
  /** Of the packet, or of its element in a whole document; '' for what stands around the elements. */
  readonly name: string;
  /** A text is a part of a whole document. */
  readonly content: PdfStream | string;
}

/** XFA 3.3 defines about 20. */
const MAX_PACKETS = 100;

/** Null: not readable, too many, or a name occurs twice. */
export function packetsOf(revision: PdfRevision, xfa: PdfObject): readonly Packet[] | null {
  const packets = xfa instanceof PdfStream ? packetsIn(textIn(revision, xfa)) : listed(revision, xfa);
  if (!packets || packets.length > MAX_PACKETS) return null;
  return new Set(packets.map(({ name }) => name)).size === packets.length ? packets : null;
}

function listed(revision: PdfRevision, xfa: PdfObject): readonly Packet[] | null {
  if (!(xfa instanceof PdfArray) || xfa.items.length % 2 === 1 || xfa.items.length > 2 * MAX_PACKETS) return null;
  const packets: Packet[] = [];
  for (let i = 0; i < xfa.items.length; i += 2) {
    const [name, content] = [revision.resolve(xfa.items[i]), revision.resolve(xfa.items[i + 1])];
    if (!(name instanceof PdfString) || !(content instanceof PdfStream)) return null;
    packets.push({ name: textOf(name.bytes), content });
  }
  return packets;
}

const MAX_BYTES = 16 << 20;

/** Null: not decoded here, too large, or not in Unicode. With /F the data is in another file. */
export function textIn(revision: PdfRevision, stream: PdfStream): string | null {
  const { bytes, pending, damaged } = revision.decode(stream);
  if (pending !== null || damaged || stream.dict.has('F') || bytes.length > MAX_BYTES) return null;
  revision.budget.spendParsed(bytes.length);
  const text = decodeXml(bytes);
  return text.includes('\uFFFD') ? null : text;
}

/** The elements inside the root; null: not well-formed. */
function packetsIn(text: string | null): readonly Packet[] | null {
  if (text === null) return null;
  const packets: Packet[] = [];
  let [depth, start, around] = [0, 0, ''];
  for (const { token, at, name, starts, ends } of tokensOf(text)) {
    if (token === null) return null;
    if (starts && depth++ === 1) start = at;
    if (ends && --depth === 1) packets.push({ name: name!, content: text.slice(start, at + token.length) });
    else if (depth < 2 && start <= at && !(depth === 1 && name === null && token.trim() === '')) around += token;
    if (depth < 0) return null;
  }
  return depth === 0 ? [...packets, { name: '', content: around }] : null;
}
