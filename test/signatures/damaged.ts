/** Pseudo-random damage to a PDF: the same seed gives the same damage. */

export interface Damage {
  readonly kind: string;
  readonly bytes: Buffer;
}

type Random = (below: number) => number;
type Kind = (bytes: Buffer, random: Random) => Buffer;

/** Mulberry32. */
function randomGenerator(seed: number): Random {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a flipped bit': (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = random(copy.length);
    copy[at] = copy[at]! ^ (1 << random(8));
    return copy;
  },
  'overwritten bytes': (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let count = 1 + random(20); count > 0; count--) copy[random(copy.length)] = random(256);
    return copy;
  },
  'removed bytes': (bytes, random) => {
    const start = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 1 + random(400))]);
  },
  'inserted bytes': (bytes, random) => {
    const at = random(bytes.length + 1);
    const more = Buffer.from(Array.from({ length: 1 + random(60) }, () => random(256)));
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
  },
  truncated: (bytes, random) => bytes.subarray(0, random(bytes.length)),
  'a removed object': (bytes, random) => replaced(bytes, /(?<!\d)\d{1,5} 0 obj\n[\s\S]*?endobj/g, random, () => ''),
  'an object with another number': (bytes, random) =>
    replaced(bytes, /(?<!\d)\d{1,5} 0 obj/g, random, found => found.replace(/\d+/, `${random(30)}`)),
  'a cross-reference entry with another offset': (bytes, random) =>
    replaced(
      bytes,
      /(?<!\d)\d{10} 00000 n/g,
      random,
      found => `${random(bytes.length)}`.padStart(10, '0') + found.slice(10),
    ),
  'a freed cross-reference entry': (bytes, random) =>
    replaced(bytes, /(?<!\d)\d{10} 00000 n/g, random, found => found.replace('n', 'f')),
  'a changed number': (bytes, random) =>
    replaced(bytes, /(?<=\/(?:Length|Prev|Size|P|Count|V|ByteRange\[)\s*)\d+/g, random, found =>
      `${random(3) === 0 ? random(1e9) : random(200)}`.slice(0, Math.max(found.length, 1)),
    ),
  'a changed reference': (bytes, random) => replaced(bytes, /(?<!\d)\d{1,5} 0 R/g, random, () => `${random(20)} 0 R`),
  'a changed name': (bytes, random) => replaced(bytes, /\/[A-Z][A-Za-z]+/g, random, found => `/X${found.slice(2)}`),
  'a changed byte of DER': (bytes, random) =>
    replaced(bytes, /(?<=\/Contents <)(?:[0-9a-f]{2})+?(?=(?:00){20})/g, random, found => {
      const at = 2 * random(found.length / 2);
      return found.slice(0, at) + random(256).toString(16).padStart(2, '0') + found.slice(at + 2);
    }),
  'a removed byte of DER': (bytes, random) =>
    replaced(bytes, /(?<=\/Contents <)(?:[0-9a-f]{2})+?(?=(?:00){20})/g, random, found => {
      const at = 2 * random(found.length / 2);
      return `${found.slice(0, at)}${found.slice(at + 2)}00`;
    }),
  'an appended copy of the end of the file': (bytes, random) =>
    Buffer.concat([bytes, bytes.subarray(random(bytes.length))]),
};

/** Replaces one match, selected at random. */
function replaced(bytes: Buffer, pattern: RegExp, random: Random, by: (found: string) => string): Buffer {
  const text = bytes.toString('latin1');
  const matches = [...text.matchAll(pattern)];
  const match = matches[random(Math.max(1, matches.length))];
  if (!match) return bytes;
  const end = match.index + match[0].length;
  return Buffer.from(text.slice(0, match.index) + by(match[0]) + text.slice(end), 'latin1');
}

export function damage(bytes: Buffer, seed: number): Damage {
  const random = randomGenerator(seed * 7919 + 1);
  const kinds = Object.keys(KINDS);
  const kind = kinds[random(kinds.length)]!;
  return { kind, bytes: KINDS[kind]!(bytes, random) };
}
