import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docconv, newHome } from '../helpers/cli.js';

it('removes what commands have stored in DOCCONV_HOME, and no other file', async () => {
  const home = newHome();
  const run = (...argv: string[]) => docconv(argv, { cwd: home, env: { DOCCONV_HOME: home } });
  await run('config', 'set', 'engine', 'wasm');
  await run('register', 'me@example.com');
  writeFileSync(join(home, 'report.docx'), 'of the user');
  const before = readdirSync(home);
  const refused = await run('config', 'purge');
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
  expect(refused.out).toContain(join(home, 'config.json'));
  expect(refused.out).not.toContain('report.docx');
  expect(readdirSync(home)).toEqual(before);
  expect(await run('config', 'purge', '--yes')).toMatchObject({ code: 0 });
  expect(readdirSync(home)).toEqual(['report.docx']);
});

it('removes the folders of a user, and says when there is nothing', async () => {
  const home = newHome();
  const env = {
    DOCCONV_HOME: '',
    HOME: home,
    XDG_CONFIG_HOME: '',
    XDG_DATA_HOME: '',
    XDG_CACHE_HOME: '',
    XDG_RUNTIME_DIR: '',
  };
  const run = (...argv: string[]) => docconv(argv, { cwd: home, env });
  await run('config', 'set', 'engine', 'wasm');
  mkdirSync(join(home, '.local/share/docconv/trust'), { recursive: true });
  expect(await run('config', 'purge', '--yes')).toMatchObject({ code: 0 });
  expect(existsSync(join(home, '.config/docconv'))).toBe(false);
  expect(existsSync(join(home, '.local/share/docconv'))).toBe(false);
  expect((await run('config', 'purge', '--yes')).err).toContain('Nothing is stored');
});
