import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../../src/system/files/remove-tree.js';
import { bundle } from '../../helpers/bundle.js';
import { readableByAll, root } from '../../helpers/isolation/layers.js';
import { describeWith, linux } from '../../helpers/requires.js';

function folders() {
  const root = mkdtempSync(join(tmpdir(), 'docconv-remove-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [victim, folder] = [join(root, 'victim'), join(root, 'folder')];
  for (const path of [victim, folder]) mkdirSync(path);
  writeFileSync(join(victim, 'kept.txt'), 'kept');
  return { root, victim, folder };
}

const isIntact = (victim: string) => readFileSync(join(victim, 'kept.txt'), 'utf8') === 'kept';

/** Folders below each other, deeper than the length of a path allows: each part is moved below the next. */
function deepTree(folder: string, parts: number): void {
  const part = Array.from({ length: 100 }, () => 'd').join('/');
  mkdirSync(join(folder, 'x', part), { recursive: true });
  for (let i = 0; i < parts; i++) {
    mkdirSync(join(folder, 'y', part), { recursive: true });
    renameSync(join(folder, 'x'), join(folder, 'y', part, 'x'));
    renameSync(join(folder, 'y'), join(folder, 'x'));
  }
}

it('removes a folder with all below it; a missing one is no error', async () => {
  const { folder, root } = folders();
  mkdirSync(join(folder, 'a', 'b'), { recursive: true });
  writeFileSync(join(folder, 'a', 'b', 'file'), '');
  await removeTree(folder);
  await removeTree(folder);
  expect(readdirSync(root)).toEqual(['victim']);
});

describeWith('a folder with the content of a hostile process', [linux], () => {
  it('links in it are removed, not what they point to', async () => {
    const { folder, victim, root } = folders();
    mkdirSync(join(folder, 'sub'));
    symlinkSync(victim, join(folder, 'link'));
    symlinkSync(victim, join(folder, 'sub', 'link'));
    symlinkSync('/proc/self/fd', join(folder, 'sub', 'descriptors'));
    await removeTree(folder);
    expect([isIntact(victim), existsSync(folder), readdirSync(root)]).toEqual([true, false, ['victim']]);
  });

  it('a link in place of the folder is removed itself', async () => {
    const { folder, victim } = folders();
    rmSync(folder, { recursive: true });
    symlinkSync(victim, folder);
    await removeTree(folder);
    expect([isIntact(victim), existsSync(folder)]).toEqual([true, false]);
  });

  it('FIFOs, sockets, names that are not UTF-8 or contain line breaks, and thousands of files', async () => {
    const { folder } = folders();
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const server = createServer().listen(join(folder, 'socket'));
    onTestFinished(() => void server.close());
    writeFileSync(join(folder, 'a\nb'), '');
    closeSync(openSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe, 0x80])]), 'w'));
    for (let i = 0; i < 1500; i++) writeFileSync(join(folder, String(i)), '');
    await removeTree(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('folders deeper than the longest path, without many open files', async () => {
    const { folder } = folders();
    deepTree(folder, 25);
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, open());
    }, 2);
    await removeTree(folder);
    clearInterval(timer);
    expect(existsSync(folder)).toBe(false);
    expect(most - before).toBeLessThan(10);
  });
});

describeWith('an ordinary user', [linux, root, readableByAll], () => {
  it('removes folders without any permission', async () => {
    const { root: parent, folder } = folders();
    mkdirSync(join(folder, 'a', 'b', 'c'), { recursive: true });
    writeFileSync(join(folder, 'a', 'b', 'file'), '');
    chmodSync(parent, 0o777);
    execFileSync('chown', ['-R', '1000:1000', parent]);
    for (const path of ['a/b/c', 'a/b', 'a', '']) chmodSync(join(folder, path), 0);
    const main = await bundle('test/fixtures/remove-tree.ts');
    const user = ['--reuid=1000', '--regid=1000', '--clear-groups', '--bounding-set=-all'];
    execFileSync('setpriv', [...user, process.execPath, main, folder]);
    expect(existsSync(folder)).toBe(false);
    expect(() => readlinkSync(folder)).toThrow();
  });
});
