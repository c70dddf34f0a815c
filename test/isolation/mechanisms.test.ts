/** Which means of isolation a machine has, what offers the missing ones, and that `strict` refuses to start without them. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createConverter } from '../../src/index.js';
import { examineIsolation, type Mechanism } from '../../src/isolation/index.js';
import type { Measurement } from '../../src/isolation/mechanisms/measure.js';
import { evaluateMechanisms, type MechanismName } from '../../src/isolation/mechanisms/mechanisms.js';
import type { System } from '../../src/isolation/mechanisms/system.js';
import { newHome } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { LAYERS_NEED, type Layers, type User } from '../helpers/isolation/layers.js';
import { withoutNamespaces } from '../helpers/isolation/no-namespaces.js';
import { describeWith, linux, program } from '../helpers/requires.js';
import { docconvOn } from './layers/layers.helper.js';

const MIB = 1024 ** 2;
const BIN = resolve('bin/docconv.js');
const KINDS = ['user', 'mnt', 'pid', 'net', 'ipc'];
const namespaces = (id: number) => Object.fromEntries(KINDS.map(kind => [kind, `${kind}:[${id}]`]));

/** A worker that has everything. */
const ISOLATED: Measurement = {
  namespaces: namespaces(2),
  ownNamespaces: namespaces(1),
  readsFile: false,
  writesFile: false,
  seesFile: false,
  connectsTcp: false,
  sendsUdp: false,
  connectsSocket: false,
  seesProcess: false,
  createsNamespace: false,
  sizes: [512 * MIB, 64 * MIB, null],
  status: {
    CapInh: '0',
    CapPrm: '0',
    CapEff: '0',
    CapAmb: '0',
    NoNewPrivs: '1',
    Uid: '65534\t65534\t65534\t65534',
    Seccomp: '2',
  },
  inheritsFilter: false,
  hasRoot: true,
  limits:
    'Max file size             4294967296           4294967296           bytes\nMax core file size        0                    0                    bytes\n',
  cgroup: { memory: '2147483648', pids: '256' },
  endsWithParent: true,
};
const SYSTEM: System = {
  linux: true,
  root: false,
  installed: { bwrap: true, unshare: true, setpriv: true, prlimit: true },
  forbids: [],
  appArmor: false,
  container: false,
  systemd: true,
  cgroupControllers: true,
  landlock: 6,
};

const missingIn = (worker: Measurement | null, system = SYSTEM) =>
  evaluateMechanisms(worker, system).filter(({ present, needed }) => needed && !present);
const namesOf = (worker: Measurement | null, system = SYSTEM) => missingIn(worker, system).map(({ name }) => name);
const adviceFor = (name: MechanismName, worker: Measurement | null, system: Partial<System>) =>
  evaluateMechanisms(worker, { ...SYSTEM, ...system })
    .find(mechanism => mechanism.name === name)!
    .advice.join('\n');

describe('the means of a worker', () => {
  it('are all present where everything was measured', () => expect(namesOf(ISOLATED)).toEqual([]));

  it('are all missing where no process can be started in the sandbox', () => {
    expect(missingIn(null)).toHaveLength(15);
  });

  const { status, sizes } = ISOLATED;
  it.each<[string, Partial<Measurement>, MechanismName[]]>([
    ['reads a file of another', { readsFile: true }, ['files']],
    ['writes a file of another', { writesFile: true }, ['files']],
    ['reaches a listener on loopback', { connectsTcp: true }, ['network']],
    ['reaches a unix socket', { connectsSocket: true }, ['sockets']],
    ['has a capability', { status: { ...status, CapPrm: '0000000000200000' } }, ['capabilities']],
    ['may gain privileges', { status: { ...status, NoNewPrivs: '0' } }, ['capabilities']],
    ['is root for the kernel', { status: { ...status, Uid: '0\t0\t0\t0' } }, ['user']],
    ['could become root again', { status: { ...status, Uid: '65534\t65534\t0\t65534' } }, ['user']],
    ['creates a user namespace', { createsNamespace: true }, ['namespaces']],
    ['has no system call filter', { status: { ...status, Seccomp: '0' } }, ['seccomp']],
    ['has the status of no process', { status: {} }, ['capabilities', 'user', 'seccomp']],
    ['has a private folder on a large disk', { sizes: [100 * 1024 * MIB, ...sizes.slice(1)] }, ['scratch']],
    ['has a cgroup without limits', { cgroup: { memory: 'max', pids: 'max' } }, ['memory', 'processCount']],
    ['has no cgroup', { cgroup: null }, ['memory', 'processCount']],
    [
      'writes core dumps',
      { limits: 'Max file size  1  1 bytes\nMax core file size  unlimited  unlimited bytes\n' },
      ['limits'],
    ],
    ['stays when docconv is killed', { endsWithParent: false }, ['parentDeath']],
    ['shares the network namespace', { namespaces: { ...namespaces(2), net: 'net:[1]' }, sendsUdp: true }, ['network']],
    ['has no network namespace, but cannot send', { namespaces: { ...namespaces(2), net: 'net:[1]' } }, []],
    [
      'is root in a user namespace of an ordinary user',
      { status: { ...status, Uid: '0\t0\t0\t0' }, hasRoot: false },
      [],
    ],
    ['shares the process namespace', { namespaces: { ...namespaces(2), pid: 'pid:[1]' } }, ['processes']],
  ])('that %s', (_what, change, names) => expect(namesOf({ ...ISOLATED, ...change })).toEqual(names));

  it('include a limit of processes by RLIMIT_NPROC only in a user namespace', () => {
    const limits = `${ISOLATED.limits}Max processes             260                  260                  processes\n`;
    const own = { ...ISOLATED, cgroup: null, limits };
    expect(namesOf(own)).toEqual(['memory']);
    expect(namesOf({ ...own, namespaces: { ...namespaces(2), user: 'user:[1]' } })).toEqual(['memory', 'processCount']);
  });

  it('include Landlock only where there is no mount namespace', () => {
    expect(namesOf(ISOLATED, { ...SYSTEM, landlock: 0 })).toEqual([]);
    const shared = { ...ISOLATED, namespaces: { ...namespaces(2), mnt: 'mnt:[1]' } };
    expect(namesOf(shared, { ...SYSTEM, landlock: 0 })).toEqual(['mounts', 'landlock', 'scratch']);
  });
});

describe('the advice', () => {
  const shared = { ...ISOLATED, namespaces: namespaces(1) };
  it.each<[string, MechanismName, Measurement | null, Partial<System>, RegExp]>([
    ['bubblewrap', 'mounts', shared, { installed: { ...SYSTEM.installed, bwrap: false } }, /package bubblewrap/],
    [
      'the kernel parameter of Debian',
      'processes',
      shared,
      { forbids: [{ sysctl: 'kernel.unprivileged_userns_clone', value: '1' }] },
      /sysctl -w kernel\.unprivileged_userns_clone=1/,
    ],
    ['an AppArmor profile', 'processes', shared, { appArmor: true }, /\/etc\/apparmor\.d\/bwrap/],
    ['flags of a container', 'mounts', shared, { container: true }, /systempaths=unconfined/],
    ['delegation', 'memory', { ...ISOLATED, cgroup: null }, {}, /Delegate=yes/],
    ['a cgroup of the container', 'memory', { ...ISOLATED, cgroup: null }, { container: true }, /writable-cgroups/],
    ['cgroup v2', 'memory', { ...ISOLATED, cgroup: null }, { cgroupControllers: false }, /unified_cgroup_hierarchy=1/],
    ['an ordinary user', 'user', null, {}, /User=docconv/],
    ['another system', 'seccomp', null, { linux: false }, /Use Linux/],
  ])('names %s', (_what, name, worker, system, pattern) => expect(adviceFor(name, worker, system)).toMatch(pattern));

  it('is there for each missing mechanism, and for no other', () => {
    const mechanisms = evaluateMechanisms(null, SYSTEM);
    expect(mechanisms.filter(({ present, advice }) => present === advice.length > 0)).toEqual([]);
  });
});

/** Doctor tries no engine then. */
const WITHOUT_ENGINE = { DOCCONV_ENGINE: 'native', DOCCONV_LIBREOFFICE: '/nowhere' };

/** What doctor says of a machine with these layers. */
async function meansWith(layers: Layers, user: User): Promise<Record<string, Mechanism>> {
  const { out } = await docconvOn({ layers, user, programs: false }, ['doctor', '--json'], WITHOUT_ENGINE);
  const { isolation } = JSON.parse(out) as { isolation: Mechanism[] };
  return Object.fromEntries(isolation.map(mechanism => [mechanism.name, mechanism]));
}

describeWith('doctor', LAYERS_NEED, () => {
  it.each(['root', 'an ordinary user'] as const)(
    'does not take a private /tmp for protection of files, where %s has only namespaces',
    async user => {
      expect(await meansWith('unshare', user)).toMatchObject({
        files: { present: false, advice: expect.arrayContaining([expect.stringContaining('bubblewrap')]) },
        landlock: { present: false, needed: true },
        processes: { present: true },
        parentDeath: { present: true },
      });
    },
  );

  it('does not take the filter of docconv itself for that of a worker, and finds nothing without layers', async () => {
    expect(await meansWith('no layer', 'an ordinary user')).toMatchObject({
      files: { present: false },
      sockets: { present: false },
      network: { present: false },
      seccomp: { present: false },
    });
  });
});

describeWith('isolation strict', [linux, program('unshare'), program('setpriv')], () => {
  const run = (command: readonly string[], env = {}) => {
    const [program = '', ...args] = command;
    return spawnSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, DOCCONV_HOME: newHome(), ...env },
      timeout: 50_000,
    });
  };
  const without = (...argv: string[]) => {
    const [command, args] = withoutNamespaces([process.execPath, BIN, ...argv]);
    return run([command, ...args]);
  };

  it('refuses to convert without namespaces, and says what is missing and what offers it', () => {
    const { status, stderr } = without('convert', '--isolation', 'strict', 'examples/report.docx', '-o', '/dev/null');
    expect({ status, lines: stderr.split('\n').length }).toEqual({ status: 7, lines: 2 });
    expect(stderr).toMatch(
      /lacks: .*mounts.*processes.*\(.*mounts, processes.*\) Set the kernel parameter: sysctl -w user\.max_user_namespaces=/,
    );
  });

  it('refuses to serve without namespaces', () => {
    const { status, stdout, stderr } = without('serve', '--port', '0', '--isolation', 'strict');
    expect({ status, stdout }).toEqual({ status: 7, stdout: '' });
    expect(stderr).toMatch(/lacks: .*processes/);
  });

  it('starts in the library, as on the command line, exactly where doctor says so', async () => {
    const missing = (await examineIsolation())
      .filter(({ present, needed }) => needed && !present)
      .map(({ name }) => name);
    const { stdout } = run([process.execPath, BIN, 'doctor', '--json'], WITHOUT_ENGINE);
    const { strict } = JSON.parse(stdout) as { strict: boolean };
    expect(strict).toBe(missing.length === 0);
    const converter = createConverter({ isolation: 'strict', workers: 1 });
    const outcome = await converter.convert(documents.docx()).then(
      () => null,
      error => ({ code: error.code, detail: error.detail }),
    );
    await converter.close();
    expect(outcome).toEqual(strict ? null : { code: 'ISOLATION_INCOMPLETE', detail: { missing: missing.join(' ') } });
  });
});
