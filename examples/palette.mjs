/** Writes a PNG with a palette of 256 colours: a screenshot of text takes a third of the bytes that Chromium writes. */
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const MOST_COLORS = 256;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** @param {Buffer} screenshot a PNG without transparency */
export function withPalette(screenshot) {
  const { width, height, data } = PNG.sync.read(screenshot);
  const counts = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const color = data.readUIntBE(i, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
  const palette = chosen(colors);
  const indexOf = new Map(colors.map(color => [color, nearest(color, palette)]));
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: 0, none
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + x + 1] = indexOf.get(data.readUIntBE((y * width + x) * 4, 3));
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]); // 8 bits, indexed
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const table = Buffer.from(palette.flatMap(channels));
  const pixels = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channels = color => [color >> 16, (color >> 8) & 255, color & 255];

/** The most frequent colours that differ enough from each other. */
function chosen(colors) {
  for (let least = 0; ; least = least * 2 + 1) {
    const palette = [];
    for (const color of colors) {
      if (palette.every(other => distance(color, other) > least)) palette.push(color);
    }
    if (palette.length <= MOST_COLORS) return palette;
  }
}

function distance(one, other) {
  const wanted = channels(other);
  return channels(one).reduce((sum, channel, i) => sum + (channel - wanted[i]) ** 2, 0);
}

function nearest(color, palette) {
  return palette.reduce((best, other, i) => (distance(other, color) < distance(palette[best], color) ? i : best), 0);
}

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
