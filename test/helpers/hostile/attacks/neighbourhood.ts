/** Attacks on what lies beside a worker's own files: in /tmp, beside Node and docconv, and on files that others use. */
import {
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Attack, type Attempt, sleep, tryTo } from '../attack.js';
import { call } from './system-calls.js';

const [F_SETLEASE, F_NOTIFY, F_SETLK] = [1024, 1026, 6];
const [F_RDLCK, F_WRLCK] = [0, 1];
const DN_ALL = 0x8000003f;
const LOCK_EX_NB = 6;
const [FS_IOC_GETFLAGS, FS_IOC_SETFLAGS] = [0x80086601, 0x40086602];
const [TIOCSPTLCK, TIOCSTI] = [0x40045431, 0x5412];

/** Files that docconv opens when it starts. */
const ownFiles = ({ scene: { product } }: Attempt) =>
  ['package.json', 'dist/index.js', 'bin/docconv.js'].map(name => join(product, name));

/** Makes a system call on each file of docconv that can be opened. */
const onOwnFiles =
  (what: string, attack: (descriptor: number) => boolean): Attack =>
  async attempt => {
    for (const path of ownFiles(attempt))
      for (const mode of ['r', 'r+'])
        await tryTo(attempt, `${what} ${path} (${mode})`, () => {
          const descriptor = openSync(path, mode);
          return attack(descriptor) && sleep(0).then(() => true);
        });
  };

/** Listens at this path, if it can; a text says that it did. */
function listens(path: string): Promise<string | false> {
  return new Promise(resolve => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(path, () => server.close(() => resolve('listening')));
  });
}

const inPlaces = (attempt: Attempt) => [
  '/tmp',
  '/var/tmp',
  '/run',
  dirname(attempt.scene.sockets[0]!),
  attempt.scene.victim,
];
/** A private /tmp is the worker's own. */
const isShared = (folder: string, { scene }: Attempt) => folder !== '/tmp' || !isPrivate(scene.base);

function isPrivate(base: string): boolean {
  try {
    return !readdirSync(dirname(dirname(base))).includes(dirname(base).split('/').pop()!);
  } catch {
    return process.cwd() === '/tmp';
  }
}

export const NEIGHBOURHOOD_ATTACKS: Record<string, Attack> = {
  'removes sockets of others': async attempt => {
    for (const path of attempt.scene.sockets) await tryTo(attempt, `removed ${path}`, () => unlinkSync(path));
  },
  'listens in place of a socket of others': async attempt => {
    for (const path of attempt.scene.sockets) {
      await tryTo(attempt, `renamed ${path}`, () => renameSync(path, `${path}.x`));
      await tryTo(attempt, `took ${path}`, () => listens(path));
    }
  },
  'listens in folders of others': async attempt => {
    for (const folder of inPlaces(attempt).filter(folder => isShared(folder, attempt)))
      await tryTo(attempt, `listened in ${folder}`, () => listens(join(folder, `hostile-${attempt.scene.id}`)));
  },
  'removes files of others in /tmp': async attempt => {
    const { base, secret, victim } = attempt.scene;
    for (const path of [secret, join(victim, 'one.txt'), join(base, 'docker.sock')])
      await tryTo(attempt, `removed ${path}`, () => unlinkSync(path));
    await tryTo(attempt, 'removed a folder', () => rmSync(victim, { recursive: true }));
  },
  'writes files into /tmp': async attempt => {
    for (const folder of inPlaces(attempt).filter(folder => isShared(folder, attempt)))
      await tryTo(attempt, `wrote into ${folder}`, () =>
        writeFileSync(join(folder, `hostile-${attempt.scene.id}`), ''),
      );
  },
  'links files of others': async attempt => {
    for (const path of [attempt.scene.secret, ...ownFiles(attempt)])
      await tryTo(attempt, `linked ${path}`, () => linkSync(path, `link-${Math.random()}`));
  },
  'moves files of others': async attempt => {
    for (const path of [attempt.scene.secret, join(attempt.scene.victim, 'one.txt')])
      await tryTo(attempt, `moved ${path}`, () => renameSync(path, `moved-${Math.random()}`));
  },
  'changes times of files of others': async attempt => {
    for (const path of [attempt.scene.secret, ...ownFiles(attempt)])
      await tryTo(attempt, `changed ${path}`, () => utimesSync(path, 0, 0));
  },
  'changes attributes of files of others': async attempt => {
    for (const path of [attempt.scene.secret, ...ownFiles(attempt)])
      await tryTo(
        attempt,
        `changed ${path}`,
        () => call('setxattr', path, 'user.hostile', Buffer.alloc(1), 1, 0).result === 0,
      );
  },
  'changes flags of files of others': onOwnFiles('changed', fd => {
    const flags = Buffer.alloc(8);
    return (
      call('ioctl', fd, FS_IOC_GETFLAGS, flags).result === 0 && call('ioctl', fd, FS_IOC_SETFLAGS, flags).result === 0
    );
  }),
  'reads what lies beside docconv': async attempt => {
    const root = dirname(dirname(attempt.scene.product));
    for (const name of ['README.md', 'package-lock.json', '.git/config', 'src/index.ts'])
      await tryTo(attempt, `read ${name}`, () => readFileSync(join(root, name)).length > 0);
    await tryTo(attempt, 'listed the folder of docconv', () => readdirSync(root).includes('package-lock.json'));
    await tryTo(attempt, 'read bin', () => readFileSync(join(root, 'bin', 'docconv.js')).length > 0);
  },
  'reads home folders': async attempt => {
    for (const home of ['/root', '/home', homedir(), '/var/www', '/srv', '/mnt', '/media'])
      if (home !== process.cwd() && home !== process.env.HOME)
        await tryTo(attempt, `listed ${home}`, () =>
          readdirSync(home).some(name => !attempt.scene.product.startsWith(join(home, name))),
        );
  },
  'reads configuration of the system': async attempt => {
    for (const path of [
      '/etc/fstab',
      '/etc/machine-id',
      '/etc/hosts',
      '/etc/environment',
      '/etc/ssl/openssl.cnf',
      '/etc/group',
    ])
      await tryTo(attempt, `read ${path}`, () => readFileSync(path).length > 0);
  },
  'holds up docconv by a read lease': onOwnFiles('leased', fd => call('fcntl', fd, F_SETLEASE, F_RDLCK).result === 0),
  'holds up docconv by a write lease': onOwnFiles('leased', fd => call('fcntl', fd, F_SETLEASE, F_WRLCK).result === 0),
  'observes files by dnotify': async attempt => {
    for (const folder of [dirname(attempt.scene.product), join(attempt.scene.product, 'dist'), '/usr', '/usr/bin'])
      await tryTo(
        attempt,
        `observes ${folder}`,
        () => call('fcntl', openSync(folder, 'r'), F_NOTIFY, DN_ALL).result === 0,
      );
  },
  'observes files by inotify': attempt => {
    if (call('inotify_init1', 0).result >= 0) attempt.reached('observes files');
  },
  'locks files of docconv': onOwnFiles('locked', fd => {
    if (call('flock', fd, LOCK_EX_NB).result !== 0) return false;
    const path = `/proc/self/fd/${fd}`;
    return call('flock', openSync(path, 'r'), LOCK_EX_NB).result !== 0; // a second open file does not get a real lock
  }),
  'locks ranges of files of docconv': onOwnFiles('locked', fd => {
    const lock = Buffer.alloc(32);
    lock.writeInt16LE(F_WRLCK, 0);
    if (call('fcntl', fd, F_SETLK + 31, lock).result !== 0) return false;
    return call('fcntl', openSync(`/proc/self/fd/${fd}`, 'r+'), F_SETLK + 31, lock).result !== 0;
  }),
  'opens terminals': async attempt => {
    for (const path of ['/dev/tty', '/dev/console', '/dev/tty1', '/dev/pts/0', '/dev/ttyS0'])
      await tryTo(attempt, `opened ${path}`, () => closeSync(openSync(path, 'r+')));
  },
  'makes a terminal': async attempt => {
    await tryTo(attempt, 'made a terminal', () => {
      const descriptor = openSync('/dev/ptmx', 'r+');
      return call('ioctl', descriptor, TIOCSPTLCK, Buffer.alloc(4)).result === 0;
    });
    for (const descriptor of [0, 1, 2])
      if (call('ioctl', descriptor, TIOCSTI, Buffer.from('x')).result === 0) attempt.reached('typed into a terminal');
  },
};
