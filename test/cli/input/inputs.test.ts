import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandInputs, type Input, unfollowed } from '../../../src/cli/input/inputs.js';
import { testWith as itWith, linux } from '../../helpers/requires.js';

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'docconv-inputs-'));
  for (const folder of ['in/sub', 'in/.hidden', 'empty', 'other']) mkdirSync(join(cwd, folder), { recursive: true });
  const files = 'page 2.pdf,page 10.PDF,a[1].pdf,note.txt,in/a.pdf,in/b.docx,in/.secret.pdf,in/~$a.pdf,in/sub/c.pdf';
  for (const file of [...files.split(','), 'in/.hidden/d.pdf', 'other/e.txt']) writeFileSync(join(cwd, file), '%PDF');
  symlinkSync(join(cwd, 'in'), join(cwd, 'in/sub/loop'));
  symlinkSync(join(cwd, 'nowhere'), join(cwd, 'in/dangling.pdf'));
  if (process.platform !== 'linux') return;
  mkdirSync(Buffer.concat([Buffer.from(join(cwd, 'latin1/a')), Buffer.from([0xe4])]), { recursive: true });
  writeFileSync(join(cwd, 'latin1/b.pdf'), '%PDF');
  writeFileSync(Buffer.concat([Buffer.from(join(cwd, 'latin1/c')), Buffer.from([0xe4]), Buffer.from('.pdf')]), '%PDF');
});
afterAll(() => rmSync(cwd, { recursive: true }));

const summaryOf = (input: Input): string => (input.kind === 'missing' ? `${input.error.code}` : `${input.name}`);
const expand = (args: string[], recursive = false) => expandInputs(args, { recursive, extensions: ['pdf'], cwd });

describe('expandInputs', () => {
  it.each<[what: string, args: string[], expected: string[]]>([
    ['files in the order of the arguments', ['note.txt', 'in/a.pdf'], ['note.txt', 'in/a.pdf']],
    ['a file only once, however it is spelled', ['in/a.pdf', './in/a.pdf', 'in'], ['in/a.pdf']],
    ['a pattern in natural order', ['page*'], ['page 2.pdf', 'page 10.PDF']],
    ['an existing name that looks like a pattern', ['a[1].pdf'], ['a[1].pdf']],
    ['a pattern over folders', ['**/c.pdf'], ['in/sub/c.pdf']],
    ['a pattern with alternatives', ['{note,in/b}.{txt,docx}'], ['in/b.docx', 'note.txt']],
    ['stdin', ['-'], ['-']],
    ['URLs unchanged', ['https://example.org/a.pdf?x=*'], ['https://example.org/a.pdf?x=*']],
    ['a missing file', ['nope.pdf'], ['FILE_NOT_FOUND']],
    ['an empty name', [''], ['FILE_NOT_FOUND']],
    ['a URL with another scheme', ['ftp://example.org/a.pdf'], ['USAGE']],
    ['a path through a file', ['note.txt/a.pdf'], ['FILE_NOT_FOUND']],
    ['a pattern without a match', ['*.odt'], ['FILE_NOT_FOUND']],
    ['a name that is too long', ['x'.repeat(300)], ['FILE_UNREADABLE']],
    ['a folder without documents', ['other', 'empty'], ['FILE_NOT_FOUND', 'FILE_NOT_FOUND']],
    ['a missing file among others', ['note.txt', 'nope.pdf'], ['note.txt', 'FILE_NOT_FOUND']],
  ])('%s', async (_, args, expected) => {
    expect((await expand(args)).map(summaryOf)).toEqual(expected);
  });

  it('skips hidden files, lock files and other types in a folder', async () => {
    expect((await expand(['in'])).map(summaryOf)).toEqual(['in/a.pdf']);
  });

  it('follows links to documents if it is asked to, and names the others', async () => {
    const folder = join(cwd, 'linked');
    mkdirSync(folder);
    symlinkSync(join(cwd, 'in/a.pdf'), join(folder, 'b.pdf'));
    const links: string[] = [];
    const settings = { extensions: ['pdf'], cwd, onLink: (name: string) => links.push(name) };
    const [missing] = await expandInputs(['linked'], settings);
    expect([missing && summaryOf(missing), links]).toEqual(['FILE_NOT_FOUND', [join('linked', 'b.pdf')]]);
    expect(unfollowed(links)).toBe(
      'A symbolic link was not followed: linked/b.pdf. Use --follow to read the documents behind links.',
    );
    const followed = await expandInputs(['linked'], { ...settings, follow: true });
    expect(followed.map(summaryOf)).toEqual([join('linked', 'b.pdf')]);
  });

  it('searches subfolders with recursive only, and does not follow links to folders', async () => {
    const found = await expand(['in'], true);
    expect(found.map(summaryOf)).toEqual(['in/a.pdf', 'in/sub/c.pdf']);
    expect(found.map(input => (input.kind === 'file' ? input.relative : ''))).toEqual(['a.pdf', join('sub', 'c.pdf')]);
  });

  itWith('names what has a name that is not UTF-8, and finds the rest', [linux], async () => {
    const found = await expand(['latin1'], true);
    expect(found.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^latin1\/a\ufffd$/),
      'latin1/b.pdf',
      expect.stringMatching(/^latin1\/c\ufffd\.pdf$/),
    ]);
    for (const input of found.filter(({ kind }) => kind === 'missing'))
      expect(input).toMatchObject({
        error: { code: 'FILE_UNREADABLE', message: expect.stringContaining('not UTF-8') },
      });
  });

  it('tells what was named from what was found', async () => {
    const found = await expand(['in/a.pdf', 'in/sub', 'page*']);
    expect(found.map(input => input.kind === 'file' && input.found)).toEqual([false, true, true, true]);
  });

  it('knows the other names of stdin', async () => {
    expect(await expand(['/dev/stdin'])).toEqual([{ kind: 'stream', name: '-', path: null }]);
  });

  it('accepts a file URL', async () => {
    const [input] = await expand([pathToFileURL(join(cwd, 'note.txt')).href]);
    expect(input).toMatchObject({ kind: 'file', path: join(cwd, 'note.txt') });
  });

  it('treats a character device as a stream', async () => {
    expect(await expand(['/dev/null'])).toEqual([{ kind: 'stream', name: '/dev/null', path: '/dev/null' }]);
  });

  it('suggests --recursive for a folder without documents', async () => {
    const [input] = await expand(['other']);
    expect(input?.kind === 'missing' && input.error.message).toContain('--recursive');
  });
});
