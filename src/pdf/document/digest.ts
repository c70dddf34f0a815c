/** Digests of byte ranges in one pass over the file; ranges with a common beginning are hashed once (`Hash.copy`). */
import { createHash, type Hash } from 'node:crypto';
import { grouped } from '../../system/collections.js';
import type { RandomAccess } from '../random-access.js';
import type { DigestJob } from '../types.js';

type Range = DigestJob['ranges'][number];
interface Group {
  hash: Hash;
  jobs: number[];
}

/** One digest per job, in order. Bytes beyond the end of the file are ignored. Throws what `createHash` throws. */
export async function digestRanges(source: RandomAccess, jobs: readonly DigestJob[]): Promise<Uint8Array[]> {
  const digests: Uint8Array[] = new Array(jobs.length);
  const numbers = jobs.map((_, number) => number);
  const ascending = numbers.filter(number => isAscending(jobs[number]!.ranges));
  await digestTogether(source, jobs, ascending, digests);
  for (const number of numbers) digests[number] ??= await digestSeparately(source, jobs[number]!);
  return digests;
}

function isAscending(ranges: readonly Range[]): boolean {
  return ranges.every((range, i) => i === 0 || range.offset >= ranges[i - 1]!.offset + ranges[i - 1]!.length);
}

/**
 * Splits the file at the start and end of every range. Jobs with the same algorithm that have hashed the same pieces so far
 * share one hash; the group is split where some of its jobs include a piece and others do not.
 */
async function digestTogether(
  source: RandomAccess,
  jobs: readonly DigestJob[],
  numbers: readonly number[],
  digests: Uint8Array[],
): Promise<void> {
  let groups = groupByHash(jobs, numbers);
  const ends = jobs.map(({ ranges }) => endOf(ranges));
  const cuts = cutPoints(numbers.flatMap(number => jobs[number]!.ranges));
  for (const [i, start] of cuts.entries()) {
    const including: Group[] = [];
    groups = groups.flatMap(group => {
      if (group.jobs.every(number => ends[number]! <= start)) return finish(group, digests);
      const [inside, outside] = splitGroup(group, number => covers(jobs[number]!.ranges, start));
      if (inside) including.push(inside);
      return [inside, outside].filter(found => found !== null);
    });
    if (including.length > 0) await updateHashes(source, { offset: start, length: cuts[i + 1]! - start }, including);
  }
  for (const group of groups) finish(group, digests);
}

const endOf = (ranges: readonly Range[]): number => {
  const last = ranges.at(-1);
  return last ? last.offset + last.length : 0;
};

function finish({ hash, jobs }: Group, digests: Uint8Array[]): never[] {
  const digest = hash.digest();
  for (const number of jobs) digests[number] = digest;
  return [];
}

function groupByHash(jobs: readonly DigestJob[], numbers: readonly number[]): Group[] {
  const groups = grouped(numbers, number => `${jobs[number]!.algorithm} ${jobs[number]!.outputLength}`);
  return [...groups.values()].map(members => ({ hash: hashOf(jobs[members[0]!]!), jobs: members }));
}

function hashOf({ algorithm, outputLength }: DigestJob): Hash {
  return createHash(algorithm, outputLength === undefined ? {} : { outputLength });
}

function cutPoints(ranges: readonly Range[]): number[] {
  const points = new Set(ranges.flatMap(range => [range.offset, range.offset + range.length]));
  return [...points].sort((a, b) => a - b);
}

const covers = (ranges: readonly Range[], offset: number): boolean =>
  ranges.some(range => range.offset <= offset && offset < range.offset + range.length);

function splitGroup(group: Group, test: (job: number) => boolean): [Group | null, Group | null] {
  const inside = group.jobs.filter(test);
  if (inside.length === group.jobs.length) return [group, null];
  if (inside.length === 0) return [null, group];
  const outside = group.jobs.filter(job => !inside.includes(job));
  return [
    { hash: group.hash.copy(), jobs: inside },
    { hash: group.hash, jobs: outside },
  ];
}

async function digestSeparately(source: RandomAccess, job: DigestJob): Promise<Uint8Array> {
  const group = { hash: hashOf(job), jobs: [] };
  for (const range of job.ranges) await updateHashes(source, range, [group]);
  return group.hash.digest();
}

const CHUNK = 1 << 20;
/** Bytes hashed (about 20 ms) before the event loop may run other work. */
const YIELD_INTERVAL = 32 << 20;

async function updateHashes(source: RandomAccess, range: Range, groups: readonly Group[]): Promise<void> {
  const end = Math.min(range.offset + range.length, source.size);
  const buffer = source.readInto && end - range.offset > CHUNK ? Buffer.allocUnsafeSlow(CHUNK) : null;
  for (let offset = range.offset; offset < end; offset += CHUNK) {
    const length = Math.min(CHUNK, end - offset);
    const chunk = buffer ? readChunk(source, buffer.subarray(0, length), offset) : source.read(offset, length);
    for (const group of groups) group.hash.update(chunk);
    if ((offset - range.offset) % YIELD_INTERVAL === YIELD_INTERVAL - CHUNK) {
      await new Promise(resolve => setImmediate(resolve));
    }
  }
}

function readChunk(source: RandomAccess, target: Uint8Array, offset: number): Uint8Array {
  return target.subarray(0, source.readInto!(target, offset));
}
