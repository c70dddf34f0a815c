/** Makes ICC display profiles (ISO 15076-1), by default with the colours of sRGB. */

export const standard = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

interface Deviations {
  readonly red?: number;
  readonly curve?: (value: number, i: number) => number;
  readonly more?: Readonly<Record<string, Buffer>>;
  readonly deviceClass?: string;
}

const POINTS = 1024;

export function colourProfile({
  red = 0.4361,
  curve = standard,
  more = {},
  deviceClass = 'mntr',
}: Deviations = {}): Buffer {
  const points = Array.from({ length: POINTS }, (_, i) => Math.round(65_535 * curve(i / (POINTS - 1), i)));
  const response = Buffer.concat([Buffer.from('curv\0\0\0\0'), words(POINTS), shorts(points)]);
  const tags = Object.entries({
    wtpt: xyz(0.9642, 1, 0.8249),
    rXYZ: xyz(red, 0.2225, 0.0139),
    gXYZ: xyz(0.3851, 0.7169, 0.0971),
    bXYZ: xyz(0.1431, 0.0606, 0.7141),
    rTRC: response,
    gTRC: response,
    bTRC: response,
    ...more,
  });
  const header = Buffer.alloc(128);
  header.write(`${deviceClass}RGB XYZ `, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  let at = 132 + 12 * tags.length;
  const index = tags.map(([name, content]) => {
    const entry = Buffer.concat([Buffer.from(name, 'latin1'), words(at, content.length)]);
    at += content.length;
    return entry;
  });
  return Buffer.concat([header, words(tags.length), ...index, ...tags.map(([, content]) => content)]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, 4 * i);
  return bytes;
}

function shorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, 2 * i);
  return bytes;
}

const xyz = (...values: number[]): Buffer =>
  Buffer.concat([Buffer.from('XYZ \0\0\0\0'), words(...values.map(value => Math.round(65_536 * value)))]);
