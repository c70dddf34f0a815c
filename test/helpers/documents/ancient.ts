/** Files of the Office programs before Office 97, written by hand: one line of text. */

/** FibBase of Word 2 and 6, and the text behind it. */
function wordStream(signature: number, version: number, text: string): Buffer {
  const letters = Buffer.from(`${text}\r`, 'latin1');
  const header = Buffer.alloc(0x300);
  header.writeUInt16LE(signature, 0);
  header.writeUInt16LE(version, 2);
  header.writeUInt16LE(0x0409, 6);
  header.writeUInt16LE(version, 12);
  header.writeUInt32LE(header.length, 0x18);
  header.writeUInt32LE(header.length + letters.length, 0x1c);
  header.writeUInt32LE(header.length + letters.length, 0x20);
  header.writeUInt32LE(letters.length, 0x34);
  return Buffer.concat([header, letters, Buffer.alloc(512)]);
}

export const word2 = (text: string): Uint8Array => wordStream(0xa5db, 0x2d, text);

/** Without the compound file around it. */
export const word6Stream = (text: string): Uint8Array => wordStream(0xa5dc, 0x65, text);

export const word6 = (text: string): Uint8Array => compoundFile({ WordDocument: wordStream(0xa5dc, 0x65, text) });

/** Pages of 128 bytes: header, text, properties of characters, properties of paragraphs. */
export function write(text: string): Uint8Array {
  const letters = Buffer.from(`${text}\r\n`, 'latin1');
  const pages = Math.ceil(letters.length / 128);
  const header = Buffer.alloc(128);
  header.writeUInt16LE(0xbe31, 0);
  header.writeUInt16LE(0xab00, 4);
  header.writeUInt32LE(128 + letters.length, 14);
  header.writeUInt16LE(pages + 2, 18);
  for (let at = 20; at < 30; at += 2) header.writeUInt16LE(pages + 3, at);
  header.writeUInt16LE(pages + 3, 96);
  const properties = Buffer.alloc(128);
  properties.writeUInt32LE(128, 0);
  properties.writeUInt32LE(128 + letters.length, 4);
  properties.writeUInt16LE(0xffff, 8);
  properties[127] = 1;
  return Buffer.concat([header, letters, Buffer.alloc(pages * 128 - letters.length), properties, properties]);
}

/** Excel 4: a label in the first cell. */
export function excel4(text: string): Uint8Array {
  const letters = Buffer.from(text, 'latin1');
  const label = Buffer.alloc(8);
  label.writeUInt16LE(letters.length, 6);
  const record = (type: number, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(data.length, 2);
    return Buffer.concat([head, data]);
  };
  const begin = record(0x0409, Buffer.from([4, 0, 0x10, 0, 0, 0]));
  return Buffer.concat([begin, record(0x0204, Buffer.concat([label, letters])), record(0x000a, Buffer.alloc(0))]);
}

const SECTOR = 512;
const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const TABLE = 0xfffffffd;
/** Shorter streams would be in small sectors. */
const SMALLEST = 4096;

/** [MS-CFB] with up to three streams below the root: the allocation table, the directory, and the streams. */
export function compoundFile(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const rows = Object.entries(streams).map(([name, content]) => {
    const size = Math.max(SMALLEST, Math.ceil(content.length / SECTOR) * SECTOR);
    return { name, size, content: Buffer.concat([content, Buffer.alloc(size - content.length)]) };
  });
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(TABLE, 0);
  table.writeUInt32LE(END_OF_CHAIN, 4);
  const directory = Buffer.alloc(SECTOR);
  writeEntry(directory, 0, { name: 'Root Entry', type: 5, child: 1, start: END_OF_CHAIN, size: 0 });
  let next = 2;
  rows.forEach(({ name, size }, i) => {
    writeEntry(directory, i + 1, { name, type: 2, right: i + 1 < rows.length ? i + 2 : FREE, start: next, size });
    for (const last = next + size / SECTOR - 1; next <= last; next++)
      table.writeUInt32LE(next < last ? next + 1 : END_OF_CHAIN, next * 4);
  });
  return Buffer.concat([header(), table, directory, ...rows.map(({ content }) => content)]);
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR, 0xff);
  bytes.fill(0, 0, 76);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [i, value] of [0x3e, 3, 0xfffe, 9, 6].entries()) bytes.writeUInt16LE(value, 24 + 2 * i);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(SMALLEST, 56);
  bytes.writeUInt32LE(END_OF_CHAIN, 60);
  bytes.writeUInt32LE(END_OF_CHAIN, 68);
  bytes.writeUInt32LE(0, 76);
  return bytes;
}

interface Entry {
  name: string;
  type: number;
  right?: number;
  child?: number;
  start: number;
  size: number;
}

function writeEntry(directory: Buffer, index: number, { name, type, right = FREE, child = FREE, start, size }: Entry) {
  const at = index * 128;
  directory.write(name, at, 'utf16le');
  directory.writeUInt16LE(2 * name.length + 2, at + 64);
  directory.set([type, 1], at + 66);
  for (const [i, value] of [FREE, right, child].entries()) directory.writeUInt32LE(value, at + 68 + 4 * i);
  directory.writeUInt32LE(start, at + 116);
  directory.writeUInt32LE(size, at + 120);
}
