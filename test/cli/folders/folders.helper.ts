/** Folders in which commands run, and the modes of those that they make. */
import { spawn } from 'node:child_process';
import { type Dirent, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createPki } from '../../helpers/pki.js';

const PKI = createPki({ ca: { ca: true, subject: 'CN=CA' } }, new Date());

interface Place {
  readonly root: string;
  /** Runs the command line with a umask; resolves to the exit code and all output. */
  run(umask: string, command: string, until?: RegExp): Promise<{ code: number | null; text: string }>;
  /** What was not 0700 while commands ran, and is not now, with its mode. */
  open(): string[];
}

/** The folders for settings, data, the cache and temporary files do not exist, except for the last one. */
export function newPlace(home: Record<string, string>): Place {
  const root = mkdtempSync(join(tmpdir(), 'docconv-folders-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['tmp', 'work']) mkdirSync(join(root, name));
  const folders = Object.fromEntries(Object.entries(home).map(([name, path]) => [name, join(root, path)]));
  const { DOCCONV_HOME: _, ...outer } = process.env;
  const env = { ...outer, ...folders, TMPDIR: join(root, 'tmp'), DOCCONV_REGISTRATION: 'open' };
  const found = new Set<string>();
  const look = () => {
    for (const path of foldersBelow(root)) for (const open of describeOpen(path, root)) found.add(open);
  };
  return {
    root,
    async run(umask, command, until) {
      const timer = setInterval(look, 20);
      return runWith(umask, command, { env, cwd: join(root, 'work') }, until).finally(() => clearInterval(timer));
    },
    open() {
      look();
      return [...found];
    },
  };
}

function runWith(umask: string, command: string, where: { env: NodeJS.ProcessEnv; cwd: string }, until?: RegExp) {
  const script = `umask ${umask}; exec "$0" "$@"`;
  const args = [process.execPath, resolve('bin/docconv.js'), ...command.split(' ')];
  const child = spawn('/bin/sh', ['-c', script, ...args], { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', bytes => {
      text += bytes;
      if (until?.test(text) && !child.killed) child.kill(); // a second signal would end it at once
    });
  return new Promise<{ code: number | null; text: string }>(done => child.on('close', code => done({ code, text })));
}

/** The folder of a worker counts, what LibreOffice creates in it does not. */
function foldersBelow(folder: string): string[] {
  if (basename(folder).startsWith('worker-')) return [];
  const entries = listIfThere(folder).filter(entry => entry.isDirectory());
  return entries.flatMap(({ name }) => [join(folder, name), ...foldersBelow(join(folder, name))]);
}

function listIfThere(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // removed since
  }
}

/** Root's lists are read by processes of another user, in a private folder. */
const isOfLists = (path: string) => process.getuid?.() === 0 && /(?:^|\/)data\/(?:docconv\/)?trust(?:\/|$)/.test(path);

function describeOpen(path: string, root: string): string[] {
  const name = relative(root, path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  const mode = stats.mode & 0o777;
  const isGiven = /^(?:tmp|work)$|^work\//.test(name);
  return isGiven || mode === 0o700 || isOfLists(name) ? [] : [`${name} ${mode.toString(8)}`];
}

export const HOMES = {
  'the XDG folders': { XDG_CONFIG_HOME: 'config', XDG_DATA_HOME: 'data', XDG_CACHE_HOME: 'cache' },
  DOCCONV_HOME: { DOCCONV_HOME: 'home' },
};

/** Has commands write in every folder, and looks at the modes of the folders while they run. */
export async function expectPrivateFolders(home: Record<string, string>, umask: string): Promise<void> {
  const place = newPlace(home);
  writeFileSync(join(place.root, 'work/letter.rtf'), '{\\rtf1\\ansi Dear reader,\\par}');
  const run = async (command: string) => expect(await place.run(umask, command)).toMatchObject({ code: 0 });
  writeFileSync(join(place.root, 'work/ca.pem'), PKI.id('ca').pem);
  await run('trust add ca.pem');
  await run('config set workers 1');
  await run('keys create ann@example.org');
  await run('convert letter.rtf -o out/letter.pdf');
  const served = await place.run(umask, 'serve --port 0', /listens on/);
  expect(served.code, served.text).toBe(0);
  expect(place.open()).toEqual([]);
  const expected = (0o777 & ~Number.parseInt(umask, 8)).toString(8);
  expect((statSync(join(place.root, 'work/out')).mode & 0o777).toString(8)).toBe(expected);
}
