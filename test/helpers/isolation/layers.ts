/** Command lines in which docconv has only some layers of its sandbox, as on machines that lack the others. They need root. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { foldersAbove } from '../../../src/isolation/sandbox/index.js';
import { program, type Requirement } from '../requires.js';
import { type Refusable, refusing, withoutPrograms } from './refuse.js';

interface Surroundings {
  readonly hidden: readonly string[];
  readonly refused: readonly Refusable[];
}

const SURROUNDINGS = {
  bubblewrap: { hidden: [], refused: [] },
  'unshare and Landlock': { hidden: ['bwrap'], refused: [] },
  unshare: { hidden: ['bwrap'], refused: ['landlock'] },
  Landlock: { hidden: ['bwrap', 'unshare'], refused: [] },
  'no layer': { hidden: ['bwrap', 'unshare'], refused: ['landlock', 'seccomp'] },
} as const satisfies Record<string, Surroundings>;

export type Layers = keyof typeof SURROUNDINGS;
export const LAYERS = Object.keys(SURROUNDINGS) as Layers[];

/** As whom docconv runs. */
export type User = 'root' | 'an ordinary user';
export const USER_ID = 1000;

/** @param programs a folder of programs that seem to be installed in /usr/bin */
export function withLayers(
  layers: Layers,
  user: User,
  command: readonly string[],
  programs: string | null = null,
): [string, string[]] {
  const { hidden, refused } = SURROUNDINGS[layers];
  const drop = user === 'root' ? [] : ['setpriv', `--reuid=${USER_ID}`, `--regid=${USER_ID}`, '--clear-groups'];
  const inner = withoutPrograms(hidden, [...drop, ...refusing(refused, command)]);
  const mount = 'mount -t overlay overlay -o "lowerdir=$1:/usr/bin" /usr/bin || exit 125; shift; exec "$@"';
  const outer = programs === null ? inner : ['unshare', '-m', 'sh', '-c', mount, 'sh', programs, ...inner];
  return [outer[0]!, outer.slice(1)];
}

export const root: Requirement = { missing: 'the tests do not run as root', met: process.getuid?.() === 0 };

const checkout = resolve('package.json');

/** Root may have the checkout in its own folder. */
export const readableByAll: Requirement = {
  missing: 'other users cannot read this checkout',
  met: foldersAbove([checkout]).every(folder => (statSync(folder).mode & 0o1) !== 0),
};

const OVERLAY = 'mount -t overlay overlay -o lowerdir=/usr/sbin:/usr/bin /mnt';

export const LAYERS_NEED: readonly Requirement[] = [
  root,
  readableByAll,
  program('unshare'),
  program('setpriv'),
  program('perl'),
  { missing: 'no overlay can be mounted', met: spawnSync('unshare', ['-m', 'sh', '-c', OVERLAY]).status === 0 },
];
