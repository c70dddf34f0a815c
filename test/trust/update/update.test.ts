/** An update: what becomes of each list, what stays when something goes wrong, and what is never accepted. */
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { trustStoreOf } from '../../../src/trust/index.js';
import { exportLists, memorySource, readExport, trustStatus } from '../../../src/trust/update/index.js';
import { listsFolder } from '../../helpers/trust-lists/generation.js';
import {
  JOURNAL,
  LOTL,
  listOfLists,
  listUrl,
  pki,
  stateList,
  updateFrom,
  type World,
  world,
} from '../../helpers/trust-lists/world.js';

const MANY = ['ca1', 'ca2', 'ca3', 'ca4', 'ca5'] as const;
const FIRST = world({
  AA: stateList('AA', { sequence: 5, services: MANY }),
  BB: stateList('BB', { services: ['ca2'] }),
});
const changed = (documents: World): World => ({ ...FIRST, ...documents });

const outcomesOf = async (update: ReturnType<typeof updateFrom>) =>
  Object.fromEntries((await update).outcomes.map(({ territory, outcome, reason }) => [territory, [outcome, reason]]));
const listed = (folder: string) =>
  MANY.filter(name => trustStoreOf([], folder).find(pki.certificate(name).subject).length > 0);
const sequenceOf = (folder: string, territory: string) => trustStoreOf([], folder).listOf(territory)?.sequence ?? null;

async function loaded(): Promise<string> {
  const folder = listsFolder();
  await updateFrom(folder, FIRST);
  return folder;
}

describe('lists are loaded', () => {
  test('at first, and found by the store', async () => {
    const folder = listsFolder();
    const { generation, isNew, sequence, outcomes } = await updateFrom(folder, FIRST);
    expect({ isNew, sequence }).toEqual({ isNew: true, sequence: 1 });
    expect(outcomes.map(({ territory, outcome }) => [territory, outcome])).toEqual([
      ['AA', 'new'],
      ['BB', 'new'],
    ]);
    expect(trustStoreOf([], folder)).toMatchObject({ sources: ['eu'], generation });
    expect(listed(folder)).toEqual(MANY);
    expect(trustStatus(folder).attention).toEqual([]);
  });

  test('again without a new generation when nothing has changed', async () => {
    const folder = await loaded();
    const before = trustStoreOf([], folder).generation;
    const { generation, isNew } = await updateFrom(folder, FIRST);
    expect([generation, isNew]).toEqual([before, false]);
  });

  test('when one has changed; the others stay', async () => {
    const folder = await loaded();
    const documents = changed({ [listUrl('BB')]: stateList('BB', { sequence: 2, services: ['ca3'] }) });
    expect(await outcomesOf(updateFrom(folder, documents))).toEqual({ AA: ['unchanged', null], BB: ['new', null] });
    expect([sequenceOf(folder, 'AA'), sequenceOf(folder, 'BB')]).toEqual([5, 2]);
  });

  test('of the countries that were asked for; the others stay', async () => {
    const folder = listsFolder();
    expect(await outcomesOf(updateFrom(folder, FIRST, { territories: ['BB'] }))).toEqual({ BB: ['new', null] });
    expect(listed(folder)).toEqual(['ca2']);
    await updateFrom(folder, FIRST, { territories: ['AA'] });
    expect([sequenceOf(folder, 'AA'), sequenceOf(folder, 'BB')]).toEqual([5, 1]);
    await expect(updateFrom(folder, FIRST, { territories: ['CC'] })).rejects.toThrow(/no list of CC.*AA, BB/);
  });

  test('and removed when the list of lists does not name them any more', async () => {
    const folder = await loaded();
    const documents = changed({ [LOTL]: listOfLists(['BB'], { sequence: 2 }) });
    await expect(updateFrom(folder, documents)).rejects.toMatchObject({ detail: { reason: 'SHRUNK' } });
    const outcomes = await outcomesOf(updateFrom(folder, documents, { acceptShrink: true }));
    expect(outcomes).toEqual({ AA: ['removed', null], BB: ['unchanged', null] });
    expect(listed(folder)).toEqual(['ca2']);
  });

  test('through pivots, by a signer that the publication does not name', async () => {
    const folder = listsFolder();
    const pivot = 'https://example.org/pivot-1.xml';
    const documents = changed({
      [LOTL]: listOfLists(['AA', 'BB'], { signer: 'successor', uris: [pivot, JOURNAL] }),
      [pivot]: listOfLists(['AA'], { successors: ['successor'] }),
    });
    expect(await updateFrom(folder, documents)).toMatchObject({ isNew: true, pivots: 1 });
    const { lotl, lists } = await readExport(await exportLists(folder), 'x');
    const other = listsFolder();
    await updateFrom(other, {}, { source: memorySource(lists) });
    expect([lotl, ...lists.keys()]).toEqual([LOTL, LOTL, pivot, listUrl('AA'), listUrl('BB')].slice(0, 5));
    expect(listed(other)).toEqual(MANY);
  });

  test('after a change of the keys of a state', async () => {
    const folder = await loaded();
    const documents = changed({
      [LOTL]: listOfLists(['AA', 'BB'], { sequence: 2, announced: ['state', 'nextState'] }),
      [listUrl('BB')]: stateList('BB', { sequence: 2, signer: 'nextState' }),
    });
    expect(await outcomesOf(updateFrom(folder, documents))).toEqual({ AA: ['unchanged', null], BB: ['new', null] });
  });
});

describe('the former list of a territory stays', () => {
  const good = (row: Parameters<typeof stateList>[1]) => stateList('AA', { sequence: 6, services: MANY, ...row });
  const broken = Buffer.from(good({}).toString().replace('Test operator', 'Test Operator'));
  const cases: [what: string, document: Uint8Array | null, reason: string][] = [
    ['when it cannot be fetched', null, 'FETCH_FAILED'],
    ['when the new one was changed', broken, 'DOCUMENT_CHANGED'],
    ['when a stranger signed the new one', good({ signer: 'stranger' }), 'SIGNER_UNKNOWN'],
    ['when the new one has a lower number', good({ sequence: 4 }), 'ROLLBACK'],
    [
      'when the new one has the same number and an earlier date',
      good({ sequence: 5, issued: '2026-01-04T10:00:00Z' }),
      'ROLLBACK',
    ],
    ['when the new one was issued in the future', good({ issued: '2098-01-05T10:00:00Z' }), 'FUTURE'],
    ['when the new one has less than 80 % of its services', good({ services: MANY.slice(0, 3) }), 'SHRUNK'],
    ['when the new one is of another territory', stateList('BB', { sequence: 6, services: MANY }), 'TERRITORY'],
    [
      'when the new one claims a territory that would write lines of its own',
      stateList('BB\n\u2713 AA  new'.repeat(1000), { sequence: 6, services: MANY }),
      'TERRITORY',
    ],
    ['when the new one is a list of lists', listOfLists(['AA'], { signer: 'state' }), 'TERRITORY'],
    ['when it is no list', Buffer.from('<html>Maintenance</html>'), 'NOT_A_LIST'],
    ['when it is not XML', Buffer.from('404'), 'NOT_XML'],
    ['when it is empty', Buffer.alloc(0), 'NOT_XML'],
  ];
  test.each(cases)('%s', async (_, document, reason) => {
    const folder = await loaded();
    const { [listUrl('AA')]: _former, ...others } = FIRST;
    const documents = document ? { ...others, [listUrl('AA')]: document } : others;
    expect(await outcomesOf(updateFrom(folder, documents))).toEqual({ AA: ['kept', reason], BB: ['unchanged', null] });
    expect([sequenceOf(folder, 'AA'), listed(folder)]).toEqual([5, MANY]);
    const { attention, lists } = trustStatus(folder);
    expect(attention).toEqual([expect.stringMatching(/^AA: .{1,600} The former list is used\.$/)]);
    expect(lists.map(({ last }) => last!.confirmed !== null)).toEqual([true, true]);
    // and at first, there is none
    expect((await outcomesOf(updateFrom(listsFolder(), documents))).BB).toEqual(['new', null]);
  });

  test.each(cases.filter(([, , reason]) => reason !== 'ROLLBACK' && reason !== 'SHRUNK'))(
    'or there is none: %s',
    async (_, document, reason) => {
      const { [listUrl('AA')]: _former, ...others } = FIRST;
      const folder = listsFolder();
      const documents = document ? { ...others, [listUrl('AA')]: document } : others;
      expect(await outcomesOf(updateFrom(folder, documents))).toEqual({ AA: ['refused', reason], BB: ['new', null] });
      expect(trustStatus(folder).lists.map(({ territory, state }) => [territory, state])).toEqual([
        ['AA', 'missing'],
        ['BB', 'current'],
      ]);
    },
  );

  test('when its signer is not announced any more', async () => {
    const folder = await loaded();
    const documents = changed({ [LOTL]: listOfLists(['AA', 'BB'], { sequence: 2, announced: ['nextState'] }) });
    expect((await outcomesOf(updateFrom(folder, documents))).AA).toEqual(['kept', 'SIGNER_UNKNOWN']);
    expect(listed(folder)).toEqual(MANY);
  });

  test('when its signer is not announced any more: until that day', async () => {
    const folder = await loaded();
    const update = (sequence: number, announced: string, row: object = {}) => {
      const issued = `2026-02-0${sequence}T10:00:00Z`;
      return updateFrom(
        folder,
        changed({ [LOTL]: listOfLists(['AA', 'BB'], { sequence, issued, announced: [announced] }) }),
        row,
      );
    };
    const until = () =>
      ['AA', 'BB'].map(name => trustStoreOf([], folder).listOf(name)?.signerUntil?.getUTCDate() ?? null);
    expect(until()).toEqual([null, null]);
    await update(2, 'nextState', { territories: ['AA'] }); // the others, too
    expect(until()).toEqual([2, 2]);
    expect(trustStatus(folder).attention).toEqual([
      expect.stringMatching(
        /^AA: .* The list of lists of 2026-02-02 does not name its signer any more: .* before only\.$/,
      ),
    ]);
    await update(3, 'nextState');
    expect(until()).toEqual([2, 2]);
    await update(4, 'state');
    expect(until()).toEqual([null, null]);
  });

  test('unless the loss is accepted', async () => {
    const folder = await loaded();
    const documents = changed({ [listUrl('AA')]: good({ services: ['ca1'] }) });
    expect((await outcomesOf(updateFrom(folder, documents, { acceptShrink: true }))).AA).toEqual(['new', null]);
    expect(listed(folder)).toEqual(['ca1', 'ca2']);
  });
});

test('a list that has expired is used, and status says so', async () => {
  const folder = listsFolder();
  await updateFrom(folder, changed({ [listUrl('AA')]: stateList('AA', { nextUpdate: '2026-02-01T00:00:00Z' }) }));
  expect(listed(folder)).toEqual(['ca1', 'ca2']);
  expect(trustStatus(folder).attention).toEqual([expect.stringMatching(/that of AA \(\d+ days ago\)\.$/)]);
  expect(trustStatus(folder, new Date('2026-01-20T00:00:00Z')).attention).toEqual([]);
});

test('a closed list needs no attention', async () => {
  const folder = listsFolder();
  await updateFrom(folder, changed({ [listUrl('AA')]: stateList('AA', { nextUpdate: null }) }));
  expect(trustStatus(folder)).toMatchObject({ attention: [], lists: [{ state: 'closed' }, { state: 'current' }] });
});

describe('nothing changes when the list of lists', () => {
  const cases: [what: string, lotl: Uint8Array | null, reason: string | undefined][] = [
    ['cannot be fetched', null, undefined],
    ['is signed by a stranger', listOfLists(['AA', 'BB'], { sequence: 2, signer: 'stranger' }), 'SIGNER_UNKNOWN'],
    ['was issued in the future', listOfLists(['AA', 'BB'], { sequence: 2, issued: '2098-01-01T10:00:00Z' }), 'FUTURE'],
    ['is older', listOfLists(['AA', 'BB'], { issued: '2026-01-04T10:00:00Z' }), 'ROLLBACK'],
    [
      'names no known publication',
      listOfLists(['AA', 'BB'], { uris: ['https://example.org/other'] }),
      'ANCHOR_OUTDATED',
    ],
    ['is a list', stateList('EU', { signer: 'commission', uris: [JOURNAL] }), 'NOT_LIST_OF_LISTS'],
  ];
  test.each(cases)('%s', async (_, lotl, reason) => {
    const folder = await loaded();
    const { generation } = trustStoreOf([], folder);
    const { [LOTL]: _former, ...others } = FIRST;
    const documents = lotl ? { ...others, [LOTL]: lotl } : others;
    await expect(updateFrom(folder, documents)).rejects.toMatchObject(
      reason ? { detail: { reason } } : { code: 'FETCH_FAILED' },
    );
    expect(trustStoreOf([], folder).generation).toBe(generation);
    expect(trustStatus(folder).attention).toEqual([expect.stringMatching(/^The last update failed: /)]);
    await updateFrom(folder, FIRST);
    expect(trustStatus(folder).attention).toEqual([]);
  });
});

describe('damage on the disk is repaired by an update', () => {
  const file = (folder: string, ...path: string[]) => join(folder, trustStoreOf([], folder).generation ?? '', ...path);
  const damages: [what: string, damage: (generation: string, lists: string[]) => void][] = [
    ['the index', generation => truncateSync(join(generation, 'index'), 60)],
    ['a missing index', generation => rmSync(join(generation, 'index'))],
    ['the state', generation => writeFileSync(join(generation, 'state.json'), '{}')],
    ['a list', (_, lists) => writeFileSync(lists[0]!, 'x')],
    ['all lists', (_, lists) => lists.forEach(path => void rmSync(path))],
    ['everything', generation => rmSync(generation, { recursive: true })],
  ];
  test.each(damages)('%s', async (_, damage) => {
    const folder = await loaded();
    const generation = file(folder);
    damage(
      generation,
      readdirSync(join(generation, 'lists')).map(name => join(generation, 'lists', name)),
    );
    await updateFrom(folder, FIRST);
    expect(listed(folder)).toEqual(MANY);
    expect((await readExport(await exportLists(folder), 'x')).lists.size).toBe(3);
    expect(trustStatus(folder).attention).toEqual([]);
  });

  test('also when the damaged list cannot be fetched: it is not there then, and the outcome says so', async () => {
    const folder = await loaded();
    const lists = join(file(folder), 'lists');
    for (const name of readdirSync(lists)) writeFileSync(join(lists, name), 'x');
    const { [listUrl('AA')]: _former, ...documents } = FIRST;
    expect((await outcomesOf(updateFrom(folder, documents))).AA).toEqual(['refused', 'FETCH_FAILED']);
    expect(listed(folder)).toEqual(['ca2']);
  });
});

test('of two updates at once, the newer list of each territory counts', async () => {
  const folder = await loaded();
  const one = changed({ [listUrl('AA')]: stateList('AA', { sequence: 6, services: MANY }) });
  const two = changed({ [listUrl('BB')]: stateList('BB', { sequence: 2, services: ['ca2'] }) });
  await Promise.all([updateFrom(folder, one), updateFrom(folder, two)]);
  expect([sequenceOf(folder, 'AA'), sequenceOf(folder, 'BB')]).toEqual([6, 2]);
  expect(readFileSync(join(folder, 'current'), 'utf8').trim()).toBe(trustStoreOf([], folder).generation);
});

describe('a service that cannot be read', () => {
  const row = (names: readonly string[], unreadable: number) => ({
    providers: [
      {
        services: [
          ...names.map(name => ({ certificates: [pki.id(name).der] })),
          ...Array.from({ length: unreadable }, () => ({ name: 'Old', start: 'once' })),
        ],
      },
    ],
  });

  test('is left out, and the others of its list count', async () => {
    const folder = await loaded();
    const documents = changed({ [listUrl('AA')]: stateList('AA', { sequence: 6, ...row(MANY, 1) }) });
    expect(await outcomesOf(updateFrom(folder, documents))).toMatchObject({ AA: ['new', null] });
    expect(listed(folder)).toEqual(MANY);
    const [aa] = trustStatus(folder).lists;
    expect(aa!.list!.unreadable).toEqual([
      { provider: 'Test provider', service: 'Old', reason: 'it has an invalid date (StatusStartingTime once)' },
    ]);
  });

  test('costs the list where they are more than 20 % of the former ones', async () => {
    const folder = await loaded();
    const documents = changed({ [listUrl('AA')]: stateList('AA', { sequence: 6, ...row(['ca1', 'ca2', 'ca3'], 2) }) });
    expect(await outcomesOf(updateFrom(folder, documents))).toMatchObject({ AA: ['kept', 'SHRUNK'] });
    expect(listed(folder)).toEqual(MANY);
  });

  test('is not known of lists that an earlier version has loaded', async () => {
    const folder = await loaded();
    const file = join(folder, readFileSync(join(folder, 'current'), 'utf8').trim(), 'state.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(',"unreadable":[]', ''));
    expect(trustStatus(folder).lists.map(({ list }) => list!.unreadable)).toEqual([[], []]);
  });
});
