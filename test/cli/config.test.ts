/** `docconv config`: what is kept, where a value comes from, and what is refused. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTING_KEYS } from '../../src/config/index.js';
import { atTerminal, docconv, newHome } from '../helpers/cli.js';

function scene(content?: unknown) {
  const home = newHome();
  const file = join(home, 'config.json');
  if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return {
    file,
    config: (argv: readonly string[], env: Record<string, string> = {}, input = '') =>
      docconv(['config', ...argv], { env: { DOCCONV_HOME: home, ...env }, input }),
    kept: () => JSON.parse(readFileSync(file, 'utf8')),
  };
}

test('what is set is kept, in force, and private; what is unset is gone', async () => {
  const { config, kept, file } = scene();
  const set = await config(['set', 'engine', 'native']);
  expect(set).toMatchObject({ code: 0, out: '', err: `✓ engine = native in ${file}\n` });
  await config(['set', 'timeout', '90']);
  await config(['set', 'verifyNeedsKey', 'yes']);
  expect(kept()).toEqual({ engine: 'native', timeout: 90, verifyNeedsKey: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await config(['get', 'engine'])).toMatchObject({ code: 0, out: 'native\n', err: '' });
  expect(await config(['unset', 'engine', 'timeout'])).toMatchObject({ code: 0 });
  expect(kept()).toEqual({ verifyNeedsKey: true });
  expect((await config(['get', 'engine'])).out).toBe('auto\n');
});

test('other commands follow what is kept', async () => {
  const { config, file } = scene();
  await config(['set', 'engine', 'soffice']);
  await config(['set', 'libreoffice', '/nowhere']);
  const env = { DOCCONV_HOME: join(file, '..') };
  const ended = await docconv(['convert', '-', '--from', 'txt'], { env, input: 'words' });
  expect(ended).toMatchObject({ code: 4, err: expect.stringContaining('The engine soffice cannot be used') });
});

test.each(['smtpHost', 'smtp-host', 'DOCCONV_SMTP_HOST', 'SMTPHOST'])('%s is smtpHost', async name => {
  const { config, kept } = scene();
  await config(['set', name, 'mail.example.org']);
  expect(kept()).toEqual({ smtpHost: 'mail.example.org' });
});

test('list shows every setting, and where its value comes from', async () => {
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
  expect({ code, err }).toEqual({ code: 0, err: `! "engin" in ${file} is no setting.\n` });
});

test('list --json is a line for each setting', async () => {
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

test('path says where, also when nothing is there', async () => {
  const { config, file } = scene();
  expect(await config(['path'])).toMatchObject({ code: 0, out: `${file}\n`, err: '' });
});

test('the environment wins, and that is said', async () => {
  const { config } = scene();
  const env = { DOCCONV_ENGINE: 'wasm' };
  const set = await config(['set', 'engine', 'native'], env);
  expect(set.err).toContain('! DOCCONV_ENGINE is set, and wins over it.');
  expect(JSON.parse((await config(['get', 'engine', '--json'], env)).out)).toMatchObject({
    value: 'wasm',
    origin: 'environment',
  });
});

describe('a secret', () => {
  test('is read from a pipe, kept, and shown nowhere', async () => {
    const { config, kept } = scene();
    const set = await config(['set', 'smtpPassword', '-'], {}, 'hunter2\r\nnext');
    expect(kept()).toEqual({ smtpPassword: 'hunter2' });
    const all = [set, await config(['list']), await config(['list', '--json']), await config(['get', 'smtpPassword'])];
    for (const { code, out, err } of all)
      expect({ code, told: (out + err).includes('hunter2') }).toEqual({ code: 0, told: false });
    expect(all[3]?.out).toBe('(hidden)\n');
  });

  test('is asked for at a terminal, and not echoed', async () => {
    const { file, kept } = scene();
    const typed = atTerminal(['config', 'set', 'smtpPassword'], { env: { DOCCONV_HOME: join(file, '..') } });
    await typed.answer('smtpPassword:', 'hunter2');
    const { code, screen } = await typed.ended();
    expect({ code, told: screen.includes('hunter2') }).toEqual({ code: 0, told: false });
    expect(kept()).toEqual({ smtpPassword: 'hunter2' });
  });
});

describe('refused, and nothing is changed', () => {
  test.each<[argv: string[], err: RegExp]>([
    [[], /Commands:/],
    [['set'], /missing required argument 'setting'/],
    [['set', 'engine'], /Say what it is to be: docconv config set engine/],
    [['set', 'engine', 'word'], /^docconv: engine takes one of auto, native, soffice, wasm\.\n$/],
    [['set', 'workers', '0'], /workers takes a whole number from 1 to 64/],
    [['set', 'online', 'perhaps'], /online takes true or false/],
    [['set', 'host', ''], /host takes a text/],
    [['set', 'colour', 'red'], /There is no setting "colour"\. docconv config list shows all/],
    [['get', 'publicU'], /Did you mean publicUrl\?/],
    [['unset', 'nope'], /There is no setting "nope"/],
    [['unset'], /missing required argument 'settings'/],
    [['frobnicate'], /unknown command 'frobnicate'/],
  ])('%j', async (argv, err) => {
    const { config, kept } = scene({ engine: 'native' });
    expect(await config(argv)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(err) });
    expect(kept()).toEqual({ engine: 'native' });
  });
});

describe('a file that is not as it should be', () => {
  test('names the setting, and can be mended without an editor', async () => {
    const { config, kept } = scene({ timeout: 'soon', engin: 1, workers: '2' });
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
    expect(kept()).toEqual({ timeout: 5, workers: 2 });
  });

  test.each(['{', '[1]', 'null', '"native"'])('%s is no JSON object, and is left as it is', async content => {
    const { config, file } = scene(content);
    for (const argv of [['list'], ['get', 'engine'], ['set', 'engine', 'native'], ['unset', 'engine']])
      expect(await config(argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('no JSON object') });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('a folder in its place', async () => {
    const { config, file } = scene();
    mkdirSync(file);
    expect(await config(['set', 'engine', 'native'])).toMatchObject({ code: 2, err: expect.stringContaining(file) });
  });
});
