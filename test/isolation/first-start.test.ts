/** How often the sandbox is started until a worker is ready. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { sandboxCapabilities } from '../../src/isolation/index.js';
import { program, testWith } from '../helpers/requires.js';

const BWRAP = '/usr/bin/bwrap';
const needs = [
  { missing: 'bubblewrap cannot be used', met: sandboxCapabilities().files && existsSync(BWRAP) },
  program('soffice.bin'),
];

/** The command lines of bubblewrap in a conversion, where `script` is executed in its place before the program itself. */
async function startsWith(script: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-first-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [recorder, real, log, output] = ['recorder', 'bwrap', 'log', 'out'].map(name => join(folder, name));
  mkdirSync(output!);
  copyFileSync(BWRAP, real!);
  writeFileSync(recorder!, `#!/bin/sh\necho "$@" >> '${log}'\n${script}\nexec '${real}' "$@"\n`);
  chmodSync(recorder!, 0o755);
  const cli = [process.execPath, 'bin/docconv.js', 'convert', 'examples/report.docx', '--engine', 'native'];
  const args = ['--dev-bind', '/', '/', '--ro-bind', recorder!, BWRAP, '--', ...cli, '-o', join(output!, 'a.pdf')];
  const env = { ...process.env, DOCCONV_HOME: join(folder, 'home') };
  await promisify(execFile)(real!, args, { env });
  expect(existsSync(join(output!, 'a.pdf'))).toBe(true);
  return readFileSync(log!, 'utf8').trimEnd().split('\n');
}

testWith('the start of the worker is the only one where the system offers the strongest sandbox', needs, async () => {
  expect(await startsWith('')).toEqual([expect.stringContaining('native.worker.js')]);
});

testWith('a worker starts in the next sandbox where the strongest one does not start', needs, async () => {
  const starts = await startsWith('case "$*" in *--seccomp*) exit 1 ;; esac');
  expect(starts[0]).toContain('native.worker.js');
  expect(starts.at(-1)).toContain('native.worker.js');
  expect(starts.at(-1)).not.toContain('--seccomp');
});
