/** The compiled code that a start leaves to later ones, see src/cli/code-cache.ts. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CodeCache } from '../../../src/cli/code-cache.js';
import { docconv, newHome } from '../../helpers/cli.js';
import { testWith } from '../../helpers/requires.js';
import { cached, folderOf, node20 } from './folder.js';

describe('files of compiled code', () => {
  /** Runs a module as an own start would: the answer of its function. */
  async function run(home: string): Promise<number> {
    const path = join(home, 'chunks', 'answer-1a2b.cjs');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `exports.answer = () => [1, 2, 3].reduce((sum, each) => sum + each, ${'0 + '.repeat(400)} 0);`);
    mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
    const cache = new CodeCache(folderOf(home));
    const { answer } = cache.load(path) as { answer(): number };
    const result = answer();
    await cache.save();
    return result;
  }

  it.each<[string, (content: Buffer) => Buffer]>([
    ['zeros', content => content.fill(0, content.length >> 1)],
    ['a part', content => content.subarray(0, content.length >> 1)],
    ['nothing', () => Buffer.alloc(0)],
    ['the code of another version', () => Buffer.alloc(1000)],
  ])('that are damaged are replaced: %s', async (_what, damage) => {
    const home = newHome();
    expect(await run(home)).toBe(6);
    const [[name = '', good] = []] = [...cached(home)];
    writeFileSync(join(folderOf(home), name), damage(Buffer.from(good!)));
    expect(await run(home)).toBe(6);
    expect(cached(home).get(name)!.length).toBeGreaterThan(1000);
  });

  testWith('are not flushed to the disk: the end of a command would wait for it', [node20], async () => {
    const home = newHome();
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(TELLING)}`;
    const env = { DOCCONV_HOME: home, NODE_DISABLE_COMPILE_CACHE: '', NODE_OPTIONS };
    const { err } = await docconv(['config', 'list'], { env });
    expect(err).toBe('');
    expect(readdirSync(folderOf(home))).not.toEqual([]);
  });

  it('that other versions have left a month ago are removed', async () => {
    const home = newHome();
    mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
    for (const [name, days] of Object.entries({ old: 31, young: 29 })) {
      const file = join(folderOf(home), name);
      writeFileSync(file, '');
      const time = new Date(Date.now() - days * 24 * 3_600_000);
      utimesSync(file, time, time);
    }
    await run(home);
    const names = [...cached(home).keys()];
    expect(names).toContain('young');
    expect(names).not.toContain('old');
  });
});

/** Tells of each call of fsync(). */
const TELLING = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { fsync } = fs;
fs.fsync = (...given) => {
  console.error('flushed');
  fsync(...given);
};
syncBuiltinESMExports();
`;
