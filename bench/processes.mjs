/** What the benchmarks read from /proc. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of the children of `pid`, of their children, and so on. */
export function descendantsOf(pid) {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => {
      const stat = readProc(`/proc/${name}/stat`);
      return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    });
  const childrenOf = one => parents.filter(({ parent }) => parent === one).map(child => child.pid);
  const below = one => childrenOf(one).flatMap(child => [child, ...below(child)]);
  return below(pid);
}

export const commandOf = pid => readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

/** Resident bytes; pages that several processes share are counted once for each. */
export function memoryOf(pids) {
  return pids.reduce(
    (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
    0,
  );
}

/** Resident bytes; a page that several processes share is divided among them. */
export function shareOf(pids) {
  return pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProc(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024,
    0,
  );
}

/** Milliseconds of processor time since its start; `withEnded`: also of its children that have ended. */
export function cpuOf(pid, { withEnded = false } = {}) {
  const stat = readProc(`/proc/${pid}/stat`);
  const times = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return times.slice(11, withEnded ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

/** Of the kernel's clock. */
const TICK_MS = 10;

/** Empty for a process that has ended. */
export function readProc(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const SAMPLE_MS = 100;

/** Milliseconds, processor time and peak bytes of a command and its descendants; throws when it fails. */
export async function measured(command, args, env) {
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', chunk => (errors += chunk));
  const stop = watch(child.pid);
  const [code] = await once(child, 'close');
  const used = stop();
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${errors}`);
  return { time: performance.now() - started, ...used };
}

/** Begins to watch a process and its descendants. What it returns ends that, with what they used. */
export function watch(root) {
  let memory = 0;
  const cpu = new Map();
  const before = new Map([root, ...descendantsOf(root)].map(pid => [pid, cpuOf(pid)]));
  const timer = setInterval(() => {
    const pids = [root, ...descendantsOf(root)];
    memory = Math.max(memory, shareOf(pids));
    for (const pid of pids) cpu.set(pid, Math.max(cpu.get(pid) ?? 0, cpuOf(pid) - (before.get(pid) ?? 0)));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return { memory, cpu: [...cpu.values()].reduce((sum, each) => sum + each, 0) };
  };
}
