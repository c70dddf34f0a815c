/** Recognizes ICC profiles (ISO 15076-1) with the colours of sRGB (IEC 61966-2-1). */

const HEADER = { size: 128, class: 12, colours: 16, connection: 20, signature: 36 };
const MAX_TAGS = 64;

/** Primaries, adapted to D50. */
const PRIMARIES: Readonly<Record<string, readonly number[]>> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
const CURVES = ['rTRC', 'gTRC', 'bTRC'];
/** Not lookup tables, which would apply instead of the primaries and curves (ISO 15076-1, 8.10.2). */
const KNOWN = new Set([
  ...Object.keys(PRIMARIES),
  ...CURVES,
  ...'wtpt bkpt chad chrm lumi desc dmnd dmdd cprt vued view tech meas'.split(' '),
]);

/** Of coordinates, and of linear light: as much as three steps of 8 bits in the darkest colours, where the curve is flattest. */
const TOLERANCE = { primary: 0.004, curve: 0.001 };

/** Whether a display profile shows every colour as sRGB does, by its primaries and curves alone. */
export function isStandardRgb(profile: Buffer): boolean {
  const tags = tagsOf(profile);
  if (tags === null || ![...tags.keys()].every(tag => KNOWN.has(tag))) return false;
  const hasPrimaries = Object.entries(PRIMARIES).every(([tag, expected]) => isNear(primary(tags.get(tag)), expected));
  return hasPrimaries && CURVES.every(tag => isStandardCurve(tags.get(tag)));
}

/** Null: not a display profile of RGB, or malformed. */
function tagsOf(profile: Buffer): Map<string, Buffer> | null {
  const word = (at: number) => profile.toString('latin1', at, at + 4);
  if (profile.length < HEADER.size + 4 || word(HEADER.signature) !== 'acsp') return null;
  if (word(HEADER.class) !== 'mntr' || word(HEADER.colours) !== 'RGB ' || word(HEADER.connection) !== 'XYZ ')
    return null;
  const count = profile.readUInt32BE(HEADER.size);
  const start = HEADER.size + 4;
  if (count > MAX_TAGS || profile.length < start + 12 * count) return null;
  const tags = new Map<string, Buffer>();
  for (let at = start; at < start + 12 * count; at += 12) {
    const [from, size] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    // a tag that occurs twice may be read differently
    if (tags.has(word(at)) || from + size > profile.length) return null;
    tags.set(word(at), profile.subarray(from, from + size));
  }
  return tags;
}

const isNear = (values: readonly number[] | null, expected: readonly number[]): boolean =>
  values !== null && expected.every((value, i) => Math.abs(value - values[i]!) <= TOLERANCE.primary);

function primary(tag: Buffer | undefined): number[] | null {
  if (tag === undefined || tag.length !== 20 || tag.toString('latin1', 0, 4) !== 'XYZ ') return null;
  return [8, 12, 16].map(at => tag.readInt32BE(at) / 65_536);
}

/** A sampled curve (10.6), of as many points as show every step of 8 bits. */
function isStandardCurve(tag: Buffer | undefined): boolean {
  if (tag === undefined || tag.length < 12 || tag.toString('latin1', 0, 4) !== 'curv') return false;
  const count = tag.readUInt32BE(8);
  if (count < 256 || tag.length !== 12 + 2 * count) return false;
  const points = Array.from({ length: count }, (_, i) => tag.readUInt16BE(12 + 2 * i) / 65_535);
  return points.every((value, i) => Math.abs(value - linear(i / (count - 1))) <= TOLERANCE.curve);
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
