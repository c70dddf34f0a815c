/** The folder for uploads: what killed servers left is removed, and nothing else. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openUploadFolder } from '../../../src/http/upload/folder.js';
import { NOT_PRIVATE } from '../../../src/system/files/file-errors.js';
import { testWith, tmpfs } from '../../helpers/requires.js';

/** Above the largest process id of Linux. */
const ENDED = 4_194_305;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'docconv-uploads-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const notExpected = (error: Error) => {
  throw error;
};

async function openAndClose(parent: string): Promise<void> {
  await (await openUploadFolder(parent, notExpected)).close();
}

it('removes the folders of ended servers, without following links', async () => {
  const [parent, victim] = [folder(), folder()];
  writeFileSync(join(victim, 'kept'), '');
  for (const pid of [ENDED, process.pid]) {
    const path = join(parent, `docconv-serve-${pid}-abcdef`);
    mkdirSync(path);
    writeFileSync(join(path, 'r-0'), 'a document');
    symlinkSync(victim, join(path, 'link'));
  }
  symlinkSync(victim, join(parent, `docconv-serve-${ENDED + 1}-abcdef`));
  await openAndClose(parent);
  const kept = [ENDED + 1, process.pid].map(pid => `docconv-serve-${pid}-abcdef`);
  expect(new Set(readdirSync(parent))).toEqual(new Set(kept));
  expect(existsSync(join(victim, 'kept'))).toBe(true);
});

testWith('reports what cannot be removed, of an ended server and at the end', [tmpfs], async () => {
  const parent = folder();
  const ofEnded = join(parent, `docconv-serve-${ENDED}-abcdef`);
  const mounted = join(ofEnded, 'mounted');
  mkdirSync(mounted, { recursive: true });
  const errors: Error[] = [];
  const mount = (path: string) => {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path]);
    onTestFinished(() => void execFileSync('umount', [path]));
  };
  mount(mounted);
  const uploads = await openUploadFolder(parent, error => errors.push(error));
  expect(errors).toMatchObject([{ code: 'EBUSY' }]);
  mount(uploads.path);
  await uploads.close();
  expect(errors).toMatchObject([{ code: 'EBUSY' }, { code: 'EBUSY', path: uploads.path }]);
});

it('leaves folders of other users alone', async () => {
  const parent = folder();
  const path = join(parent, `docconv-serve-${ENDED}-abcdef`);
  mkdirSync(path);
  if (process.getuid?.() === 0) chownSync(path, 1000, 1000);
  await openAndClose(parent);
  expect(existsSync(path)).toBe(process.getuid?.() === 0);
});

it('makes the folder again that another program has removed, unless somebody else has', async () => {
  const uploads = await openUploadFolder(folder(), notExpected);
  rmSync(uploads.path, { recursive: true });
  writeFileSync(uploads.newPath(), 'a document');
  expect(statSync(uploads.path).mode & 0o777).toBe(0o700);
  chmodSync(uploads.path, 0o755);
  expect(() => uploads.newPath()).toThrow('is not a folder of this user alone');
  await uploads.close();
});

it.each([
  ['a file', (path: string) => writeFileSync(path, '')],
  ['a link to nothing', (path: string) => symlinkSync('nothing', path)],
  ['a link to a folder', (path: string) => symlinkSync(tmpdir(), path)],
])('does not use %s in place of the folder: a fault for a while, whose cause is known', async (_what, replace) => {
  const uploads = await openUploadFolder(folder(), notExpected);
  rmSync(uploads.path, { recursive: true });
  replace(uploads.path);
  const fault = { code: NOT_PRIVATE };
  expect(thrownBy(uploads.newPath)).toMatchObject(fault);
  rmSync(uploads.path);
  expect(existsSync(dirname(uploads.newPath()))).toBe(true);
  await uploads.close();
});

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (thrown) {
    return thrown;
  }
}
