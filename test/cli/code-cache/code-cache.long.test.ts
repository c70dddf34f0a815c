/** The compiled code that a start leaves to later ones, in each environment of the command line. */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docconv, newHome } from '../../helpers/cli.js';
import { describeWith } from '../../helpers/requires.js';
import { signedPdf } from '../../http/signed.js';
import { cached, folderOf, node20 } from './folder.js';

const on = (home: string) => ({ env: { DOCCONV_HOME: home, NODE_DISABLE_COMPILE_CACHE: '' } });
const isOfCheck = (name: string) => name.startsWith('initial-');

function homeWithDocument(): { home: string; argv: string[] } {
  const home = newHome();
  const file = join(home, 'signed.pdf');
  writeFileSync(file, signedPdf());
  return { home, argv: ['check', '--quiet', '--no-require-trust', file] };
}

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
