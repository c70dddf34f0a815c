import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DocconvError } from '../../../src/errors.js';
import { serviceError, writeError } from '../../../src/system/files/file-errors.js';
import { makeFolder, readInput, replaceFile } from '../../../src/system/files/files.js';
import { describeWith, linux } from '../../helpers/requires.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (text: string) => (temporary: string) => writeFile(temporary, text, { flag: 'wx' });

function pipe(name: string): string {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

describe('makeFolder', () => {
  it('creates the folders above, and accepts an existing one', () => {
    const path = join(folder, 'a/b/c');
    makeFolder(path, 0o700);
    makeFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('rejects a file of this name, and one above', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(folder, 'file/a/b'))).toThrow('ENOTDIR');
  });
});

describe('the error of a file that was not written', () => {
  it.each([
    ['ENOSPC', 'DISK_FULL', 'The disk is full: a.pdf was not written.'],
    ['EDQUOT', 'DISK_FULL', 'The disk quota of this user is used up: a.pdf was not written.'],
    ['EFBIG', 'OUTPUT_UNWRITABLE', 'Cannot write a.pdf: it is larger than the file system or ulimit permits.'],
    ['EROFS', 'OUTPUT_UNWRITABLE', 'Cannot write a.pdf: the file system is read-only.'],
  ])('%s', (code, ofDocconv, message) => {
    const error = writeError(Object.assign(new Error(code), { code }), 'a.pdf');
    expect({ code: error.code, message: error.message }).toEqual({ code: ofDocconv, message });
  });
});

describe('an error of a service', () => {
  const system = (code: string) => Object.assign(new Error(`${code}: open 'r-1'`), { code });

  it.each(['EROFS', 'EACCES', 'EIO', 'EMFILE'])('%s: its files cannot be used for a while', code => {
    const { message, cause, code: own } = serviceError(system(code));
    expect([own, message]).toEqual(['STORE_UNAVAILABLE', `Files of the service cannot be used: ${code}: open 'r-1'.`]);
    expect(cause).toMatchObject({ code });
  });

  it('any other stays what it is', () => {
    const known = new DocconvError('CANCELLED.job', {}, { cause: system('EROFS') });
    expect(serviceError(known)).toBe(known);
    const others = [system('ENOSPC'), system('ENOENT'), new TypeError('x'), null, undefined, 'EROFS'];
    const codes = others.map(thrown => serviceError(thrown).code);
    expect(codes).toEqual(['DISK_FULL', 'INTERNAL', 'INTERNAL', 'INTERNAL', 'INTERNAL', 'INTERNAL']);
  });
});

describeWith('special files', [linux], () => {
  it('below /proc, no folder is created', () => {
    expect(() => makeFolder('/proc/docconv/a/b')).toThrow('ENOENT');
  });

  it('a device is not replaced', async () => {
    await replaceFile('/dev/null', write('content'));
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('a link of /dev is not replaced, and content stays before the new one', async () => {
    const path = join(folder, 'log');
    writeFileSync(path, 'before ');
    const file = openSync(path, 'a');
    await replaceFile(`/proc/self/fd/${file}`, write('after'));
    closeSync(file);
    expect(readFileSync(path, 'utf8')).toBe('before after');
  });

  it('a pipe gets the content, also when its reader comes later', async () => {
    const path = pipe('late');
    const written = replaceFile(path, write('x'.repeat(300_000)));
    expect((await readInput(path)).length).toBe(300_000);
    await written;
    expect(statSync(path).isFIFO()).toBe(true);
  });

  it('a pipe without a reader is given up by the signal', async () => {
    const signal = AbortSignal.timeout(100);
    await expect(replaceFile(pipe('unread'), write('x'), signal)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('a pipe without a writer is given up by the signal', async () => {
    const path = pipe('unwritten');
    await expect(readInput(path, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('an endless device is read up to the limit', async () => {
    await expect(readInput('/dev/zero', { maxBytes: 1e6 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  it('a socket is refused', async () => {
    const path = join(folder, 'socket');
    const server = createServer().listen(path);
    await new Promise(resolve => server.once('listening', resolve));
    await expect(replaceFile(path, write('x'))).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    await expect(readInput(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(statSync(path).isSocket()).toBe(true);
    server.close();
  });
});
