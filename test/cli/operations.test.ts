/** `docconv convert` of PDFs: every operation by its options, what is said of them, and what is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formPdf } from '../helpers/form-pdf.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { convert, folderWith, jsonLines, type Row, rowsInTurn } from './convert.helper.js';

const form = formPdf().bytes;
const signed = blankPdf('Signed').sign({ make: () => Buffer.alloc(8) }).bytes;
const damaged = Buffer.from('%PDF-1.7 nothing');

const over = (argv: readonly string[], row: Partial<Row>): Row => ({
  argv: ['a.pdf', ...argv],
  files: { 'a.pdf': form },
  exit: 0,
  err: /^✓ a\.pdf → b\.pdf \(\d+\.\d s.*\)\n$/,
  created: ['b.pdf'],
  ...row,
});

describe('operations', () => {
  // biome-ignore format: a table is read by its rows
  const rows: [what: string, row: Row][] = [
    ['split', over(['-o', 'b.pdf', '--split', '1'], { err: /→ b\.pdf \(2 parts, b-1\.pdf \.\.\.\)/, created: ['b-1.pdf', 'b-2.pdf'] })],
    ['split by ranges', over(['-o', 'b.pdf', '--split-pages', '2,1-2'], { err: /\(2 parts/, created: ['b-1.pdf', 'b-2.pdf'] })],
    ['pages', over(['-o', 'b.pdf', '--pages', '2'], {})],
    ['rotate', over(['-o', 'b.pdf', '--rotate', '90', '--rotate-pages', '2'], {})],
    ['flatten', over(['-o', 'b.pdf', '--flatten'], { err: /^! a\.pdf: 1 annotation without an appearance not flattened.*\[annotations_left\]\n✓/ })],
    ['optimize', over(['-o', 'b.pdf', '--optimize'], { err: /, (\d+ % smaller|same size): \d+\.\d kB → \d+\.\d kB\)\n$/ })],
    ['metadata', over(['-o', 'b.pdf', '--metadata', '{"title":"T","keywords":["a"]}', '--author', 'A'], {})],
    ['encrypt', over(['-o', 'b.pdf', '--permission-password', 'p', '--allow', 'print'], {})],
    ['unknown metadata', over(['-o', 'b.pdf', '--metadata', '{"colour":"red"}'], { exit: 2, err: /--metadata is no JSON object with the known members.*\[OPTION_INVALID\]/, created: [] })],
    ['an option of a conversion', over(['-o', 'b.pdf', '--rotate', '90', '--landscape'], { exit: 2, err: /--landscape needs a document that docconv converts/, created: [] })],
    ['itself as output', over(['--rotate', '90'], { exit: 2, err: /a\.pdf would be overwritten by its own result\. Name another file or folder with -o\./, created: [] })],
    ['parts on standard output', over(['-o', '-', '--split', '1'], { exit: 2, err: /a\.pdf becomes 2 files, and standard output takes one/, created: [] })],
    ['a signed PDF', over(['-o', 'b.pdf', '--rotate', '90'], { files: { 'a.pdf': signed }, exit: 3, err: /has a signature, which this would break.*--break-signatures.*\[PDF_SIGNED\]/, created: [] })],
    ['a signed PDF that may be broken', over(['-o', 'b.pdf', '--rotate', '90', '--break-signatures'], { files: { 'a.pdf': signed }, err: /! a\.pdf: 1 signature of the PDF removed.*\[signatures_removed\]\n✓/ })],
    ['a damaged PDF', over(['-o', 'b.pdf', '--rotate', '90'], { files: { 'a.pdf': damaged }, exit: 3, err: /\[CORRUPT_DOCUMENT\]/, created: [] })],
  ];
  const expectInTurn = rowsInTurn(rows.map(([, row]) => row));
  test.each(rows)('%s', (_, row) => expectInTurn(row));

  test('JSON names the parts and what was saved; the password opens an encrypted PDF', async () => {
    const folder = folderWith({ 'a.pdf': form });
    await convert(folder, ['a.pdf', '-o', 'b.pdf', '--open-password', 'secret']);
    const locked = await convert(folder, ['b.pdf', '-o', 'c.pdf', '--rotate', '90']);
    expect(locked).toMatchObject({ code: 3, err: expect.stringContaining('[PASSWORD_NEEDED]') });
    const argv = ['b.pdf', '-o', 'c.pdf', '--split', '1', '--optimize', '--json', '--password-file', 'secret'];
    writeFileSync(join(folder, 'secret'), 'secret\n');
    expect(jsonLines(await convert(folder, argv))).toMatchObject([
      {
        outputs: [join(folder, 'c-1.pdf'), join(folder, 'c-2.pdf')],
        engine: null,
        bytes: { before: readFileSync(join(folder, 'b.pdf')).length, after: expect.any(Number) },
        warnings: [{ code: 'encryption_removed' }],
      },
    ]);
  });
});
