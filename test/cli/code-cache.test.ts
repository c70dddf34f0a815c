/** The compiled code that a start leaves to later ones, see src/cli/code-cache.ts. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CodeCache } from '../../src/cli/code-cache.js';
import { docconv, newHome } from '../helpers/cli.js';
import { describeWith } from '../helpers/requires.js';
import { signedPdf } from '../http/signed.js';

const on = (home: string) => ({ env: { DOCCONV_HOME: home, NODE_DISABLE_COMPILE_CACHE: '' } });
const folderOf = (home: string) => join(home, 'cache', 'code');

/** By name. */
function cached(home: string): Map<string, Buffer> {
  const folder = folderOf(home);
  return new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name))]));
}

const isOfCheck = (name: string) => name.startsWith('initial-');

function homeWithDocument(): { home: string; argv: string[] } {
  const home = newHome();
  const file = join(home, 'signed.pdf');
  writeFileSync(file, signedPdf());
  return { home, argv: ['check', '--quiet', '--no-require-trust', file] };
}

const node20 = { missing: 'this version of Node has a cache of its own', met: !('enableCompileCache' in module) };

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

describeWith('the code cache', [node20], () => {
  it('is written by a start, for this user alone, and used by the next one', async () => {
    const { home, argv } = homeWithDocument();
    expect(await docconv(argv, on(home))).toMatchObject({ code: 0, err: '' });
    const first = cached(home);
    expect([...first.keys()].filter(isOfCheck)).toHaveLength(1);
    expect(statSync(folderOf(home)).mode & 0o777).toBe(0o700);
    for (const name of first.keys()) expect(statSync(join(folderOf(home), name)).mode & 0o777).toBe(0o600);

    expect(await docconv(argv, on(home))).toMatchObject({ code: 0, err: '' });
    expect(cached(home)).toEqual(first);
  });

  it('is written again for other flags of V8', async () => {
    const { home, argv } = homeWithDocument();
    await docconv(argv, on(home));
    const before = cached(home);
    const { env } = on(home);
    const flags = { ...env, NODE_OPTIONS: '--max-semi-space-size=8' };
    expect(await docconv(argv, { env: flags })).toMatchObject({ code: 0, err: '' });
    expect([...cached(home).keys()]).toEqual([...before.keys()]);
    expect(cached(home)).not.toEqual(before);
  });

  it('is not used in a folder that others may write to', async () => {
    const { home, argv } = homeWithDocument();
    await docconv(argv, on(home));
    const [name = ''] = [...cached(home).keys()].filter(isOfCheck);
    writeFileSync(join(folderOf(home), name), 'damaged');
    chmodSync(folderOf(home), 0o770);
    expect(await docconv(argv, on(home))).toMatchObject({ code: 0, err: '' });
    expect(cached(home).get(name)?.toString()).toBe('damaged');
  });

  it('is not needed in a home that is read-only', async () => {
    const { home, argv } = homeWithDocument();
    chmodSync(home, 0o555);
    const ended = await docconv(argv, { ...on(home), obeyPermissions: true });
    chmodSync(home, 0o755);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(home)).toEqual(['signed.pdf']);
  });

  it('is not written by help and by failures, which use little of the code', async () => {
    const { home, argv } = homeWithDocument();
    expect(await docconv(['check', '--help'], on(home))).toMatchObject({ code: 0 });
    expect(await docconv([...argv, '--require-trust'], on(home))).toMatchObject({ code: 11 });
    expect(cached(home).size).toBe(0);
  });

  it('is written by several starts at once', async () => {
    const { home, argv } = homeWithDocument();
    const ends = await Promise.all(Array.from({ length: 4 }, () => docconv(argv, on(home))));
    expect(ends.map(({ code, err }) => [code, err])).toEqual(Array(4).fill([0, '']));
    expect([...cached(home).keys()].filter(isOfCheck)).toHaveLength(1);
    expect(await docconv(argv, on(home))).toMatchObject({ code: 0, err: '' });
  });

  it('contains code that loads packages', async () => {
    const home = newHome();
    for (const workers of [2, 3]) {
      const ended = await docconv(['config', 'set', 'workers', String(workers)], on(home));
      expect(ended).toMatchObject({ code: 0, err: expect.not.stringContaining('Warning') });
      expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({ workers });
    }
  });

  it('is off with NODE_DISABLE_COMPILE_CACHE', async () => {
    const { home, argv } = homeWithDocument();
    await docconv(argv, { env: { DOCCONV_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' } });
    expect(readdirSync(home)).toEqual(['signed.pdf']);
  });
});
