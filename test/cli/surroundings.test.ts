/** Commands where the surroundings are not as usual: homes, folders for temporary files, full disks, long paths of sockets. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { brokenLibreOffice } from '../helpers/broken-libreoffice.js';
import { docconv, docconvResident, newHome } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { formPdf } from '../helpers/form-pdf.js';
import { describeTools, describeWith, linux, tmpfs } from '../helpers/requires.js';

const BIN = resolve('bin/docconv.js');
/** Measures the isolation. */
const STRICT = ['convert', '-', '-o', '-', '--isolation', 'strict'];
const WITHOUT_HOME = { DOCCONV_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_CACHE_HOME: '' };

describe('the home folder', () => {
  it('is that of the account where HOME is empty', async () => {
    const { out } = await docconvResident(['config', 'path'], { env: { ...WITHOUT_HOME, HOME: '' } });
    expect(out).toBe(`${join(userInfo().homedir, '.config', 'docconv', 'config.json')}\n`);
  });

  it('of another user is no internal error', async () => {
    const home = newHome();
    mkdirSync(join(home, 'closed'));
    chmodSync(join(home, 'closed'), 0);
    const env = { ...WITHOUT_HOME, HOME: join(home, 'closed') };
    const { code, err } = await docconv(['config', 'list'], { env, obeyPermissions: true });
    const path = join(home, 'closed', '.config', 'docconv');
    const advice = 'Set HOME or DOCCONV_HOME to a folder of this user.';
    expect({ code, err }).toEqual({ code: 2, err: `docconv: Cannot read ${path}: permission denied. ${advice}\n` });
  });
});

describeWith('a home folder in which nothing can be written', [linux], () => {
  it.each([
    ['config set workers 2', 'Cannot write HOME/config.json: permission denied.'],
    [
      'register a@example.org',
      'Cannot write the key store in HOME/data: permission denied. Check its owner and permissions.',
    ],
  ])('%s says why, in words', async (line, message) => {
    const home = newHome();
    chmodSync(home, 0o500);
    const ended = await docconv(line.split(' '), { env: { DOCCONV_HOME: home }, obeyPermissions: true });
    expect(ended).toMatchObject({ code: 2, out: '', err: `docconv: ${message.replace('HOME', home)}\n` });
  });
});

describe('a missing folder for temporary files is named', () => {
  const env = () => ({ DOCCONV_HOME: newHome(), TMPDIR: '/nowhere' });
  const reason = 'Cannot write temporary files to /nowhere: it does not exist. Set TMPDIR to another folder.';

  it.each([['doctor'], ['serve', '--port', '0']])('by %s', async (...argv) => {
    const { code, err } = await docconv(argv, { env: env() });
    expect({ code, err }).toEqual({ code: 2, err: `docconv: ${reason}\n` });
  });

  it('when a device is written', async () => {
    const input = documents.docx().bytes;
    const { code, err } = await docconv(['convert', '-', '-o', '/dev/null'], { env: env(), input });
    expect({ code, err }).toEqual({ code: 2, err: `✗ standard input: ${reason} [CONFIG_INVALID]\n` });
  });
});

describeTools('a LibreOffice that does not start', ['soffice.bin'], () => {
  it('is explained by doctor', async () => {
    const home = newHome();
    const libreoffice = await brokenLibreOffice(join(home, 'broken'), 'library');
    const env = { DOCCONV_HOME: home, DOCCONV_ENGINE: 'native', DOCCONV_LIBREOFFICE: libreoffice };
    const { out } = await docconvResident(['doctor', '--json'], { env });
    const [trial] = JSON.parse(out).trials;
    expect(trial).toMatchObject({ ok: false, message: expect.stringMatching(/^The engine did not start: \S/) });
    expect(trial.message).not.toContain('docconv doctor');
  });
});

describe('a path that is too long for a socket', () => {
  /** Exactly one byte too many, so that Node would cut the last one. */
  const path = (folder: string, max = 107) => join(folder, `${'x'.repeat(max - folder.length - 1)}y`);
  const reason = 'The path of a socket has at most 107 bytes, choose a shorter one';

  it.each([
    ['serve', '--socket'],
    ['convert', 'a.docx', '--server'],
  ])('is refused by %s', async (...argv) => {
    const cwd = newHome();
    writeFileSync(join(cwd, 'a.docx'), documents.docx().bytes);
    const socket = path(cwd);
    const target = argv[0] === 'serve' ? socket : `unix:${socket}`;
    const { code, err } = await docconv([...argv, target], { cwd, env: { DOCCONV_HOME: cwd } });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${reason}: ${socket}`) });
    expect(readdirSync(cwd)).not.toContain('x'.repeat(107 - cwd.length - 1));
  });

  it('is not made below a long TMPDIR to measure the isolation', async () => {
    const home = newHome();
    const temporary = path(home, 90);
    mkdirSync(temporary);
    await docconv(STRICT, { env: { DOCCONV_HOME: home, TMPDIR: temporary }, input: documents.docx().bytes });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describeWith('a current folder that was removed', [linux], () => {
  const run = (...argv: string[]) => {
    const script = 'mkdir "$DOCCONV_HOME/gone" && cd "$DOCCONV_HOME/gone" && rmdir "$DOCCONV_HOME/gone" && "$@"';
    const env = { ...process.env, DOCCONV_HOME: newHome() };
    const command = ['-c', script, 'sh', process.execPath, BIN, ...argv];
    const { status, stderr } = spawnSync('sh', command, { env, encoding: 'utf8' });
    return { status, stderr };
  };

  it('is named', () => {
    const reason = 'The current folder does not exist any more, or its path is too long. Change to another one.';
    expect(run('check', '/nowhere.pdf')).toEqual({ status: 2, stderr: `docconv: ${reason}\n` });
  });

  it('is not needed for help', () => {
    expect(run('--help')).toEqual({ status: 0, stderr: '' });
  });
});

describeWith('a full folder for temporary files', [tmpfs], () => {
  it('is no lack of isolation', async () => {
    const folder = newHome();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    onTestFinished(() => void spawnSync('umount', [folder]));
    expect(() => writeFileSync(join(folder, 'filler'), 'x'.repeat(1e6))).toThrow('ENOSPC');
    const env = { DOCCONV_HOME: newHome(), TMPDIR: folder };
    const { code, err } = await docconv(STRICT, { env, input: documents.docx().bytes });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^docconv: The disk is full: .+\n$/) });
  });
});

describeWith('a full disk behind standard output is told in one line', [linux], () => {
  const lines = ['convert a.pdf --pages 1 -o -', 'convert a.pdf --pages 1 -o b.pdf --json', 'check a.pdf --json'];

  it.each([...lines, 'config list', '--help'])('%s', line => {
    const home = newHome();
    writeFileSync(join(home, 'a.pdf'), formPdf().bytes);
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"$0" "$@" >/dev/full`, process.execPath, BIN, ...line.split(' ')],
      {
        cwd: home,
        env: { ...process.env, DOCCONV_HOME: home },
        encoding: 'utf8',
      },
    );
    expect(stderr).toContain('docconv: The disk is full: standard output was not written.\n');
    expect(stderr).not.toMatch(/ENOSPC|Internal error|node:/);
    expect(status).toBe(1);
  });
});

describeWith('a full disk behind standard error does not change the exit code', [linux], () => {
  it.each([
    ['convert a.pdf --pages 1 -o b.pdf', 0],
    ['convert gone.pdf', 2],
    ['check a.pdf', 12],
  ])('%s: %i', (line, code) => {
    const cwd = newHome();
    writeFileSync(join(cwd, 'a.pdf'), formPdf().bytes);
    const { status } = spawnSync('sh', ['-c', `"$0" "$@" 2>/dev/full`, process.execPath, BIN, ...line.split(' ')], {
      cwd,
      env: { ...process.env, DOCCONV_HOME: cwd },
    });
    expect(status).toBe(code);
    expect(existsSync(join(cwd, 'b.pdf'))).toBe(line.includes('b.pdf'));
  });
});

describe('a file in the place of the command', () => {
  it.each([
    ['contract.pdf', 'check'],
    ['letter.docx', 'convert'],
  ])('%s: docconv %s is suggested', async (name, command) => {
    const home = newHome();
    writeFileSync(join(home, name), '');
    const { code, err } = await docconvResident([join(home, name)]);
    expect({ code, err }).toEqual({
      code: 2,
      err: `docconv: unknown command '${join(home, name)}'\nDid you mean docconv ${command} ${join(home, name)}?\n`,
    });
  });

  it.each([
    [['trust', 'foo'], "docconv trust --help' for its usage."],
    [['keys', 'create', '--nope'], "docconv keys create --help' for its usage."],
    [[''], "docconv --help' for a list of commands."],
  ])('is not suggested for %j', async (argv, help) => {
    const cwd = newHome();
    writeFileSync(join(cwd, 'trust'), '');
    const { code, err } = await docconvResident(argv, { cwd });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`\nRun '${help}\n`) });
  });
});

describe('help', () => {
  it.each([
    ['help trust update', 'docconv trust update [options]'],
    ['trust help update', 'docconv trust update [options]'],
    ['help trust', 'docconv trust [options] [command]'],
    ['trust help', 'docconv trust [options] [command]'],
    ['help', 'docconv [options] [command]'],
    ['help help', 'docconv [options] [command]'],
    ['help convert', 'docconv convert [options] <files...>'],
    ['help help convert', 'docconv convert [options] <files...>'],
    ['-h convert', 'docconv convert [options] <files...>'],
    ['help -- convert', 'docconv convert [options] <files...>'],
    ['help convert -- foo', 'docconv convert [options] <files...>'],
    ['help convert --to', 'docconv convert [options] <files...>'],
    ['help config set -- -1', 'docconv config set [options] <setting> [value]'],
    ['help -x trust update', 'docconv trust update [options]'],
    ['trust --help update', 'docconv trust update [options]'],
  ])('%s', async (line, usage) => {
    const { code, out } = await docconvResident(line.split(' '));
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`Usage: ${usage}\n`) });
  });

  it.each([
    'help chek',
    'chek --help',
    'chek -h',
    '--help chek',
    '-h chek',
    'help -x chek',
    'help trust chek',
    'trust chek --help',
    'trust help chek',
    'trust --help chek',
  ])('%s names a command that does not exist', async line => {
    const { code, out, err } = await docconvResident(line.split(' '));
    const of = line.includes('trust') ? 'docconv trust' : 'docconv';
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining("unknown command 'chek'") });
    expect(err).toContain(`Run '${of} --help'`);
  });

  it('knows other names of a command', async () => {
    const { err } = await docconvResident(['trust', 'ls', '--nope']);
    expect(err).toContain("Run 'docconv trust list --help'");
  });
});
