/** Attacks on files: what the parent does with paths that a worker can change, and what a worker can read and write. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Attack, type Attempt, sleep, tryTo } from '../attack.js';
import { SECRET } from '../scene.js';
import { call } from './system-calls.js';

const quietly = (action: () => void) => {
  try {
    action();
  } catch {
    // refused
  }
};

/** Folders of the worker that docconv may remove later. */
function ownFolders({ scene }: Attempt): string[] {
  const below = existsSync(scene.temporary)
    ? readdirSync(scene.temporary, { recursive: true, encoding: 'utf8' }).map(name => join(scene.temporary, name))
    : [];
  const own = [process.cwd(), process.env.HOME, process.env.TMPDIR, ...below];
  return [...new Set(own)].filter((path): path is string => path !== undefined && path !== '/');
}

function replaceBy(target: string, paths: readonly string[]): void {
  for (const path of paths) {
    quietly(() => {
      renameSync(path, `${path}.gone`);
      symlinkSync(target, path);
    });
  }
}

const die = () => process.kill(process.pid, 'SIGKILL');

/** Puts something in place of the PDF, under the names that converters give it, and answers. */
const outputAs =
  (place: (path: string, attempt: Attempt) => void): Attack =>
  attempt => {
    for (const path of ['converted.pdf', 'output.pdf', 'out.pdf', 'hostile.pdf']) quietly(() => place(path, attempt));
  };

function readsSecret(path: string): string | false {
  const text = readFileSync(path, 'latin1').slice(0, 200_000);
  if (text.length === 0) return false;
  return text.includes(SECRET) ? 'with the secret' : `${text.length} bytes`;
}

function lists(path: string): string | false {
  const names = readdirSync(path);
  return names.length > 0 ? names.slice(0, 3).join(' ') : false;
}

/** Tries to create a file in `folder` under a name that the stage looks for. */
function write(attempt: Attempt, folder: string): void {
  quietly(() => writeFileSync(join(folder, `hostile-${attempt.scene.id}`), 'written by a worker'));
}

const MOUNTS = () =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map(line => line.split(' ')[4] ?? '')
    .filter(Boolean);

const MS_REMOUNT_BIND = 32 | 4096;
const SYSTEM_FOLDERS = [
  '/',
  '/usr',
  '/usr/bin',
  '/usr/local',
  '/etc',
  '/var',
  '/var/tmp',
  '/run',
  '/home',
  '/root',
  '/opt',
];

export const FILE_ATTACKS: Record<string, Attack> = {
  'own folders become links to a folder of the user': attempt => replaceBy(attempt.scene.victim, ownFolders(attempt)),
  'own folders become links, then the worker dies': attempt => {
    replaceBy(attempt.scene.victim, ownFolders(attempt));
    die();
  },
  'a daemon exchanges own folders and links all the time': async attempt => {
    const paths = ownFolders(attempt);
    const script = `while true; do for p in "$@"; do mv "$p" "$p.x" && ln -s "$V" "$p" && rm "$p" && mv "$p.x" "$p"; done; done 2>/dev/null`;
    spawn('/bin/sh', ['-c', script, `sleep-${attempt.scene.id}`, ...paths], {
      env: { V: attempt.scene.victim, PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    }).unref();
    await sleep(300);
  },
  'the PDF is a link to a secret': outputAs((path, { scene }) => symlinkSync(scene.secret, path)),
  'the PDF is a hard link to a secret': outputAs((path, { scene }) => linkSync(scene.secret, path)),
  'the PDF is a FIFO': outputAs(path => void execFileSync('mkfifo', [path])),
  'the PDF is a folder': outputAs(path => mkdirSync(path)),
  'the PDF is a link to /dev/zero': outputAs(path => symlinkSync('/dev/zero', path)),
  'the PDF is a link to /proc/self/environ': outputAs(path => symlinkSync('/proc/self/environ', path)),
  'the PDF is a sparse file of 3 GiB': outputAs(path => {
    writeFileSync(path, '%PDF-1.7\n');
    truncateSync(path, 3 * 1024 ** 3);
  }),
  'a tree of 100,000 nested folders': () => {
    quietly(() => void execFileSync('perl', ['-e', 'for (1..100000) { mkdir "d" or last; chdir "d" or last }']));
  },
  '100,000 files in one folder': () => {
    quietly(
      () => void execFileSync('perl', ['-e', 'mkdir "many"; for (1..100000) { open F, ">", "many/$_" or last }']),
    );
  },
  'names with line breaks and invalid UTF-8': () => {
    for (const name of ['a\nb', '-rf', '--', '*', ' ', '\x01\x1b[2J', '..\n..', 'x'.repeat(255)])
      quietly(() => mkdirSync(join(process.cwd(), name)));
    quietly(() => writeFileSync(Buffer.concat([Buffer.from(`${process.cwd()}/`), Buffer.from([0xff, 0xfe])]), ''));
  },
  'folders without permissions': () => {
    quietly(() => {
      mkdirSync('closed/inner', { recursive: true });
      writeFileSync('closed/inner/file', '');
      chmodSync('closed/inner', 0);
      chmodSync('closed', 0);
    });
  },
  'reads files of the user': async attempt => {
    const { home, secret, victim, base } = attempt.scene;
    const files = [
      secret,
      join(home, '.ssh', 'id_ed25519'),
      join(home, '.docconv', 'keys.json'),
      join(victim, 'one.txt'),
    ];
    for (const path of files) await tryTo(attempt, `read ${path.slice(base.length + 1)}`, () => readsSecret(path));
    for (const path of [home, join(home, '.ssh'), victim]) await tryTo(attempt, `listed ${path}`, () => lists(path));
  },
  'reads files of the system': async attempt => {
    for (const path of [
      '/etc/passwd',
      '/etc/shadow',
      '/etc/hostname',
      '/etc/resolv.conf',
      '/etc/ssh/sshd_config',
      '/proc/1/environ',
      '/proc/kcore',
      '/proc/kmsg',
    ])
      await tryTo(attempt, `read ${path}`, () =>
        /^\/proc\/1\//.test(path) && isOwnInit() ? false : readsSecret(path),
      );
    for (const path of ['/home', '/root', '/var/log', '/run', '/boot'])
      await tryTo(attempt, `listed ${path}`, () => lists(path));
  },
  "reads neighbours' documents": async attempt => {
    for (let i = 0; i < 20; i++) {
      const text = secretsBelow(attempt.scene.temporary) ?? secretsBelow('/tmp');
      if (text) return attempt.reached(`read ${text}`);
      await sleep(50);
    }
  },
  'writes into the cache of profiles': async attempt => {
    const { cache } = attempt.scene;
    await tryTo(attempt, 'wrote into the cache', () => writeFileSync(join(cache, `hostile-${attempt.scene.id}`), ''));
    for (const name of existsSync(cache) ? readdirSync(cache) : [])
      await tryTo(attempt, `renamed ${name} in the cache`, () =>
        renameSync(join(cache, name), join(cache, `${name}.x`)),
      );
  },
  "writes into docconv's package and configuration": async attempt => {
    const { product, home } = attempt.scene;
    const own = import.meta.dirname;
    for (const folder of [product, own, join(product, 'dist'), dirname(product), join(home, '.docconv'), home])
      await tryTo(attempt, `wrote into ${folder}`, () =>
        writeFileSync(join(folder, `hostile-${attempt.scene.id}`), ''),
      );
    await tryTo(attempt, 'changed package.json', () => closeSync(openSync(join(product, 'package.json'), 'r+')));
  },
  'writes to every mount': attempt => {
    for (const folder of [...MOUNTS(), ...SYSTEM_FOLDERS, '/tmp', '/dev/shm', '/dev', attempt.scene.base])
      write(attempt, folder);
  },
  'remounts every mount writable': attempt => {
    for (const folder of MOUNTS()) {
      const { result } = call('mount', null, folder, null, MS_REMOUNT_BIND, null);
      if (result === 0 && isWritable(folder)) attempt.reached(`remounted ${folder}`);
      write(attempt, folder);
    }
  },
  'leaves programs with setuid behind': attempt => {
    for (const folder of [process.cwd(), '/tmp', '/dev/shm', '/var/tmp', attempt.scene.temporary])
      quietly(() => {
        const path = join(folder, `hostile-suid-${attempt.scene.id}`);
        copyFileSync('/bin/true', path);
        chmodSync(path, 0o6755);
      });
  },
  'opens devices and kernel interfaces': async attempt => {
    for (const path of [
      '/proc/sys/kernel/core_pattern',
      '/proc/sysrq-trigger',
      '/proc/sys/kernel/modprobe',
      '/sys/kernel/uevent_helper',
      '/dev/mem',
      '/dev/vda',
      '/dev/sda',
      '/dev/fuse',
      '/dev/kvm',
    ])
      await tryTo(attempt, `opened ${path}`, () => closeSync(openSync(path, 'r+')));
    quietly(() => execFileSync('mknod', ['disk', 'b', '254', '0'], { stdio: 'ignore' }));
    await tryTo(attempt, 'opened the disk', () => closeSync(openSync('disk', 'r')));
    quietly(() => rmSync('disk', { force: true }));
  },
  'opens files by handle': attempt => {
    const handle = Buffer.alloc(16);
    handle.writeUInt32LE(8, 0);
    handle.writeInt32LE(1, 4);
    handle.writeUInt32LE(2, 8); // inode of the root folder on most file systems
    const descriptor = openSync('/usr', 'r');
    if (call('open_by_handle_at', descriptor, handle, 0).result >= 0)
      attempt.reached('opened the root folder by handle');
    closeSync(descriptor);
  },
};

/** In a process namespace of its own the sandbox's first process is process 1. */
const isOwnInit = () => /bwrap|unshare|node/.test(readFileSync('/proc/1/cmdline', 'latin1'));

function isWritable(folder: string): boolean {
  try {
    const path = join(statSync(folder).isDirectory() ? folder : dirname(folder), `.hostile-${process.pid}`);
    writeFileSync(path, '');
    rmSync(path);
    return !['/tmp', '/dev', '/dev/shm', process.cwd()].includes(folder);
  } catch {
    return false;
  }
}

/** The first file with the secret that is not this attack's own document. */
function secretsBelow(folder: string): string | null {
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (readable(join(folder, name)).startsWith(`document of a neighbour ${SECRET}`)) return join(folder, name);
    }
  } catch {
    // not visible
  }
  return null;
}

function readable(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
  } catch {
    return '';
  }
}
