/** `docconv convert --merge`: what is read and written, reports, and refusals. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../helpers/documents.js';
import { pageCount, wordsOf } from '../helpers/pdf-text.js';
import { describeTools } from '../helpers/requires.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { convert, docx, folderWith, jsonLines, type Row, rowsInTurn, txt } from './convert.helper.js';

const pdf = blankPdf('Scanned').bytes;
const signed = blankPdf('Signed').sign({ make: () => Buffer.alloc(8) }).bytes;
const two = { 'a.pdf': pdf, 'b.pdf': signed };

const ROWS: [name: string, row: Row][] = [
  [
    'warns of signatures',
    {
      argv: ['a.pdf', 'b.pdf', '--merge', 'm.pdf'],
      files: two,
      exit: 0,
      err: /^! b\.pdf: b\.pdf has 1 signature, .* \[signatures_lost\]\n✓ 2 documents → m\.pdf \(2 pages, [\d.]+ s\)\n$/,
      created: ['m.pdf'],
    },
  ],
  [
    'fails as a whole, and names each input that fails and the others',
    {
      argv: ['a.pdf', 'bad.pdf', 'gone.pdf', '--merge', 'm.pdf'],
      files: { ...two, 'bad.pdf': '%PDF-1.7 nothing' },
      exit: 2,
      err: /^✗ gone\.pdf does not exist\. \[FILE_NOT_FOUND\]\n- a\.pdf: skipped, since nothing was merged\n- bad\.pdf: skipped/,
    },
  ],
  [
    'fails as a whole for a damaged input',
    {
      argv: ['a.pdf', 'bad.pdf', '--merge', 'm.pdf'],
      files: { ...two, 'bad.pdf': '%PDF-1.7 nothing' },
      exit: 3,
      err: /^- a\.pdf: skipped, since nothing was merged\n✗ bad\.pdf: .*\[CORRUPT_DOCUMENT\]\n0 converted, 1 failed, 1 skipped in [\d.]+ s\n$/,
    },
  ],
  [
    'refuses to overwrite one of its inputs',
    { argv: ['a.pdf', 'b.pdf', '--merge', 'b.pdf'], files: two, exit: 2, err: /b\.pdf is an input of --merge/ },
  ],
  [
    'does not overwrite what is no PDF',
    {
      argv: ['a.pdf', '--merge', 'notes.txt'],
      files: { ...two, 'notes.txt': 'mine' },
      exit: 2,
      err: /notes\.txt exists and is not a PDF/,
    },
  ],
  [
    'skips with -n',
    { argv: ['a.pdf', '--merge', 'b.pdf', '-n'], files: two, exit: 0, err: /^- b\.pdf: skipped, the PDF exists\n/ },
  ],
  ['refuses a folder', { argv: ['a.pdf', '--merge', 'all/'], files: two, exit: 2, err: /takes the name of a file/ }],
  ['refuses -o', { argv: ['a.pdf', '--merge', 'm.pdf', '-o', 'x'], files: two, exit: 2, err: /-o cannot be combined/ }],
  [
    'refuses --to',
    { argv: ['a.pdf', '--merge', 'm.pdf', '--to', 'png'], files: two, exit: 2, err: /--to png cannot be combined/ },
  ],
  [
    'refuses settings of this machine with --server',
    {
      argv: ['a.pdf', '--merge', 'm.pdf', '--server', 'http://127.0.0.1:9', '--engine', 'wasm'],
      files: two,
      exit: 2,
      err: /--engine, .* cannot be combined with --server/,
    },
  ],
  [
    'refuses PDF/A of PDFs that do not claim it',
    {
      argv: ['a.pdf', '--merge', 'm.pdf', '--pdfa', '2b'],
      files: two,
      exit: 2,
      err: /--pdfa 2b needs PDFs that claim/,
    },
  ],
];

describe('docconv convert --merge', () => {
  const run = rowsInTurn(ROWS.map(([, row]) => row));
  it.each(ROWS)('%s', (_, row) => run(row));
});

describeTools('docconv convert --merge, of documents,', ['soffice.bin', 'pdftotext'], () => {
  it('takes documents, PDFs and stdin in the order given, also twice, and reports each', async () => {
    const folder = folderWith({ 'z.docx': docx, 'a.pdf': pdf });
    const argv = [
      'z.docx',
      'a.pdf',
      '-',
      'a.pdf',
      '--merge',
      'm.pdf',
      '--json',
      '--page-numbers',
      'Page{page}of{pages}',
    ];
    const ended = await convert(folder, argv, { input: docx });
    expect([ended.code, ended.err]).toEqual([0, '']);
    const [line] = jsonLines(ended) as unknown[];
    expect(line).toMatchObject({
      inputs: ['z.docx', 'a.pdf', '-', 'a.pdf'],
      output: join(folder, 'm.pdf'),
      to: 'pdf',
      pages: 4,
      parts: [
        { input: 'z.docx', engine: 'native', pages: 1 },
        { input: 'a.pdf', engine: null, pages: 1, title: 'a' },
        { input: '-', pages: 1 },
        { input: 'a.pdf' },
      ],
    });
    const merged = readFileSync(join(folder, 'm.pdf'));
    expect(await pageCount(merged)).toBe(4);
    const words = await wordsOf(merged);
    const expected = [documents.docx().text, 'Page1of4', 'Scanned', 'Page2of4', 'Page3of4', 'Scanned', 'Page4of4'];
    expect(words).toMatch(new RegExp(expected.join('[^]*')));
  });

  it('writes nothing when a document fails, also to stdout', async () => {
    const folder = folderWith({ 'a.docx': docx, 'bad.docx': txt });
    const ended = await convert(folder, ['a.docx', 'bad.docx', '--merge', '-']);
    expect([ended.code, ended.out]).toEqual([3, '']);
    expect(ended.err).toMatch(/✗ bad\.docx: .*\[FORMAT_MISMATCH\]/);
  });
});
