/** Folders that cannot be written: the server is not ready, says why, and is ready again by itself. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeWith, tmpfs } from '../../helpers/requires.js';
import { serve } from '../served.js';
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

interface Job {
  id: string;
  status: string;
}

const PATIENT = { timeout: 40_000 };

const idOf = async (answer: Response): Promise<string> => ((await answer.json()) as Job).id;

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
  it('a server whose folder is read-only ends as ever', async () => {
    const folder = mounted();
    const home = mkdtempSync(join(tmpdir(), 'docconv-home-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const server = await serve({ TMPDIR: folder, DOCCONV_HOME: home });
    remount(folder, 'ro');
    expect(await server.stop()).toBe(0);
    expect(server.messages()).not.toContain('EROFS');
  }, 60_000);

  it('documents are refused for a while, what is removed is removed later, and a job waits for the disk', async () => {
    const folder = mounted();
    const server = await startServer({ tempFolder: folder });
    onTestFinished(() => server.stop());
    const authorization = `Bearer ${server.key}`;
    const post = (content: string, more: Record<string, string> = {}) => {
      const body = new FormData();
      body.append('file', new Blob([content]), 'letter.rtf');
      return fetch(`${server.url}/v1/convert`, { method: 'POST', headers: { authorization, ...more }, body });
    };
    const ask = (path: string, method = 'GET') => fetch(server.url + path, { method, headers: { authorization } });
    const async = { prefer: 'respond-async' };
    const large = `{\\rtf1 ${'Dear reader '.repeat(10_000)}}`;
    const kept = (await post(large, { prefer: 'respond-async, wait=30' })).headers.get('content-location') ?? '';
    const job = kept.replace(/\/result$/, '');
    const waiting: string[] = [];
    for (let i = 0; i < 3; i++) waiting.push(`/v1/jobs/${await idOf(await post(large, async))}`);
    const stateOf = async (path: string) => (await (await ask(path)).json()) as Job;

    remount(folder, 'ro');
    for (const answer of [await post(large), await post(large, async)]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await answer.json()).toMatchObject({ code: 'store_unavailable', retryable: true });
    }
    expect((await ask(kept)).status).toBe(200);
    expect((await ask(job, 'DELETE')).status).toBe(204);
    expect((await ask(job)).status).toBe(404);
    expect(await stateOf(waiting.at(-1)!)).toMatchObject({ endedAt: null });

    remount(folder, 'rw');
    const bytes = async () => /^docconv_job_documents_bytes (\d+)/m.exec(await server.metrics())?.[1];
    for (const path of waiting) {
      await expect.poll(async () => (await stateOf(path)).status, PATIENT).toBe('succeeded');
      await ask(path, 'DELETE');
    }
    await expect.poll(bytes, PATIENT).toBe('0');
    const [own = ''] = readdirSync(folder).filter(name => name.startsWith('docconv-serve-'));
    expect(readdirSync(join(folder, own))).toEqual([]);
  }, 120_000);

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
