/** What is left of a worker that did not start, where its private folder is on the disk. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { bundle } from '../../helpers/bundle.js';
import { withoutNamespaces } from '../../helpers/isolation/no-namespaces.js';
import { linux, program, testWith } from '../../helpers/requires.js';

const NEEDS = [linux, program('unshare'), program('setpriv')];

testWith('its start fails only when its files are removed: a workspace can be closed then', NEEDS, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-failed-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'temporary'));
  const script = await bundle('test/helpers/isolation/failed-start.main.ts');
  const { stdout } = await promisify(execFile)(...withoutNamespaces([process.execPath, script, folder]));
  expect(JSON.parse(stdout)).toEqual({ reason: 'start-timeout', left: [] });
});
