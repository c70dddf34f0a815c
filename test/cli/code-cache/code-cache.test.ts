/** The compiled code that a start leaves to later ones, see src/cli/code-cache.ts. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CodeCache } from '../../../src/cli/code-cache.js';
import { newHome } from '../../helpers/cli.js';
import { cached, folderOf } from './folder.js';

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
