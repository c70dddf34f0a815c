/** `docconv convert`: arguments and files, expected exit code, output and created files. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { atTerminal, docconv, type Ended, type Surroundings } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';
import { describeTools, linux, testWith } from '../helpers/requires.js';

/** Shared by all tests: the capabilities of the engines are cached in it. */
const home = mkdtempSync(join(tmpdir(), 'docconv-convert-home-'));
afterAll(() => rmSync(home, { recursive: true }));

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Row {
  argv: readonly string[];
  files?: Files;
  exit: number;
  /** Complete stdout; empty by default. */
  out?: string | RegExp;
  err: string | RegExp;
  /** Files that the command creates. */
  created?: readonly string[];
}

/** A temporary folder with these files. */
function folderWith(files: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function convert(cwd: string, argv: readonly string[], { env, ...more }: Surroundings = {}) {
  return docconv(['convert', ...argv], { cwd, env: { DOCCONV_HOME: home, ...env }, ...more });
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.filter(name => statSync(join(folder, name)).isFile()).sort();
}

async function expectRow({ argv, files = {}, exit, out = '', err, created = [] }: Row): Promise<void> {
  const folder = folderWith(files);
  const ended = await convert(folder, argv);
  const normalized = (text: string) => text.replaceAll(folder, '~');
  expect(normalized(ended.err)).toEqual(typeof err === 'string' ? err : expect.stringMatching(err));
  expect(normalized(ended.out)).toEqual(typeof out === 'string' ? out : expect.stringMatching(out));
  expect(ended.code).toBe(exit);
  expect(filesIn(folder)).toEqual([...Object.keys(files), ...created].sort());
}

const docx = documents.docx().bytes;
const odt = documents.odt().bytes;
const txt = documents.txt().bytes;
const OLD_PDF = '%PDF-1.4 old';

describe('rejected before an engine starts', () => {
  // biome-ignore format: a table is read by its rows
  test.each<[what: string, row: Row]>([
    ['no file', { argv: [], exit: 2, err: /missing required argument 'files'/ }],
    ['an unknown flag', { argv: ['a.docx', '--colour'], exit: 2, err: /unknown option '--colour'/ }],
    ['an unknown engine', { argv: ['a.docx', '--engine', 'word'], files: { 'a.docx': docx }, exit: 2, err: /--engine takes one of auto, native, soffice, wasm/ }],
    ['zero workers', { argv: ['a.docx', '-j', '0'], files: { 'a.docx': docx }, exit: 2, err: /--workers takes a whole number from 1/ }],
    ['a time limit that is not a number', { argv: ['a.docx', '--timeout', 'soon'], files: { 'a.docx': docx }, exit: 2, err: /--timeout takes a whole number/ }],
    ['an unknown PDF/A level', { argv: ['a.docx', '--pdfa', '9z'], files: { 'a.docx': docx }, exit: 2, err: /--pdfa takes one of 1b, 2b, 3b/ }],
    ['pages that run backwards', { argv: ['a.docx', '--pages', '3-1'], files: { 'a.docx': docx }, exit: 2, err: /"3-1" runs backwards/ }],
    ['contradicting options', { argv: ['a.docx', '--pdfa', '2b', '--open-password', 'x'], files: { 'a.docx': docx }, exit: 2, err: /PDF\/A forbids encryption/ }],
    ['a missing file', { argv: ['a.docx'], exit: 2, err: '✗ a.docx: a.docx does not exist. [FILE_NOT_FOUND]\n' }],
    ['a glob without a match', { argv: ['*.docx'], exit: 2, err: /No file matches \*\.docx/ }],
    ['a folder without documents', { argv: ['in'], files: { 'in/movie.mkv': '?' }, exit: 2, err: /The folder in contains no documents\. Use --recursive/ }],
    ['a URL', { argv: ['https://example.org/a.docx'], exit: 2, err: /does not read URLs\. Download/ }],
    ['an empty -o', { argv: ['a.docx', '-o', ''], files: { 'a.docx': docx }, exit: 2, err: /value of -o is empty/ }],
    ['two documents with the same output', { argv: ['a.docx', 'a.odt'], files: { 'a.docx': docx, 'a.odt': odt }, exit: 2, err: /a\.docx and a\.odt would both be written to a\.pdf/ }],
    ['several documents to stdout', { argv: ['a.docx', 'b.odt', '-o', '-'], files: { 'a.docx': docx, 'b.odt': odt }, exit: 2, err: /-o - takes one document, not 2/ }],
    ['an output that is a folder', { argv: ['a.docx'], files: { 'a.docx': docx, 'a.pdf/x': '' }, exit: 2, err: /a\.pdf is a folder/ }],
    ['a folder below a file', { argv: ['a.docx', '-o', 'note.txt/'], files: { 'a.docx': docx, 'note.txt': txt }, exit: 2, err: /Cannot write the folder note\.txt: a file has this name\./ }],
    ['an existing output that is not a PDF', { argv: ['a.docx', '-o', 'note.txt'], files: { 'a.docx': docx, 'note.txt': txt }, exit: 2, err: /note\.txt exists and is not a PDF\. Use --force/ }],
    ['the input itself as output', { argv: ['a.docx', '-o', 'a.docx', '--force'], files: { 'a.docx': docx }, exit: 2, err: /a\.docx would be overwritten by its own PDF/ }],
    ['another input as output', { argv: ['a.docx', 'a.pdf', '-o', '.'], files: { 'a.docx': docx, 'a.pdf': OLD_PDF }, exit: 2, err: /a\.docx and a\.pdf would both be written to a\.pdf|a\.pdf is an input/ }],
    ['a PDF that would be overwritten by itself', { argv: ['a.pdf'], files: { 'a.pdf': OLD_PDF }, exit: 2, err: /a\.pdf is already a PDF/ }],
    ['a PDF', { argv: ['a.pdf', '-o', 'b.pdf'], files: { 'a.pdf': OLD_PDF }, exit: 3, err: /This is a PDF already.*\[UNSUPPORTED_FORMAT\]/ }],
    ['text named .docx', { argv: ['a.docx'], files: { 'a.docx': txt }, exit: 3, err: /"a\.docx" is plain text.*--from txt.*\[FORMAT_MISMATCH\]/ }],
    ['an empty file', { argv: ['a.docx'], files: { 'a.docx': '' }, exit: 3, err: '✗ a.docx: "a.docx" is empty. [EMPTY_FILE]\n' }],
    ['text without a known extension', { argv: ['notes'], files: { notes: txt }, exit: 3, err: /--from txt, csv or html/ }],
    ['an unknown format', { argv: ['a.docx', '--from', 'tiff'], files: { 'a.docx': docx }, exit: 2, err: /"tiff" is not a format that docconv reads/ }],
    ['different failures', { argv: ['a.docx', 'gone.docx'], files: { 'a.docx': '' }, exit: 1, err: /\[FILE_NOT_FOUND\]\n.*\[EMPTY_FILE\]\n0 converted, 2 failed/ }],
    ['an unavailable engine', { argv: ['a.docx', '--engine', 'soffice'], files: { 'a.docx': docx }, exit: 4, err: /soffice is not available.*\[NO_ENGINE\]/ }],
  ])('%s', async (what, row) => {
    if (what !== 'an unavailable engine') return expectRow(row);
    const ended = await convert(folderWith(row.files), row.argv, { env: { DOCCONV_LIBREOFFICE: '/nowhere' } });
    expect(ended).toMatchObject({ code: row.exit, out: '', err: expect.stringMatching(row.err) });
  });

  testWith('a read-only folder', [linux], async () => {
    const folder = folderWith({ 'a.docx': docx, 'out/x': '' });
    chmodSync(join(folder, 'out'), 0o500);
    expect(await convert(folder, ['a.docx', '-o', 'out'], { obeyPermissions: true })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/Cannot write the folder out: permission denied/),
    });
    chmodSync(join(folder, 'out'), 0o700);
  });

  test.each([
    ['a terminal escape sequence', 'a\x1b[2Jb.docx', 'a\\u001b[2Jb.docx'],
    ['a right-to-left override', 'a\u202exdp.docx', 'a\\u202exdp.docx'],
    ['a faked second line', 'a\n✓ b.docx', 'a\\u000a✓ b.docx'],
  ])('a file name with %s is printed escaped', async (_, name, printed) => {
    const empty = await convert(folderWith({ [name]: '' }), [name]);
    const missing = await convert(folderWith(), [`./${name}`, '--json']);
    const unwritable = await convert(folderWith({ 'a.docx': '', [name]: '' }), ['a.docx', '-o', `${name}/`]);
    for (const { err, out } of [empty, missing, unwritable]) {
      expect((err + out).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(err).toContain(printed);
      expect(err.split('\n')).toHaveLength(2);
    }
  });

  test('--json prints failures on stdout and stderr', async () => {
    const ended = await convert(folderWith({ 'a.docx': '' }), ['a.docx', '--json']);
    expect(jsonLines(ended)).toEqual([
      { input: 'a.docx', error: { code: 'EMPTY_FILE', message: '"a.docx" is empty.' } },
    ]);
    expect(ended).toMatchObject({ code: 3, err: expect.stringContaining('EMPTY_FILE') });
  });

  test('--quiet prints failures', async () => {
    const { bytes: _, ...ended } = await convert(folderWith({ 'a.docx': '' }), ['a.docx', '-q']);
    expect(ended).toEqual({ code: 3, out: '', err: '✗ a.docx: "a.docx" is empty. [EMPTY_FILE]\n' });
  });
});

const DONE = (input: string, output: string) => `✓ ${input} → ${output} (native, N s)\n`;
/** Documents are converted in parallel: the order of the lines varies. */
const inAnyOrder = (text: string) => text.split('\n').sort();
const SUMMARY = (count: number) => `${count} converted in N s\n`;

describeTools('converts', ['soffice.bin'], () => {
  const both = { 'a.docx': docx, 'b.odt': odt };
  const tree = { 'in/a.docx': docx, 'in/deep/b.odt': odt, 'in/deep/readme.md': '#', 'in/.hidden.docx': docx };

  // biome-ignore format: a table is read by its rows
  test.each<[what: string, row: Omit<Row, 'exit' | 'err'> & { err?: string; exit?: number }]>([
    ['beside the document', { argv: ['a.docx'], files: both, err: DONE('a.docx', 'a.pdf'), created: ['a.pdf'] }],
    ['to a file', { argv: ['a.docx', '-o', 'x.pdf'], files: both, err: DONE('a.docx', 'x.pdf'), created: ['x.pdf'] }],
    ['to a name without an extension', { argv: ['a.docx', '-o', 'x'], files: both, err: DONE('a.docx', 'x'), created: ['x'] }],
    ['to an existing folder', { argv: ['a.docx', '-o', 'out'], files: { ...both, 'out/y': '' }, err: DONE('a.docx', 'out/a.pdf'), created: ['out/a.pdf'] }],
    ['to a new folder', { argv: ['a.docx', '-o', 'new/er/'], files: both, err: DONE('a.docx', 'new/er/a.pdf'), created: ['new/er/a.pdf'] }],
    ['a pattern, in natural order', { argv: ['-j1', '*.d?c?', '-o', 'out/'], files: { 'p 10.docx': docx, 'p 2.docx': docx }, err: DONE('p 2.docx', 'out/p 2.pdf') + DONE('p 10.docx', 'out/p 10.pdf') + SUMMARY(2), created: ['out/p 10.pdf', 'out/p 2.pdf'] }],
    ['a folder without its subfolders', { argv: ['in'], files: tree, err: DONE('in/a.docx', 'in/a.pdf'), created: ['in/a.pdf'] }],
    ['a folder with subfolders, keeping the structure', { argv: ['in', '-r', '-o', 'out', '-j1'], files: tree, err: DONE('in/a.docx', 'out/a.pdf') + DONE('in/deep/b.odt', 'out/deep/b.pdf') + SUMMARY(2), created: ['out/a.pdf', 'out/deep/b.pdf'] }],
    ['several into a folder', { argv: ['a.docx', 'b.odt', '-o', 'out', '-j1'], files: both, err: DONE('a.docx', 'out/a.pdf') + DONE('b.odt', 'out/b.pdf') + SUMMARY(2), created: ['out/a.pdf', 'out/b.pdf'] }],
    ['a name with special characters', { argv: ['--', '-ä [1] %s $HOME.docx'], files: { '-ä [1] %s $HOME.docx': docx }, err: DONE('-ä [1] %s $HOME.docx', '-ä [1] %s $HOME.pdf'), created: ['-ä [1] %s $HOME.pdf'] }],
    ['over an existing PDF', { argv: ['a.docx'], files: { ...both, 'a.pdf': OLD_PDF }, err: DONE('a.docx', 'a.pdf') }],
    ['over any file with --force', { argv: ['a.docx', '-o', 'note', '-f'], files: { ...both, note: 'x' }, err: DONE('a.docx', 'note') }],
    ['not over an existing PDF with --no-clobber', { argv: ['a.docx', '-n'], files: { ...both, 'a.pdf': OLD_PDF }, err: '- a.docx: skipped, the PDF exists\n' }],
    ['the valid documents of a batch', { argv: ['-j1', 'a.docx', 'bad.docx', 'b.odt'], files: { ...both, 'bad.docx': txt }, exit: 3, err: `${DONE('a.docx', 'a.pdf')}✗ bad.docx: "bad.docx" is plain text, but its name indicates docx (Word document). Rename it, or use --from txt. [FORMAT_MISMATCH]\n${DONE('b.odt', 'b.pdf')}2 converted, 1 failed in N s\n`, created: ['a.pdf', 'b.pdf'] }],
    ['text with --from', { argv: ['notes', '--from', 'txt'], files: { notes: txt }, err: DONE('notes', 'notes.pdf'), created: ['notes.pdf'] }],
    ['silently with --quiet', { argv: ['a.docx', '-q'], files: both, err: '', created: ['a.pdf'] }],
  ])('%s', async (_, { argv, files = {}, exit = 0, err = '', created = [] }) => {
    const folder = folderWith(files);
    const ended = await convert(folder, argv);
    expect(ended).toMatchObject({ code: exit, out: '' });
    expect(inAnyOrder(ended.err.replace(/\d+\.\d s/g, 'N s'))).toEqual(inAnyOrder(err));
    expect(filesIn(folder)).toEqual([...Object.keys(files), ...created].sort());
    for (const name of created) await expectPdf(readFileSync(join(folder, name)), documents.docx().text);
  });

  test('stdin to stdout, without other output', async () => {
    const folder = folderWith();
    const { code, bytes } = await convert(folder, ['-'], { input: docx });
    expect(code).toBe(0);
    await expectPdf(bytes, documents.docx().text);
    expect(filesIn(folder)).toEqual([]);
  });

  test('pages that do not exist are an option error, not a document error', async () => {
    const ended = await convert(folderWith(both), ['a.docx', '--pages', '7']);
    expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/--pages 7 selects no page/) });
  });

  test.each([0, 80])('at a terminal of %i columns', async columns => {
    const folder = folderWith(both);
    const argv = ['convert', 'a.docx', 'b.odt', '-j1'];
    const { code, screen } = await atTerminal(argv, { cwd: folder, env: { DOCCONV_HOME: home }, columns }).ended();
    expect(code).toBe(0);
    expect(filesIn(folder)).toEqual(['a.docx', 'a.pdf', 'b.odt', 'b.pdf']);
    expect(screen).toContain('2 converted');
    expect(screen.includes('0/2')).toBe(columns > 0); // the bar
  });

  test('stdin to a file', async () => {
    const folder = folderWith();
    const ended = await convert(folder, ['-', '-o', 'x.pdf'], { input: docx });
    expect(ended).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/^✓ standard input → x\.pdf/) });
    await expectPdf(readFileSync(join(folder, 'x.pdf')), documents.docx().text);
  });

  test('text from a pipe with --from', async () => {
    const { code, bytes } = await convert(folderWith(), ['-', '--from', 'csv'], { input: documents.csv().bytes });
    expect(code).toBe(0);
    await expectPdf(bytes, documents.csv().text);
  });

  test('--json prints one line per document', async () => {
    const folder = folderWith({ ...both, 'c.docx': '', 'd.docx': docx, 'd.pdf': OLD_PDF });
    const ended = await convert(folder, ['a.docx', 'b.odt', 'c.docx', 'd.docx', '--json', '-n', '-o', '.']);
    const lines = jsonLines(ended).sort((a, b) => a.input.localeCompare(b.input));
    const made = { engine: 'native', milliseconds: expect.any(Number), warnings: [] };
    expect(lines).toEqual([
      { input: 'a.docx', output: join(folder, 'a.pdf'), ...made },
      { input: 'b.odt', output: join(folder, 'b.pdf'), ...made },
      { input: 'c.docx', error: { code: 'EMPTY_FILE', message: '"c.docx" is empty.' } },
      { input: 'd.docx', skipped: true },
    ]);
    expect(ended.code).toBe(3);
  });

  test('the environment sets the engine, a flag overrides it', async () => {
    const folder = folderWith(both);
    const env = { DOCCONV_ENGINE: 'soffice' };
    const engineOf = async (argv: string[]) =>
      jsonLines(await convert(folder, ['a.docx', '--json', ...argv], { env }))[0];
    expect(await engineOf([])).toMatchObject({ engine: 'soffice' });
    expect(await engineOf(['--engine', 'native'])).toMatchObject({ engine: 'native' });
  });
});

function jsonLines({ out }: Ended): { input: string }[] {
  return out
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}
