/** What the isolation tests expect of a matrix. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { createConverter, type EngineName } from '../../src/convert/index.js';
import type { SandboxCapabilities } from '../../src/isolation/index.js';
import { landlockVersion } from '../../src/isolation/sandbox/landlock.js';
import { bundle } from '../helpers/bundle.js';
import type { Row } from '../helpers/isolation/isolation.js';
import { withoutNamespaces } from '../helpers/isolation/no-namespaces.js';
import { program } from '../helpers/requires.js';
import { everySecond } from '../helpers/selection.js';
import { vectors } from '../helpers/vectors/index.js';

/** By which the PDFs are searched. */
export const TOOLS = ['pdftotext', 'pdfinfo', 'pdfimages'];
export const NO_NAMESPACES = [
  ...[...TOOLS, 'unshare', 'setpriv'].map(program),
  { missing: 'this kernel has no Landlock', met: (await landlockVersion()) > 0 },
];
export const MINUTE = 60_000;

/** Vectors that plain LibreOffice follows, one or two for each kind of document. */
export const SELECTION = /linked image|stylesheet|INCLUDEPICTURE|svg: image/;

/** Every second vector, those of the other ones for an odd row. */
export function half(row: number): RegExp {
  const names = vectors(() => '').map(({ vector }) => vector.replace(/[^\w: ]/g, '\\$&'));
  return new RegExp(`^(?:${everySecond(names, row).join('|')})$`);
}

export const availableEngines: readonly EngineName[] = createConverter()
  .engineStatus()
  .filter(({ available }) => available)
  .map(({ name }) => name);

/** An engine that converts nothing would reach nothing either, so that most documents have to become PDFs. */
export function expectIsolated(rows: readonly Row[]): void {
  expect(rows.filter(({ requests, leaked }) => requests > 0 || leaked)).toEqual([]);
  const tried = rows.filter(({ outcome }) => outcome !== 'NO_ENGINE');
  const failed = tried.filter(({ outcome }) => outcome !== 'pdf');
  expect(failed.length, JSON.stringify(failed)).toBeLessThan(tried.length / 10);
}

/** Runs the matrices in a process that cannot create namespaces: only Landlock and the profile isolate there. */
export async function expectIsolatedWithoutNamespaces(engines: readonly EngineName[], only = /./): Promise<void> {
  const script = await bundle('test/helpers/isolation/isolation.main.ts');
  const [command, args] = withoutNamespaces([process.execPath, script, only.source, ...engines]);
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1 << 26 });
  const { capabilities, matrices } = JSON.parse(stdout) as {
    capabilities: SandboxCapabilities;
    matrices: Partial<Record<EngineName, Row[]>>;
  };
  expect(capabilities).toMatchObject({ network: false, files: false });
  for (const engine of engines) expectIsolated(matrices[engine]!);
}
