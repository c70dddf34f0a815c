/** `docconv config`: storing settings, the origin of a value, and invalid input. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTING_KEYS } from '../../src/config/index.js';
import { atTerminal, docconv, docconvResident, newHome } from '../helpers/cli.js';

function scene(content?: unknown) {
  const home = newHome();
  const file = join(home, 'config.json');
  if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return {
    file,
    config: (argv: readonly string[], env: Record<string, string> = {}, input = '') =>
      docconvResident(['config', ...argv], { env: { DOCCONV_HOME: home, ...env }, input }),
    stored: () => JSON.parse(readFileSync(file, 'utf8')),
  };
}

test('set stores a setting in a private file; unset removes it', async () => {
  const { config, stored, file } = scene();
  const set = await config(['set', 'engine', 'native']);
  expect(set).toMatchObject({ code: 0, out: '', err: `✓ engine = native in ${file}\n` });
  await config(['set', 'timeout', '90']);
  await config(['set', 'verifyNeedsKey', 'yes']);
  expect(stored()).toEqual({ engine: 'native', timeout: 90, verifyNeedsKey: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await config(['get', 'engine'])).toMatchObject({ code: 0, out: 'native\n', err: '' });
  expect(await config(['unset', 'engine', 'timeout'])).toMatchObject({ code: 0 });
  expect(stored()).toEqual({ verifyNeedsKey: true });
  expect((await config(['get', 'engine'])).out).toBe('auto\n');
});

test('other commands use the stored settings', async () => {
  const { config, file } = scene();
  await config(['set', 'engine', 'soffice']);
  await config(['set', 'libreoffice', '/nowhere']);
  const env = { DOCCONV_HOME: join(file, '..') };
  const ended = await docconv(['convert', '-', '--from', 'txt'], { env, input: 'words' });
  expect(ended).toMatchObject({ code: 4, err: expect.stringContaining('The engine soffice is not available') });
});

test.each(['smtpHost', 'smtp-host', 'DOCCONV_SMTP_HOST', 'SMTPHOST'])('%s is smtpHost', async name => {
  const { config, stored } = scene();
  await config(['set', name, 'mail.example.org']);
  expect(stored()).toEqual({ smtpHost: 'mail.example.org' });
});

test('list prints every setting and the origin of its value', async () => {
  const { config, file } = scene({ workers: 2, engin: 'native' });
  const { out, err, code } = await config(['list'], { DOCCONV_TIMEOUT: '5' });
  const lines = out.trimEnd().split('\n');
  expect(lines.map(line => line.split(/\s/, 1)[0])).toEqual(SETTING_KEYS);
  expect(lines.slice(0, 4)).toEqual([
    'engine            auto',
    `workers           2  (${file})`,
    'timeout           5  (DOCCONV_TIMEOUT)',
    'libreoffice       -',
  ]);
  expect({ code, err }).toEqual({ code: 0, err: `! "engin" in ${file} is not a setting.\n` });
});

test('list --json prints one line per setting', async () => {
  const { config } = scene({ workers: 2 });
  const lines = (await config(['list', '--json'])).out.trimEnd().split('\n');
  const rows = lines.map(line => JSON.parse(line));
  expect(rows.map(({ setting }) => setting)).toEqual(SETTING_KEYS);
  expect(rows[1]).toMatchObject({
    setting: 'workers',
    value: 2,
    origin: 'file',
    default: null,
    environment: 'DOCCONV_WORKERS',
  });
});

test('path prints the location of a file that does not exist yet', async () => {
  const { config, file } = scene();
  expect(await config(['path'])).toMatchObject({ code: 0, out: `${file}\n`, err: '' });
});

test('set warns if the environment overrides the setting', async () => {
  const { config } = scene();
  const env = { DOCCONV_ENGINE: 'wasm' };
  const set = await config(['set', 'engine', 'native'], env);
  expect(set.err).toContain('! DOCCONV_ENGINE is set, and overrides it.');
  expect(JSON.parse((await config(['get', 'engine', '--json'], env)).out)).toMatchObject({
    value: 'wasm',
    origin: 'environment',
  });
});

describe('a secret', () => {
  test('is read from a pipe and never printed', async () => {
    const { config, stored } = scene();
    const set = await config(['set', 'smtpPassword', '-'], {}, 'hunter2\r\nnext');
    expect(stored()).toEqual({ smtpPassword: 'hunter2' });
    const all = [set, await config(['list']), await config(['list', '--json']), await config(['get', 'smtpPassword'])];
    for (const { code, out, err } of all)
      expect({ code, printed: (out + err).includes('hunter2') }).toEqual({ code: 0, printed: false });
    expect(all[3]?.out).toBe('(hidden)\n');
  });

  test('is prompted for at a terminal without echo', async () => {
    const { file, stored } = scene();
    const typed = atTerminal(['config', 'set', 'smtpPassword'], { env: { DOCCONV_HOME: join(file, '..') } });
    await typed.answer('smtpPassword:', 'hunter2');
    const { code, screen } = await typed.ended();
    expect({ code, printed: screen.includes('hunter2') }).toEqual({ code: 0, printed: false });
    expect(stored()).toEqual({ smtpPassword: 'hunter2' });
  });
});

describe('invalid arguments change nothing', () => {
  test.each<[argv: string[], err: RegExp]>([
    [[], /Commands:/],
    [['set'], /missing required argument 'setting'/],
    [['set', 'engine'], /No value given\. Run: docconv config set engine/],
    [['set', 'engine', 'word'], /^docconv: engine takes one of auto, native, soffice, wasm\.\n$/],
    [['set', 'workers', '65'], /workers takes a whole number from 0 to 64/],
    [['set', 'online', 'perhaps'], /online takes true or false/],
    [['set', 'host', ''], /host takes a non-empty text/],
    [['set', 'colour', 'red'], /There is no setting "colour"\. Run docconv config list to see all/],
    [['get', 'publicU'], /Did you mean publicUrl\?/],
    [['unset', 'nope'], /There is no setting "nope"/],
    [['unset'], /missing required argument 'settings'/],
    [['frobnicate'], /unknown command 'frobnicate'\nRun 'docconv config --help' for its usage\.\n$/],
  ])('%j', async (argv, err) => {
    const { config, stored } = scene({ engine: 'native' });
    expect(await config(argv)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(err) });
    expect(stored()).toEqual({ engine: 'native' });
  });
});

test.each(['utf8', 'utf16le'] as const)('a file in %s with a byte order mark is read, and changed', async encoding => {
  const { config, stored, file } = scene();
  writeFileSync(file, '\ufeff{"workers": 2}', encoding);
  expect((await config(['get', 'workers'])).out).toBe('2\n');
  expect(await config(['set', 'timeout', '9'])).toMatchObject({ code: 0 });
  expect(stored()).toEqual({ workers: 2, timeout: 9 });
});

describe('an invalid config file', () => {
  test('is reported by setting, and can be fixed with set and unset', async () => {
    const { config, stored } = scene({ timeout: 'soon', engin: 1, workers: '2' });
    expect(await config(['list'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/"timeout" in .* whole number/),
    });
    const other = await config(['set', 'engine', 'native']);
    expect(other).toMatchObject({
      code: 2,
      err: expect.stringMatching(/Nothing was changed: "timeout".*unset timeout/),
    });
    expect(await config(['set', 'timeout', '5'])).toMatchObject({ code: 0 });
    expect(await config(['unset', 'engin'])).toMatchObject({ code: 0 });
    expect(stored()).toEqual({ timeout: 5, workers: 2 });
  });

  test.each(['{', '[1]', 'null', '"native"'])('%s is refused and not changed: not a JSON object', async content => {
    const { config, file } = scene(content);
    for (const argv of [['list'], ['get', 'engine'], ['set', 'engine', 'native'], ['unset', 'engine']])
      expect(await config(argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('not a JSON object') });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('is reported where a folder is in its place', async () => {
    const { config, file } = scene();
    mkdirSync(file);
    expect(await config(['set', 'engine', 'native'])).toMatchObject({ code: 2, err: expect.stringContaining(file) });
  });
});

test('a DOCCONV_HOME that is a file is reported by every command that uses it', async () => {
  const home = join(newHome(), 'file');
  writeFileSync(home, '');
  const commands = ['config list', 'doctor', 'register a@x.org', 'keys list', 'whoami', 'trust list', 'serve --port 0'];
  const run = (line: string) => docconvResident(line.split(' '), { env: { DOCCONV_HOME: home } });
  const ended = await Promise.all(commands.map(run));
  const message = expect.stringContaining(`${home} is not a folder`);
  expect(ended).toMatchObject(commands.map(() => ({ code: 2, out: '', err: message })));
});
