import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Workspace } from '../../src/isolation/workspace.js';
import { bundle } from '../helpers/bundle.js';
import { isRunning, signalIfRunning } from '../helpers/processes.js';
import { describeWith, linux } from '../helpers/requires.js';
import { eventually } from './pool.helper.js';

function parentFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'docconv-workspace-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return parent;
}

describe('a workspace', () => {
  it('creates a new private folder each time', async () => {
    const workspace = new Workspace(parentFolder());
    const folders = [await workspace.folder(), await workspace.folder(), await workspace.folder()];
    expect(folders.map(folder => basename(folder))).toEqual(['worker-0', 'worker-1', 'worker-2']);
    for (const folder of [...folders, dirname(folders[0]!)]) expect(statSync(folder).mode & 0o777).toBe(0o700);
    await workspace.close();
  });

  it('creates nothing before the first folder is requested', () => {
    const parent = parentFolder();
    new Workspace(parent);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is removed with its contents when it is closed', async () => {
    const parent = parentFolder();
    const workspace = new Workspace(parent);
    writeFileSync(join(await workspace.folder(), 'letter.docx'), 'words');
    await workspace.close();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('can be used again after it was closed', async () => {
    const parent = parentFolder();
    const workspace = new Workspace(parent);
    await workspace.folder();
    await workspace.close();
    expect(existsSync(await workspace.folder())).toBe(true);
    await workspace.close();
    expect(readdirSync(parent)).toEqual([]);
  });
});

/** A process with a workspace and two process groups; resolves to their ids. */
async function startHolder(program: string, parent: string) {
  const holder = spawn(process.execPath, [program, parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await new Promise<string[]>(resolve => holder.stdout.once('data', data => resolve([String(data)])));
  const [kept = 0, released = 0] = line!.trim().split(' ').map(Number);
  return { holder, kept, released };
}

describeWith('the janitor', [linux], () => {
  let program: string;
  beforeAll(async () => {
    program = await bundle('test/fixtures/workspace-holder.ts');
  });

  it('after SIGKILL kills watched process groups, but no others, and removes the folder', async () => {
    const parent = parentFolder();
    const { holder, kept, released } = await startHolder(program, parent);
    onTestFinished(() => void signalIfRunning(released));
    expect(readdirSync(parent)).toHaveLength(1);
    expect([kept, released].map(isRunning)).toEqual([true, true]);
    holder.kill('SIGKILL');
    expect(await eventually(() => !isRunning(kept) && readdirSync(parent).length === 0, 20_000)).toBe(true);
    expect(isRunning(released)).toBe(true);
  });
});
