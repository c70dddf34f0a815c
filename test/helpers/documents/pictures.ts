/** Pictures, written by hand: bitmaps of one colour, metafiles with one line of text. */

/** Uncompressed pages of these colours, 64 by 48 pixels, 72 to an inch (TIFF 6.0). */
export function tiff(colours: readonly (readonly [number, number, number])[] = [[200, 30, 30]]): Uint8Array {
  const [width, height] = [64, 48];
  const pixels = width * height * 3;
  const fields = 12;
  const pageLength = 2 + fields * 12 + 4 + 6 + 16 + pixels;
  const file = Buffer.alloc(8 + colours.length * pageLength);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  colours.forEach((colour, page) => {
    const at = 8 + page * pageLength;
    const values = at + 2 + fields * 12 + 4;
    const data = values + 22;
    const entries: [tag: number, type: number, count: number, value: number][] = [
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 3, values],
      [259, 3, 1, 1],
      [262, 3, 1, 2],
      [273, 4, 1, data],
      [277, 3, 1, 3],
      [278, 4, 1, height],
      [279, 4, 1, pixels],
      [282, 5, 1, values + 6],
      [283, 5, 1, values + 14],
      [296, 3, 1, 2],
    ];
    file.writeUInt16LE(fields, at);
    entries.forEach(([tag, type, count, value], i) => {
      const entry = at + 2 + i * 12;
      file.writeUInt16LE(tag, entry);
      file.writeUInt16LE(type, entry + 2);
      file.writeUInt32LE(count, entry + 4);
      file.writeUInt32LE(value, entry + 8);
    });
    file.writeUInt32LE(page + 1 < colours.length ? at + pageLength : 0, values - 4);
    for (let i = 0; i < 3; i++) file.writeUInt16LE(8, values + 2 * i);
    for (const resolution of [values + 6, values + 14]) {
      file.writeUInt32LE(72, resolution);
      file.writeUInt32LE(1, resolution + 4);
    }
    for (let i = 0; i < pixels; i++) file[data + i] = colour[i % 3]!;
  });
  return file;
}

/** 32 by 32 pixels, 24 bits each. */
export function bmp(): Uint8Array {
  const file = Buffer.alloc(54 + 32 * 32 * 3, 0x60);
  file.fill(0, 0, 54);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(32, 18);
  file.writeInt32LE(32, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

/** One pixel, lossless. */
export const webp = (): Uint8Array => Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** Of a frame of one pixel: width and height less 1. */
export const FRAME_SIZE = Buffer.from([0, 0, 0, 0, 0, 0]);

export function webpChunk(name: string, ...data: readonly Buffer[]): Buffer {
  const head = Buffer.from(`${name}    `);
  const content = Buffer.concat(data);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** With frames of these chunks. */
export function animatedWebp(...frames: readonly Buffer[]): Buffer {
  const all = frames.map(frame => webpChunk('ANMF', Buffer.alloc(6), FRAME_SIZE, Buffer.alloc(4), frame));
  const head = [
    Buffer.from('WEBP'),
    webpChunk('VP8X', Buffer.from([0x12, 0, 0, 0]), FRAME_SIZE),
    webpChunk('ANIM', Buffer.alloc(6)),
  ];
  return webpChunk('RIFF', ...head, ...all);
}

export const u16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
export const u32 = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);

/** Letters beyond Latin-1 are lost ([MS-WMF]). */
export function wmf(text: string): Uint8Array {
  const record = (type: number, params: Buffer) => Buffer.concat([u32(3 + params.length / 2), u16(type), params]);
  const letters = Buffer.from(text.length % 2 ? `${text} ` : text, 'latin1');
  const records = [
    record(0x020b, u16(0, 0)), // SETWINDOWORG
    record(0x020c, u16(1000, 4000)), // SETWINDOWEXT
    record(0x0521, Buffer.concat([u16(letters.length), letters, u16(300, 200)])), // TEXTOUT
    record(0x0000, Buffer.alloc(0)),
  ];
  const size = 9 + records.reduce((sum, { length }) => sum + length / 2, 0);
  const longest = Math.max(...records.map(({ length }) => length / 2));
  const placeable = Buffer.concat([u16(0xcdd7, 0x9ac6, 0, 0, 0, 4000, 1000, 1000, 0, 0)]);
  const checksum = placeable.reduce((sum, _, i) => (i % 2 ? sum : sum ^ placeable.readUInt16LE(i)), 0);
  return Buffer.concat([
    placeable,
    u16(checksum),
    u16(1, 9, 0x0300),
    u32(size),
    u16(0),
    u32(longest),
    u16(0),
    ...records,
  ]);
}

export function emf(text: string): Uint8Array {
  const letters = Buffer.from(text.length % 2 ? `${text} ` : text, 'utf16le');
  const box = [0, 0, 400, 100];
  const bodyLength = 76;
  const words = u32(
    84,
    bodyLength + letters.length,
    ...box,
    1,
    0x3f800000,
    0x3f800000,
    20,
    20,
    letters.length / 2,
    bodyLength,
    0,
    ...box,
    0,
  );
  const end = u32(14, 20, 0, 16, 20);
  const records = [Buffer.concat([words, letters]), end];
  const size = 88 + records.reduce((sum, { length }) => sum + length, 0);
  const frame = [0, 0, 10_000, 2_500];
  const header = u32(1, 88, ...box, ...frame, 0x464d4520, 0x10000, size, 3, 1, 0, 0, 0, 1600, 1200, 400, 300);
  return Buffer.concat([header, ...records]);
}
