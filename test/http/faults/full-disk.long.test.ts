/** Folders that cannot be written: the server is not ready, says why, and is ready again by itself. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeWith, tmpfs } from '../../helpers/requires.js';
import { startServer } from '../started.js';

/** A small file system in memory. */
function mounted(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-small-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const remount = (folder: string, how: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${how}`, folder]);

function fill(folder: string): () => void {
  const path = join(folder, 'ballast');
  try {
    for (;;) writeFileSync(path, Buffer.alloc(4096), { flag: 'a' });
  } catch {}
  return () => rmSync(path);
}

async function readiness(url: string) {
  const answer = await fetch(`${url}/readyz`);
  // biome-ignore lint/suspicious/noExplicitAny: checks differ in their members
  const { detail, checks } = (await answer.json()) as any;
  return { status: answer.status, detail, checks };
}

it('a folder for temporary files that is a link now: not ready, until the link is removed', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const name = readdirSync(server.folder).find(entry => entry.startsWith('docconv-serve-')) ?? '';
  const path = join(server.folder, name);
  renameSync(path, `${path}-moved`);
  symlinkSync(`${path}-moved`, path);
  const detail = /temporary files cannot be written: another program has replaced it, or changed its rights\.$/;
  const check = { timeout: 20_000 };
  await expect.poll(async () => (await readiness(server.url)).detail, check).toMatch(detail);
  rmSync(path);
  await expect.poll(async () => (await readiness(server.url)).status, check).toBe(200);
}, 60_000);

describeWith('folders on a small disk', [tmpfs], () => {
  const names = {
    temporaryFolder: { setting: 'tempFolder', what: 'the folder for temporary files' },
    stateFolder: { setting: 'stateFolder', what: 'the state folder' },
  } as const;

  for (const [check, { setting, what }] of Object.entries(names)) {
    it(`${what}: full, then read-only, and ready again after each`, async () => {
      const folder = mounted();
      const server = await startServer({ [setting]: folder });
      onTestFinished(() => server.stop());
      const isReady = () => vi.waitFor(async () => expect((await readiness(server.url)).status).toBe(200), 20_000);
      const isNot = (reason: string) =>
        vi.waitFor(async () => {
          const fault = `${what} cannot be written: ${reason}`;
          const { status, detail, checks } = await readiness(server.url);
          expect([status, detail, checks[check]]).toEqual([
            503,
            `Not ready: ${fault}.`,
            { status: 'failing', reason: fault },
          ]);
        }, 20_000);
      await isReady();
      const empty = fill(folder);
      await isNot('the disk is full');
      empty();
      await isReady();
      remount(folder, 'ro');
      await isNot('it is read-only');
      remount(folder, 'rw');
      await isReady();
      expect(server.log()).toContain('not_ready');
    });
  }
});
