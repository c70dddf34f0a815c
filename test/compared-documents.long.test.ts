/** .ci/measure.mjs compare: says why the PDF of a document differs from that of soffice. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { run, wordWith } from './helpers/documents/with.js';
import { describeTools } from './helpers/requires.js';

const TEXT = 'Words that are as long as their font makes them. '.repeat(40);
const DOCUMENTS = {
  'like.docx': wordWith(run('Carlito', TEXT)).bytes,
  'font.docx': wordWith(run('Calibri Light', TEXT)).bytes,
  'blocks.html': Buffer.from('<section>one</section><section>two</section>'),
};

describeTools('documents that are compared with soffice', ['soffice', 'pdftoppm'], () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-compared-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are named with the cause of their difference', async () => {
    for (const [name, bytes] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, name), bytes);
    const paths = Object.keys(DOCUMENTS).map(name => join(folder, name));
    const { stdout } = await promisify(execFile)(process.execPath, ['.ci/measure.mjs', 'compare', ...paths]);
    const [fonts, blocks, sum] = stdout.trim().split('\n');
    expect(fonts).toMatch(/font\.docx: .*: fonts that [^,]+$/);
    expect(blocks).toMatch(/blocks\.html: .*: unknownBlocks, (?!.*fonts that)/);
    expect(JSON.parse(sum!).documents).toEqual({ same: 1, of: 3 });
  });
});
