import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Inbox } from '../../../src/cli/commands/watch/inbox.js';

const HOUR_MS = 3_600_000;

function watched(settings: Partial<ConstructorParameters<typeof Inbox>[1]> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-inbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ignored: string[] = [];
  const inbox = new Inbox(folder, {
    recursive: false,
    extensions: new Set(['docx', 'odt']),
    settleMs: HOUR_MS,
    excluded: new Set([join(folder, 'done')]),
    onIgnored: (name, why) => ignored.push(`${name}: ${why}`),
    ...settings,
  });
  return {
    folder,
    ignored,
    names: async () => (await inbox.list()).map(({ name }) => name),
    write(name: string, content = 'x', ageMs = 0) {
      const path = join(folder, name);
      writeFileSync(path, content);
      const time = new Date(Date.now() - ageMs);
      utimesSync(path, time, time);
    },
  };
}

describe('Inbox', () => {
  it('waits until a file has not changed for a time', async () => {
    const { names, write } = watched({ settleMs: 40 });
    write('a.docx');
    expect(await names()).toEqual([]);
    await sleep(50);
    write('a.docx', 'longer');
    expect(await names()).toEqual([]);
    await sleep(50);
    expect(await names()).toEqual(['a.docx']);
  });

  it('takes at once what was written long ago and moved in, the oldest first', async () => {
    const { names, write } = watched({ settleMs: 1000 });
    write('b.docx', 'x', HOUR_MS);
    write('a.docx', 'x', 2 * HOUR_MS);
    write('new.docx');
    expect(await names()).toEqual(['a.docx', 'b.docx']);
  });

  it('gives an empty file, which is yet to be written, more time', async () => {
    const { names, write } = watched({ settleMs: 0 });
    write('empty.docx', '', 40_000);
    write('old.docx', '', HOUR_MS);
    expect(await names()).toEqual(['old.docx']);
  });

  it('begins again when a file was replaced by one of the same size and time', async () => {
    const { folder, names, write } = watched({ settleMs: 40 });
    write('a.docx', 'one', 100);
    await names();
    await sleep(50);
    write('other.tmp', 'two', 100);
    renameSync(join(folder, 'other.tmp'), join(folder, 'a.docx'));
    expect(await names()).toEqual([]);
  });

  it('leaves hidden, lock and other files, and says so once', async () => {
    const { folder, ignored, names, write } = watched({ settleMs: 0 });
    for (const name of ['.a.docx', '~$a.docx', '.~lock.a.docx#', 'a.docx.part', 'movie.mkv', 'A.DOCX']) write(name);
    symlinkSync('A.DOCX', join(folder, 'link.docx'));
    expect(await names()).toEqual(['A.DOCX']);
    expect(await names()).toEqual(['A.DOCX']);
    expect(ignored.sort()).toEqual([
      'a.docx.part: its name has no extension of a document',
      'link.docx: it is not a regular file',
      'movie.mkv: its name has no extension of a document',
    ]);
  });

  it('searches subfolders only if asked to, and never the folders of docconv', async () => {
    for (const recursive of [false, true]) {
      const { folder, names, write } = watched({ settleMs: 0, recursive });
      for (const path of ['sub/deep', 'done', '.hidden']) mkdirSync(join(folder, path), { recursive: true });
      for (const name of ['done/a.docx', '.hidden/b.docx', 'sub/deep/c.odt']) write(name);
      expect(await names()).toEqual(recursive ? ['sub/deep/c.odt'] : []);
    }
  });
});
