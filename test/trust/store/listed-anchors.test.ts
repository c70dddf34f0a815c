/** Certificates of the user and listed ones in one store; lists that are damaged, and lists that are replaced. */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTrustStore, reopeningTrustStore, trustStoreOf } from '../../../src/trust/index.js';
import type { UseTrust } from '../../../src/trust/reopening.js';
import { createPki } from '../../helpers/pki.js';
import { linux, testWith } from '../../helpers/requires.js';
import { indexedList, listsFolder, writeGeneration } from '../../helpers/trust-lists/generation.js';

const pki = createPki({ ca: {}, other: {} });
const [ca, other] = [pki.certificate('ca'), pki.certificate('other')];
const GRANTED = [{ status: 'granted', start: '2020-01-01T00:00:00Z' }];
const listing = (der: Uint8Array) => [indexedList('XX', der, GRANTED)];

const sourcesOf = (store: ReturnType<typeof trustStoreOf>, subject = ca.subject) =>
  store.find(subject).map(({ source }) => source);

describe('a store', () => {
  test('has the certificates of the user and the listed ones', async () => {
    const folder = listsFolder();
    const generation = await writeGeneration(folder, listing(ca.der));
    const store = trustStoreOf([ca, other], folder);
    expect(store).toMatchObject({ sources: ['file', 'eu'], generation, note: null });
    expect(sourcesOf(store)).toEqual(['file', 'eu']);
    expect(sourcesOf(store, other.subject)).toEqual(['file']);
    expect(store.find(ca.subject)[1]!.services[0]!.periods[0]!.start).toEqual(new Date('2020-01-01T00:00:00Z'));
    expect(store.listOf('XX')).toEqual({
      territory: 'XX',
      sequence: 7,
      issued: expect.any(Date),
      nextUpdate: null,
      signerUntil: null,
    });
    expect(store.listOf('YY')).toBeNull();
  });

  test.each([
    ['that is empty', listsFolder],
    ['that does not exist', () => '/nonexistent/lists'],
  ])('expects lists in a folder %s: it was named', async (_, folder) => {
    const store = await openTrustStore({ places: [], kept: null, lists: folder() });
    expect(store).toMatchObject({ sources: [], generation: null, note: expect.stringMatching(/missing/) });
  });
});

describe('damage is no trust, with a note, and no error', () => {
  const damages: [what: string, change: (index: Buffer) => Buffer][] = [
    ['an index that is cut off', index => index.subarray(0, 100)],
    ['another file', () => Buffer.from('hello')],
    ['an empty index', () => Buffer.alloc(0)],
  ];
  test.each(damages)('%s', async (_, change) => {
    const folder = listsFolder();
    const index = join(folder, await writeGeneration(folder, listing(ca.der)), 'index');
    writeFileSync(index, change(readFileSync(index)));
    const store = trustStoreOf([other], folder);
    expect(store).toMatchObject({ sources: ['file'], generation: null });
    expect(store.note).toMatch(/damaged.*docconv trust update/);
    expect(sourcesOf(store)).toEqual([]);
  });

  test('a record, which only a look-up reads', async () => {
    const folder = listsFolder();
    const index = join(folder, await writeGeneration(folder, listing(ca.der)), 'index');
    const bytes = readFileSync(index);
    bytes[bytes.length - 5]! ^= 1;
    writeFileSync(index, bytes);
    const store = trustStoreOf([], folder);
    expect([store.note, ...store.sources]).toEqual([null, 'eu']);
    expect(sourcesOf(store)).toEqual([]);
    expect(store).toMatchObject({ sources: [], generation: null, note: expect.stringMatching(/docconv trust update/) });
  });

  test('a generation that is missing', () => {
    const folder = listsFolder();
    writeFileSync(join(folder, 'current'), '20260101T000000Z-00000000\n');
    expect(trustStoreOf([], folder)).toMatchObject({
      sources: [],
      note: expect.stringMatching(/docconv trust update/),
    });
  });
});

test('a process that runs for long sees the lists of an update', async () => {
  const folder = listsFolder();
  const portable = { certificates: [], lists: folder };
  const [soon, late] = [reopeningTrustStore(portable, 0), reopeningTrustStore(portable)];
  const generationOf = (use: UseTrust) => use(async ({ generation }) => generation);
  expect(await soon(async ({ sources }) => sources)).toEqual([]);
  const first = await writeGeneration(folder, listing(ca.der));
  expect([await generationOf(soon), await generationOf(late)]).toEqual([first, null]);
  const second = await writeGeneration(folder, listing(other.der));
  expect(await generationOf(soon)).toBe(second);
  const found = await soon(async store => [sourcesOf(store), sourcesOf(store, other.subject)]);
  expect(found).toEqual([[], ['eu']]);
});

const DESCRIPTORS = '/proc/self/fd';

/** How many files of the folder this process has open. */
function openFiles(folder: string): number {
  const target = (descriptor: string) => {
    try {
      return readlinkSync(join(DESCRIPTORS, descriptor));
    } catch {
      return ''; // that of the listing itself
    }
  };
  return readdirSync(DESCRIPTORS).filter(descriptor => target(descriptor).startsWith(folder)).length;
}

testWith('a replaced generation is closed after its last use', [linux], async () => {
  const folder = listsFolder();
  await writeGeneration(folder, listing(ca.der));
  const use = reopeningTrustStore({ certificates: [], lists: folder }, 0);
  let used: string[] = [];
  await use(async old => {
    for (let update = 0; update < 10; update++) {
      const generation = await writeGeneration(folder, listing(ca.der));
      expect(await use(async store => store.generation)).toBe(generation);
    }
    used = sourcesOf(old);
    expect(openFiles(folder)).toBe(2);
  });
  expect(used).toEqual(['eu']);
  expect(openFiles(folder)).toBe(1);
});

test('a closed store finds nothing listed, and closes no other file when it is closed again', async () => {
  const folder = listsFolder();
  await writeGeneration(folder, listing(ca.der));
  const [closed, open] = [trustStoreOf([ca], folder), () => trustStoreOf([], folder)];
  closed.close();
  const next = open();
  closed.close();
  expect(sourcesOf(closed)).toEqual(['file']);
  expect(sourcesOf(next)).toEqual(['eu']);
  next.close();
});
