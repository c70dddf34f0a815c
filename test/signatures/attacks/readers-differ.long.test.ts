/** The table of places where readers differ is right: page 1 as signed and as attacked, shown by all four readers. */
import { describe, expect, test } from 'vitest';
import { type Pixels, PROGRAMS, pageShownBy, READER_NAMES, type ReaderName } from '../../helpers/looks/readers.js';
import { describeInstalled, program } from '../../helpers/requires.js';
import { READER_DIFFERENCES, VERSIONS } from './families/looks/readers-differ.js';

/** A smaller difference of a level of grey is the softening of an edge. */
const VISIBLE = 40;

function isDifferent(a: Pixels | null, b: Pixels | null): boolean {
  if (!a || !b || a.width !== b.width || a.height !== b.height) return a !== b;
  return a.levels.some((level, i) => Math.abs(level - b.levels[i]!) > VISIBLE);
}

async function readersThatShow(before: Uint8Array, after: Uint8Array): Promise<ReaderName[]> {
  const shown: ReaderName[] = [];
  for (const reader of READER_NAMES)
    if (isDifferent(await pageShownBy(reader, before), await pageShownBy(reader, after))) shown.push(reader);
  return shown;
}

const STATED = READER_NAMES.map(reader => `${reader} ${VERSIONS[reader]}`).join(', ');

describeInstalled(`where readers differ, stated for ${STATED}`, PROGRAMS.map(program), () => {
  test.each(READER_DIFFERENCES)('$id: $where', async ({ shownBy, attack }) => {
    const found = await readersThatShow(attack.clean().bytes, attack.attacked().bytes);
    expect(found.length, `shown by ${found.join(', ') || 'none'}`).toBeGreaterThan(0);
    expect(found.length, 'shown by all').toBeLessThan(READER_NAMES.length);
    expect(found).toEqual(expect.arrayContaining([...shownBy]));
  });
});

describe('the table', () => {
  test('has each place once', () => {
    const ids = READER_DIFFERENCES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
