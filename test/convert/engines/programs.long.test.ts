/** Which programs LibreOffice starts. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { providePrograms } from '../../../src/convert/engines/programs.js';
import { linux, program, testWith } from '../../helpers/requires.js';

const run = promisify(execFile);
const GPG = ['gpg', 'gpgconf', 'gpgsm'].map(name => join('/usr/bin', name)).filter(existsSync);
const folder = mkdtempSync(join(tmpdir(), 'docconv-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

function script(path: string, text: string): string {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Runs `command` where gpg, gpgconf and gpgsm answer nothing and never end: what starts one of them waits for ever. */
function withEndlessGpg(command: readonly string[]): string[] {
  const endless = script(join(folder, 'endless'), 'exec /bin/sleep 1000');
  const replaced = GPG.flatMap(path => ['--ro-bind', endless, path]);
  return ['bwrap', '--dev-bind', '/', '/', ...replaced, '--die-with-parent', '--', ...command];
}

const needs = [linux, program('bwrap'), program('soffice.bin'), program('gpgconf')];
for (const engine of ['native', 'soffice'])
  testWith(`a conversion on the engine ${engine} starts none of the programs of GnuPG`, needs, async () => {
    const cli = [process.execPath, 'bin/docconv.js', 'convert', 'examples/report.docx', '--engine', engine];
    const [command, ...args] = withEndlessGpg([...cli, '-f', '-o', join(folder, `${engine}.pdf`), '--timeout', '50']);
    await run(command!, args, { env: { ...process.env, DOCCONV_HOME: join(folder, 'home') } });
  });

it('LibreOffice finds the programs that draw EPS pictures, and no others', async () => {
  const installed = ['first', 'second'].map(name => join(folder, name));
  for (const path of installed) mkdirSync(path);
  script(join(installed[0]!, 'gpgconf'), '');
  script(join(installed[0]!, 'gs'), 'echo first');
  script(join(installed[1]!, 'gs'), 'echo second');
  script(join(installed[1]!, 'pstoedit'), '');
  const { PATH } = providePrograms(join(folder, 'programs'), installed);
  expect(readdirSync(PATH).sort()).toEqual(['gs', 'pstoedit']);
  expect((await run('/bin/sh', ['-c', 'gs'], { env: { PATH } })).stdout).toBe('first\n');
});
