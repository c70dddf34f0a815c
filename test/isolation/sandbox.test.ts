/** A hostile program in each combination of means that this system offers, as root and as an ordinary user. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { sandboxCapabilities } from '../../src/isolation/index.js';
import { processesOf } from '../helpers/processes.js';
import { describeWith, program } from '../helpers/requires.js';
import { type Combination, outputInSandbox } from '../helpers/sandbox.js';
import { eventually } from './pool.helper.js';

const HOSTILE = fileURLToPath(new URL('../fixtures/sandbox-hostile.mjs', import.meta.url));
const isRoot = process.getuid?.() === 0;
const neighbour = spawn('sleep', ['600'], { stdio: 'ignore' });
afterAll(() => void neighbour.kill('SIGKILL'));

const users = [
  { user: isRoot ? 'root' : 'this user', asUser: false, requirements: [] },
  { user: 'an ordinary user', asUser: true, requirements: [{ missing: 'the tests do not run as root', met: isRoot }] },
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

async function reachedIn(combination: Combination, asUser: boolean, seconds = 1) {
  const output = await outputInSandbox(combination, asUser, HOSTILE, String(neighbour.pid), String(seconds));
  const { cwd, ...reached } = JSON.parse(output);
  return { ...reached, created: reached.created.filter((path: string) => path !== cwd && path !== '/tmp') };
}

for (const { user, asUser, requirements } of users) {
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
          mayFork: expect.toSatisfy(count => count > 0 && count <= 4096),
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
          uid: asUser ? 1000 : isRoot ? 65534 : expect.any(Number),
          created: [],
          opened: [],
          namespaces: [],
          signalled: asUser ? expect.any(Boolean) : false,
          // an ordinary user cannot change the bounding set, which is without effect under no_new_privs
          capabilities: [NONE, NONE, NONE, asUser ? expect.any(String) : NONE, NONE],
          noNewPrivileges: '1',
          remounted: [],
          mounted: false,
        });
      });
    });
  });
}

describeWith('a daemon that the program starts in a session of its own', [namespaces], () => {
  it.each(['bubblewrap', 'unshare'] as const)('ends with it (%s)', async combination => {
    const seconds = 1000 + Math.random();
    await reachedIn(combination, false, seconds);
    expect(await eventually(() => processesOf(`sleep ${seconds}`).length === 0, 20_000)).toBe(true);
  });
});
