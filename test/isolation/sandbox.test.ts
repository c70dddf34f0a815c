/** A hostile program in each combination of capabilities that this system offers, as root and as an ordinary user. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { sandboxCapabilities } from '../../src/isolation/index.js';
import { NOBODY } from '../../src/isolation/sandbox/policy.js';
import { readableByAll, root, USER_ID } from '../helpers/isolation/layers.js';
import { type Combination, outputsInSandboxes } from '../helpers/isolation/sandbox.js';
import { processesOf } from '../helpers/processes.js';
import { describeWith, program, type Requirement, testWith } from '../helpers/requires.js';
import { eventually } from './pool.helper.js';

const HOSTILE = fileURLToPath(new URL('../fixtures/sandbox-hostile.mjs', import.meta.url));
const CLOSES_PIPE = fileURLToPath(new URL('../fixtures/closes-pipe.mjs', import.meta.url));
const isRoot = process.getuid?.() === 0;
const neighbour = spawn('sleep', ['600'], { stdio: 'ignore' });
afterAll(() => void neighbour.kill('SIGKILL'));

const users = [
  { user: isRoot ? 'root' : 'this user', asUser: false, requirements: [] },
  { user: 'an ordinary user', asUser: true, requirements: [root, readableByAll] },
];
const bubblewrap = { missing: 'bubblewrap cannot be used', met: sandboxCapabilities().files };
const namespaces = { missing: 'no process namespace can be created', met: sandboxCapabilities().processes };

/** Inheritable, permitted, effective, bounding, ambient. */
const NONE = '0000000000000000';
const NO_CAPABILITIES = [NONE, NONE, NONE, NONE, NONE];

const ORDINARY = {
  uid: expect.toSatisfy(uid => uid > 0),
  mayFork: expect.toSatisfy(count => count > 0 && count <= 4096),
};

/** The capabilities that a combination needs. */
const NEEDS: Record<Combination, readonly Requirement[]> = {
  bubblewrap: [bubblewrap],
  unshare: [namespaces],
  'no namespaces': [],
  'no layer': [],
};
const COMBINATIONS = Object.keys(NEEDS) as Combination[];

/** Daemons of the hostile program sleep for so many seconds where they have to end with it. */
const DAEMON_SECONDS: Partial<Record<Combination, number>> = {
  bubblewrap: 1000 + Math.random(),
  unshare: 2000 + Math.random(),
};

type Runs = Partial<Record<Combination, string>>;

/** What the programs write in each combination of this system. One process starts all of them. */
async function runAll(asUser: boolean): Promise<{ hostile: Runs; closing: Runs }> {
  const combinations = COMBINATIONS.filter(name => NEEDS[name].every(({ met }) => met));
  const hostile = combinations.filter(name => name !== 'no layer');
  const secondsIn = (name: Combination) => (asUser ? 1 : (DAEMON_SECONDS[name] ?? 1));
  const outputs = await outputsInSandboxes(asUser, [
    ...hostile.map(name => ({
      combination: name,
      program: HOSTILE,
      args: [neighbour.pid, secondsIn(name)].map(String),
    })),
    ...combinations.map(name => ({ combination: name, program: CLOSES_PIPE, args: [] })),
  ]);
  const byName = (names: Combination[], texts: string[]) =>
    Object.fromEntries(names.map((name, i) => [name, texts[i]]));
  return {
    hostile: byName(hostile, outputs.slice(0, hostile.length)),
    closing: byName(combinations, outputs.slice(hostile.length)),
  };
}

const started = new Map<boolean, ReturnType<typeof runAll>>();

/** By the first test that needs them. */
function runsOf(asUser: boolean): ReturnType<typeof runAll> {
  const runs = started.get(asUser) ?? runAll(asUser);
  started.set(asUser, runs);
  return runs;
}

async function reachedIn(combination: Combination, asUser: boolean) {
  const { hostile } = await runsOf(asUser);
  const { cwd, ...reached } = JSON.parse(hostile[combination]!);
  return { ...reached, created: reached.created.filter((path: string) => path !== cwd && path !== '/tmp') };
}

/** A worker of root's stays root where other users cannot read docconv; doctor says so. */
const changesUser = readableByAll.met;

for (const { user, asUser, requirements } of users) {
  const staysRoot = isRoot && !asUser && !changesUser;
  describeWith(`a hostile program started by ${user}`, [...requirements, program('setpriv')], () => {
    describeWith('in bubblewrap', [bubblewrap], () => {
      it('has no privileges, writes only to its own folder, and reaches no other process', async () => {
        expect(await reachedIn('bubblewrap', asUser)).toMatchObject({
          ...ORDINARY,
          capabilities: NO_CAPABILITIES,
          noNewPrivileges: '1',
          created: [],
          opened: [],
          remounted: [],
          mounted: false,
          namespaces: [],
          signalled: false,
          entered: false,
          environment: false,
        });
      });
    });

    describeWith('in namespaces', [namespaces], () => {
      it('has no privileges, cannot change the kernel, and reaches no other process', async () => {
        expect(await reachedIn('unshare', asUser)).toMatchObject({
          capabilities: NO_CAPABILITIES,
          noNewPrivileges: '1',
          ...(staysRoot ? {} : { mayFork: ORDINARY.mayFork }),
          created: [],
          opened: [],
          namespaces: [],
          remounted: [],
          mounted: false,
          signalled: false,
          entered: false,
          environment: false,
        });
      });
    });

    describe('without namespaces', () => {
      it('has no privileges', async () => {
        expect(await reachedIn('no namespaces', asUser)).toMatchObject({
          uid: asUser ? USER_ID : staysRoot ? 0 : isRoot ? NOBODY : expect.any(Number),
          created: [],
          opened: [],
          namespaces: [],
          signalled: asUser ? expect.any(Boolean) : false,
          // an ordinary user cannot change the bounding set, which is without effect under no_new_privs
          capabilities: [NONE, NONE, NONE, isRoot && !asUser ? NONE : expect.any(String), NONE],
          noNewPrivileges: '1',
          remounted: [],
          mounted: false,
        });
      });
    });
  });
}

for (const { user, asUser, requirements } of users) {
  describeWith(`docconv, run by ${user}, notices that a worker closed its pipe and goes on`, requirements, () => {
    for (const combination of COMBINATIONS)
      testWith(`in ${combination}`, NEEDS[combination], async () => {
        const { closing } = await runsOf(asUser);
        expect(closing[combination]!.split('\n')).toEqual(['closing', 'the pipe was closed', 'ending', '']);
      });
  });
}

describeWith('a daemon that the program starts in a session of its own', [namespaces], () => {
  it.each(['bubblewrap', 'unshare'] as const)('ends with it (%s)', async combination => {
    await runsOf(false);
    const isGone = () => processesOf(`sleep ${DAEMON_SECONDS[combination]}`).length === 0;
    expect(await eventually(isGone, 20_000)).toBe(true);
  });
});
