import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WatchFolders } from '../../../src/cli/commands/watch/folders.js';
import { versionOf } from '../../../src/cli/commands/watch/inbox.js';

function root(): string {
  const path = mkdtempSync(join(tmpdir(), 'docconv-watch-'));
  mkdirSync(join(path, 'in'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function pathsIn(folder: string) {
  return {
    input: join(folder, 'in'),
    output: join(folder, 'out'),
    done: join(folder, 'in/done'),
    failed: join(folder, 'in/failed'),
  };
}

async function opened(folder = root()) {
  const folders = await WatchFolders.open(pathsIn(folder));
  onTestFinished(() => folders.close());
  const put = async (name: string, content: string) => {
    writeFileSync(join(folder, 'in', name), content);
    return { name, version: (await versionOf(join(folder, 'in', name)))! };
  };
  const result = (content: string) => {
    const path = folders.temporaryResult('pdf');
    writeFileSync(path, content);
    return path;
  };
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { folder, folders, put, result, read };
}

describe('WatchFolders', () => {
  it('gives results of the same name numbers, and overwrites none', async () => {
    const { folders, result, read } = await opened();
    for (const content of ['1', '2', '3']) await folders.publish(result(content), 'sub/a.pdf');
    expect([read('out/sub/a.pdf'), read('out/sub/a (2).pdf'), read('out/sub/a (3).pdf')]).toEqual(['1', '2', '3']);
  });

  it('moves inputs of the same name, and overwrites none', async () => {
    const { folders, put, read } = await opened();
    for (const content of ['1', '2']) await folders.moveToDone(await put('a.docx', content));
    expect([read('in/done/a.docx'), read('in/done/a (2).docx')]).toEqual(['1', '2']);
  });

  it('leaves a document that replaced the converted one', async () => {
    const { folder, folders, put, read } = await opened();
    const found = await put('a.docx', 'old');
    writeFileSync(join(folder, 'new'), 'new');
    renameSync(join(folder, 'new'), join(folder, 'in/a.docx'));
    expect(await folders.isUnchanged(found)).toBe(false);
    expect(await folders.moveToDone(found)).toBe(null);
    expect(await folders.moveToFailed(found, {})).toBe(null);
    expect(read('in/a.docx')).toBe('new');
    expect(readdirSync(join(folder, 'in/done'))).toEqual([]);
    expect(readdirSync(join(folder, 'in/failed'))).toEqual([]);
  });

  it('writes the reason beside a document that failed', async () => {
    const { folders, put, read } = await opened();
    await folders.moveToFailed(await put('a.docx', 'bad'), { error: { code: 'CORRUPT_DOCUMENT' } });
    expect(read('in/failed/a.docx')).toBe('bad');
    expect(JSON.parse(read('in/failed/a.docx.error.json'))).toEqual({ error: { code: 'CORRUPT_DOCUMENT' } });
  });

  it('removes what a killed process left of its results', async () => {
    const { folder, folders, result } = await opened();
    const left = result('half');
    await folders.close();
    mkdirSync(dirname(left), { recursive: true });
    writeFileSync(left, 'half');
    const again = await WatchFolders.open(pathsIn(folder));
    expect(existsSync(left)).toBe(false);
    await again.close();
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
  });

  it('refuses a folder that another process watches, or that is also for results', async () => {
    const { folder } = await opened();
    await expect(WatchFolders.open(pathsIn(folder))).rejects.toMatchObject({ code: 'STORE_BUSY' });
    const other = root();
    const same = { ...pathsIn(other), output: join(other, 'in') };
    await expect(WatchFolders.open(same)).rejects.toMatchObject({ code: 'USAGE' });
    const missing = { ...pathsIn(other), input: join(other, 'nothing') };
    await expect(WatchFolders.open(missing)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
