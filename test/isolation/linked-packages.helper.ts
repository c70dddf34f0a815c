/** docconv with symbolic links to its dependencies, as pnpm, workspaces and `npm link` create them. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect } from 'vitest';
import { docconv, newHome } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { type Requirement, testWith } from '../helpers/requires.js';

/** Defines a test for each engine, which needs these. */
export function enginesStart(required: Readonly<Record<string, readonly Requirement[]>>): void {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-linked-'));
  const bin = join(folder, 'package', 'bin', 'docconv.js');
  const { name, bytes } = documents.txt();

  mkdirSync(join(folder, 'package'));
  for (const path of ['bin', 'dist', 'package.json']) cpSync(path, join(folder, 'package', path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'package', 'node_modules'));
  writeFileSync(join(folder, name), bytes);

  afterAll(() => rmSync(folder, { recursive: true }));

  for (const [engine, requirements] of Object.entries(required)) {
    testWith(`the engine ${engine} starts where dependencies are linked`, requirements, async () => {
      const surroundings = { cwd: folder, env: { DOCCONV_HOME: newHome() }, bin };
      const { code, out, err } = await docconv(['convert', name, '--engine', engine, '--json', '-f'], surroundings);
      expect([code, err]).toEqual([0, '']);
      expect(JSON.parse(out)).toMatchObject({ engine });
    });
  }
}
