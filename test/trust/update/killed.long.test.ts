/** Updates that are killed at random moments, or run out of space: the store has the former lists or the new ones, never half of them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trustStoreOf } from '../../../src/trust/index.js';
import { exportLists, readExport } from '../../../src/trust/update/index.js';
import { docconv } from '../../helpers/cli.js';
import { linux, testWith } from '../../helpers/requires.js';
import { writeMirror } from '../../helpers/trust-lists/mirror.js';
import { JOURNAL, LOTL, pki, stateList, world } from '../../helpers/trust-lists/world.js';

const KILLS = 25;
const TERRITORIES = ['AA', 'BB', 'CC', 'DD'];
const folder = mkdtempSync(join(tmpdir(), 'docconv-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const home = join(folder, 'home');
const argsOf = (mirror: string) => ['trust', 'update', '-q', '--mirror', mirror, '--lotl', LOTL];

/** All lists of the mirror have this number. */
function mirrorOf(sequence: number): string {
  const place = join(folder, `mirror-${sequence}`);
  if (existsSync(place)) return place;
  const states = TERRITORIES.map(territory => [territory, stateList(territory, { sequence })] as const);
  writeMirror(place, world(Object.fromEntries(states), { sequence }));
  return place;
}

/** The number that all lists of the store have. Fails where they differ, or the store is not complete. */
async function sequenceOf(lists = join(home, 'data', 'trust')): Promise<number> {
  const store = trustStoreOf([], lists);
  expect(store).toMatchObject({ sources: ['eu'], note: null });
  const [anchor] = store.find(pki.certificate('ca1').subject);
  expect(anchor!.services.map(({ territory }) => territory)).toEqual(TERRITORIES);
  const found = new Set(TERRITORIES.map(territory => store.listOf(territory)!.sequence));
  expect(found.size).toBe(1);
  expect((await readExport(await exportLists(lists), 'x')).lists.size).toBe(TERRITORIES.length + 1);
  return [...found][0]!;
}

beforeAll(async () => {
  const signer = join(folder, 'commission.pem');
  writeFileSync(signer, pki.id('commission').pem);
  const env = { DOCCONV_HOME: home };
  await docconv(['trust', 'anchor', 'add', signer, '--publication', JOURNAL], { env });
  expect(await docconv(argsOf(mirrorOf(1)), { env })).toMatchObject({ code: 0 });
});

test(`the store is whole after each of ${KILLS} kills`, async () => {
  let sequence = await sequenceOf();
  const ended = { before: 0, after: 0, finished: 0 };
  let within = await durationOf(mirrorOf(sequence + 1));
  sequence++;
  for (let i = 0; i < KILLS; i++) {
    const mirror = mirrorOf(sequence + 1);
    const child = spawn(process.execPath, ['bin/docconv.js', ...argsOf(mirror)], {
      env: { ...process.env, DOCCONV_HOME: home },
      stdio: 'ignore',
    });
    const exit = once(child, 'exit');
    await sleep(within * Math.random());
    child.kill('SIGKILL');
    const [, signal] = await exit;
    const now = await sequenceOf();
    expect([sequence, sequence + 1]).toContain(now);
    // most of the time is that of the start of Node: keeps half of the kills before its end
    within *= signal === null ? 0.93 : 1.04;
    if (signal === null) ended.finished++;
    else if (now === sequence) ended.before++;
    else ended.after++;
    sequence = now;
  }
  console.log(
    `killed before the new lists counted: ${ended.before}, after: ${ended.after}; finished: ${ended.finished}`,
  );
  expect(ended.before).toBeGreaterThan(0);
  // and what the killed ones left does not hinder the next one
  await durationOf(mirrorOf(sequence + 1));
  expect(await sequenceOf()).toBe(sequence + 1);
}, 300_000);

/** Milliseconds of an update that is not killed. */
async function durationOf(mirror: string): Promise<number> {
  const start = Date.now();
  expect(await docconv(argsOf(mirror), { env: { DOCCONV_HOME: home } })).toMatchObject({ code: 0 });
  return Date.now() - start;
}

test('of updates at once, all end, and the newest lists count', async () => {
  const sequence = await sequenceOf();
  const mirrors = [1, 2, 3, 4].map(step => mirrorOf(sequence + step));
  const ended = await Promise.all(mirrors.map(mirror => docconv(argsOf(mirror), { env: { DOCCONV_HOME: home } })));
  // an update that fetched an older list of lists than the loaded one is refused
  for (const { code, err } of ended) if (code !== 0) expect(err).toMatch(/older than the list that is loaded/);
  expect(await sequenceOf()).toBe(sequence + 4);
});

testWith('a full disk leaves the former lists', [linux, root()], async () => {
  const full = join(folder, 'full');
  mkdirSync(full);
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', full]).status).toBe(0);
  try {
    const update = (sequence: number) => docconv(argsOf(mirrorOf(sequence)), { env: { DOCCONV_HOME: full } });
    cpSync(join(home, 'lotl-signers.json'), join(full, 'lotl-signers.json'));
    const store = join(full, 'data', 'trust');
    expect(await update(1)).toMatchObject({ code: 0 });
    for (const free of [0, 4, 12, 24]) {
      spawnSync('sh', ['-c', `cat /dev/zero > "$0"; truncate -s -${free}K "$0"`, join(full, 'filler')]);
      expect(await update(2)).toMatchObject({ code: 1, err: expect.stringMatching(/disk is full/i) });
      expect(await sequenceOf(store)).toBe(1);
      expect(readdirSync(store).filter(name => name.startsWith('.'))).toEqual([]);
    }
    rmSync(join(full, 'filler'));
    expect(await update(2)).toMatchObject({ code: 0 });
    expect(await sequenceOf(store)).toBe(2);
  } finally {
    spawnSync('umount', ['-l', full]);
  }
});

function root() {
  return { missing: 'only root mounts file systems', met: process.getuid?.() === 0 };
}
