/** The command line where docconv takes Linux for Windows or macOS (see other-system.mjs). Real systems: .github/workflows/test.yml. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { docconv, newHome } from '../helpers/cli.js';

const REPORT = resolve('examples/report.docx');
const PRELOAD = pathToFileURL(resolve('test/fixtures/other-system.mjs')).href;

/** A user with a home folder and a folder for temporary files, and without DOCCONV_HOME. */
function userOf(system: 'win32' | 'darwin') {
  const home = realpathSync(newHome());
  const temporary = join(home, 'temp');
  mkdirSync(temporary);
  const env = {
    DOCCONV_TEST_SYSTEM: system,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    NODE_DISABLE_COMPILE_CACHE: '',
    DOCCONV_HOME: '',
    XDG_CONFIG_HOME: '',
    XDG_DATA_HOME: '',
    XDG_CACHE_HOME: '',
    HOME: home,
    ...(system === 'win32'
      ? { APPDATA: join(home, 'AppData', 'Roaming'), LOCALAPPDATA: join(home, 'AppData', 'Local') }
      : {}),
    ...(system === 'win32' ? { TEMP: temporary } : { TMPDIR: temporary }),
  };
  return { home, temporary, run: (...argv: string[]) => docconv(argv, { env, cwd: home }) };
}

describe.each(['win32', 'darwin'] as const)('on %s', system => {
  it('prints its version, and keeps settings in the folder of this system', async () => {
    const { home, run } = userOf(system);
    expect(await run('--version')).toMatchObject({ code: 0, err: '' });
    const folder = system === 'win32' ? 'AppData/Roaming/docconv' : '.config/docconv';
    const file = join(home, folder, 'config.json');
    expect((await run('config', 'path')).out.trim()).toBe(file);
    expect(await run('config', 'set', 'engine', 'wasm')).toMatchObject({ code: 0 });
    expect(await run('config', 'set', 'timeout', '50')).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ engine: 'wasm', timeout: 50 });
    const cache = system === 'win32' ? 'AppData/Local/docconv/cache' : '.cache/docconv';
    expect(existsSync(join(home, cache, 'code'))).toBe(true);
    expect(await run('config', 'purge', '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
  });

  it('converts with the engine wasm, over a file that is there, and leaves no temporary files', async () => {
    const { home, temporary, run } = userOf(system);
    const output = join(home, 'report.pdf');
    writeFileSync(output, 'of an earlier conversion');
    const { code, err } = await run('convert', '--engine', 'wasm', '--force', REPORT, '-o', output);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(readFileSync(output, 'latin1')).toMatch(/^%PDF-/);
    expect((await run('check', output)).out).toContain('report.pdf');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('checks signatures', async () => {
    const { err, out } = await userOf(system).run('check', '--json', resolve('examples/contract.pdf'));
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject({ verdict: 'intact' });
  });

  it('signs a PDF, merges it with another one, and checks the result', async () => {
    const { home, run } = userOf(system);
    const [signed, merged] = [join(home, 'signed.pdf'), join(home, 'merged.pdf')];
    const contract = resolve('examples/contract.pdf');
    expect(await run('sign', '--self-signed', 'Anna', contract, '-o', signed)).toMatchObject({ code: 0 });
    expect(await run('convert', signed, contract, '--merge', merged)).toMatchObject({ code: 0 });
    expect(JSON.parse((await run('check', '--json', merged)).out)).toMatchObject({ verdict: 'unsigned' });
  });

  it('doctor reports what this system has', async () => {
    const { code, out, err } = await userOf(system).run('doctor', '--json');
    expect({ err }).toEqual({ err: '' });
    const diagnosis = JSON.parse(out);
    expect({ code, platform: diagnosis.platform }).toEqual({ code: 0, platform: `${system} ${process.arch}` });
    expect(diagnosis.fonts.count).toBeNull();
    expect(diagnosis.strict).toBe(false);
    const claims = diagnosis.isolation.map(({ effect }: { effect: string }) => effect).join('\n');
    expect(claims).not.toMatch(/root|measured twice|cgroup|seccomp|Landlock|namespace|bubblewrap|prlimit/);
    expect(diagnosis.trials.filter((trial: { ok: boolean }) => !trial.ok)).toEqual([]);
  });
});

describe('Windows is refused by name', () => {
  it.each(['native', 'soffice'])('the engine %s, also where LibreOffice is installed', async engine => {
    const { home, run } = userOf('win32');
    writeFileSync(join(home, 'soffice.bin'), '');
    await run('config', 'set', 'libreoffice', home);
    const { code, err } = await run('convert', '--engine', engine, REPORT, '-o', join(home, 'report.pdf'));
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('not supported on Windows') });
    expect(err).toContain('[NO_ENGINE]');
  });

  it.each(['aux.pdf', 'report.pdf:stream', 'NUL .pdf', 'ends.'])('the file name %s', async name => {
    const { home, run } = userOf('win32');
    const { code, err } = await run('convert', '--engine', 'wasm', REPORT, '-o', join(home, name));
    expect({ code, err }).toMatchObject({
      code: expect.any(Number),
      err: expect.stringContaining('[OUTPUT_UNWRITABLE]'),
    });
    expect(code).not.toBe(0);
    expect(readdirSync(home)).not.toContain(name);
  });

  it('a unix socket', async () => {
    const { home, run } = userOf('win32');
    const { code, err } = await run('serve', '--socket', join(home, 'docconv.sock'));
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('On Windows, docconv uses no unix sockets'),
    });
  });
});
