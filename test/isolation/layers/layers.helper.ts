/** Conversions on machines that have only some of the layers. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, onTestFinished } from 'vitest';
import { findLibreOffice } from '../../../src/convert/engines/locate.js';
import { type Layers, USER_ID, type User, withLayers } from '../../helpers/isolation/layers.js';

const BIN = resolve('bin/docconv.js');
/** Those that LibreOffice looks for on the PATH, see engines/programs.ts, and others that it may find there. */
const PROGRAMS = ['convert', 'gs', 'pstoedit', 'magick', 'gpg', 'gpgconf', 'gpgsm'];

export interface Machine {
  readonly layers: Layers;
  readonly user: User;
  /** Programs of PROGRAMS are installed. */
  readonly programs: boolean;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What it wrote, with `{folder}/out.pdf` as output. */
  readonly pdf: () => Promise<string>;
}

/** Runs docconv in a folder of its own, which `{folder}` in an argument or setting stands for. */
export async function docconvOn(
  { layers, user, programs }: Machine,
  argv: readonly string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-layers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  if (user !== 'root') chownSync(folder, USER_ID, USER_ID);
  const place = (text: string) => text.replaceAll('{folder}', folder);
  const cli = [process.execPath, BIN, ...argv.map(place)];
  const [command, args] = withLayers(layers, user, cli, programs ? fakePrograms() : null);
  const home = join(folder, 'home');
  const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, place(value)]));
  const env = { PATH: process.env.PATH, NO_COLOR: '1', HOME: folder, DOCCONV_HOME: home, ...given };
  const pdf = () => readFile(join(folder, 'out.pdf'), 'latin1');
  return promisify(execFile)(command, args, { env, cwd: '/' }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr, pdf }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr, pdf }),
  );
}

function fakePrograms(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  chmodSync(folder, 0o755);
  for (const name of PROGRAMS) writeFileSync(join(programs, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return programs;
}

/** A library that LibreOffice needs to start. */
const NEEDED = 'libjvmaccesslo.so';

/** For the tests of a suite: a LibreOffice of 100 MB and more is copied once. */
export function useScatteredLibreOffice(): () => string {
  let folder: string | null = null;
  let program = '';
  afterAll(() => {
    if (folder) rmSync(folder, { recursive: true });
  });
  return () => {
    folder ??= mkdtempSync(join(tmpdir(), 'docconv-scattered-'));
    program ||= scatter(folder);
    return program;
  };
}

/** A LibreOffice of which a library is outside of the folder that workers may read. The others are links to their originals. */
function scatter(folder: string): string {
  chmodSync(folder, 0o755);
  const { program } = findLibreOffice(null)!;
  const [copy, elsewhere] = [join(folder, 'libreoffice'), join(folder, 'elsewhere')];
  const own = join(copy, basename(program));
  for (const path of [own, elsewhere]) mkdirSync(path, { recursive: true });
  // LibreOffice 25.2 looks for share and presets beside the libraries, and does not follow links to them
  for (const name of readdirSync(dirname(program)).filter(name => name !== basename(program)))
    cpSync(join(dirname(program), name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  cpSync(join(program, NEEDED), join(elsewhere, NEEDED));
  for (const name of readdirSync(program))
    symlinkSync(join(name === NEEDED ? elsewhere : program, name), join(own, name));
  return own;
}
