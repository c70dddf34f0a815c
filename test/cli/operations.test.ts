/** `docconv convert` of PDFs: every operation by its options, what is said of them, and what is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { docconv } from '../helpers/cli.js';
import { formPdf } from '../helpers/form-pdf.js';
import { blankPdf } from '../helpers/signed-pdf.js';
import { convert, docx, folderWith, home, jsonLines, type Row, rowsInTurn } from './convert.helper.js';

const form = formPdf().bytes;
const signed = blankPdf('Signed').sign({ make: () => Buffer.alloc(8) }).bytes;
const png = PNG.sync.write(new PNG({ width: 2, height: 1, fill: true }));
const large = Buffer.alloc(8 << 20);
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
    ['flatten', over(['-o', 'b.pdf', '--flatten'], { err: /^! a\.pdf: 1 annotation without an appearance not flattened.*\[annotations_left\]\n✓/ })],
    ['optimize', over(['-o', 'b.pdf', '--optimize'], { err: /, (\d+ % smaller|same size): \d+\.\d kB → \d+\.\d kB\)\n$/ })],
    ['rotate, metadata and encrypt', over(['-o', 'b.pdf', '--rotate', '90', '--rotate-pages', '2', '--metadata', '{"title":"T","keywords":["a"]}', '--author', 'A', '--permission-password', 'p', '--allow', 'print'], {})],
    ['attachments', over(['-o', 'b.pdf', '--attach', 'a.xml', '--attach', 'c.xml', '--attach-type', 'text/xml', '--attach-relationship', 'Data', '--attach-description', 'D'], { files: { 'a.pdf': form, 'a.xml': '<a/>', 'c.xml': '<c/>' } })],
    ['stamps', over(['-o', 'b.pdf', '--stamp', 'x.pdf', '--background', 'x.png', '--stamp-pages', '2', '--stamp-position', 'tr', '--stamp-scale', '20', '--stamp-opacity', '50'], { files: { 'a.pdf': form, 'x.pdf': form, 'x.png': png }, err: /^! a\.pdf: 1 annotation without an appearance not flattened, first on page 1 of the stamp\. \[annotations_left\]\n✓/ })],
    ['a stamp that is no image', over(['-o', 'b.pdf', '--stamp', 'x.txt'], { files: { 'a.pdf': form, 'x.txt': 'x' }, exit: 2, err: /The image of a stamp has to be a PNG or JPEG/, created: [] })],
    ['a missing attachment while a background is read', over(['-o', 'b.pdf', '--background', 'x.png', '--attach', 'x'], { files: { 'a.pdf': form, 'x.png': large }, exit: 2, err: 'docconv: x does not exist.\n', created: [] })],
    ['a missing attachment', over(['-o', 'b.pdf', '--attach', 'x'], { exit: 2, err: /x does not exist\./, created: [] })],
    ['two attachments of one name', over(['-o', 'b.pdf', '--attach', 'a/x.xml', '--attach', 'b/x.xml'], { files: { 'a.pdf': form, 'a/x.xml': '<a/>', 'b/x.xml': '<b/>' }, exit: 2, err: /Two attached files have the name x\.xml.*\[OPTION_INVALID\]/, created: [] })],
    ['an empty media type', over(['-o', 'b.pdf', '--attach', 'a.pdf', '--attach-type', ''], { exit: 2, err: /"attach" needs another value of "mediaType"/, created: [] })],
    ['an unknown relationship', over(['-o', 'b.pdf', '--attach', 'a.pdf', '--attach-relationship', 'x'], { exit: 2, err: /"attach" needs another value of "relationship"/, created: [] })],
    ['an option without another', over(['-o', 'b.pdf', '--stamp-scale', '20'], { exit: 2, err: /--stamp-scale needs --stamp or --background/, created: [] })],
    ['a merge with attachments', over(['--merge', 'b.pdf', '--attach', 'a.pdf'], { exit: 2, err: /single documents: omit --merge/, created: [] })],
    ['bookmarks of Windows PowerShell', over(['-o', 'b.pdf', '--set-bookmarks', 'x'], { files: { 'a.pdf': form, x: Buffer.from('\ufeff[{"title":"A","page":1}]', 'utf16le') } })],
    ['bookmarks that are none', over(['-o', 'b.pdf', '--set-bookmarks', 'x'], { files: { 'a.pdf': form, x: 'null' }, exit: 2, err: /"bookmarks" needs another value of "bookmarks"/, created: [] })],
    ['an image with attachments', over(['-o', 'b.png', '--attach', 'a.pdf'], { exit: 2, err: /Operations on PDFs need a PDF as output/, created: [] })],
    ['unknown metadata', over(['-o', 'b.pdf', '--metadata', '{"colour":"red"}'], { exit: 2, err: /--metadata is no JSON object with the known members.*\[OPTION_INVALID\]/, created: [] })],
    ['parts over the input', over(['-o', 'b.pdf', '--split', '1', '--force'], { argv: ['b-1.pdf', '-o', 'b.pdf', '--split', '1', '--force'], files: { 'b-1.pdf': form }, exit: 2, err: /b-1\.pdf is an input and would be overwritten/, created: [] })],
    ['parts over another file', over(['-o', 'b.pdf', '--split', '1'], { files: { 'a.pdf': form, 'b.pdf': form, 'b-2.pdf': 'text' }, exit: 2, err: /b-2\.pdf exists\. Use --force/, created: [] })],
    ['parts over another PDF', over(['-o', 'b.pdf', '--split', '1'], { files: { 'a.pdf': form, 'b-7.pdf': form }, exit: 2, err: /b-7\.pdf exists\. Use --force/, created: [] })],
    ['parts that exist, with -n', over(['-n', '-o', 'b.pdf', '--split', '1'], { files: { 'a.pdf': form, 'b-2.pdf': 'text' }, err: /a\.pdf.*the PDF exists/, created: [] })],
    ['parts that exist, with --force', over(['--force', '-o', 'b.pdf', '--split', '1'], { files: { 'a.pdf': form, 'b-2.pdf': 'text' }, err: /\(2 parts/, created: ['b-1.pdf'] })],
    ['parts of two PDFs with the same name', over([], { argv: ['a.pdf', 'a-1.pdf', '-o', 'out/', '--split', '1'], files: { 'a.pdf': form, 'a-1.pdf': form }, exit: 2, err: /a\.pdf and a-1\.pdf would both be written/, created: [] })],
    ['metadata of another type', over(['-o', 'b.pdf', '--metadata', '{"keywords":"a,b"}'], { exit: 2, err: /"metadata" needs another value of "keywords"/, created: [] })],
    ['an option of a conversion', over(['-o', 'b.pdf', '--rotate', '90', '--landscape'], { exit: 2, err: /--landscape needs a document that docconv converts/, created: [] })],
    ['itself as output', over(['--rotate', '90'], { exit: 2, err: /a\.pdf would be overwritten by its own result\. Name another file or folder with -o\./, created: [] })],
    ['parts on standard output', over(['-o', '-', '--split', '1'], { exit: 2, err: /a\.pdf becomes 2 files, and standard output takes one/, created: [] })],
    ['a signed PDF', over(['-o', 'b.pdf', '--rotate', '90'], { files: { 'a.pdf': signed }, exit: 3, err: /has a signature, which this would break.*--break-signatures.*\[PDF_SIGNED\]/, created: [] })],
    ['a signed PDF that may be broken', over(['-o', 'b.pdf', '--rotate', '90', '--break-signatures'], { files: { 'a.pdf': signed }, err: /! a\.pdf: 1 signature of the PDF removed.*\[signatures_removed\]\n✓/ })],
    ['a damaged PDF', over(['-o', 'b.pdf', '--rotate', '90'], { files: { 'a.pdf': damaged }, exit: 3, err: /\[CORRUPT_DOCUMENT\]/, created: [] })],
  ];
  const expectInTurn = rowsInTurn(rows.map(([, row]) => row));
  test.each(rows)('%s', (_, row) => expectInTurn(row));

  test('a document is converted and gets bookmarks and an attachment, which inspect shows', async () => {
    const bookmarks = [{ title: 'First', page: 1, children: [{ title: 'Below', page: 1 }] }];
    const folder = folderWith({ 'a.docx': docx, 'b.json': JSON.stringify(bookmarks) });
    const made = await convert(folder, ['a.docx', '--set-bookmarks', 'b.json', '--attach', 'b.json']);
    expect(made).toMatchObject({ code: 0, err: expect.stringMatching(/^✓ a\.docx → a\.pdf \(\w+, /) });
    const inspect = async (...flags: string[]) => {
      const { out } = await docconv(['inspect', 'a.pdf', ...flags], { cwd: folder, env: { DOCCONV_HOME: home } });
      return JSON.parse(out);
    };
    expect(await inspect('--bookmarks')).toEqual(bookmarks);
    expect(await inspect()).toMatchObject({
      pages: 1,
      bookmarks,
      attachments: [{ name: 'b.json', mediaType: 'application/octet-stream' }],
    });
  });

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
