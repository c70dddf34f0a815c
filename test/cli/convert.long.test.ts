/** `docconv convert`: names of outputs, patterns and folders, standard input, the terminal. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { atTerminal } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { expectPdf, wordsOf } from '../helpers/pdf-text.js';
import { describeTools } from '../helpers/requires.js';
import {
  both,
  type Converted,
  convert,
  DONE,
  docx,
  expectConverted,
  filesIn,
  folderWith,
  home,
  jsonLines,
  OLD_PDF,
  odt,
  SUMMARY,
  txt,
} from './convert.helper.js';

describeTools('docconv convert', ['soffice.bin'], () => {
  const tree = { 'in/a.docx': docx, 'in/deep/b.odt': odt, 'in/deep/film.mkv': '?', 'in/.hidden.docx': docx };

  // biome-ignore format: a table is read by its rows
  test.each<[what: string, row: Converted]>([
    ['beside the document', { argv: ['a.docx'], files: both, err: DONE('a.docx', 'a.pdf'), created: ['a.pdf'] }],
    ['to a file', { argv: ['a.docx', '-o', 'x.pdf'], files: both, err: DONE('a.docx', 'x.pdf'), created: ['x.pdf'] }],
    ['to a name without an extension', { argv: ['a.docx', '-o', 'x'], files: both, err: DONE('a.docx', 'x'), created: ['x'] }],
    ['to an existing folder', { argv: ['a.docx', '-o', 'out'], files: { ...both, 'out/y': '' }, err: DONE('a.docx', 'out/a.pdf'), created: ['out/a.pdf'] }],
    ['to a new folder', { argv: ['a.docx', '-o', 'new/er/'], files: both, err: DONE('a.docx', 'new/er/a.pdf'), created: ['new/er/a.pdf'] }],
    ['a pattern, in natural order', { argv: ['-j1', '*.d?c?', '-o', 'out/'], files: { 'p 10.docx': docx, 'p 2.docx': docx }, err: DONE('p 2.docx', 'out/p 2.pdf') + DONE('p 10.docx', 'out/p 10.pdf') + SUMMARY(2), created: ['out/p 10.pdf', 'out/p 2.pdf'] }],
    ['a folder without its subfolders', { argv: ['in'], files: tree, err: DONE('in/a.docx', 'in/a.pdf'), created: ['in/a.pdf'] }],
    ['a folder with subfolders, keeping the structure', { argv: ['in', '-r', '-o', 'out', '-j1'], files: tree, err: DONE('in/a.docx', 'out/a.pdf') + DONE('in/deep/b.odt', 'out/deep/b.pdf') + SUMMARY(2), created: ['out/a.pdf', 'out/deep/b.pdf'] }],
    ['a folder with subfolders, each PDF beside its document', { argv: ['in', '-r', '-j1'], files: tree, err: DONE('in/a.docx', 'in/a.pdf') + DONE('in/deep/b.odt', 'in/deep/b.pdf') + SUMMARY(2), created: ['in/a.pdf', 'in/deep/b.pdf'] }],
    ['the only document of a folder into a new folder', { argv: ['in', '-o', 'out'], files: tree, err: DONE('in/a.docx', 'out/a.pdf'), created: ['out/a.pdf'] }],
    ['the documents beside the PDFs of the last run', { argv: ['a.docx', 'a.pdf', 'b.odt', '-j1'], files: { ...both, 'a.pdf': OLD_PDF }, err: `- a.pdf: skipped, it is a PDF already\n${DONE('a.docx', 'a.pdf')}${DONE('b.odt', 'b.pdf')}2 converted, 1 skipped in N s\n`, created: ['b.pdf'] }],
    ['to a device', { argv: ['a.docx', '-o', '/dev/null'], files: both, err: DONE('a.docx', '/dev/null') }],
    ['a name with special characters', { argv: ['--', '-ä [1] %s $HOME.docx'], files: { '-ä [1] %s $HOME.docx': docx }, err: DONE('-ä [1] %s $HOME.docx', '-ä [1] %s $HOME.pdf'), created: ['-ä [1] %s $HOME.pdf'] }],
    ['over an existing PDF', { argv: ['a.docx'], files: { ...both, 'a.pdf': OLD_PDF }, err: DONE('a.docx', 'a.pdf') }],
    ['over any file with --force', { argv: ['a.docx', '-o', 'note', '-f'], files: { ...both, note: 'x' }, err: DONE('a.docx', 'note') }],
    ['text with --from', { argv: ['notes', '--from', 'txt'], files: { notes: txt }, err: DONE('notes', 'notes.pdf'), created: ['notes.pdf'] }],
    ['silently with --quiet', { argv: ['a.docx', '-q'], files: both, err: '', created: ['a.pdf'] }],
  ])('converts %s', (_, row) => expectConverted(row));

  test('writes to a pipe, which stays one', async () => {
    const folder = folderWith(both);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const read = promisify(execFile)('cat', [join(folder, 'pipe')], { encoding: 'buffer' });
    expect(await convert(folder, ['a.docx', '-o', 'pipe'])).toMatchObject({ code: 0 });
    await expectPdf((await read).stdout, documents.docx().text);
    expect(statSync(join(folder, 'pipe')).isFIFO()).toBe(true);
  });

  test('reads from a pipe', async () => {
    const folder = folderWith(both);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const ended = convert(folder, ['pipe', '--from', 'docx']);
    await promisify(execFile)('sh', ['-c', 'cat a.docx > pipe'], { cwd: folder });
    await expectPdf((await ended).bytes, documents.docx().text);
  });

  test('needs no folder for settings and caches', async () => {
    const ended = await convert(folderWith(both), ['a.docx', '--json'], { env: { DOCCONV_HOME: '/proc/docconv' } });
    expect(ended).toMatchObject({ code: 0, err: '' });
  });

  test('prints page numbers without a format', async () => {
    const ended = await convert(folderWith(both), ['a.docx', '-o', '-', '--page-numbers']);
    expect(await wordsOf(ended.bytes)).toMatch(/1 ?\/ ?1/);
  });

  test('reports pages that do not exist as an error of the option, not of the document', async () => {
    const ended = await convert(folderWith(both), ['a.docx', '--pages', '7']);
    expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/--pages 7 selects no page/) });
  });

  test.each([0, 80])('shows its progress at a terminal of %i columns', async columns => {
    const folder = folderWith(both);
    const argv = ['convert', 'a.docx', 'b.odt', '-j1'];
    const { code, screen } = await atTerminal(argv, { cwd: folder, env: { DOCCONV_HOME: home }, columns }).ended();
    expect(code).toBe(0);
    expect(filesIn(folder)).toEqual(['a.docx', 'a.pdf', 'b.odt', 'b.pdf']);
    expect(screen).toContain('2 converted');
    expect(screen.includes('0/2')).toBe(columns > 0); // the bar
  });

  test('converts stdin to a file', async () => {
    const folder = folderWith();
    const ended = await convert(folder, ['-', '-o', 'x.pdf'], { input: docx });
    expect(ended).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/^✓ standard input → x\.pdf/) });
    await expectPdf(readFileSync(join(folder, 'x.pdf')), documents.docx().text);
  });

  test('converts text from a pipe with --from', async () => {
    const { code, bytes } = await convert(folderWith(), ['-', '--from', 'csv'], { input: documents.csv().bytes });
    expect(code).toBe(0);
    await expectPdf(bytes, documents.csv().text);
  });

  test('takes the engine from the environment, unless a flag names another', async () => {
    const folder = folderWith(both);
    const env = { DOCCONV_ENGINE: 'soffice' };
    const engineOf = async (argv: string[]) =>
      jsonLines(await convert(folder, ['a.docx', '--json', ...argv], { env }))[0];
    expect(await engineOf([])).toMatchObject({ engine: 'soffice' });
    expect(await engineOf(['--engine', 'native'])).toMatchObject({ engine: 'native' });
  });
});
