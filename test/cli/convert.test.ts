/** `docconv convert`: arguments and files, expected exit code, output and created files. More: convert.long.test.ts. */
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { docconvInTurn } from '../helpers/cli.js';
import { documents } from '../helpers/documents.js';
import { expectPdf } from '../helpers/pdf-text.js';
import { describeTools, linux, testWith } from '../helpers/requires.js';
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
  type Row,
  rowsInTurn,
  SUMMARY,
  txt,
} from './convert.helper.js';

describe('rejected before an engine starts', () => {
  // biome-ignore format: a table is read by its rows
  const rows: [what: string, row: Row][] = [
    ['no file', { argv: [], exit: 2, err: /missing required argument 'files'/ }],
    ['a file whose name begins with a dash', { argv: ['-dash.docx'], files: { '-dash.docx': txt }, exit: 2, err: /unknown option '-dash\.docx'\nIs it a file\? Then write \.\/-dash\.docx\n$/ }],
    ['an unknown flag', { argv: ['a.docx', '--colour'], exit: 2, err: /unknown option '--colour'/ }],
    ['an unknown engine', { argv: ['a.docx', '--engine', 'word'], files: { 'a.docx': docx }, exit: 2, err: /--engine takes one of auto, native, soffice, wasm/ }],
    ['zero workers', { argv: ['a.docx', '-j', '0'], files: { 'a.docx': docx }, exit: 2, err: /Set workers to at least 1/ }],
    ['a time limit that is not a number', { argv: ['a.docx', '--timeout', 'soon'], files: { 'a.docx': docx }, exit: 2, err: /--timeout takes a whole number/ }],
    ['an unknown PDF/A level', { argv: ['a.docx', '--pdfa', '9z'], files: { 'a.docx': docx }, exit: 2, err: /--pdfa takes one of 1b, 2b, 3b/ }],
    ['pages that run backwards', { argv: ['a.docx', '--pages', '3-1'], files: { 'a.docx': docx }, exit: 2, err: /"3-1" runs backwards/ }],
    ['a document behind --page-numbers', { argv: ['--page-numbers', 'a.docx', 'b.docx'], files: { 'a.docx': docx, 'b.docx': docx }, exit: 2, err: /--page-numbers needs a format with \{page\}/ }],
    ['contradicting options', { argv: ['a.docx', '--pdfa', '2b', '--open-password', 'x'], files: { 'a.docx': docx }, exit: 2, err: /PDF\/A forbids encryption/ }],
    ['a missing file', { argv: ['a.docx'], exit: 2, err: '✗ a.docx does not exist. [FILE_NOT_FOUND]\n' }],
    ['a pattern without a match', { argv: ['n*.docx'], exit: 2, err: '✗ No file matches n*.docx. [FILE_NOT_FOUND]\n' }],
    ['a glob without a match', { argv: ['*.docx'], exit: 2, err: /No file matches \*\.docx/ }],
    ['a folder without documents', { argv: ['in'], files: { 'in/movie.mkv': '?' }, exit: 2, err: /The folder in contains no documents\. Use --recursive/ }],
    ['a URL', { argv: ['https://example.org/a.docx'], exit: 2, err: /does not read URLs\. Download/ }],
    ['an empty -o', { argv: ['a.docx', '-o', ''], files: { 'a.docx': docx }, exit: 2, err: /value of -o is empty/ }],
    ['two documents with the same output', { argv: ['a.docx', 'a.odt'], files: { 'a.docx': docx, 'a.odt': odt }, exit: 2, err: /a\.docx and a\.odt would both be written to a\.pdf/ }],
    ['several documents to stdout', { argv: ['a.docx', 'b.odt', '-o', '-'], files: { 'a.docx': docx, 'b.odt': odt }, exit: 2, err: /-o - takes one document, not 2/ }],
    ['several documents to one file', { argv: ['a.docx', 'b.odt', '-o', 'both.pdf'], files: { 'a.docx': docx, 'b.odt': odt }, exit: 2, err: /-o both\.pdf takes one document, not 2\. For a folder, add a slash: -o both\.pdf\// }],
    ['several documents to a device', { argv: ['a.docx', 'b.odt', '-o', '/dev/null'], files: { 'a.docx': docx, 'b.odt': odt }, exit: 2, err: /-o \/dev\/null takes one document, not 2/ }],
    ['only PDFs', { argv: ['a.pdf', 'b.pdf'], files: { 'a.pdf': OLD_PDF, 'b.pdf': OLD_PDF }, exit: 0, err: /- a\.pdf: skipped, it is a PDF already\n- b\.pdf: skipped.*\n0 converted, 2 skipped/ }],
    ['an output that is a folder', { argv: ['a.docx'], files: { 'a.docx': docx, 'a.pdf/x': '' }, exit: 2, err: /a\.pdf is a folder/ }],
    ['a folder below a file', { argv: ['a.docx', '-o', 'note.txt/'], files: { 'a.docx': docx, 'note.txt': txt }, exit: 2, err: /Cannot write the folder note\.txt: a file has this name\./ }],
    ['an existing output that is not a PDF', { argv: ['a.docx', '-o', 'note.old'], files: { 'a.docx': docx, 'note.old': txt }, exit: 2, err: /note\.old exists and is not a PDF\. Use --force/ }],
    ['outputs that cannot be planned, with --json', { argv: ['a.docx', 'a.odt', 'b.docx', '--json'], files: { 'a.docx': docx, 'a.odt': odt, 'b.docx': docx, 'b.pdf/x': '' }, exit: 2, out: /^({"input":"a\.(docx|odt)","error":{"code":"OUTPUT_CONFLICT",.*}\n){2}{"input":"b\.docx","error":{"code":"OUTPUT_CONFLICT",.*}\n$/, err: /^(✗ .*\n){3}$/ }],
    ['wrong usage, with --json', { argv: ['a.docx', '--colour', '--json'], exit: 2, out: /^{"error":{"code":"USAGE","message":"unknown option '--colour'.*}\n$/, err: /unknown option/ }],
    ['options that contradict each other, with --json', { argv: ['a.docx', '--json', '--pdfa', '9z'], exit: 2, out: /^{"error":{"code":"OPTION_INVALID",.*}\n$/, err: /--pdfa takes/ }],
    ['--json beside a PDF on standard output', { argv: ['a.docx', '--json', '-o', '-'], files: { 'a.docx': docx }, exit: 2, out: /^{"error":{"code":"USAGE",.*}\n$/, err: /Use -o FILE, or omit --json/ }],
    ['a missing document and another one to one file', { argv: ['gone.docx', 'a.docx', '-o', 'one.pdf'], files: { 'a.docx': docx }, exit: 2, err: /gone\.docx does not exist.*\n.*-o one\.pdf takes one document, not 2/ }],
    ['an existing output that people edit', { argv: ['a.docx', '-o', 'note.txt'], files: { 'a.docx': docx, 'note.txt': txt }, exit: 2, err: /note\.txt exists\. Use --force/ }],
    ['an existing image of a page', { argv: ['a.docx', '--to', 'png'], files: { 'a.docx': docx, 'a-1.png': txt }, exit: 2, err: /a-1\.png exists\. Use --force/ }],
    ['--to and -o that contradict each other', { argv: ['a.docx', '--to', 'png', '-o', 'a.odt'], files: { 'a.docx': docx }, exit: 2, err: /--to png and -o a\.odt name different formats/ }],
    ['the input itself as output', { argv: ['a.docx', '-o', 'a.docx', '--force'], files: { 'a.docx': docx }, exit: 2, err: /a\.docx would be overwritten by its own conversion/ }],
    ['another input as output', { argv: ['a.docx', 'a.pdf', '-o', '.'], files: { 'a.docx': docx, 'a.pdf': txt }, exit: 2, err: /a\.docx and a\.pdf would both be written to a\.pdf|a\.pdf is an input/ }],
    ['a PDF that would be overwritten by itself', { argv: ['a.pdf'], files: { 'a.pdf': OLD_PDF }, exit: 2, err: /a\.pdf is already a PDF/ }],
    ['a PDF', { argv: ['a.pdf', '-o', 'b.pdf'], files: { 'a.pdf': OLD_PDF }, exit: 3, err: /This is a PDF already.*\[UNSUPPORTED_FORMAT\]/ }],
    ['text named .docx, with --quiet', { argv: ['-q', 'a.docx'], files: { 'a.docx': txt }, exit: 3, err: /^✗ a\.docx: "a\.docx" is plain text.*--from txt.*\[FORMAT_MISMATCH\]\n$/ }],
    ['an empty file, with --quiet', { argv: ['-q', 'b.docx'], files: { 'b.docx': '' }, exit: 3, err: /^✗ b\.docx: "b\.docx" is empty\. \[EMPTY_FILE\]\n$/ }],
    ['text without a known extension, with --quiet', { argv: ['-q', 'notes'], files: { notes: txt }, exit: 3, err: /^✗ notes: .*--from txt, csv or html.*\n$/ }],
    ['an unknown format', { argv: ['a.docx', '--from', 'pages'], files: { 'a.docx': docx }, exit: 2, err: /"pages" is not a format that docconv reads/ }],
    ['different failures, with --json', { argv: ['a.docx', 'gone.docx', '--json'], files: { 'a.docx': '' }, exit: 1, out: /^{"input":"gone\.docx","error":{"code":"FILE_NOT_FOUND",.*\n{"input":"a\.docx","error":{"code":"EMPTY_FILE","message":"\\"a\.docx\\" is empty\."}}\n$/, err: /\[FILE_NOT_FOUND\]\n.*\[EMPTY_FILE\]\n$/ }],
  ];
  const expectInTurn = rowsInTurn(rows.map(([, row]) => row));
  test.each(rows)('%s', (_, row) => expectInTurn(row));

  test('an unavailable engine', async () => {
    const env = { DOCCONV_LIBREOFFICE: '/nowhere' };
    const ended = await convert(folderWith({ 'a.docx': docx }), ['a.docx', '--engine', 'soffice'], { env });
    const err = expect.stringMatching(/soffice is not available.*\[NO_ENGINE\]/);
    expect(ended).toMatchObject({ code: 4, out: '', err });
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

  test('a file name that controls the terminal, turns the text or fakes a line is printed escaped', async () => {
    const names = ['a\x1b[2Jb.docx', 'a\u202exdp.docx', 'a\n✓ b.docx'];
    const printed = ['a\\u001b[2Jb.docx', 'a\\u202exdp.docx', 'a\\u000a✓ b.docx'];
    const files = Object.fromEntries(names.map(name => [name, '']));
    const commands = [
      { argv: ['convert', '-q', ...names], cwd: folderWith(files) },
      { argv: ['convert', '-q', ...names.map(name => `./${name}`), '--json'], cwd: folderWith() },
      ...names.map(name => ({
        argv: ['convert', 'b.docx', '-o', `${name}/`],
        cwd: folderWith({ ...files, 'b.docx': '' }),
      })),
    ];
    const [read, asJson, ...folders] = await docconvInTurn(commands, { env: { DOCCONV_HOME: home } });
    for (const { err, out } of [read!, asJson!, ...folders])
      expect((err + out).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const lines = [read!.err, asJson!.err, folders.map(({ err }) => err).join('')].map(text => text.trim().split('\n'));
    for (const each of lines) {
      expect(each).toHaveLength(printed.length);
      // several documents are read at once, also with -j1
      for (const name of printed) expect(each).toContainEqual(expect.stringContaining(name));
    }
  });

  testWith('a pipe without a writer ends by SIGTERM', [linux], async () => {
    const folder = folderWith();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const ended = convert(folder, ['pipe', '--from', 'docx'], { killWhenOpen: join(folder, 'pipe') });
    expect(await ended).toMatchObject({ code: 143, out: '', err: expect.stringContaining('1 left') });
  });
});

describeTools('converts', ['soffice.bin'], () => {
  // biome-ignore format: a table is read by its rows
  test.each<[what: string, row: Converted]>([
    ['several into a folder', { argv: ['a.docx', 'b.odt', '-o', 'out', '-j1'], files: both, err: DONE('a.docx', 'out/a.pdf') + DONE('b.odt', 'out/b.pdf') + SUMMARY(2), created: ['out/a.pdf', 'out/b.pdf'] }],
    ['not over an existing PDF with --no-clobber', { argv: ['a.docx', '-n'], files: { ...both, 'a.pdf': OLD_PDF }, err: '- a.docx: skipped, the PDF exists\n' }],
    ['the valid documents of a batch', { argv: ['-j1', 'a.docx', 'bad.docx', 'b.odt'], files: { ...both, 'bad.docx': txt }, exit: 3, err: `${DONE('a.docx', 'a.pdf')}✗ bad.docx: "bad.docx" is plain text, but its name indicates docx (Word document). Rename it, or use --from txt. [FORMAT_MISMATCH]\n${DONE('b.odt', 'b.pdf')}2 converted, 1 failed in N s\n`, created: ['a.pdf', 'b.pdf'] }],
  ])('%s', (_, row) => expectConverted(row));

  test('stdin to stdout, without other output', async () => {
    const folder = folderWith();
    const { code, bytes } = await convert(folder, ['-'], { input: docx });
    expect(code).toBe(0);
    await expectPdf(bytes, documents.docx().text);
    expect(filesIn(folder)).toEqual([]);
  });

  test('the others, where the output of one cannot be written', async () => {
    const folder = folderWith({ 'closed/a.docx': docx, 'b.docx': docx, 'c.odt': odt });
    chmodSync(join(folder, 'closed'), 0o555);
    onTestFinished(() => chmodSync(join(folder, 'closed'), 0o755));
    const argv = ['b.docx', 'closed/a.docx', 'c.odt', '--json'];
    const ended = await convert(folder, argv, { obeyPermissions: true });
    const lines = jsonLines(ended).sort((a, b) => a.input.localeCompare(b.input));
    expect(lines).toMatchObject([
      { input: 'b.docx', output: join(folder, 'b.pdf') },
      { input: 'c.odt', output: join(folder, 'c.pdf') },
      { input: 'closed/a.docx', error: { code: 'OUTPUT_UNWRITABLE' } },
    ]);
    expect(ended.code).toBe(2);
  });

  test('--json prints one line per document', async () => {
    const folder = folderWith({ ...both, 'c.docx': '', 'd.docx': docx, 'd.pdf': OLD_PDF });
    const ended = await convert(folder, ['a.docx', 'b.odt', 'c.docx', 'd.docx', '--json', '-n', '-o', '.']);
    const lines = jsonLines(ended).sort((a, b) => a.input.localeCompare(b.input));
    const made = { to: 'pdf', engine: 'native', milliseconds: expect.any(Number), warnings: [] };
    expect(lines).toEqual([
      { input: 'a.docx', output: join(folder, 'a.pdf'), ...made },
      { input: 'b.odt', output: join(folder, 'b.pdf'), ...made },
      { input: 'c.docx', error: { code: 'EMPTY_FILE', message: '"c.docx" is empty.' } },
      { input: 'd.docx', skipped: true, reason: 'the PDF exists' },
    ]);
    expect(ended.code).toBe(3);
  });
});
