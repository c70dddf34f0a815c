/** What an attack must not reach: files with a secret, listeners, another process; and the search for what it left behind. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRunning, processesOf, signalIfRunning } from '../processes.js';
import { type Scene, SECRET } from './scene.js';

export interface Stage {
  /** Prepares an attack. */
  scene(attack: string, memoryLimit: number): Omit<Scene, 'parent'>;
  /** What the attack reached or left behind, beside what its worker reports. */
  damage(scene: Scene): string[];
  /** Removes what it left behind outside of the folder for temporary files. */
  clean(scene: Scene): void;
  close(): Promise<void>;
}

/** Folders to which a worker could write if nothing prevented it, among them all that sandboxes mount. */
const SEARCHED = [
  ...['/', '/usr', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib64', '/usr/local', '/usr/lib/libreoffice', '/opt'],
  ...[
    '/etc',
    '/etc/fonts',
    '/etc/libreoffice',
    '/etc/alternatives',
    '/home',
    '/root',
    '/run',
    '/dev',
    '/dev/shm',
    '/tmp',
  ],
  ...['/var', '/var/tmp', '/var/cache/fontconfig', '/var/lib/libreoffice', '/var/spool/libreoffice'],
];

export async function openStage(product: string): Promise<Stage> {
  const root = mkdtempSync(join(tmpdir(), 'docconv-stage-'));
  const runFolder = ['/run', '/var/tmp'].map(folder => join(folder, `docconv-stage-${process.pid}`));
  const sockets = [join(root, 'docker.sock'), ...runFolder.filter(canCreate).map(folder => join(folder, 'bus'))];
  const abstract = `docconv-stage-${process.pid}`;
  const received: string[] = [];
  const servers: Server[] = [];
  const listen = async (what: string, address: object) => {
    const server = createServer(socket => {
      received.push(what);
      socket.on('error', () => {}).resume();
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => server.on('error', reject).listen(address, resolve));
    return server;
  };
  for (const path of sockets) await listen(`a connection at ${path}`, { path });
  await listen('a connection at an abstract socket', { path: `\0${abstract}` });
  const { port: tcp } = (await listen('a TCP connection', { port: 0, host: '::' })).address() as AddressInfo;
  const datagrams = createSocket({ type: 'udp6' }, () => received.push('a datagram'));
  await new Promise<void>(resolve => datagrams.bind(0, '::', resolve));
  let count = 0;
  return {
    scene(attack, memoryLimit) {
      received.length = 0;
      const id = `${process.pid}${Date.now()}`;
      const base = join(root, String(count++));
      const bystander = spawn('sleep', ['600'], { env: { CANARY: SECRET }, stdio: 'ignore' });
      process.once('exit', () => bystander.kill('SIGKILL'));
      const scene = {
        ...plant(base),
        ...{ attack, id, bystander: bystander.pid!, product, sockets, abstract },
        ...{ tcp, udp: datagrams.address().port, memoryLimit },
      };
      watchListening(tcp + 1, received);
      return scene;
    },
    damage: scene => [...new Set([...received, ...damageOf(scene)])],
    clean,
    async close() {
      for (const server of servers) server.close();
      datagrams.close();
      execFileSync('rm', ['-rf', '--', root, ...runFolder]); // of any depth
    },
  };
}

function canCreate(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o777 });
    return true;
  } catch {
    return false;
  }
}

/** A worker that listens could receive what others send to this machine. It sends a text, since others may use the port. */
function watchListening(port: number, received: string[]): void {
  const timer = setInterval(() => {
    const probe = connect(port, '127.0.0.1').on('error', () => {});
    probe.on('data', data => {
      if (data.includes('hostile')) received.push('a worker listens on TCP');
      probe.destroy();
    });
    probe.setTimeout(1000, () => probe.destroy());
  }, 300);
  setTimeout(() => clearInterval(timer), 6000).unref();
  timer.unref();
}

function plant(base: string) {
  const at = (...names: string[]) => join(base, ...names);
  for (const folder of ['home/.ssh', 'home/.docconv', 'temporary', 'cache', 'victim'])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ['secret.txt', 'home/.ssh/id_ed25519', 'home/.docconv/keys.json', ...VICTIMS])
    writeFileSync(at(file), `%PDF-1.7 ${SECRET}`, { mode: 0o600 });
  chmodSync(base, 0o755);
  return {
    ...{ base, home: at('home'), temporary: at('temporary'), cache: at('cache') },
    ...{ victim: at('victim'), secret: at('secret.txt') },
  };
}

const VICTIMS = ['victim/one.txt', 'victim/two.pdf'];

function damageOf(scene: Scene): string[] {
  const { base, id, temporary, product, bystander } = scene;
  const lost = VICTIMS.filter(file => !isWhole(join(base, file)));
  const kept = ['secret.txt', 'home/.ssh/id_ed25519', 'home/.docconv/keys.json'].filter(
    file => !isWhole(join(base, file)),
  );
  const left = existsSync(temporary) ? readdirSync(temporary) : ['the folder itself is gone'];
  const victims = existsSync(join(base, 'victim')) ? readdirSync(join(base, 'victim')) : [];
  const added = victims.filter(name => !VICTIMS.includes(`victim/${name}`));
  return [
    ...lost.concat(kept).map(file => `${file} was removed or changed`),
    ...added.map(name => `${name} was written into a folder of the user`),
    ...left.map(name => `left in the temporary folder: ${name}`),
    ...writtenBy(scene).map(path => `wrote ${path} (mode ${(statSync(path).mode & 0o7777).toString(8)})`),
    ...newSegments().map(segment => `shared memory remains: ${segment}`),
    ...processesOf(id).map(({ command }) => `a process lives on: ${command.slice(0, 80)}`),
    ...processesOf(`${product}/dist/`)
      .filter(({ command }) => command.includes('.worker.js'))
      .map(({ command }) => `a worker lives on: ${command.slice(0, 80)}`),
    ...(isRunning(bystander) && !isStopped(bystander) ? [] : ['another process was killed or stopped']),
  ];
}

function isWhole(path: string): boolean {
  try {
    const { nlink } = lstatSync(path);
    return nlink === 1 && readFileSync(path, 'utf8') === `%PDF-1.7 ${SECRET}`;
  } catch {
    return false;
  }
}

/** Ids of System V shared memory segments without attached processes: they outlive their creator until they are removed. */
function segments(): string[] {
  const lines = readFileSync('/proc/sysvipc/shm', 'latin1').trim().split('\n').slice(1);
  const fields = lines.map(line => line.trim().split(/\s+/));
  return fields.filter(([, , , , , , attached]) => attached === '0').map(([, id]) => id!);
}

const segmentsBefore = new Set(segments());

const newSegments = () => segments().filter(segment => !segmentsBefore.has(segment));

/** Files with the attack's id. */
function writtenBy({ id, base, cache, home, product }: Scene): string[] {
  const engines = join(product, 'dist/convert/engines');
  const folders = [...SEARCHED, base, cache, home, dirname(product), product, join(product, 'dist'), engines];
  return folders.flatMap(folder =>
    namesIn(folder)
      .filter(name => name.includes(id))
      .map(name => join(folder, name)),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // is not there, or is another user's
  }
}

/** Removes what an attack left behind, so that the next one starts as the first. */
function clean(scene: Scene): void {
  for (const path of writtenBy(scene)) rmSync(path, { recursive: true, force: true });
  for (const { pid } of processesOf(scene.id)) signalIfRunning(pid);
  for (const segment of newSegments()) spawnSync('ipcrm', ['-m', segment]);
  signalIfRunning(scene.bystander);
}

function isStopped(pid: number): boolean {
  return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}
