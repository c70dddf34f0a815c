/**
 * The private folder of one converter, with a subfolder for each worker. A janitor process cleans up even after
 * SIGKILL: a small shell waits on a pipe that closes when this process ends, then kills the remaining process groups and
 * removes the folder once they have ended, because a process could replace what is being removed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../system/files/files.js';
import { removeTree } from '../system/files/remove-tree.js';
import { HAS_GROUPS } from '../system/processes.js';

/** Lines: `+GROUP` or `+GROUP@CGROUP` begins to watch, `-GROUP` ends it. */
const JANITOR = `
while read -r line; do
  case $line in
    +*) groups="$groups $line" ;;
    -*) keep=; for g in $groups; do [ "\${g%%@*}" = "+\${line#-}" ] || keep="$keep $g"; done; groups=$keep ;;
  esac
done
for g in $groups; do
  p=\${g#+}; kill -KILL "-\${p%%@*}" 2>/dev/null
  case $g in *@*) echo 1 > "\${g#*@}/cgroup.kill" ;; esac
done
for g in $groups; do
  p=\${g#+}; tries=0
  while kill -0 "-\${p%%@*}" 2>/dev/null && [ "$tries" -lt 50 ]; do tries=$((tries + 1)); sleep 0.1; done
  case $g in *@*) rmdir "\${g#*@}" ;; esac
done
tries=0
while ! rm -rf -- "$1" && [ "$tries" -lt 20 ]; do tries=$((tries + 1)); sleep 0.2; done
`;

const SHELL = '/bin/sh';

export class Workspace {
  #folder: Promise<string> | null = null;
  #janitor: ChildProcess | null = null;
  #next = 0;

  /** @param parent the folder for temporary files, by default the system's. */
  constructor(readonly parent: string = tmpdir()) {}

  /** Creates a private folder (0700) for a worker. */
  async folder(): Promise<string> {
    const path = join(await this.#root(), `worker-${this.#next++}`);
    await mkdir(path, { mode: 0o700 });
    return path;
  }

  /** For workers without a private folder. */
  async startJanitor(): Promise<void> {
    await this.#root();
  }

  /** The janitor, if it was started, kills this process group, and removes its cgroup, when this process ends. */
  watch(group: number, cgroup?: string): void {
    this.#janitor?.stdin?.write(`+${group}${cgroup ? `@${cgroup}` : ''}\n`);
  }

  unwatch(group: number): void {
    this.#janitor?.stdin?.write(`-${group}\n`);
  }

  /** Removes everything. */
  async close(): Promise<void> {
    const folder = await this.#folder;
    this.#folder = null;
    if (folder) await removeTree(folder).catch(() => {}); // the janitor tries it again
    this.#janitor?.stdin?.end();
    this.#janitor = null;
  }

  #root(): Promise<string> {
    this.#folder ??= this.#open();
    return this.#folder;
  }

  async #open(): Promise<string> {
    const folder = await makeTemporaryFolder('docconv-', this.parent);
    if (HAS_GROUPS && existsSync(SHELL)) this.#janitor = startJanitor(folder);
    return folder;
  }
}

function startJanitor(folder: string): ChildProcess {
  const janitor = spawn(SHELL, ['-c', JANITOR, 'docconv-janitor', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C in a terminal does not reach it
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  janitor.on('error', () => {});
  janitor.stdin?.on('error', () => {});
  janitor.unref();
  (janitor.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return janitor;
}
