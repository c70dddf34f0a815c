/** Documents damaged by chance, the same way for the same seed: bytes flipped, parts cut, parts swapped, parts nested. */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { documents, FORMAT_NAMES } from './documents.js';

export interface Damaged {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** "docx 17: parts swapped" */
  readonly how: string;
}

type Random = () => number;
type Damage = (bytes: Uint8Array, random: Random) => Uint8Array;

/** The n-th damaged document of a seed. */
export function damaged(seed: number, n: number): Damaged {
  const random = generator(seed * 1_000_003 + n);
  const format = pick(FORMAT_NAMES, random);
  const { name, bytes } = documents[format]();
  const isPackage = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const [title, damage] = pick(Object.entries(isPackage ? { ...BYTES, ...PARTS } : BYTES), random);
  return { name, bytes: damage(bytes, random), how: `${format} ${n}: ${title}` };
}

const BYTES: Readonly<Record<string, Damage>> = {
  'bytes flipped': (bytes, random) => flip(bytes, 1 + Math.floor(random() * 20), random),
  'cut off': (bytes, random) => bytes.slice(0, Math.floor(random() * bytes.length)),
  'a piece missing': (bytes, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  'a piece repeated': (bytes, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
};

/** Inside the parts of a package, which stays a sound zip file: this is what gets to the engines. */
const PARTS: Readonly<Record<string, Damage>> = {
  'bytes of a part flipped': onePart((part, random) => flip(part, 1 + Math.floor(random() * 20), random)),
  'a part cut': onePart((part, random) => part.slice(0, Math.floor(random() * part.length))),
  'a part emptied': onePart(() => new Uint8Array(0)),
  'elements repeated': onePart((part, random) => changeText(part, xml => repeatElement(xml, random))),
  'elements dropped': onePart((part, random) => changeText(part, xml => dropTag(xml, random))),
  'numbers enlarged': onePart((part, random) => changeText(part, xml => enlargeNumber(xml, random))),
  'parts swapped': (bytes, random) => {
    const parts: Zippable = unzipSync(bytes);
    const [one, other] = [pick(Object.keys(parts), random), pick(Object.keys(parts), random)];
    return zipSync({ ...parts, [one]: parts[other]!, [other]: parts[one]! });
  },
  'a part missing': (bytes, random) => {
    const parts: Zippable = unzipSync(bytes);
    delete parts[pick(Object.keys(parts), random)];
    return zipSync(parts);
  },
};

function onePart(damage: Damage): Damage {
  return (bytes, random) => {
    const parts = unzipSync(bytes);
    const name = pick(Object.keys(parts), random);
    return zipSync({ ...parts, [name]: damage(parts[name]!, random) });
  };
}

function flip(bytes: Uint8Array, count: number, random: Random): Uint8Array {
  const changed = Uint8Array.from(bytes);
  for (let flips = 0; flips < count; flips++) {
    changed[Math.floor(random() * changed.length)]! ^= 1 << Math.floor(random() * 8);
  }
  return changed;
}

function range(bytes: Uint8Array, random: Random): [from: number, to: number] {
  const from = Math.floor(random() * bytes.length);
  return [from, Math.min(bytes.length, from + Math.ceil(random() * 200))];
}

const changeText = (part: Uint8Array, change: (xml: string) => string) =>
  Buffer.from(change(Buffer.from(part).toString()));

function repeatElement(xml: string, random: Random): string {
  const elements = [...xml.matchAll(/<([\w:]+)[^<>]*>[^<>]*<\/\1>|<[\w:]+[^<>]*\/>/g)];
  if (elements.length === 0) return xml;
  const { index, 0: element } = pick(elements, random);
  return xml.slice(0, index) + element.repeat(2 + Math.floor(random() * 200)) + xml.slice(index);
}

function dropTag(xml: string, random: Random): string {
  const tags = [...xml.matchAll(/<[^<>]*>/g)];
  if (tags.length === 0) return xml;
  const { index, 0: tag } = pick(tags, random);
  return xml.slice(0, index) + xml.slice(index + tag.length);
}

function enlargeNumber(xml: string, random: Random): string {
  const numbers = [...xml.matchAll(/"-?\d+(?=[a-z]*")/g)];
  if (numbers.length === 0) return xml;
  const { index, 0: number } = pick(numbers, random);
  const extreme = pick(['-1', '0', '65536', '2147483647', '-2147483648', '99999999999999999999', '1e308'], random);
  return `${xml.slice(0, index + 1)}${extreme}${xml.slice(index + number.length)}`;
}

function pick<T>(choices: readonly T[], random: Random): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/** mulberry32: small, and the same everywhere. */
function generator(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
