/**
 * What tests need beyond Node and npm packages. Where it is missing, the tests are reported as skipped, with the reason in
 * their name; under DOCCONV_REQUIRE_TOOLS=1 they fail instead. No other file skips tests (test/architecture.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, test } from 'vitest';
import { isExecutable } from '../../src/system/files/files.js';

export interface Requirement {
  /** What is missing when it is not met, as in `qpdf is not installed`. */
  readonly missing: string;
  readonly met: boolean;
}

const REQUIRED = process.env.DOCCONV_REQUIRE_TOOLS === '1';

export const linux: Requirement = { missing: 'this is not Linux', met: process.platform === 'linux' };

export const tmpfs: Requirement = {
  missing: 'no tmpfs can be mounted',
  met: spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
};

export function program(name: string): Requirement {
  return { missing: `${name} is not installed`, met: isInstalled(name) };
}

/** A package that is only for tests, and that an installation with --omit=dev lacks. */
export function npmPackage(name: string): Requirement {
  return { missing: `the package ${name} is not installed`, met: existsSync(join('node_modules', name)) };
}

const PYTHONS = ['python3', '/usr/bin/python3'];

/** The first Python that has the package; Debian's packages belong to /usr/bin/python3. */
export function pythonWith(name: string): Requirement & { readonly command: string } {
  const has = (command: string) => spawnSync(command, ['-c', `import ${name}`], { stdio: 'ignore' }).status === 0;
  const command = PYTHONS.find(has);
  return {
    missing: `the package ${name} of Python is not installed`,
    met: command !== undefined,
    command: command ?? 'python3',
  };
}

/** `describe` when every requirement is met. */
export function describeWith(name: string, requirements: readonly Requirement[], suite: () => void): void {
  const missing = missingOf(requirements);
  if (missing === '') describe(name, suite);
  else report(name, missing, REQUIRED);
}

/** `test` when every requirement is met. */
export function testWith(
  name: string,
  requirements: readonly Requirement[],
  run: () => Promise<void> | void,
  timeout?: number,
): void {
  const missing = missingOf(requirements);
  if (missing === '') test(name, run, timeout);
  else report(name, missing, REQUIRED);
}

/** `describe` when every program is installed. */
export function describeTools(name: string, programs: readonly string[], suite: () => void): void {
  describeWith(name, programs.map(program), suite);
}

/** As `describeWith`, but never required, as the machines of the tests lack some of it. */
export function describeInstalled(name: string, requirements: readonly Requirement[], suite: () => void): void {
  const missing = missingOf(requirements);
  if (missing === '') describe(name, suite);
  else report(name, missing, false);
}

/**
 * `describe` when the part of the shared corpus is there. The corpus does not belong to this repository, so that its
 * absence is a failure only where DOCCONV_CORPUS names it.
 */
export function describeCorpus(name: string, part: string, suite: (folder: string) => void): void {
  const folder = corpus(part);
  if (folder) describe(name, () => suite(folder));
  else report(name, `there is no corpus folder ${part}; set DOCCONV_CORPUS`, Boolean(process.env.DOCCONV_CORPUS));
}

/**
 * `describe` when .ci/judges has downloaded the judges: into the folder that DOCCONV_JUDGES names, without which their
 * absence is no failure.
 */
export function describeJudges(name: string, suite: (folder: string) => void): void {
  const folder = process.env.DOCCONV_JUDGES || join(homedir(), '.cache', 'docconv-judges');
  const missing = missingOf([
    program('javac'),
    {
      missing: 'the judges are not downloaded (.ci/judges)',
      met: existsSync(join(folder, 'python', 'bin', 'python')),
    },
  ]);
  if (missing === '') describe(name, () => suite(folder));
  else report(name, missing, Boolean(process.env.DOCCONV_JUDGES));
}

/** `describe` when .ci/verapdf has downloaded it; where DOCCONV_VERAPDF names the folder, its absence is a failure. */
export function describeVeraPdf(name: string, suite: () => void): void {
  const missing = missingOf([
    program('javac'),
    { missing: 'veraPDF is not downloaded (.ci/verapdf)', met: existsSync(join(veraPdfFolder(), 'jars')) },
  ]);
  if (missing === '') describe(name, suite);
  else report(name, missing, Boolean(process.env.DOCCONV_VERAPDF));
}

/** `describe` when .ci/invoices has downloaded them; where DOCCONV_INVOICES names the folder, their absence is a failure. */
export function describeInvoiceJudges(name: string, suite: (folder: string) => void): void {
  const folder = process.env.DOCCONV_INVOICES || join(homedir(), '.cache', 'docconv-invoices');
  if (existsSync(join(folder, 'python', 'bin', 'facturx-pdfextractxml'))) describe(name, () => suite(folder));
  else report(name, 'judges of invoices are not downloaded (.ci/invoices)', Boolean(process.env.DOCCONV_INVOICES));
}

/** `describe` when .ci/gotenberg-clients has installed it; where DOCCONV_GOTENBERG_CLIENTS names the folder, its absence is a failure. */
export function describeGotenbergClients(name: string, suite: (folder: string) => void): void {
  const folder = process.env.DOCCONV_GOTENBERG_CLIENTS || join(homedir(), '.cache', 'docconv-gotenberg-clients');
  const missing = 'clients of Gotenberg are not installed (.ci/gotenberg-clients)';
  if (existsSync(join(folder, 'node_modules', 'chromiumly'))) describe(name, () => suite(folder));
  else report(name, missing, Boolean(process.env.DOCCONV_GOTENBERG_CLIENTS));
}

export const veraPdfFolder = (): string => process.env.DOCCONV_VERAPDF || join(homedir(), '.cache', 'docconv-verapdf');

/**
 * `describe` when .ci/schemathesis has installed it: into the folder that DOCCONV_SCHEMATHESIS names, without which its
 * absence is no failure.
 */
export function describeSchemathesis(name: string, suite: (command: string) => void): void {
  const folder = process.env.DOCCONV_SCHEMATHESIS || join(homedir(), '.cache', 'docconv-schemathesis');
  const command = join(folder, 'bin', 'schemathesis');
  if (isExecutable(command)) describe(name, () => suite(command));
  else report(name, 'schemathesis is not installed (.ci/schemathesis)', Boolean(process.env.DOCCONV_SCHEMATHESIS));
}

function corpus(part: string): string | null {
  const folder = join(resolve(process.env.DOCCONV_CORPUS || '../shared/corpus'), part);
  return existsSync(folder) ? folder : null;
}

/** Whether a test can compare with this program; always true where programs are required. */
export function canUse(name: string): boolean {
  return REQUIRED || isInstalled(name);
}

const missingOf = (requirements: readonly Requirement[]) =>
  requirements
    .filter(({ met }) => !met)
    .map(({ missing }) => missing)
    .join(', ');

/** The suite itself is not collected: it may list its tests by what is missing. */
function report(name: string, missing: string, required: boolean): void {
  const fail = () => {
    throw new Error(`This test cannot run: ${missing}.`);
  };
  test.skipIf(!required)(`${name} (${missing})`, fail);
}

/** `soffice.bin` is never on the PATH. */
const LIBREOFFICE_FOLDERS = ['/usr/lib/libreoffice/program', '/opt/libreoffice/program'];

function isInstalled(name: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['', ...(process.env.PATHEXT ?? '').split(delimiter)].map(extension => name + extension); // of Windows
  return [...folders, ...LIBREOFFICE_FOLDERS].some(folder => names.some(file => isExecutable(join(folder, file))));
}
