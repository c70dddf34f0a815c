/** The folder for uploads: what killed servers left is removed, and nothing else. */
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openUploadFolder } from '../../../src/http/upload/folder.js';

/** Above the largest process id of Linux. */
const ENDED = 4_194_305;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'docconv-uploads-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function openAndClose(parent: string): Promise<void> {
  await (await openUploadFolder(parent)).close();
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

it('leaves folders of other users alone', async () => {
  const parent = folder();
  const path = join(parent, `docconv-serve-${ENDED}-abcdef`);
  mkdirSync(path);
  if (process.getuid?.() === 0) chownSync(path, 1000, 1000);
  await openAndClose(parent);
  expect(existsSync(path)).toBe(process.getuid?.() === 0);
});
